"""What a plan means, in sentences. Risks are printed rounded up, powers rounded down."""

import math
from collections.abc import Iterator

from analysis import number_format
from analysis.planner.answers import Answer, Trouble
from analysis.planner.chart import Curve
from analysis.planner.question import Plan, Question
from analysis.planner.rules import Deciding, Enough
from analysis.planner.wald import Case, Cost
from studies.models.study import RECOMMENDED_EVALUATIONS

# So many numbers that fall short are named; of more, the last.
NAMED = 4


def typed(name: str, value: float | None) -> str:
    """A number as people write it: `30 %` for pd, `0.05` for a risk, `1,000` for judges."""
    if value is None:
        return ""
    if name == "n":
        return f"{int(value):,}"
    return unbroken(number_format.percent(value)) if name == "pd" else number_format.level(value)


def judges(n: int) -> str:
    """So many judges."""
    return ("%(n)s judge" if n == 1 else "%(n)s judges") % {"n": typed("n", n)}


def _answers(n: int | None) -> str:
    return ("%(n)s answer" if (n or 0) == 1 else "%(n)s answers") % {"n": typed("n", n)}


def unbroken(text: str) -> str:
    """The same, never parted at the end of a line."""
    return text.replace(" ", "\u00a0")


def power_text(power: float) -> str:
    """A power, rounded down to tenths of a percent; near 100 % to two digits of what is missing."""
    missing = max(1 - power, 1e-9)
    decimals = max(1, 1 - math.floor(math.log10(100 * missing) + 1e-9))
    scale = 10 ** (decimals + 2)
    return f"{math.floor(power * scale + 1e-6) / scale * 100:.{decimals}f}\u00a0%"


def named(name: str) -> str:
    """What was computed."""
    return {
        "n": "the number of judges",
        "alpha": "alpha",
        "beta": "beta",
        "pd": "pd",
    }[name]


def headline(answer: Answer) -> str:
    """The answer as one sentence."""
    if answer.plan is None:
        return _trouble(answer)
    return {"n": _headline_n, "alpha": _headline_risk, "beta": _headline_risk, "pd": _headline_pd}[
        answer.question.asked
    ](answer, answer.plan)


def _headline_n(answer: Answer, plan: Plan) -> str:
    if plan.n == 1:
        return "1 judge is enough."
    return "{n} judges are enough.".format(n=typed("n", plan.n))


def _headline_risk(answer: Answer, plan: Plan) -> str:
    name = answer.question.asked
    words = {"judges": judges(plan.n), "name": name, "risk": typed(name, getattr(plan, name))}
    if answer.below_floor:
        return "With {judges} {name} is below {risk}.".format(**words)
    return "With {judges} {name} can be as small as {risk}.".format(**words)


def _headline_pd(answer: Answer, plan: Plan) -> str:
    words = {"judges": judges(plan.n), "pd": typed("pd", plan.pd)}
    if answer.below_floor:
        return "With {judges} even a pd below {pd} keeps both risks.".format(**words)
    return "With {judges} pd can be as small as {pd}.".format(**words)


def note(answer: Answer) -> str:
    """What to know of the answer: how it was rounded, or why it makes no plan."""
    if answer.trouble == Trouble.HOPELESS:
        return _what_to_do(answer)
    if answer.plan is None or answer.value is None or answer.question.asked == "n":
        return ""
    name = answer.question.asked
    value = f"{answer.value:.6g}" if answer.value or name == "pd" else "less than 1e-300"
    words = {"value": value, "planned": typed(name, getattr(answer.plan, name))}
    if answer.below_floor:
        return (
            "Computed: {value}. This page plans with nothing smaller than {planned}; what "
            "follows is for that."
        ).format(**words)
    if answer.value == getattr(answer.plan, name):
        return ""
    return "Computed: {value}, rounded up, so that the plan holds.".format(**words)


def _trouble(answer: Answer) -> str:
    if answer.trouble == Trouble.TOO_MANY:
        return "A million judges are not enough for this. Choose larger risks or a larger pd."
    if answer.trouble == Trouble.UNREACHABLE:
        return _unreachable(answer)
    return _hopeless(answer)


def _unreachable(answer: Answer) -> str:
    asked = answer.question
    what = {
        (
            "difference",
            True,
        ): "With %(answers)s no result can show a difference at alpha %(alpha)s.",
        (
            "difference",
            False,
        ): "With %(answers)s no difference test can keep beta at %(beta)s for pd %(pd)s.",
        ("similarity", True): "With %(answers)s no similarity test can keep alpha %(alpha)s.",
        (
            "similarity",
            False,
        ): "With %(answers)s no result can show similarity at beta %(beta)s, pd %(pd)s.",
    }[asked.goal, asked.alpha is not None]
    more = f"At least {answer.fewest} are needed."
    return f"{what % {**_as_typed(asked), 'answers': _answers(asked.n)}} {more}"


