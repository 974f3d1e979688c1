"""Studies as one person sees them, without a database."""

from dataclasses import replace

from analysis.recomputation.counts import ORDERS, Share, StudyCounts
from analysis.verdict_text import ResultSnapshot
from tests.analysis.verdict_text.statements import given


def counts_of(counted, correct, **fields):
    """Counts with orders and positions as even as they can be."""
    orders = {
        order: Share(
            counted // 6 + (place < counted % 6),
            min(correct // 6 + (place < correct % 6), counted // 6 + (place < counted % 6)),
        )
        for place, order in enumerate(ORDERS)
    }
    third = counted // 3
    return StudyCounts(
        counted=counted,
        correct=correct,
        orders=orders,
        positions=(counted - 2 * third, third, third),
        path=tuple((n, round(n * correct / counted)) for n in range(1, counted + 1)),
        **fields,
    )


def waiting(plan, counted, correct, **fields):
    return ResultSnapshot(plan=plan, counts=counts_of(counted, correct), **fields)


def decided(plan, correct, counted=None, **fields):
    """A study with its verdict; the plan's number is that of its answers."""
    plan = replace(plan, evaluations=counted or plan.evaluations)
    verdict = given(plan, correct, plan.evaluations)
    counts = counts_of(plan.evaluations, correct)
    return ResultSnapshot(plan=plan, counts=counts, verdict=verdict, **fields)
