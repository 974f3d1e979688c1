"""Forms in sections, of which most are folded."""

from collections.abc import Iterable
from dataclasses import dataclass

from django import forms


@dataclass(frozen=True, slots=True)
class ShownSection:
    """A section as its page shows it; an `open` one is not folded."""

    heading: str | None
    description: str
    open: bool
    fields: list[forms.BoundField]


def shown_section(
    form: forms.BaseForm,
    names: Iterable[str],
    heading: str | None = None,
    description: str = "",
    *,
    folded: bool = True,
) -> ShownSection:
    """Return a section of a form's fields, folded unless something in it is wrong."""
    fields = [form[name] for name in names]
    is_open = not folded or any(field.errors for field in fields)
    return ShownSection(heading, description, is_open, fields)
