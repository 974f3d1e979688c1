"""The forms of a page as a browser would post them, and each again with one field another way."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin

from django.core.files.uploadedfile import SimpleUploadedFile

# What comes into a field when it comes at all: of each kind that no field is meant for.
ODD = (
    *("", " ", "x", "-1", "0", "1.5", "1e400", "9" * 30, "NaN", "\0", "\u0663", "null", "[]", "{}"),
    *("[[1]]", "9999-12-31T23:59", "0001-01-01", "x" * 70_000, "a,b\nc;d <e@f>", "\u202e\u3164"),
)


@dataclass
class Form:
    """A form that is posted: where to, and each field with its values."""

    action: str
    fields: dict[str, list[str]] = field(default_factory=dict)
    files: list[str] = field(default_factory=list)

    def posted(self) -> dict[str, object]:
        """Return what is posted when nothing was touched."""
        file = {name: SimpleUploadedFile("x.csv", b"subject,item,text\n") for name in self.files}
        return deepcopy(self.fields) | file


class _Reader(HTMLParser):
    """Collects the forms that post."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self._form: Form | None = None
        self._select, self._textarea, self._first = "", "", ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            posts = found.get("method", "").lower() == "post"
            self._form = Form(found.get("action", "")) if posts else None
            if self._form:
                self.forms.append(self._form)
        elif self._form is None:
            return
        elif tag == "option" and self._select:
            self._option(found)
        elif name := found.get("name", ""):
            self._control(tag, name, found)

    def _control(self, tag: str, name: str, found: dict[str, str]) -> None:
        assert self._form is not None
        kind = found.get("type", "text")
        values = self._form.fields.setdefault(name, [])
        if tag == "select":
            self._select, self._first = name, ""
        elif tag == "textarea":
            self._textarea = name
            values.append("")
        elif kind == "file":
            self._form.files.append(name)
        elif kind in ("checkbox", "radio"):
            values += [found.get("value", "on")] if "checked" in found else []
        elif not values or kind not in ("submit", "image"):
            values.append(found.get("value", ""))

    def _option(self, found: dict[str, str]) -> None:
        assert self._form is not None
        if "selected" in found:
            self._form.fields[self._select].append(found.get("value", ""))
        self._first = self._first or found.get("value", "")

    def handle_data(self, data: str) -> None:
        if self._form and self._textarea:
            self._form.fields[self._textarea][-1] += data

    def handle_endtag(self, tag: str) -> None:
        if tag == "select" and self._form and self._select:
            self._form.fields[self._select] = self._form.fields[self._select] or [self._first]
            self._select = ""
        elif tag == "textarea":
            self._textarea = ""


def forms_of(page: str, html: str) -> list[Form]:
    """Return the forms of this page that post."""
    reader = _Reader()
    reader.feed(html)
    for form in reader.forms:
        form.action = urljoin(page, form.action)
    return reader.forms


def one_field_missing(form: Form) -> Iterator[dict[str, object]]:
    """Yield what is posted without each field once."""
    for name in form.fields:
        posted = form.posted()
        del posted[name]
        yield posted


def one_field_other(form: Form) -> Iterator[dict[str, object]]:
    """Yield what is posted with each field once missing, odd in each way, twice there, a file."""
    yield from one_field_missing(form)
    for name in form.fields:
        yield form.posted() | {name: SimpleUploadedFile("x\0.csv", b"\xff\0")}
        yield form.posted() | {name: [*form.fields[name], "x", ""]}
        for value in ODD:
            yield form.posted() | {name: [value]}
