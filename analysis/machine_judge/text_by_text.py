"""The machine judge text by text: which subject it takes each for, the wrong ones first."""

from collections import defaultdict
from dataclasses import dataclass

from django.db.models import QuerySet

from analysis.machine_judge.job import MachineJudgeResult
from analysis.stats.surface import told_as
from studies.kinds.pair import Pair
from studies.models import Sample

ROWS = 20
OTHER = {"A": "B", "B": "A"}


@dataclass(frozen=True, slots=True)
class JudgedText:
    """A text and its score: above 0 where it is taken for its own subject's, below for the other's.

    `alone`: only its subject has written about its item, so what it is about may tell.
    """

    key: int
    subject: str
    item: str
    score: float
    alone: bool

    @property
    def told(self) -> str:
        """The subject it is taken for: "A", "B", or nothing where there is no choice."""
        return told_as(self.score if self.subject == "A" else -self.score)

    @property
    def passes(self) -> bool:
        """Whether it is taken for the other subject's."""
        return self.told == OTHER[self.subject]


@dataclass(frozen=True, slots=True)
class TextRow:
    """A row of the table: the names of subjects as they are."""

    name: str
    subject: str
    item: str
    score: str
    told: str
    passes: bool
    alone: bool


@dataclass(frozen=True, slots=True)
class TextsPage:
    """A page of rows; `number` counts from 0."""

    rows: list[TextRow]
    number: int
    has_next: bool


def judged_texts(pair: Pair, result: MachineJudgeResult) -> list[JudgedText]:
    """Return the texts that have a score and are still there, the wrongly taken ones first."""
    scores = dict(zip(result.samples, result.found.scores, strict=True))
    rows = [
        (key, pair.side(letter), item)
        for key, letter, item in _samples(pair, list(scores)).values_list("pk", "subject", "item")
    ]
    subjects: dict[str, set[str]] = defaultdict(set)
    for _, subject, item in rows:
        subjects[item].add(subject)
    found = [
        JudgedText(
            key=key,
            subject=subject,
            item=item,
            score=scores[key] if subject == "A" else -scores[key],
            alone=len(subjects[item]) == 1,
        )
        for key, subject, item in rows
    ]
    return sorted(found, key=lambda text: (text.score, text.key))


def _samples(pair: Pair, keys: list[int]) -> QuerySet[Sample]:
    return pair.samples.main().filter(pk__in=keys)


def texts_page(pair: Pair, texts: list[JudgedText], *, of: str = "", number: int = 0) -> TextsPage:
    """Return a page of all texts, or of those of one subject (`of`) that pass for the other's."""
    chosen = [text for text in texts if not of or (text.subject == of and text.passes)]
    shown = chosen[number * ROWS : (number + 1) * ROWS]
    samples = _samples(pair, [text.key for text in shown]).defer("context").in_bulk()
    rows = [_row(pair, text, samples[text.key]) for text in shown if text.key in samples]
    return TextsPage(rows, number, len(chosen) > (number + 1) * ROWS)


def _row(pair: Pair, text: JudgedText, sample: Sample) -> TextRow:
    names = pair.names
    return TextRow(
        name=sample.in_words[:200],
        subject=names[text.subject],
        item=text.item,
        score=signed(text.score),
        told=names[text.told] if text.told else "no choice",
        passes=text.passes,
        alone=text.alone,
    )


def signed(score: float) -> str:
    """Return a score with its sign: `+0.31`, `−0.31`, `0.00`."""
    text = f"{abs(score):.2f}"
    if float(text) == 0:
        return text
    return f"{'+' if score > 0 else '−'}{text}"
