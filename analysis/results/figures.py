"""The two pictures of the results page: which numbers they show, and their words."""

from dataclasses import dataclass

from analysis import number_format
from analysis.charts import scales
from analysis.recomputation.exact_tests import Plan
from analysis.results.headline import CONFIDENCE
from analysis.stats import confidence_sequence, estimate, max_correct, min_correct, pc_from_pd
from analysis.verdict_text import GivenVerdict, ResultSnapshot


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture with its title, and the rows of the table that says the same."""

    title: str
    picture: scales.Interval
    rows: tuple[tuple[str, str], ...]
    limit: str


@dataclass(frozen=True, slots=True)
class PathDrawing:
    """The path with what its lines are, for the legend."""

    title: str
    picture: scales.Path
    legend: tuple[tuple[str, str], ...]


def drawing_of_interval(snapshot: ResultSnapshot) -> Drawing | None:
    """The interval of pd: of the verdict, else the one that may be watched."""
    numbers, plan = snapshot.numbers, snapshot.plan
    if snapshot.hidden or not numbers.counted:
        return None
    verdict = snapshot.verdict
    if verdict is not None and verdict.tests is not None:
        return _of_repeats(snapshot, verdict) if plan.has_repeats else _of_tests(snapshot, verdict)
    return None if plan.has_repeats else _of_sequence(snapshot)


def _of_tests(snapshot: ResultSnapshot, verdict: GivenVerdict) -> Drawing | None:
    """From the one-sided lower limit to the one-sided upper one."""
    plan, tests = snapshot.plan, verdict.tests
    if tests is None or tests.similarity is None:
        return None
    difference, similarity = tests.difference, tests.similarity
    point = estimate(verdict.correct, verdict.counted).pd.value
    rows = (
        (
            f"Lower limit of pd ({number_format.confidence(plan.alpha)}, one-sided)",
            "below chance"
            if difference.pd_lower_uncut < 0
            else number_format.lower_limit(difference.pd_lower),
        ),
        ("Estimate of pd", number_format.estimate(point)),
        (
            f"Upper limit of pd ({number_format.confidence(plan.beta)}, one-sided)",
            "below chance"
            if similarity.below_chance
            else number_format.upper_limit(similarity.pd_upper),
        ),
    )
    return _drawing(
        snapshot,
        "People who perceive a difference (pd), with one-sided limits",
        (difference.pd_lower, similarity.pd_upper, point),
        rows,
    )


def _of_repeats(snapshot: ResultSnapshot, verdict: GivenVerdict) -> Drawing | None:
    fit = verdict.repeats
    if fit is None:
        return None
    rows = (
        ("Lower limit of pd (profile likelihood)", number_format.lower_limit(fit.pd_lower)),
        ("Estimate of pd (beta-binomial)", number_format.estimate(fit.pd)),
        ("Upper limit of pd (profile likelihood)", number_format.upper_limit(fit.pd_upper)),
    )
    return _drawing(
        snapshot,
        "People who perceive a difference (pd), beta-binomial estimate",
        (fit.pd_lower, fit.pd_upper, fit.pd),
        rows,
    )


def _of_sequence(snapshot: ResultSnapshot) -> Drawing:
    """The confidence sequence: no estimate stands in it before a verdict."""
    numbers = snapshot.numbers
    found = confidence_sequence(numbers.correct, numbers.counted, confidence=CONFIDENCE)
    lower, upper = found.pd_lower, found.pd_upper
    below = "below chance"
    rows = (
        (
            "Lower end of the confidence sequence",
            below if found.pd_lower_uncut < 0 else number_format.lower_limit(lower or 0.0),
        ),
        (
            "Upper end of the confidence sequence",
            below if upper is None else number_format.upper_limit(upper),
        ),
    )
    return _drawing(
        snapshot,
        (
            f"People who perceive a difference (pd): {number_format.percent(CONFIDENCE)} "
            "confidence sequence"
        ),
        (lower or 0.0, upper or 0.0, None),
        rows,
    )


def _drawing(
    snapshot: ResultSnapshot,
    title: str,
    places: tuple[float, float, float | None],
    rows: tuple[tuple[str, str], ...],
) -> Drawing:
    lower, upper, point = places
    limit = number_format.percent(snapshot.plan.pd)
    return Drawing(
        title=title,
        picture=scales.interval(lower, upper, limit=snapshot.plan.pd, point=point),
        rows=(*rows, ("The plan's limit", limit)),
        limit=f"plan's limit {limit}",
    )


def drawing_of_path(snapshot: ResultSnapshot) -> PathDrawing | None:
    """Right answers against answers, with the lines that decide."""
    if snapshot.hidden or not snapshot.numbers.counted:
        return None
    plan = snapshot.plan
    lines = _legend_of_lines(plan)
    mark, what = _mark(snapshot)
    return PathDrawing(
        title="Right answers against answers",
        picture=scales.path(plan, snapshot.numbers.path, mark=mark),
        legend=(*lines, ("target", what)) if mark else lines,
    )


def _legend_of_lines(plan: Plan) -> tuple[tuple[str, str], ...]:
    if plan.is_sequential:
        return (("upper", "shows a difference"), ("lower", "shows similarity"))
    chance = ("chance", "guessing: one in three")
    if not plan.is_similarity:
        return (chance,)
    values = {
        "pd": number_format.percent(plan.pd),
        "share": number_format.estimate(pc_from_pd(plan.pd)),
    }
    return (chance, ("limit", "expected at pd {pd}: {share} right".format(**values)))


def _mark(snapshot: ResultSnapshot) -> tuple[tuple[int, int, str] | None, str]:
    """What decides, or where a sequential plan was decided; and its words in the legend."""
    plan, verdict = snapshot.plan, snapshot.verdict
    if plan.is_sequential:
        if verdict is None or verdict.outcome == "none":
            return None, ""
        return (verdict.counted, verdict.correct, "verdict"), "verdict"
    if verdict is None and snapshot.raised_from is not None:
        return None, ""  # there is no number that decides any more
    planned = verdict.counted if verdict else plan.evaluations
    if plan.is_similarity:
        number = max_correct(planned, beta=plan.beta, pd=plan.pd)
        text = "at most %(x)s at %(n)s"
    else:
        number = min_correct(planned, alpha=plan.alpha)
        text = "%(x)s needed at %(n)s"
    if number is None:
        return None, ""
    return (planned, number, str(number)), text % {"x": number, "n": planned}
