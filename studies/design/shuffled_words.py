"""Words of a text in another order, for an attention check: no reader rates it higher.

Where words are not parted by blanks, as in Chinese, Japanese and Thai, it is the characters.
"""

import unicodedata

from studies.design.draws import Draws

FEWEST_WORDS = 4
FEWEST_CHARACTERS = 8


def shuffled_words(text: str, seed: bytes, purpose: str) -> str:
    """Return the words in a drawn order that is another one; of a text without such as it is."""
    if not can_be_shuffled(text):
        return text
    words, between = _parts(text)
    for attempt in range(1000):
        shuffled = Draws(seed, purpose, attempt).shuffled(words)
        if shuffled != words:
            return between.join(shuffled)
    return text


def can_be_shuffled(text: str) -> bool:
    """Return whether there are words enough that their order matters."""
    words, _between = _parts(text)
    return len(words) >= FEWEST_WORDS and len(set(words)) > 1


def _parts(text: str) -> tuple[list[str], str]:
    """Return what changes places, and what stands between: words, or characters without case."""
    words = text.split()
    caseless = sum(unicodedata.category(character) == "Lo" for character in text)
    if len(words) < FEWEST_WORDS and caseless >= FEWEST_CHARACTERS:
        return list("".join(words)), ""
    return words, " "
