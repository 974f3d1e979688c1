"""What was recorded of mouse-contingent reading: trials of three masked texts, and their stays."""

from collections.abc import Iterable
from dataclasses import dataclass

from ..validation import check_integer, check_list

TEXTS = 3


@dataclass(frozen=True, slots=True)
class Stay:
    """One sentence was shown: text 1 to 3 (its position), sentence from 1, milliseconds."""

    text: int
    sentence: int
    start_ms: int
    length_ms: int


@dataclass(frozen=True, slots=True)
class ReadText:
    """A text as it was masked: its item, and words and characters of each of its sentences.

    Texts without an item share the empty key.
    """

    item: str
    words: tuple[int, ...]
    characters: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ReadTrial:
    """One trial: its judge, the three texts by position, the odd position, the stays in order."""

    judge: str
    texts: tuple[ReadText, ReadText, ReadText]
    odd: int
    stays: tuple[Stay, ...]


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page of any number of texts, by position, with the stays in order."""

    texts: tuple[ReadText, ...]
    stays: tuple[Stay, ...]


def check_trials(trials: object) -> list[ReadTrial]:
    """The trials, each whole in itself."""
    checked: list[ReadTrial] = []
    for trial in check_list("trials", trials):
        if not isinstance(trial, ReadTrial):
            raise ValueError(f"trials must hold ReadTrial only, not {trial!r}")
        _check_trial(trial)
        checked.append(trial)
    return checked


def _check_trial(trial: ReadTrial) -> None:
    check_integer("odd", trial.odd, least=1, most=TEXTS)
    if len(trial.texts) != TEXTS:
        raise ValueError(f"texts must be {TEXTS}, not {len(trial.texts)}")
    for text in trial.texts:
        _check_text(text)
    _check_stays(trial.stays, [len(text.words) for text in trial.texts])


def _check_text(text: ReadText) -> None:
    if not text.words or len(text.words) != len(text.characters):
        raise ValueError(
            "words and characters must be given for the same sentences, one or more, "
            f"not {len(text.words)} and {len(text.characters)}"
        )
    for name, lengths in (("words", text.words), ("characters", text.characters)):
        for length in lengths:
            check_integer(name, length, least=0)


def _check_stays(stays: Iterable[Stay], sentences: list[int]) -> None:
    last = 0
    for stay in stays:
        check_integer("text", stay.text, least=1, most=TEXTS)
        check_integer("sentence", stay.sentence, least=1, most=sentences[stay.text - 1])
        # One sentence at a time: a stay begins when the one before it has ended.
        check_integer("start_ms", stay.start_ms, least=last)
        last = stay.start_ms + check_integer("length_ms", stay.length_ms, least=0)
