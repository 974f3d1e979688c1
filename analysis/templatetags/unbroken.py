"""Keep what belongs together on one line: `p = 0.0037`, `33.3 %`."""

import re

from django import template

register = template.Library()

_TOGETHER = re.compile(r"\b(?:p|pc|pd|n|d′) [=<>] (?=\d)|(?<=\d) %")


@register.filter
def unbroken(text: str) -> str:
    """Return the text with no-break spaces between a sign and its number."""
    return _TOGETHER.sub(lambda found: found[0].replace(" ", "\N{NO-BREAK SPACE}"), str(text))
