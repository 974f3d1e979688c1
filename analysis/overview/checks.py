"""What is checked while answers come in: orders, speed, attention, exclusion. No database."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis.number_format import decimal
from analysis.verdict_text import ResultSnapshot
from analysis.verdict_text.conduct import number_of
from studies.design import orders_of


@dataclass(frozen=True, slots=True)
class RunningCheck:
    """What is looked at, and what is found."""

    label: str
    found: str


def running_checks(snapshot: ResultSnapshot, things: str) -> list[RunningCheck]:
    """Return what is found so far; nothing where the person may not see results.

    `things` are what judges have stored: answers, or sheets.
    """
    if snapshot.hidden or not snapshot.counts.counted:
        return []
    return [
        *_orders(snapshot),
        *_speed(snapshot, things),
        *_attention(snapshot),
        *_excluded(snapshot),
    ]


def _orders(snapshot: ResultSnapshot) -> Iterator[RunningCheck]:
    planned = orders_of(snapshot.plan.protocol)
    numbers = [share.counted for order, share in snapshot.counts.orders.items() if order in planned]
    if numbers:
        fewest, most = min(numbers), max(numbers)
        each = number_of(most, "answer") if fewest == most else f"{fewest} to {most} answers"
        yield RunningCheck("Orders", f"{each} each")


def _speed(snapshot: ResultSnapshot, things: str) -> Iterator[RunningCheck]:
    counts = snapshot.counts
    if counts.median_seconds is not None:
        median = counts.median_seconds
        half = f"{decimal(median, 1).removesuffix('.0')} seconds" if median > 1 else "a second"
        fast = f"; {counts.fast} in less than {counts.fast_within} seconds" if counts.fast else ""
        yield RunningCheck("Speed", f"half of the {things} took less than {half}{fast}")


def _attention(snapshot: ResultSnapshot) -> Iterator[RunningCheck]:
    attention = snapshot.counts.attention
    if attention is not None and attention.counted:
        yield RunningCheck("Attention", f"{attention.correct} of {attention.counted} passed")


def _excluded(snapshot: ResultSnapshot) -> Iterator[RunningCheck]:
    if snapshot.other_set is not None:
        counts = snapshot.counts
        yield RunningCheck(
            "Exclusion", f"{counts.excluded} of {counts.people.began} judges by the rule"
        )
