"""Anchoring: examples with sentences, or patterns of them, that one subject alone has."""

from collections.abc import Iterable, Iterator

from studies.design import Subject
from studies.reading_record.sentences import cut
from studies.wording_bias.tokens import plain, words_of

# Shorter sentences and patterns are alike by chance.
FEWEST_WORDS = 3
SLOT = "#"


def shared_with_one(
    examples: Iterable[tuple[str, str]], main_texts: Iterable[tuple[Subject, str, str]]
) -> tuple[Subject, int] | None:
    """Return the one subject that the examples share sentences with, and how many of theirs.

    Each text comes with its context. None where examples share some with both subjects, or none at
    all. Numbers, case and punctuation make no difference, nor do words of a text's own context:
    *Blue Spice is a pub near the river* has the pattern of *Zizzi is a café near the station*.
    """
    wanted: dict[str, set[int]] = {}
    sentences = (sentence for text, context in examples for sentence in _forms(text, context))
    for number, forms in enumerate(sentences):
        for form in forms:
            wanted.setdefault(form, set()).add(number)
    shared: dict[Subject, set[int]] = {"A": set(), "B": set()}
    if wanted:
        for subject, text, context in main_texts:
            for forms in _forms(text, context):
                shared[subject].update(*(wanted[form] for form in forms if form in wanted))
    if bool(shared["A"]) == bool(shared["B"]):
        return None
    only: Subject = "A" if shared["A"] else "B"
    return only, len(shared[only])


def _forms(text: str, context: str) -> Iterator[set[str]]:
    """Yield each sentence in the forms by which others are known to be like it."""
    own = set(words_of(plain(context).casefold()))
    for start, end in cut(text):
        words = list(words_of(plain(text[start:end]).casefold()))
        if len(words) >= FEWEST_WORDS:
            kept = [word for word in words if word not in own]
            forms = {" ".join(words)}
            if own and len(kept) >= FEWEST_WORDS:
                forms.add(_pattern(words, own))
            yield forms


def _pattern(words: list[str], own: set[str]) -> str:
    """Return the sentence with one slot for each run of words of its context."""
    parts: list[str] = []
    for word in words:
        part = SLOT if word in own else word
        if part != SLOT or parts[-1:] != [SLOT]:
            parts.append(part)
    return " ".join(parts)