def _hopeless(answer: Answer) -> str:
    words = {"judges": judges(answer.question.n or 0), "value": _hopeless_value(answer)}
    return {
        "alpha": "With %(judges)s alpha would be %(value)s.",
        "beta": "With %(judges)s beta would be %(value)s.",
        "pd": "With %(judges)s pd would have to be above 99 %%.",
    }[answer.question.asked] % words


def _what_to_do(answer: Answer) -> str:
    return {
        "alpha": (
            "That is no plan: a difference that is not there would be claimed at least every other "
            "time. Take more judges, or accept a larger beta or pd."
        ),
        "beta": (
            "That is no plan: a difference of that size would be missed at least every other time. "
            "Take more judges, or accept a larger alpha or pd."
        ),
        "pd": "That is no plan. Take more judges, or accept a larger alpha or beta.",
    }[answer.question.asked]


def _hopeless_value(answer: Answer) -> str:
    return "" if answer.value is None else number_format.probability(answer.value)


def _as_typed(asked: Question) -> dict[str, str]:
    return {name: typed(name, getattr(asked, name)) for name in ("n", "alpha", "beta", "pd")}


def meaning(plan: Plan, counts: Deciding) -> list[str]:
    """What the number means: which counts decide, and what happens if the truth is this or that."""
    words = {
        **{name: typed(name, getattr(plan, name)) for name in ("n", "alpha", "beta", "pd")},
        "judges": judges(plan.n),
        "least": f"{counts.min_correct:,}",
        "most": f"{counts.max_correct:,}",
        "guessing": f"{counts.right_by_guessing:,.0f}",
        "at_pd": f"{counts.right_at_pd:,.0f}",
        "power": power_text(counts.power),
        "false_alarm": number_format.probability(counts.false_alarm, level=plan.alpha),
        "missed": number_format.probability(counts.missed, level=plan.beta),
    }
    sentences = _of_difference() if plan.goal == "difference" else _of_similarity()
    return [sentence % words for sentence in sentences]


def _of_difference() -> tuple[str, ...]:
    return (
        "With %(judges)s: %(least)s right answers or more show a difference.",
        (
            "If nobody can tell the texts apart, guessing gives about %(guessing)s right answers; "
            "%(least)s or more come up with probability %(false_alarm)s (alpha allows %(alpha)s)."
        ),
        (
            "If %(pd)s of people perceive the difference, about %(at_pd)s answers are right, and "
            "the study shows the difference in at least %(power)s of cases (its power)."
        ),
        (
            "Fewer than %(least)s do not show that the texts are similar. The similarity test, "
            "which is not this plan's verdict, needs %(most)s or fewer."
        ),
    )


def _of_similarity() -> tuple[str, ...]:
    return (
        (
            "With %(judges)s: %(most)s right answers or fewer show similarity, that is, that at "
            "most %(pd)s of people perceive a difference."
        ),
        (
            "If nobody can tell the texts apart, guessing gives about %(guessing)s right answers, "
            "and the study shows similarity in at least %(power)s of cases (its power)."
        ),
        (
            "If %(pd)s of people perceive a difference, about %(at_pd)s answers are right; "
            "%(most)s or fewer come up with probability %(missed)s (beta allows %(beta)s)."
        ),
        (
            "More than %(most)s do not show that the texts differ. The difference test, which is "
            "not this plan's verdict, needs %(least)s or more."
        ),
    )


def warnings(plan: Plan) -> list[str]:
    """What to think of before this plan is used."""
    recommended = RECOMMENDED_EVALUATIONS[plan.goal]
    if plan.n >= recommended:
        return []
    return [
        f"Fewer than the {recommended} judges that ISO 4120 recommends for {goal_name(plan.goal)}."
    ]


def goal_name(goal: str) -> str:
    """The goal as a word."""
    return {"difference": "a difference test", "similarity": "a similarity test"}[goal]


