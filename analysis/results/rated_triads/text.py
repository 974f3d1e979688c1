"""Sentences and a table of the numbers that judges gave after their choices. No database."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.stats.binomial import reaches
from analysis.stats.ratings.triads import DegreeByChoice, SystemsByTriad
from analysis.verdict_text import ResultSnapshot
from analysis.verdict_text.ratings.result import range_text

Quantity = tuple[str, float | int | None]
UNDEFINED = "–"
DIFFERENCE = "difference"
LEFT_BEFORE = (
    "Asked after a judge's last triad: judges who left before, or found no triad left, gave none."
)
NOT_ALIKE = "which does not show that they are rated alike"


@dataclass(frozen=True, slots=True)
class Degree:
    """Numbers about the difference, beside right and wrong answers."""

    compared: DegreeByChoice
    is_magnitude: bool


@dataclass(frozen=True, slots=True)
class OfCriterion:
    """Ratings by one criterion: of all counted triads, of right and of wrong answers."""

    label: str
    whole: SystemsByTriad
    right: SystemsByTriad
    wrong: SystemsByTriad
    adjusted: float


@dataclass(frozen=True, slots=True)
class RatedText:
    """The second result: its sentences, a table, and its numbers by name."""

    sentences: tuple[str, ...]
    table: DataTable
    quantities: tuple[Quantity, ...]


def degree_text(found: Degree, snapshot: ResultSnapshot) -> RatedText:
    """Return what numbers about the difference say."""
    compared, what = found.compared, "geometric mean" if found.is_magnitude else "mean"
    rows = (
        ("right answers", str(compared.right), _number(compared.mean_right)),
        ("wrong answers", str(compared.wrong), _number(compared.mean_wrong)),
    )
    exchanged = "within judges" if compared.within_judges else "between judges"
    how = "all exchanges" if compared.exact else "9,999 at most, drawn with a fixed seed"
    note = (
        ""
        if compared.p_value is None
        else f"Two-sided p by exchanging numbers {exchanged}: {how}. Exploratory."
    )
    table = DataTable(
        "degree",
        "How different the chosen text was called",
        ("beside", "numbers", what),
        rows,
        note,
    )
    quantities = (
        ("degree_right_numbers", compared.right),
        ("degree_wrong_numbers", compared.wrong),
        ("degree_right_mean", compared.mean_right),
        ("degree_wrong_mean", compared.mean_wrong),
        ("degree_p_value", compared.p_value),
    )
    return RatedText((_degree_sentence(compared, snapshot.plan.alpha),), table, quantities)


def _degree_sentence(found: DegreeByChoice, alpha: float) -> str:
    right, wrong = _number(found.mean_right), _number(found.mean_wrong)
    beside = (
        f"{right} on average beside {_of(found.right, 'right answer')}, {wrong} beside "
        f"{_of(found.wrong, 'wrong one')}"
    )
    if found.p_value is None:
        return f"How different the chosen text was called: {beside}. No p: {found.reason}."
    p = number_format.p_text(found.p_value, level=alpha)
    if not reaches(found.p_value, alpha):
        return (
            f"It was not shown that judges who were right called the chosen text more "
            f"different: {beside} "
            f"({p})."
        )
    more = (found.mean_right or 0) > (found.mean_wrong or 0)
    word = "more" if more else "less"
    return f"The chosen text was called {word} different where it was the odd one: {beside} ({p})."


def rated_text(
    found: tuple[OfCriterion, ...], snapshot: ResultSnapshot, names: tuple[str, str]
) -> RatedText:
    """Return which system is rated above the other, by each criterion."""
    alpha = snapshot.plan.alpha
    sentences = tuple(_sentence(one, snapshot, names, len(found)) for one in found)
    limits = f"limits ({number_format.confidence(alpha)})"
    heads = ("criterion", "of", "ratio", limits, "p by judges", "p by items", "triads", "judges")
    rows = tuple(row for one in found for row in _table_rows(one, alpha))
    before = f", before the adjustment for {len(found)} criteria" if len(found) > 1 else ""
    note = (
        f"Ratio: how many times as high {names[1]} is rated as {names[0]}, as a geometric mean of "
        "triads. The larger p counts: for people and for texts. Limits include every ratio that "
        f"one of the two tests does not reject{before}. Right and wrong answers are "
        "shown separately, since people who saw no difference can hardly rate it; these rows "
        "are no test. "
        "Exploratory."
    )
    table = DataTable("ratings", "Ratings of the three texts", heads, rows, note)
    return RatedText(sentences, table, tuple(_quantities(found)))


def _sentence(
    one: OfCriterion, snapshot: ResultSnapshot, names: tuple[str, str], tests: int
) -> str:
    found, alpha = one.whole, snapshot.plan.alpha
    if found.ratio is None:
        return f"For {one.label}, {found.reason}."
    times = _times(found, names, alpha)
    if found.p_value is None:
        return f"For {one.label}, {times}. That is not tested: {found.reason}."
    p = number_format.p_text(one.adjusted, level=alpha)
    p += f", adjusted for {tests} criteria" if tests > 1 else ""
    if reaches(one.adjusted, alpha):
        return f"{_told_apart(snapshot)}{times} for {one.label} ({p})."
    few = "" if found.reachable else f" So few judges ({found.judges}) cannot show it."
    return (
        f"For {one.label}, neither was shown to be rated above the other: {times} ({p}), "
        f"{NOT_ALIKE}.{few}"
    )


def _told_apart(snapshot: ResultSnapshot) -> str:
    verdict = snapshot.verdict
    if verdict is None or verdict.outcome != DIFFERENCE:
        return ""
    return f"They are told apart ({verdict.correct} of {verdict.counted} right), and "


def _times(found: SystemsByTriad, names: tuple[str, str], alpha: float) -> str:
    """Say the ratio with its limits, the higher one first."""
    ratio, limits = found.ratio or 1.0, found.limits
    a, b = names
    if ratio < 1:
        a, b, ratio = b, a, 1 / ratio
        limits = limits and (1 / limits[1], 1 / limits[0])
    said = f"{b} is rated {number_format.decimal(ratio)} times as high as {a}"
    if limits is None:
        return said
    return f"{said} ({range_text(limits, none=1)}, {number_format.confidence(alpha)} limits)"


def _table_rows(one: OfCriterion, alpha: float) -> Iterator[tuple[str, ...]]:
    for part, found in (
        ("all", one.whole),
        ("right answers", one.right),
        ("wrong answers", one.wrong),
    ):
        tested = part == "all"
        yield (
            one.label,
            part,
            UNDEFINED if found.ratio is None else number_format.decimal(found.ratio),
            UNDEFINED if found.limits is None else range_text(found.limits, none=1),
            _p(found.p_judges if tested else None, alpha),
            _p(found.p_items if tested else None, alpha),
            str(found.triads),
            str(found.judges),
        )


def _quantities(found: tuple[OfCriterion, ...]) -> Iterator[Quantity]:
    for number, one in enumerate(found, start=1):
        whole, name = one.whole, f"rating_{number}"
        low, high = whole.limits or (None, None)
        yield f"{name}_triads", whole.triads
        yield f"{name}_judges", whole.judges
        yield f"{name}_ratio", whole.ratio
        yield f"{name}_ratio_lower", low
        yield f"{name}_ratio_upper", high
        yield f"{name}_p_judges", whole.p_judges
        yield f"{name}_p_items", whole.p_items
        yield f"{name}_p_adjusted", None if whole.p_value is None else one.adjusted
        yield f"{name}_ratio_where_right", one.right.ratio
        yield f"{name}_ratio_where_wrong", one.wrong.ratio


def _p(value: float | None, alpha: float) -> str:
    return UNDEFINED if value is None else number_format.p_cell(value, level=alpha)


def _number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def _of(number: int, word: str) -> str:
    return f"{number} {word}" if number == 1 else f"{number} {word}s"
