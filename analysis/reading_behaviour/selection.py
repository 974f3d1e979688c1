"""The trials whose picture somebody wants to see."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.reading_behaviour.chart import Picture, picture
from studies.models import ReadingRecord, Study
from studies.models.trial import ReadingRecordQuerySet
from studies.services.judging.reading_trials import read_text, read_trial

# Rows of a table of stays; of longer ones the file has the measures.
STAYS = 300
LISTED = 100


@dataclass(frozen=True, slots=True)
class Shown:
    """A trial with its picture and the same as a table: text, sentence, from, for how long."""

    record: ReadingRecord
    picture: Picture
    stays: list[tuple[str, int, str, str]]
    cut: bool

    @property
    def label(self) -> str:
        """What the chart shows, in one sentence."""
        trial, answer = self.record.answer.trial, self.record.answer
        return (
            f"Judge {trial.judge.code}, triad {trial.triad.number}: text "
            f"{trial.triad.odd_position} was the odd one, text {answer.chosen_position} was chosen."
        )


def _records(study: Study) -> ReadingRecordQuerySet:
    return ReadingRecord.objects.counted().filter(answer__trial__study=study, masked=True)


def choices(study: Study, *, after: int) -> tuple[list[ReadingRecord], int | None]:
    """Trials to choose from, in the order of their answers, and after which the next ones come."""
    found = _records(study).filter(answer__gt=after).order_by("answer")
    with_all = found.select_related("answer__trial__judge", "answer__trial__triad")
    rows = list(with_all[: LISTED + 1])
    shown = rows[:LISTED]
    return shown, shown[-1].answer_id if len(rows) > LISTED else None


def pictures(study: Study, asked: Sequence[str]) -> list[Shown]:
    """One or two trials on one line of time; unasked, the first right and the first wrong one."""
    keys = [int(key) for key in asked if key.isascii() and key.isdigit() and len(key) < 16]
    records = _records(study).select_related(
        *("answer__trial__judge", "answer__trial__triad__first"),
        *("answer__trial__triad__second", "answer__trial__triad__third"),
    )
    if keys:
        found = list(records.filter(answer__in=keys).order_by("-answer__correct", "answer"))
    else:
        each = (records.filter(answer__correct=right).order_by("answer") for right in (True, False))
        found = [record for some in each if (record := some.first())]
    seconds = max((record.confirmed_ms / 1000 for record in found), default=0)
    return [_shown(record, seconds) for record in found]


def _shown(record: ReadingRecord, seconds: float) -> Shown:
    samples = record.answer.trial.triad.samples
    marked = all(sample.sentence_starts is not None for sample in samples)
    first, second, third = (read_text(sample, marked=marked) for sample in samples)
    trial = read_trial(record, (first, second, third))
    labels = [f"text {number}" for number in (1, 2, 3)]
    stays = [
        (labels[stay.text - 1], stay.sentence, _seconds(stay.start_ms), _seconds(stay.length_ms))
        for stay in trial.stays[:STAYS]
    ]
    return Shown(
        record=record,
        picture=picture(trial, seconds=seconds, labels=labels),
        stays=stays,
        cut=len(trial.stays) > STAYS,
    )


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.2f}"
