"""Language tags (BCP 47), as people write them and as pages name them."""

import re

LONGEST = 35
# Language, script, region, and what else a tag may hold; “i-klingon” and its like are not used.
TAG = re.compile(
    r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|\d{3}))?"
    r"(-([A-Za-z\d]{5,8}|\d[A-Za-z\d]{3}))*(-[A-WY-Za-wy-z\d](-[A-Za-z\d]{2,8})+)*"
    r"(-[Xx](-[A-Za-z\d]{1,8})+)?"
)


def is_tag(text: str) -> bool:
    """Whether the text is a language tag, such as en, pt-BR or zh-Hant-TW."""
    return len(text) <= LONGEST and TAG.fullmatch(text) is not None


def written_as_usual(text: str) -> str:
    """Return a tag with hyphens and the usual case: pt_br becomes pt-BR; other text unchanged."""
    tag = text.strip().replace("_", "-")
    if not is_tag(tag):
        return text
    language, *more = tag.lower().split("-")
    # Extensions begin with a single letter, and are written small.
    end = next((place for place, part in enumerate(more) if len(part) == 1), len(more))
    return "-".join([language, *map(_subtag, more[:end]), *more[end:]])


def _subtag(part: str) -> str:
    if len(part) == 4 and part.isalpha():
        return part.title()
    return part.upper() if len(part) == 2 else part
