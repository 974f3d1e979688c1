"""Words of a text in another order, for an attention check: nobody who reads it rates it higher."""

from studies.design.draws import Draws

FEWEST_WORDS = 4


def shuffled_words(text: str, seed: bytes, purpose: str) -> str:
    """Return the words in a drawn order that is another one; of a text without such as it is."""
    words = text.split()
    if not can_be_shuffled(text):
        return text
    for attempt in range(1000):
        shuffled = Draws(seed, purpose, attempt).shuffled(words)
        if shuffled != words:
            return " ".join(shuffled)
    return text


def can_be_shuffled(text: str) -> bool:
    """Return whether there are words enough that their order matters."""
    words = text.split()
    return len(words) >= FEWEST_WORDS and len(set(words)) > 1
