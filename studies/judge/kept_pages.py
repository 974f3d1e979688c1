"""Pages that are rendered once for all judges who see them alike, and filled in for each.

Most of a judge's page follows from study, language and state. What is another one for each judge
(texts, codes, addresses) is given to the template as the mark of a slot; the page with its marks is
kept in the process, under all that the template was given. So a page is never taken for another
one: what is no slot is part of the key.
"""

import re
import secrets
from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from html import escape

from django.template.loader import get_template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

PAGES = 500
# No text of a study can hold a mark: no visitor knows how they begin in this process.
_BEGINNING = f"slot-{secrets.token_hex(16)}-"
_MARK = re.compile(f"{_BEGINNING}([A-Za-z0-9_-]+)\\.")


@cache
def mark(slot: str) -> SafeString:
    """Return what stands for the value of a slot while its page is rendered."""
    return mark_safe(f"{_BEGINNING}{slot}.")  # noqa: S308 - a constant


def filled_page(template: str, context: Mapping[str, Hashable], slots: Mapping[str, object]) -> str:
    """Return the page with the values of its slots, escaped as the template would."""
    page = list(_page(template, get_language(), tuple(context.items())))
    values = {slot: escape(str(value)) for slot, value in slots.items()}
    page[1::2] = [values[slot] for slot in page[1::2]]
    return "".join(page)


@lru_cache(maxsize=PAGES)
def _page(
    template: str, _language: str | None, context: tuple[tuple[str, Hashable], ...]
) -> list[str]:
    """Return the page cut at its marks: texts and names of slots in turn."""
    page = _MARK.split(get_template(template).render(dict(context)))
    if any(_BEGINNING in text for text in page[::2]):
        raise ValueError(f"a mark in {template} was changed or has another name")
    return page
