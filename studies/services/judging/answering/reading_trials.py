"""Trials of covered texts as the statistics of reading take them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.db.models import QuerySet

from analysis.stats.reading import ReadText, ReadTrial, Stay
from studies.models import ReadingRecord, Sample, Study
from studies.reading_record import characters, cut_alike, words


@dataclass(frozen=True, slots=True)
class MaskedTrial:
    """A trial for the statistics, and the record it comes from."""

    record: ReadingRecord
    samples: tuple[Sample, Sample, Sample]
    trial: ReadTrial


class MaskedTrials:
    """The counted trials of triads with covered texts, in the order of their answers, or by judge.

    Each walk through them reads them anew, so that none stays in memory. Trials with a text of
    white space alone are left out.
    """

    def __init__(self, study: Study) -> None:
        self._records = (
            ReadingRecord.objects.counted()
            .filter(answer__trial__study=study, answer__trial__triad__isnull=False, masked=True)
            .select_related("answer__trial__judge__link", "answer__trial__triad")
            .order_by("answer")
        )
        texts = study.samples.main().defer("context", "alt_text")
        self._samples = {sample.pk: sample for sample in texts}
        self._lengths = _Lengths()

    def __iter__(self) -> Iterator[MaskedTrial]:
        return self._walk(self._records)

    def by_judge(self) -> Iterator[list[MaskedTrial]]:
        """Yield the trials of one judge after the other."""
        together = self._records.order_by("answer__trial__judge", "answer")
        for _judge, own in groupby(self._walk(together), lambda each: each.trial.judge):
            yield list(own)

    def _walk(self, records: QuerySet[ReadingRecord]) -> Iterator[MaskedTrial]:
        for record in records.iterator(chunk_size=500):
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