def smallest_and_stable(plan: Plan, enough: Enough, curve: Curve) -> list[str]:
    """The two meanings of "enough", and what lies between."""
    if enough.smallest is None:
        return []
    words = {"smallest": typed("n", enough.smallest), "stable": typed("n", enough.stable)}
    if enough.stable is None:
        return ["{smallest} is the smallest number that is enough.".format(**words)]
    if enough.stable == enough.smallest:
        return [
            "{smallest} is the smallest number that is enough; so is every larger one.".format(
                **words
            )
        ]
    return [
        (
            "{smallest} is the smallest number that is enough; from {stable} on every larger "
            "number is enough as well."
        ).format(**words),
        *_between(curve, words),
        (
            "Why more judges can be worse: the number of right answers that is needed is whole. "
            "Each time it rises by one, the power falls a little, like the teeth of a saw."
        ),
    ]


def _between(curve: Curve, words: dict[str, str]) -> Iterator[str]:
    short = [number for number in curve.short if number <= curve.rows[-1].n]
    if not short:
        return
    if len(short) <= NAMED:
        numbers = ", ".join(typed("n", number) for number in short)
        yield f"In between these fall short: {numbers}. {_advice(words)}"
    else:
        last = typed("n", short[-1])
        yield (
            f"In between {len(short)} numbers fall short, the last of them {last}. {_advice(words)}"
        )


def _advice(words: dict[str, str]) -> str:
    return f"If you cannot say exactly how many answers will come in, plan for {words['stable']}."


def power_described(plan: Plan, curve: Curve) -> str:
    """The picture in words, for who cannot see it."""
    first, last = curve.rows[0], curve.rows[-1]
    words = {
        "first": typed("n", first.n),
        "last": typed("n", last.n),
        "wanted": unbroken(number_format.percent(curve.wanted)),
        "low": power_text(first.power),
        "high": power_text(last.power),
        "smallest": typed("n", curve.smallest),
    }
    return (
        "The power rises in teeth from {low} with {first} judges to {high} with "
        "{last}. The plan wants {wanted}, first reached with {smallest} judges."
    ).format(**words)


def case_name(case: Case) -> str:
    """The truth under which a sequential plan ends so."""
    if case.true_pd == 0:
        return "nobody perceives a difference"
    return "{pd} of people do".format(pd=f"{100 * case.true_pd:.4g}\u00a0%")


def sequential(plan: Plan, cost: Cost, smallest: int) -> list[str]:
    """What a sequential plan of the same risks comes to."""
    words = {
        "n": typed("n", smallest),
        "none": f"{cost.cases[0].expected:,.0f}",
        "some": f"{cost.cases[-1].expected:,.0f}",
        "pd": typed("pd", plan.pd),
        "maximum": typed("n", cost.maximum),
    }
    first = (
        "A sequential plan looks after every answer and stops as soon as it can (Wald's test, ISO "
        "16820). It takes about %(none)s judges on average if nobody perceives a difference and "
        "%(some)s if %(pd)s of people do, instead of always %(n)s; at most %(maximum)s."
    )
    if not cost.exact:
        second = (
            "These two are Wald's approximation. This plan is too long to work out its exact risks "
            "while you wait."
        )
        return [first % words, second]
    return [first % words, _real_risks(plan, cost)]


def _real_risks(plan: Plan, cost: Cost) -> str:
    return (
        "Its exact risks, with that largest number: {false_alarm} of claiming a difference that "
        "is not there (alpha {alpha}), {missed} of claiming similarity if {pd} of people "
        "perceive a difference (beta {beta})."
    ).format(**_risks(plan, cost))


def sequential_warnings(plan: Plan, cost: Cost) -> list[str]:
    """Where the real risks of a sequential plan exceed the nominal ones."""
    words = _risks(plan, cost)
    found = []
    if cost.false_alarm_exceeds:
        found.append(
            "The real risk of claiming a difference that is not there is %(false_alarm)s, more "
            "than alpha %(alpha)s: counts jump over Wald's lines. Plan with a smaller alpha."
        )
    if cost.missed_exceeds:
        found.append(
            "The real risk of claiming similarity wrongly is %(missed)s, more than beta "
            "%(beta)s: counts jump over Wald's lines. Plan with a smaller beta."
        )
    return [sentence % words for sentence in found]


def _risks(plan: Plan, cost: Cost) -> dict[str, str]:
    return {
        "alpha": typed("alpha", plan.alpha),
        "beta": typed("beta", plan.beta),
        "pd": typed("pd", plan.pd),
        "false_alarm": _printed(cost.false_alarm, plan.alpha),
        "missed": _printed(cost.missed, plan.beta),
    }


def _printed(risk: float | None, nominal: float) -> str:
    return "" if risk is None else number_format.probability(risk, level=nominal)
