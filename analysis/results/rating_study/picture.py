"""The picture of one criterion: how each system stands to all, and what was not separated."""

from collections.abc import Sequence
from itertools import combinations

from analysis import number_format
from analysis.charts.standings import standings_chart
from analysis.charts.table import DataTable
from analysis.recomputation.rating_study.numbers import CriterionNumbers, SystemNumbers
from analysis.verdict_text.ratings.reference import times_the_reference
from analysis.verdict_text.ratings.result import range_text
from analysis.verdict_text.snapshot import RatedPlan

BRACKETS = "not separated from each other"
NONE = "–"
OF_LIMITS = (
    "Limits by drawing judges and items anew together: they tell of a system by itself. The pairs "
    "below decide: of two, one may be rated above the other though these limits overlap, or hold "
    "{none}."
)


def picture(found: CriterionNumbers, plan: RatedPlan) -> DataTable | None:
    """Return the chart with its table; None where a system has no ratings."""
    order = ordered(found)
    if any(system.relative is None for system in order):
        return None
    what = "ratio to the mean of all" if found.log else "points from the mean of all"
    limits = f"{number_format.confidence(plan.rules.alpha)} limits by drawing"
    mean = "geometric mean" if found.log else "mean"
    joined = brackets(order, found)
    chart = standings_chart(
        [(plan.names[one.system], one.relative or 0.0, one.limits) for one in order],
        joined,
        log=found.log,
    )
    return DataTable(
        f"standings_{found.key}",
        f"{found.label}: {what}, with {limits}",
        (
            *("system", what, limits, mean),
            *(["times the reference"] if found.log else []),
            "ratings",
        ),
        tuple(_row(one, found, plan) for one in order),
        note=_note(order, joined, found),
        chart=chart,
        legend=(("bracket", BRACKETS),) if joined else (),
    )


def ordered(found: CriterionNumbers) -> list[SystemNumbers]:
    """Return the systems from the highest."""
    return sorted(found.systems, key=lambda one: -(one.relative or 0.0))


def brackets(order: Sequence[SystemNumbers], found: CriterionNumbers) -> list[tuple[int, int]]:
    """Return the longest runs of systems in which no two were separated: first and last row."""
    apart = {frozenset((str(p.first), str(p.second))) for p in found.pairs if p.separated}

    def is_one(first: int, last: int) -> bool:
        run = order[first : last + 1]
        pairs = combinations([system.system for system in run], 2)
        return not any(frozenset(pair) in apart for pair in pairs)

    runs: list[tuple[int, int]] = []
    for first in range(len(order) - 1):
        last = max(end for end in range(first, len(order)) if is_one(first, end))
        if last > first and (not runs or last > runs[-1][1]):
            runs.append((first, last))
    return runs


def _row(system: SystemNumbers, found: CriterionNumbers, plan: RatedPlan) -> tuple[str, ...]:
    mean = system.geometric if found.log else system.arithmetic
    relative = number_format.decimal(system.relative)
    return (
        plan.names[system.system],
        relative if found.log or (system.relative or 0) <= 0 else f"+{relative}",
        range_text(system.limits) if system.limits else NONE,
        number_format.decimal(mean),
        *([number_format.decimal(times_the_reference(mean))] if found.log else []),
        str(system.ratings),
    )


def _note(
    order: Sequence[SystemNumbers], joined: Sequence[tuple[int, int]], found: CriterionNumbers
) -> str:
    """Say what limits mean, and what brackets do not mean."""
    parts = []
    if all(system.limits is None for system in order):
        reason = next((pair.reason for pair in found.pairs if pair.reason), "")
        parts.append(f"No limits: {reason}." if reason else "No limits.")
    else:
        parts.append(OF_LIMITS.format(none=1 if found.log else 0))
        if not any(pair.reachable for pair in found.pairs):
            parts.append(
                "With so few judges they describe these judges and show nothing about others."
            )
    if joined:
        parts.append("A bracket does not say that systems are equally good.")
    return " ".join(parts)
