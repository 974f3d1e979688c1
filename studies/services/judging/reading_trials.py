"""Trials of covered texts as the statistics of reading take them, and their analysis as a job."""

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from analysis.stats.reading import (
    ReadText,
    ReadTrial,
    Stay,
    TextRead,
    predict_conditions,
    raw_measures,
    reading_tells_odd,
    replicate_reading_study,
)
from studies.models import Job, Rating, ReadingRecord, Sample, Study
from studies.ratings.follow_up import follow_up_of
from studies.reading_record import characters, cut_alike, words

STEPS = 4


@dataclass(frozen=True, slots=True)
class MaskedTrial:
    """A trial for the statistics, and the record it comes from."""

    record: ReadingRecord
    samples: tuple[Sample, Sample, Sample]
    trial: ReadTrial


class MaskedTrials:
    """The counted trials whose texts were covered, in the order of their answers.

    Each walk through them reads them anew, so that none stays in memory. Trials with a text of
    white space alone are left out.
    """

    def __init__(self, study: Study) -> None:
        self._records = (
            ReadingRecord.objects.counted()
            .filter(answer__trial__study=study, masked=True)
            .select_related("answer__trial__judge__link", "answer__trial__triad")
            .order_by("answer")
        )
        texts = study.samples.main().defer("context", "alt_text")
        self._samples = {sample.pk: sample for sample in texts}
        self._lengths = _Lengths()

    def __iter__(self) -> Iterator[MaskedTrial]:
        for record in self._records.iterator(chunk_size=500):
            triad = record.answer.trial.triad
            first, second, third = (self._samples[key] for key in triad.sample_ids)
            three = (first, second, third)
            texts = self._lengths.of(three)
            if all(text.words for text in texts):
                yield MaskedTrial(record, three, read_trial(record, texts))


def read_trial(record: ReadingRecord, texts: tuple[ReadText, ReadText, ReadText]) -> ReadTrial:
    """Return a record with the lengths of its texts' sentences."""
    trial = record.answer.trial
    return ReadTrial(
        judge=trial.judge.code,
        texts=texts,
        odd=trial.triad.odd_position,
        stays=tuple(Stay(*stay) for stay in record.stays),
    )


class _Lengths:
    """Words and characters of each sentence; each text is cut once."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, bool], ReadText] = {}

    def of(self, samples: Sequence[Sample]) -> tuple[ReadText, ReadText, ReadText]:
        marked = all(sample.sentence_starts is not None for sample in samples)
        for sample in samples:
            if (sample.pk, marked) not in self._known:
                self._known[sample.pk, marked] = read_text(sample, marked=marked)
        first, second, third = (self._known[sample.pk, marked] for sample in samples)
        return first, second, third


def read_text(sample: Sample, *, marked: bool) -> ReadText:
    """Return the lengths of a text's sentences, cut by its marks or by rule."""
    [spans] = cut_alike([sample.text], [sample.sentence_starts if marked else None])
    sentences = [sample.text[start:end] for start, end in spans]
    return ReadText(
        item=sample.item,
        words=tuple(map(words, sentences)),
        characters=tuple(map(characters, sentences)),
    )


def analyse(*, job: Job, progress: Callable[[int, int], None]) -> None:
    """Test whether reading tells the odd text, and the condition; store the result with the job."""
    read = [(m.record.answer_id, m.samples, m.trial) for m in MaskedTrials(job.study)]
    trials = [trial for _answer, _samples, trial in read]
    texts = texts_read(job.study, read)
    progress(1, STEPS)
    if not texts:
        raise ValueError("No counted answer has a record of covered texts, or ratings, yet.")
    result: dict[str, Any] = {"trials": len(trials)}
    result["odd"] = asdict(reading_tells_odd(trials))
    progress(2, STEPS)
    result["replica"] = asdict(replicate_reading_study(trials))
    progress(3, STEPS)
    result["conditions"] = asdict(predict_conditions(texts))
    Job.objects.filter(pk=job.pk).update(result=result)
    progress(STEPS, STEPS)


# A text (its key) as the judge of an answer (its key) has read it.
Reading = tuple[int, int]


def texts_read(
    study: Study, read: Sequence[tuple[int, Sequence[Sample], ReadTrial]]
) -> list[TextRead]:
    """Return each text as each judge has read or rated it, of covered answers with their texts.

    Where no text has a condition, whose it is stands in its place; else texts without one are left
    out.
    """
    rows = raw_measures([trial for _answer, _samples, trial in read])
    measures = {
        (answer, sample.pk): row
        for (answer, samples, _), three in zip(read, rows, strict=True)
        for sample, row in zip(samples, three, strict=True)
    }
    judges = {answer: trial.judge for answer, _samples, trial in read}
    ratings = _ratings(study, judges)
    texts = {sample.pk: sample for sample in study.samples.main().defer("context", "text")}
    with_conditions = any(sample.condition for sample in texts.values())
    return [
        TextRead(
            judge=judges[answer],
            item=texts[text].item,
            text=text,
            condition=texts[text].condition if with_conditions else texts[text].subject,
            measures=measures.get((answer, text), ()),
            ratings=ratings.get((answer, text), ()),
        )
        for answer, text in measures | ratings
        if texts[text].condition or not with_conditions
    ]


def _ratings(study: Study, judges: dict[int, str]) -> dict[Reading, tuple[float, ...]]:
    """Return the logs of the ratings that a text has by each criterion; add to `judges`."""
    asked = follow_up_of(study.follow_up)
    names = [criterion.key for criterion in asked.criteria] if asked else []
    given: dict[Reading, dict[str, float]] = defaultdict(dict)
    rows = Rating.objects.counted().filter(answer__study=study, criterion__in=names)
    for answer, judge, sample, criterion, value in rows.values_list(
        "answer", "answer__trial__judge__code", "sample", "criterion", "value"
    ):
        given[answer, sample][criterion] = math.log(value)
        judges[answer] = judge
    return {
        key: tuple(logs[name] for name in names)
        for key, logs in given.items()
        if len(logs) == len(names)
    }
