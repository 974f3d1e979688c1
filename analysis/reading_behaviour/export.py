"""reading.csv: the measures of covered texts, by trial, text and sentence."""

from collections.abc import Iterator, Sequence

from analysis.stats.reading import MEASURES, Reading, TrialReading, reading_measures
from studies.exports import Export
from studies.exports.writing import Cell
from studies.models import Study
from studies.services.judging.reading_trials import MaskedTrial, masked_trials

RAW = (*MEASURES[:-1], "transitions", MEASURES[-1])
COLUMNS = (
    *("study", "panel", "judge", "triad", "order", "level"),
    *("position", "sample", "subject", "item", "odd", "chosen", "correct"),
    *("sentence", "words", "characters", *RAW),
    *(f"z_{name}" for name in MEASURES),
    *(f"z2_{name}" for name in MEASURES),
)
MeasureRow = Sequence[Cell]


def reading_export(study: Study) -> Export:
    """Return a row for each trial, each of its texts and each of their sentences.

    Only counted answers with covered texts are in it: z-scores compare these with each other, as
    the analysis does, so all trials are read before the first row is written.
    """
    found = list(masked_trials(study))
    measured = reading_measures([masked.trial for masked in found]) if found else ()
    count = sum(4 + sum(len(text.words) for text in masked.trial.texts) for masked in found)
    rows = (
        row
        for masked, reading in zip(found, measured, strict=True)
        for row in _of_trial(str(study.code), masked, reading)
    )
    return Export(COLUMNS, count, rows)


def _of_trial(code: str, masked: MaskedTrial, reading: TrialReading) -> Iterator[MeasureRow]:
    answer = masked.record.answer
    trial = answer.trial
    head = (code, trial.judge.link.panel, trial.judge.code, trial.triad.number, trial.triad.order)
    right = int(answer.correct)
    nothing = (None,) * 5
    of_trial = (None, *_lengths(masked, None), *_measures(reading.whole))
    yield (*head, "trial", *nothing, answer.chosen_position, right, *of_trial)
    for place, (sample, text) in enumerate(zip(masked.samples, reading.texts, strict=True)):
        position = place + 1
        odd = "yes" if position == trial.triad.odd_position else "no"
        about = (position, sample.pk, sample.subject, sample.item, odd)
        chosen = (answer.chosen_position, right)
        lengths = _lengths(masked, place)
        yield (*head, "text", *about, *chosen, None, *lengths, *_measures(text.whole))
        read = masked.trial.texts[place]
        for number, sentence in enumerate(text.sentences):
            length = (number + 1, read.words[number], read.characters[number])
            yield (*head, "sentence", *about, *chosen, *length, *_measures(sentence))


def _lengths(masked: MaskedTrial, place: int | None) -> tuple[int, int]:
    texts = masked.trial.texts if place is None else (masked.trial.texts[place],)
    return sum(sum(t.words) for t in texts), sum(sum(t.characters) for t in texts)


def _measures(reading: Reading) -> tuple[Cell, ...]:
    return (
        *(_shortened(getattr(reading.raw, name)) for name in RAW),
        *(_shortened(getattr(reading.z, name)) for name in MEASURES),
        *(_shortened(getattr(reading.z2, name)) for name in MEASURES),
    )


def _shortened(value: float | None) -> float | int | None:
    """Round to six digits; the times are whole milliseconds."""
    return round(value, 6) if isinstance(value, float) else value
