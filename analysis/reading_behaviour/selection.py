"""The trials of which the reading is drawn: those to choose from, and those chosen."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.reading_behaviour.chart import ReadingChart, reading_chart
from studies.models import ReadingRecord, Study
from studies.models.judging.answer import ReadingRecordQuerySet
from studies.services.judging.answering.reading_trials import read_text, read_trial

# The most rows of a table of stays, and the most trials of a page to choose from.
STAYS = 300
LISTED = 100


@dataclass(frozen=True, slots=True)
class DrawnTrial:
    """A trial as a chart, and its stays as a table: text, sentence, from, for how long."""

    record: ReadingRecord
    chart: ReadingChart
    stays: list[tuple[str, int, str, str]]
    cut: bool

    @property
    def title(self) -> str:
        """What the chart shows, in one sentence."""
        trial, answer = self.record.answer.trial, self.record.answer
        return (
            f"Judge {trial.judge.code}, triad {trial.triad.number}: text "
            f"{trial.triad.odd_position} was the odd one, text {answer.chosen_position} was chosen."
        )


def _records(study: Study) -> ReadingRecordQuerySet:
    return ReadingRecord.objects.counted().filter(answer__trial__study=study, masked=True)


def choices(study: Study, *, after: int) -> tuple[list[ReadingRecord], int | None]:
    """Return trials to choose from, by answer, and after which answer the next page begins."""
    found = _records(study).filter(answer__gt=after).order_by("answer")
    with_all = found.select_related("answer__trial__judge", "answer__trial__triad")
    rows = list(with_all[: LISTED + 1])
    shown = rows[:LISTED]
    return shown, shown[-1].answer_id if len(rows) > LISTED else None


def drawn_trials(study: Study, answers: Sequence[int]) -> list[DrawnTrial]:
    """Return the trials of these answers; of none, the first right and the first wrong one.

    All stand on the same scale of time.
    """
    records = _records(study).select_related(
        *("answer__trial__judge", "answer__trial__triad__first"),
        *("answer__trial__triad__second", "answer__trial__triad__third"),
    )
    if answers:
        found = list(records.filter(answer__in=answers).order_by("-answer__correct", "answer"))
    else:
        each = (records.filter(answer__correct=right).order_by("answer") for right in (True, False))
        found = [record for some in each if (record := some.first())]
    seconds = max((record.confirmed_ms / 1000 for record in found), default=0)
    return [_drawn(record, seconds) for record in found]


def _drawn(record: ReadingRecord, seconds: float) -> DrawnTrial:
    samples = record.answer.trial.triad.samples
    marked = all(sample.sentence_starts is not None for sample in samples)
    first, second, third = (read_text(sample, marked=marked) for sample in samples)
    trial = read_trial(record, (first, second, third))
    labels = [f"text {number}" for number in (1, 2, 3)]
    stays = [
        (labels[stay.text - 1], stay.sentence, _seconds(stay.start_ms), _seconds(stay.length_ms))
        for stay in trial.stays[:STAYS]
    ]
    return DrawnTrial(
        record=record,
        chart=reading_chart(trial, seconds=seconds, labels=labels),
        stays=stays,
        cut=len(trial.stays) > STAYS,
    )


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.2f}"
