"""Which system is rated above which, as a table. No database."""

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers
from analysis.results.rating_study.picture import ordered
from analysis.stats import Outcomes, Pair
from analysis.verdict_text.ratings.equal_texts import on_equal_texts
from analysis.verdict_text.ratings.result import CriterionResult, listed, range_text
from analysis.verdict_text.ratings.statement import result_of
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence

NONE = "–"


def pairs_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable:
    """Return each pair, the system that is rated higher first, with what was decided."""
    result = result_of(found, plan)
    met = {frozenset((one.first, one.second)): one for one in found.outcomes}
    size = "times as high" if found.log else "points higher"
    limits = f"{number_format.confidence(plan.rules.alpha)} limits"
    heads = (
        "higher", "lower", "says", size, limits, "p by judges", "p by items", "p adjusted",
        *(["on pages"] if met else []),
    )  # fmt: skip
    rows = tuple(
        (*_row(pair, result, plan), *_outcome(pair, met.get(frozenset((pair.first, pair.second)))))
        for pair in _in_order(found, result)
    )
    many = len(found.pairs)
    adjusted = f", adjusted for {many} pairs (Holm)" if many > 1 else ""
    note = (
        "p by judges (all differences of a judge change sign together), and by items likewise; the "
        f"larger decides{adjusted}: a claim for people and for texts. Not told apart does not "
        "mean alike."
    )
    if any(pair.leans_both_ways for pair in found.pairs):
        note += " Where judges lean one way and items the other, p is 1."
    note += _about_limits(found) + _about_doubts(result)
    note += " On pages: rated above, alike, below." if met else ""
    note += on_equal_texts(found, plan)
    title = f"Which is rated above which: {in_sentence(found.label)}"
    return DataTable(f"pairs_{found.key}", title, heads, rows, note)


def _about_limits(found: CriterionNumbers) -> str:
    """Say what limits are; those of older verdicts were drawn, and stay."""
    if not any(pair.limits for pair in found.pairs):
        return ""
    if not all(pair.resampled_limits for pair in found.pairs if pair.limits):
        return " Limits by drawing judges and items anew together."
    none, what = ("1", "ratio") if found.log else ("0", "difference")
    include = f"include every {what} that one of the two tests does not reject"
    if len(found.pairs) == 1:
        return f" Limits {include}: {none} is outside exactly where p is at most alpha."
    return (
        f" Limits are not adjusted: they {include} in a pair by itself. So {none} is outside "
        "wherever a system is rated above another, and may be outside where two are not told apart."
    )


def _about_doubts(result: CriterionResult) -> str:
    """Name the limits by drawing of pairs that are separated though these hold no difference."""
    doubts = [
        f"{result.name(pair.first)} above {result.name(pair.second)} {range_text(limits)}"
        for pair in result.upward
        if (limits := result.doubtful_limits(pair))
    ]
    if not doubts:
        return ""
    return (
        " Uncertain: with judges and items drawn anew together, limits hold "
        f"{result.none} ({listed(doubts)}); each test takes judges or items alone."
    )


def _in_order(found: CriterionNumbers, result: CriterionResult) -> list[Pair]:
    """Return the pairs, those of the highest system first."""
    place = {one.system: number for number, one in enumerate(ordered(found))}
    return sorted(result.upward, key=lambda pair: (place[str(pair.first)], place[str(pair.second)]))


def says(pair: Pair, result: CriterionResult) -> str:
    """Return what the plan's rule says of a pair, and whether limits by drawing doubt it."""
    if pair.p_value is None:
        return f"undefined: {pair.reason}"
    if pair.separated:
        uncertain = "; uncertain" if result.doubtful_limits(pair) else ""
        return f"rated above{uncertain}{'; similar by the margin' if pair.similar else ''}"
    if pair.similar:
        return "similar by the margin"
    return "not told apart" if pair.reachable else "too few judges to decide"


def p_or_none(value: float | None, plan: RatedPlan) -> str:
    """Return a p, a dash where it is undefined."""
    return NONE if value is None else number_format.p_cell(value, level=plan.rules.alpha)


def _row(pair: Pair, result: CriterionResult, plan: RatedPlan) -> tuple[str, ...]:
    return (
        plan.names[str(pair.first)],
        plan.names[str(pair.second)],
        says(pair, result),
        number_format.decimal(pair.estimate),
        result.limits_text(pair) or NONE,
        p_or_none(pair.p_judges, plan),
        p_or_none(pair.p_items, plan),
        p_or_none(pair.adjusted, plan),
    )


def _outcome(pair: Pair, met: Outcomes | None) -> tuple[str, ...]:
    """Return on how many pages the first was rated above, like and below the second."""
    if met is None:
        return ()
    is_turned = met.first != pair.first
    won, lost = (met.losses, met.wins) if is_turned else (met.wins, met.losses)
    return (f"{won}, {met.ties}, {lost}",)
