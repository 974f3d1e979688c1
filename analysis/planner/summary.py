"""What a plan means, in sentences. Risks are printed rounded up, powers rounded down."""

import math
from collections.abc import Iterator

from analysis import number_format
from analysis.planner.answers import PlannerAnswer, Trouble
from analysis.planner.chart import PowerCurve
from analysis.planner.question import PlannerPlan, PlannerQuestion
from analysis.planner.rules import DecidingCounts, EnoughJudges
from analysis.planner.wald import SequentialCase, SequentialCost
from studies.models.study import RECOMMENDED_EVALUATIONS
from studies.workbench.dashboard import sensitivity_in_words

# Up to so many numbers that fall short are named; of more, only the last.
NAMED = 4

# -- numbers and names


def typed(name: str, value: float | None) -> str:
    """Return a number as people type it: `30 %` for pd, `0.05` for a risk, `1,000` for judges."""
    if value is None:
        return ""
    if name == "n":
        return f"{int(value):,}"
    return unbroken(number_format.percent(value)) if name == "pd" else number_format.level(value)


def judges(n: int) -> str:
    """Return so many judges."""
    return "1 judge" if n == 1 else f"{n:,} judges"


def unbroken(text: str) -> str:
    """Return the text so that no line ends within it."""
    return text.replace(" ", "\u00a0")


def power_text(power: float) -> str:
    """Return a power to tenths of a percent; near 100 % to two digits of what is missing."""
    missing = max(1 - power, 1e-9)
    decimals = max(1, 1 - math.floor(math.log10(100 * missing) + 1e-9))
    scale = 10 ** (decimals + 2)
    return f"{math.floor(power * scale + 1e-6) / scale * 100:.{decimals}f}\u00a0%"


def named(name: str) -> str:
    """Return the name of what was computed."""
    return "the number of judges" if name == "n" else name


# -- the answer


def headline(answer: PlannerAnswer) -> str:
    """Return the answer as one sentence."""
    plan, asked = answer.plan, answer.question.asked
    if plan is None:
        return _trouble(answer)
    if asked == "n":
        return "1 judge is enough." if plan.n == 1 else f"{plan.n:,} judges are enough."
    value = typed(asked, getattr(plan, asked))
    if not answer.below_floor:
        return f"With {judges(plan.n)} {asked} can be as small as {value}."
    if asked == "pd":
        return f"With {judges(plan.n)} even a pd below {value} keeps both risks."
    return f"With {judges(plan.n)} {asked} is below {value}."


def note(answer: PlannerAnswer) -> str:
    """Return how the answer was rounded, or what to do where it makes no plan."""
    asked = answer.question.asked
    if answer.trouble == Trouble.HOPELESS:
        return WHAT_TO_DO[asked]
    if answer.plan is None or answer.value is None or asked == "n":
        return ""
    planned = getattr(answer.plan, asked)
    # A risk may be smaller than the smallest floating-point number.
    value = f"{answer.value:.6g}" if answer.value or asked == "pd" else "less than 1e-300"
    if answer.below_floor:
        return (
            f"Computed: {value}. The smallest value that this page plans with is "
            f"{typed(asked, planned)}; what follows is for that."
        )
    if answer.value == planned:
        return ""
    return f"Computed: {value}, rounded up, so that the plan holds."


WHAT_TO_DO = {
    "alpha": (
        "This plan cannot be used: a difference that is not there would be claimed at least "
        "every other "
        "time. Take more judges, or accept a larger beta or pd."
    ),
    "beta": (
        "This plan cannot be used: a difference of that size would be missed at least every "
        "other time. "
        "Take more judges, or accept a larger alpha or pd."
    ),
    "pd": "This plan cannot be used. Take more judges, or accept a larger alpha or beta.",
}


