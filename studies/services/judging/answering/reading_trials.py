"""Trials of covered texts as the statistics of reading take them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice

from django.db.models import QuerySet

from analysis.stats.reading import ReadText, ReadTrial, Stay
from studies.models import ReadingRecord, Sample, Study, Triad
from studies.reading_record import characters, cut_alike, words

# Records at a time, each of three texts; and texts that stay in memory, however many there are.
CHUNK, MOST_TEXTS = 500, 5000


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
        self._texts = _Texts()

    def __iter__(self) -> Iterator[MaskedTrial]:
        return self._walk(self._records)

    def by_judge(self) -> Iterator[list[MaskedTrial]]:
        """Yield the trials of one judge after the other."""
        together = self._records.order_by("answer__trial__judge", "answer")
        for _judge, own in groupby(self._walk(together), lambda each: each.trial.judge):
            yield list(own)

    def _walk(self, records: QuerySet[ReadingRecord]) -> Iterator[MaskedTrial]:
        rows = records.iterator(chunk_size=CHUNK)
        while chunk := list(islice(rows, CHUNK)):
            self._texts.have({key for each in chunk for key in _triad(each).sample_ids})
            for record in chunk:
                three = self._texts.of(_triad(record))
                texts = self._texts.lengths(three)
                if all(text.words for text in texts):
                    yield MaskedTrial(record, three, read_trial(record, texts))


def _triad(record: ReadingRecord) -> Triad:
    triad: Triad = record.answer.trial.triad
    return triad


def read_trial(record: ReadingRecord, texts: tuple[ReadText, ReadText, ReadText]) -> ReadTrial:
    """Return a record with the lengths of its texts' sentences."""
    trial = record.answer.trial
    return ReadTrial(
        judge=trial.judge.code,
        texts=texts,
        odd=trial.triad.odd_position,
        stays=tuple(Stay(*stay) for stay in record.stays),
    )


class _Texts:
    """The texts of the last trials, each cut once while it is here; at most MOST_TEXTS of them."""

    def __init__(self) -> None:
        self._samples: dict[int, Sample] = {}
        self._lengths: dict[tuple[int, bool], ReadText] = {}

    def have(self, keys: set[int]) -> None:
        """Read those of these texts that are not here."""
        missing = keys.difference(self._samples)
        if len(self._samples) + len(missing) > MOST_TEXTS:
            self._samples, self._lengths, missing = {}, {}, keys
        if missing:
            self._samples |= Sample.objects.defer("context", "alt_text").in_bulk(missing)

    def of(self, triad: Triad) -> tuple[Sample, Sample, Sample]:
        """Return the texts of a triad, by position."""
        first, second, third = (self._samples[key] for key in triad.sample_ids)
        return first, second, third

    def lengths(self, samples: Sequence[Sample]) -> tuple[ReadText, ReadText, ReadText]:
        """Return words and characters of each sentence of three texts."""
        marked = all(sample.sentence_starts is not None for sample in samples)
        for sample in samples:
            if (sample.pk, marked) not in self._lengths:
                self._lengths[sample.pk, marked] = read_text(sample, marked=marked)
        first, second, third = (self._lengths[sample.pk, marked] for sample in samples)
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
