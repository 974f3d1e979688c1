"""Demand: words by which judges learn what the study is about, or what it hopes for."""

import re
from collections.abc import Iterator

from studies.wording_bias.tokens import LONGEST_QUOTED, plain, words_of
from studies.wording_bias.word_lists import PROGRAMS, base_of, demand_list

_PROGRAM = re.compile(rf"(?<![A-Za-z])(?:{PROGRAMS})(?![A-Za-z])", re.IGNORECASE)
# What capitals of two letters mean in any language, if it has no list.
_ANY_ACRONYM = re.compile(r"(?<![A-Za-z])AI(?![A-Za-z])")


def demand_words(
    text: str, language: str, *, names: re.Pattern[str] | None = None, is_consent: bool = False
) -> list[str]:
    """Return the words of the text that betray the study's aim, each once, as they stand there.

    `names` finds the names of the subjects. Words that honest consent texts hold are passed over
    where `is_consent`.
    """
    found: dict[str, str] = {}
    for word in _found(text, language, names, is_consent=is_consent):
        found.setdefault(word.casefold(), word[:LONGEST_QUOTED])
    return list(found.values())


def _found(
    text: str, language: str, names: re.Pattern[str] | None, *, is_consent: bool
) -> Iterator[str]:
    seen = plain(text)
    if names is not None:
        yield from (" ".join(one.group().split()) for one in names.finditer(seen))
    yield from (one.group() for one in _PROGRAM.finditer(seen))
    listed = demand_list(base_of(language))
    if listed is None:
        yield from (one.group() for one in _ANY_ACRONYM.finditer(seen))
        return
    for word in words_of(seen):
        lower = word.lower()
        if (
            word in listed.acronyms
            or listed.telling.match(lower)
            or (not is_consent and listed.everyday.match(lower))
        ):
            yield word
