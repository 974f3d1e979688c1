"""What was rated, as tables. No database."""

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers, SystemNumbers
from analysis.verdict_text.snapshot import RatedPlan


def means_table(found: CriterionNumbers, plan: RatedPlan) -> DataTable:
    """Return the means by system, from the highest: all that is told while ratings come in."""
    order = sorted(
        found.systems, key=lambda one: -(one.geometric or 0 if found.log else one.arithmetic or 0)
    )
    mean = "geometric mean" if found.log else "mean"
    rows = tuple(
        (
            plan.names[one.system],
            number_format.decimal(one.geometric if found.log else one.arithmetic),
            str(one.ratings),
        )
        for one in order
    )
    return DataTable(f"means_{found.key}", found.label, ("system", mean, "ratings"), rows)


def mean_of(found: CriterionNumbers, system: SystemNumbers) -> float | None:
    """Return the mean by which systems are compared."""
    return system.geometric if found.log else system.arithmetic
