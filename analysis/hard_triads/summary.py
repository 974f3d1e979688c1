"""Hard triads in words, as a chart and as rows."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis import number_format
from analysis.charts.scale import round_step
from analysis.charts.scatter import Across, Place, scatter_chart
from analysis.charts.table import DataTable
from analysis.hard_triads.job import HardTriad, HardTriads, Part
from analysis.stats.association import RightAnswersBy
from studies.models import Sample, Study

LEVEL = 0.05
# The odds are told for so much more likeness.
STEP = 0.1
ROWS = 20


def verdict(found: RightAnswersBy) -> str:
    """Return in one sentence how right answers go with likeness."""
    if found.slope is None:
        return (
            "Nothing can be said about likeness and right answers: no item has both triads "
            "that differ in likeness and right and wrong answers to them."
        )
    factor = number_format.decimal(math.exp(STEP * found.slope))
    odds = (
        f"with each {STEP} more likeness the odds of a right answer change by the factor {factor}"
    )
    if found.p_value is None:
        return (
            f"In the answers so far, {odds}. Whether that is chance is tested only after the "
            "verdict of a fixed number."
        )
    p = number_format.p_text(found.p_value, level=LEVEL)
    if found.p_value > LEVEL:
        return (
            f"It was not shown that likeness makes triads hard: {odds} ({p}). That does not "
            f"show that "
            "it makes no difference."
        )
    often = "less" if found.slope < 0 else "more"
    return (
        f"The more like the other two the odd text is, the {often} often judges were right: {odds} "
        f"({p})."
    )


def size(result: HardTriads) -> str:
    """Return what was looked at."""
    found = result.found
    seen = (
        f"{found.triads:,} triads with {found.answers:,} answers, {found.right:,} of them right; "
        f"{found.groups:,} items are informative."
    )
    if result.of == found.triads:
        return seen
    return (
        f"{seen} Of {result.of:,} triads, drawn at random, and of those with letters in all three "
        "texts."
    )


def chart(parts: Sequence[Part]) -> DataTable | None:
    """Return the chart of parts by likeness; None without triads."""
    if not parts:
        return None
    answers, right = sum(part.answers for part in parts), sum(part.right for part in parts)
    drawn = scatter_chart(
        [_place(part) for part in parts],
        whole=right / answers,
        x_title="how like the odd text is to the other two",
        y_title="right",
        numbers=_across([part.likeness for part in parts]),
    )
    return DataTable(
        name="triads",
        title="Right answers by how like the odd text is to the other two",
        heads=("likeness", "triads", "answers", "right", "share"),
        rows=tuple(
            (
                f"{part.likeness:.2f}",
                f"{part.triads:,}",
                f"{part.answers:,}",
                f"{part.right:,}",
                number_format.estimate(part.right / part.answers),
            )
            for part in parts
        ),
        chart=drawn,
        legend=(
            ("of-a", "triads of about one likeness"),
            ("chance", "guessing"),
            ("limit", "all of them"),
        ),
    )


def _place(part: Part) -> Place:
    title = (
        f"likeness {part.likeness:.2f}: {part.right:,} of {part.answers:,} right, "
        f"{part.triads:,} triads"
    )
    return Place("of-a", part.answers, part.right, 4, title, at=part.likeness)


def _across(values: Sequence[float]) -> Across:
    """Return an axis around the values, between round numbers."""
    low, high = min(values), max(values)
    step = round_step(max((high - low) / 5, 0.02))
    first, last = math.floor(low / step - 0.25), math.ceil(high / step + 0.25)
    ticks = [number * step for number in range(first, last + 1)]
    # Cosines are never negative here, so no line stands at 0.
    return Across((ticks[0], ticks[-1]), ticks, "{:.2g}".format)


@dataclass(frozen=True, slots=True)
class LinkedText:
    """A text in a row: its key, its beginning and its subject."""

    key: int
    name: str
    subject: str


@dataclass(frozen=True, slots=True)
class TriadRow:
    """A triad in the table, the odd text first."""

    odd: LinkedText
    others: tuple[LinkedText, ...]
    item: str
    likeness: str
    right: str


def rows(study: Study, triads: Sequence[HardTriad]) -> list[TriadRow]:
    """Return the rows of these triads, without those that lack a text now."""
    keys = {key for triad in triads for key in triad.texts}
    samples = Sample.objects.filter(study=study).defer("context").in_bulk(keys)
    return [
        _row(study, triad, samples)
        for triad in triads
        if all(key in samples for key in triad.texts)
    ]


def _row(study: Study, triad: HardTriad, samples: Mapping[int, Sample]) -> TriadRow:
    odd, *others = (
        LinkedText(key, samples[key].in_words[:120], study.subjects[samples[key].subject])
        for key in triad.texts
    )
    return TriadRow(
        odd=odd,
        others=tuple(others),
        item=samples[triad.texts[0]].item,
        likeness=f"{triad.likeness:.2f}",
        right=f"{triad.right} of {triad.answers}",
    )
