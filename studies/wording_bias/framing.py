"""Framing: a question that names one side of a quality only, such as *more fluent*."""

from studies.wording_bias.tokens import LONGEST_QUOTED, plain, words_of
from studies.wording_bias.word_lists import FramingList, base_of, framing_list


def one_sided_words(question: str, language: str) -> list[str]:
    """Return the words of a quality of which the question names one side; none where both stand."""
    listed = framing_list(base_of(language))
    if listed is None:
        return []
    sides: dict[int, list[str]] = {1: [], -1: []}
    before, raised = "", 0  # *more* or *less*, and which of them
    for word in words_of(plain(question)):
        lower = word.lower()
        side = _side(lower, listed, raised)
        if side:
            sides[side].append(" ".join(filter(None, (before, word)))[:LONGEST_QUOTED])
        turns = (lower in listed.more) - (lower in listed.less)
        before, raised = (word, turns) if turns else ("", 0)
    good, bad = sides[1], sides[-1]
    return [] if good and bad else list(dict.fromkeys(good or bad))


def _side(word: str, listed: FramingList, raised: int) -> int:
    """Return 1 for a word of the good side, -1 for one of the bad, 0 for another.

    After *more* any word is a quality, after *less* its other side.
    """
    if raised and listed.no_quality.match(word):
        return 0
    own = listed.good.match(word) - listed.bad.match(word)
    return own * (raised or 1) if own else raised