def _trouble(answer: PlannerAnswer) -> str:
    if answer.trouble == Trouble.TOO_MANY:
        return "A million judges are not enough for this. Choose larger risks or a larger pd."
    if answer.trouble == Trouble.UNREACHABLE:
        return f"{_unreachable(answer.question)} At least {answer.fewest} are needed."
    asked, with_judges = answer.question.asked, f"With {judges(answer.question.n or 0)}"
    if asked == "pd":
        return f"{with_judges} pd would have to be above 99 %."
    value = "" if answer.value is None else number_format.probability(answer.value)
    return f"{with_judges} {asked} would be {value}."


def _unreachable(question: PlannerQuestion) -> str:
    alpha, beta, pd = (typed(name, getattr(question, name)) for name in ("alpha", "beta", "pd"))
    with_answers = f"With {question.n or 0:,} {'answer' if question.n == 1 else 'answers'}"
    if question.goal == "difference":
        if question.alpha is not None:
            return f"{with_answers} no result can show a difference at alpha {alpha}."
        return f"{with_answers} no difference test can keep beta at {beta} for pd {pd}."
    if question.alpha is not None:
        return f"{with_answers} no similarity test can keep alpha {alpha}."
    return f"{with_answers} no result can show similarity at beta {beta}, pd {pd}."


# -- the plan


def meaning(plan: PlannerPlan, counts: DecidingCounts) -> list[str]:
    """Return which counts decide, and what happens if the truth is this or that."""
    of_goal = _of_difference if plan.goal == "difference" else _of_similarity
    return [*of_goal(plan, counts), sensitivity_in_words(plan.pd)]


def _of_difference(plan: PlannerPlan, counts: DecidingCounts) -> list[str]:
    least, pd = f"{counts.min_correct:,}", typed("pd", plan.pd)
    false_alarm = number_format.probability(counts.false_alarm, level=plan.alpha)
    return [
        f"With {judges(plan.n)}: {least} right answers or more show a difference.",
        (
            "If no one can tell the texts apart, guessing gives about "
            f"{counts.right_by_guessing:,.0f} right answers; {least} or more come up with "
            f"probability {false_alarm} (alpha allows {typed('alpha', plan.alpha)})."
        ),
        (
            f"If {pd} of people perceive the difference, about {counts.right_at_pd:,.0f} answers "
            "are right, and the study shows the difference in at least "
            f"{power_text(counts.power)} of cases (its power)."
        ),
        _below(counts, f"Fewer than {least} show no difference"),
    ]


def _below(counts: DecidingCounts, fewer: str) -> str:
    """Return what the similarity test says of the numbers that show no difference."""
    test = "similarity test, which is not this plan's verdict"
    most = f"{counts.max_correct:,} or fewer"
    if counts.max_correct < counts.min_correct - 1:
        return f"{fewer}, and not yet that the texts are similar: the {test}, needs {most}."
    return f"{fewer}. Each of these would also pass the {test}: it needs {most}."


def _of_similarity(plan: PlannerPlan, counts: DecidingCounts) -> list[str]:
    least, most, pd = f"{counts.min_correct:,}", f"{counts.max_correct:,}", typed("pd", plan.pd)
    missed = number_format.probability(counts.missed, level=plan.beta)
    return [
        (
            f"With {judges(plan.n)}: {most} right answers or fewer show similarity, that is, that "
            f"at most {pd} of people perceive a difference."
        ),
        (
            "If no one can tell the texts apart, guessing gives about "
            f"{counts.right_by_guessing:,.0f} right answers, and the study shows similarity in at "
            f"least {power_text(counts.power)} of cases (its power)."
        ),
        (
            f"If {pd} of people perceive a difference, about {counts.right_at_pd:,.0f} answers are "
            f"right; {most} or fewer come up with probability {missed} (beta allows "
            f"{typed('beta', plan.beta)})."
        ),
        (
            f"More than {most} show nothing by this plan, also not that the texts differ: the "
            f"difference test, which is not its verdict, needs {least} or more."
        ),
    ]


def warnings(plan: PlannerPlan) -> list[str]:
    """Return what to think of before this plan is used."""
    recommended = RECOMMENDED_EVALUATIONS[plan.goal]
    if plan.n >= recommended:
        return []
    return [f"Fewer than the {recommended} judges that ISO 4120 recommends for a {plan.goal} test."]


