"""reading.csv: the measures of covered texts, by trial, text and sentence."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from analysis.stats.reading import MEASURES, Reading, TrialReading, reading_norms
from studies.exports import Export
from studies.exports.columns import (
    JUDGE,
    ORDER,
    PANEL,
    RIGHT,
    STUDY,
    TRIAD,
    Cell,
    Column,
    rows_of_objects,
    yes_no,
)
from studies.models import Study, Trial
from studies.services.judging.answering.reading_trials import MaskedTrial, MaskedTrials

DEFINED = "number; empty where undefined"


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """One row: a trial, one of its texts, or one of that text's sentences."""

    level: str
    study: str
    trial: Trial
    words: int
    characters: int
    reading: Reading
    position: int | None = None
    sample: int | None = None
    subject: str | None = None
    item: str | None = None
    sentence: int | None = None


def _shortened(value: float | None) -> Cell:
    """Round to six digits; the times are whole milliseconds."""
    return round(value, 6) if isinstance(value, float) else value


def _raw(name: str, meaning: str, unit: str = "") -> Column:
    return Column(
        name, f"reading.raw.{name}", _shortened, meaning=meaning, values=DEFINED, unit=unit
    )


def _scores(z: str, others: str) -> Iterator[Column]:
    for name in MEASURES:
        yield Column(
            f"{z}_{name}",
            f"reading.{z}.{name}",
            _shortened,
            meaning=f"{name} against {others}",
            values=DEFINED,
            unit="standard deviations",
        )


COLUMNS = (
    STUDY,
    PANEL.at("trial.judge.link.panel"),
    JUDGE.at("trial.judge.code"),
    TRIAD.at("trial.triad.number"),
    ORDER.at("trial.triad.order"),
    Column("level", meaning="What the row is about", values="trial, text, sentence"),
    Column("position", meaning="Where the text stood", values="1, 2, 3; empty for the trial"),
    Column(
        "sample",
        meaning="Number of the text: see texts.csv",
        values="integer; empty for the trial",
    ),
    Column("subject", meaning="Subject of the text", values="A, B; empty for the trial"),
    Column("item", meaning="What the text is about", values="text; empty for the trial"),
    Column(
        "odd",
        ("position", "trial.triad.odd_position"),
        lambda position, odd: position and yes_no(position == odd),
        meaning="Whether it was the odd text",
        values="yes, no; empty for the trial",
    ),
    Column(
        "chosen",
        "trial.answer.chosen_position",
        meaning="Which text the judge chose",
        values="1, 2, 3",
    ),
    Column(
        "correct",
        "trial.answer.correct",
        int,
        meaning="Whether the chosen text was the odd one",
        values=RIGHT,
    ),
    Column(
        "sentence",
        meaning="Number of the sentence in its text",
        values="1 and up; sentences only",
    ),
    Column("words", meaning="Words; of Chinese and Japanese, characters", values="0 and up"),
    Column("characters", meaning="Length", values="0 and up", unit="characters"),
    _raw(
        "dwell_ms",
        "For how long it was shown; stays under 100 ms are left out",
        unit="milliseconds",
    ),
    _raw("words_per_second", "Words of the sentences read by time", unit="words a second"),
    _raw("ms_per_character", "Time by length of what was read", unit="milliseconds a character"),
    _raw("first_visit_ms", "Dwell time of each sentence's first visit", unit="milliseconds"),
    _raw("first_visit_share", "Share of first visits in the dwell time", unit="proportion"),
    _raw("visits", "Visits: how often another sentence was shown than before"),
    _raw("log_visits_per_sentence", "ln(visits / sentences)"),
    *_scores("z", "the judge's others"),
    *_scores("z2", "z of others of the item"),
)


def reading_export(study: Study) -> Export:
    """Return a row for each trial, each of its texts and each of their sentences.

    Only counted answers with covered texts are in it: z-scores compare these with each other, as
    the analysis does. So the judges are read twice, for the items' means and for the rows; one at a
    time is in memory.
    """
    trials = MaskedTrials(study)
    norms = reading_norms([masked.trial for masked in own] for own in trials.by_judge())
    rows = (
        row
        for own in trials.by_judge()
        for masked, measured in zip(
            own, norms.measure([masked.trial for masked in own]), strict=True
        )
        for row in _rows_of_trial(str(study.code), masked, measured)
    )
    return Export(COLUMNS, norms.readings, rows_of_objects(rows, COLUMNS))


def _rows_of_trial(code: str, masked: MaskedTrial, measured: TrialReading) -> Iterator[ReadingRow]:
    trial, texts = masked.record.answer.trial, masked.trial.texts
    words = sum(sum(text.words) for text in texts)
    characters = sum(sum(text.characters) for text in texts)
    yield ReadingRow("trial", code, trial, words, characters, measured.whole)
    for place, (sample, reading) in enumerate(zip(masked.samples, measured.texts, strict=True)):
        text = texts[place]
        of_text = ReadingRow(
            "text",
            code,
            trial,
            sum(text.words),
            sum(text.characters),
            reading.whole,
            position=place + 1,
            sample=sample.pk,
            subject=sample.subject,
            item=sample.item,
        )
        yield of_text
        for number, sentence in enumerate(reading.sentences):
            yield replace(
                of_text,
                level="sentence",
                sentence=number + 1,
                words=text.words[number],
                characters=text.characters[number],
                reading=sentence,
            )
