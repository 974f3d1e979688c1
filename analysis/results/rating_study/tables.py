"""What was rated, as tables. No database."""

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import (
    CriterionNumbers,
    RatingNumbers,
    SystemNumbers,
    TicksNumbers,
)
from analysis.results.rating_study.picture import ordered
from analysis.verdict_text.snapshot import RatedPlan
from studies.ratings.criteria import in_sentence

NONE = "–"
HOW = {
    "log": "as given",
    "raw": "as given",
    "log less judge": "less the judge's mean",
    "log less page": "less the page's mean",
    "z by judge": "by the judge's own spread (z)",
}


def means_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable:
    """Return the means by system, from the highest: all that is told while ratings come in."""
    mean = "geometric mean" if found.log else "mean"
    rows = tuple(
        (plan.names[one.system], number_format.decimal(mean_of(found, one)), str(one.ratings))
        for one in sorted(found.systems, key=lambda one: -(mean_of(found, one) or 0))
    )
    note = "100 is the number of the reference." if found.log else ""
    return DataTable(f"means_{found.key}", found.label, ("system", mean, "ratings"), rows, note)


def mean_of(found: CriterionNumbers, system: SystemNumbers) -> float | None:
    """Return the mean by which systems are compared."""
    return system.geometric if found.log else system.arithmetic


def normalised_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable | None:
    """Return how systems stand by other normalisations: the plan's own decides."""
    ways = list(dict.fromkeys(one.how for one in found.by_normalisation))
    if len(ways) < 2:
        return None
    values = {(one.system, one.how): one.relative for one in found.by_normalisation}
    rows = tuple(
        (
            plan.names[system.system],
            *(number_format.decimal(values.get((system.system, how))) for how in ways),
        )
        for system in ordered(found)
    )
    size = "Ratios to the mean of all" if found.log else "Points from the mean of all"
    note = f"{size}; z in standard deviations. The plan compares ratings as given; this decides."
    heads = ("system", *(HOW[how] for how in ways))
    return DataTable(
        f"normalised_{found.key}",
        f"By other normalisations: {in_sentence(found.label)}",
        heads,
        rows,
        note,
    )


def matrix(found: RatingNumbers, plan: RatedPlan) -> DataTable | None:
    """Return Spearman's correlation of each two criteria; None of fewer than two."""
    if not found.correlations:
        return None
    labels = {one.key: one.label for one in found.criteria}
    by_pair = {(one.first, one.second): one for one in found.correlations}
    keys = list(labels)
    rows = []
    for first in keys[:-1]:
        cells = []
        for second in keys[1:]:
            one = by_pair.get((first, second))
            cells.append("" if one is None else _correlation(one.rho, one.n, one.p_value, plan))
        rows.append((labels[first], *cells))
    reasons = {one.reason for one in found.correlations if one.reason}
    note = "Spearman's rho of texts' means (n texts), p by permuting items with all their texts."
    if any(one.equal for one in found.criteria):
        note += " A text that systems share counts once in rho and n."
    if reasons:
        note += f" Undefined: {'; '.join(sorted(reasons))}."
    heads = ("criterion", *(labels[key] for key in keys[1:]))
    return DataTable("criteria", "Do criteria measure the same?", heads, tuple(rows), note)


def _correlation(rho: float | None, n: int, p_value: float | None, plan: RatedPlan) -> str:
    if rho is None:
        return f"{NONE} (n {n})"
    p = "" if p_value is None else f", {number_format.p_text(p_value, level=plan.rules.alpha)}"
    return f"{number_format.decimal(rho)} (n {n}{p})"


def ticks_table(found: TicksNumbers, plan: RatedPlan) -> DataTable:
    """Return how often judges ticked that something was added or is missing, by system."""
    rows = tuple(
        (plan.names[one.system], str(one.added), str(one.missing), str(one.ratings))
        for one in found.systems
    )
    test, note = found.test, ""
    if test is not None and test.statistic is not None and test.p_value is not None:
        p = number_format.p_text(test.p_value, level=plan.rules.alpha)
        note = (
            f"Chi-square of added and missing by system: {test.statistic:.1f} with "
            f"{test.degrees_of_freedom} degrees of freedom, {p}. It tests whether the two are "
            f"mixed alike, and treats ticks as independent, which those of one judge are not: "
            f"exploratory."
        )
    elif test is not None:
        note = f"Chi-square is undefined: {test.reason}."
    heads = ("system", "something added", "something missing", "texts rated")
    return DataTable(f"ticks_{found.key}", found.label, heads, rows, note)