def smallest_and_stable(enough: EnoughJudges, curve: PowerCurve) -> list[str]:
    """Return the two meanings of "enough", and what lies between."""
    if enough.smallest is None:
        return []
    smallest = f"{enough.smallest:,} is the smallest number that is enough"
    if enough.stable is None:
        return [f"{smallest}."]
    if enough.stable == enough.smallest:
        return [f"{smallest}; so is every larger one."]
    stable = f"{enough.stable:,}"
    return [
        f"{smallest}; from {stable} on every larger number is enough as well.",
        *_between(curve, stable),
        (
            "Why more judges can be worse: the number of right answers that is needed is a "
            "whole number. "
            "Each time it rises by one, the power falls a little, like the teeth of a saw."
        ),
    ]


def _between(curve: PowerCurve, stable: str) -> Iterator[str]:
    short = [f"{number:,}" for number in curve.short if number <= curve.rows[-1].n]
    advice = f"If you cannot say exactly how many answers will come in, plan for {stable}."
    if len(short) > NAMED:
        yield f"In between {len(short)} numbers fall short, the last of them {short[-1]}. {advice}"
    elif short:
        yield f"In between these fall short: {', '.join(short)}. {advice}"


def power_described(curve: PowerCurve) -> str:
    """Return the chart in words, for people who cannot see it."""
    first, last = curve.rows[0], curve.rows[-1]
    return (
        f"The power rises like the teeth of a saw, from {power_text(first.power)} with "
        f"{first.n:,} judges to "
        f"{power_text(last.power)} with {last.n:,}. The plan wants "
        f"{unbroken(number_format.percent(curve.wanted))}, first reached with {curve.smallest:,} "
        "judges."
    )


# -- a sequential plan of the same risks


def case_name(case: SequentialCase) -> str:
    """Return the truth under which a sequential plan ends so."""
    if case.true_pd == 0:
        return "no one perceives a difference"
    return f"{100 * case.true_pd:.4g}\u00a0% of people do"


def sequential(cost: SequentialCost, smallest: int) -> list[str]:
    """Return what a sequential plan of the same risks comes to."""
    plan = cost.plan
    first = (
        "A sequential plan looks after every answer and stops as soon as it can (Wald's test, ISO "
        f"16820). It takes about {cost.cases[0].expected:,.0f} judges on average if no one "
        f"perceives a difference and {cost.cases[-1].expected:,.0f} if {typed('pd', plan.pd)} of "
        f"people do, instead of always {smallest:,}; at most {cost.maximum:,}."
    )
    if not cost.exact:
        second = (
            "These two are Wald's approximation. This plan is too long to work out its exact risks "
            "while you wait."
        )
    else:
        second = (
            f"Its exact risks, with that largest number: {_risk(cost.false_alarm, plan.alpha)} of "
            f"claiming a difference that is not there (alpha {typed('alpha', plan.alpha)}), "
            f"{_risk(cost.missed, plan.beta)} of claiming similarity if {typed('pd', plan.pd)} of "
            f"people perceive a difference (beta {typed('beta', plan.beta)})."
        )
    return [first, second]


def sequential_warnings(cost: SequentialCost) -> list[str]:
    """Return where the real risks of a sequential plan exceed the nominal ones."""
    plan = cost.plan
    found = []
    if cost.false_alarm_exceeds:
        found.append(
            "The real risk of claiming a difference that is not there is "
            f"{_risk(cost.false_alarm, plan.alpha)}, more than alpha {typed('alpha', plan.alpha)}: "
            "counts jump over Wald's lines. Plan with a smaller alpha."
        )
    if cost.missed_exceeds:
        found.append(
            f"The real risk of claiming similarity wrongly is {_risk(cost.missed, plan.beta)}, "
            f"more than beta {typed('beta', plan.beta)}: counts jump over Wald's lines. Plan with "
            "a smaller beta."
        )
    return found


def _risk(risk: float | None, nominal: float) -> str:
    return "" if risk is None else number_format.probability(risk, level=nominal)
