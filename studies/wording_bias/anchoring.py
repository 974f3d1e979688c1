"""Anchoring: examples whose sentences stand in the main texts of one subject only."""

from collections.abc import Iterable, Iterator

from studies.design import Subject
from studies.reading_record.sentences import cut
from studies.wording_bias.tokens import plain, words_of

# Shorter sentences are alike by chance.
FEWEST_WORDS = 3


def shared_with_one(
    examples: Iterable[str], main_texts: Iterable[tuple[Subject, str]]
) -> tuple[Subject, int] | None:
    """Return with whose main texts alone the examples share sentences, and how many sentences.

    None where they share some with both subjects, or none at all. Numbers, case and punctuation
    make no difference: *It rains on day 3* and *it rains on day 12* are one sentence.
    """
    wanted = {sentence for text in examples for sentence in _sentences(text)}
    shared: dict[Subject, set[str]] = {"A": set(), "B": set()}
    if wanted:
        for subject, text in main_texts:
            shared[subject].update(wanted.intersection(_sentences(text)))
    if bool(shared["A"]) == bool(shared["B"]):
        return None
    only: Subject = "A" if shared["A"] else "B"
    return only, len(shared[only])


def _sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text in a form in which equal ones are equal."""
    for start, end in cut(text):
        words = list(words_of(plain(text[start:end]).casefold()))
        if len(words) >= FEWEST_WORDS:
            yield " ".join(words)
