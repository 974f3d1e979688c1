"""The forms of an HTML page, with their fields and buttons."""

import re
from dataclasses import dataclass, field
from html.parser import HTMLParser

# The name of a field of a sheet: the text's three-digit code, and the key of the criterion.
_RATING = re.compile(r"r-(\d+)-(.+)")


@dataclass(frozen=True, slots=True)
class RatingField:
    """A field of a sheet: the place of its text, from 1, and the key of its criterion."""

    name: str
    place: int
    criterion: str


@dataclass(slots=True)
class Form:
    """A form: its action, hidden fields, radio buttons, boxes, fields to type in, and buttons."""

    action: str
    hidden: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    ticks: dict[str, list[str]] = field(default_factory=dict)
    typed: dict[str, str] = field(default_factory=dict)
    buttons: list[tuple[str, str]] = field(default_factory=list)
    # The codes of the texts that are rated, in the order of the page.
    codes: list[str] = field(default_factory=list)

    @property
    def is_triad(self) -> bool:
        """Whether the form is a choice of three texts."""
        return "choice" in self.choices

    @property
    def goes_with_choice(self) -> bool:
        """Whether the form asks for numbers, and stores them together with the choice."""
        return "choice" in self.hidden

    @property
    def is_sheet(self) -> bool:
        """Whether the form asks for ratings of texts, without a choice before."""
        return bool(self.ratings) and not self.goes_with_choice

    @property
    def ratings(self) -> list[RatingField]:
        """Return the fields of ratings. Codes stand on the page in the order of places."""
        names = [*self.choices, *self.ticks, *self.typed]
        found = [(name, match) for name in names if (match := _RATING.fullmatch(name))]
        places = {code: place for place, code in enumerate(self.codes, 1)}
        return [RatingField(name, places[match[1]], match[2]) for name, match in found]

    @property
    def any_answers(self) -> dict[str, str]:
        """Answer each question: the first option, or a number or word that is accepted."""
        return {name: values[0] for name, values in self.choices.items()} | self.typed

    @property
    def asks_consent(self) -> bool:
        return any(name == "consent" for name, _ in self.buttons)


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.forms: list[Form] = []
        self._open: Form | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._open = Form(action=values.get("action", ""))
            self.forms.append(self._open)
        elif self._open and tag == "textarea":
            self._open.typed[values.get("name", "")] = "a word"
        elif self._open and tag == "input":
            self._field(self._open, values)
        elif self._open and tag == "button" and "disabled" not in values:
            self._open.buttons.append((values.get("name", ""), values.get("value", "")))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._open = None

    @staticmethod
    def _field(form: Form, values: dict[str, str]) -> None:
        name, value = values.get("name", ""), values.get("value", "")
        if (rating := _RATING.fullmatch(name)) and rating[1] not in form.codes:
            form.codes.append(rating[1])
        if values.get("type") == "hidden":
            form.hidden[name] = value
        elif values.get("type") == "radio":
            form.choices.setdefault(name, []).append(value)
        elif values.get("type") == "checkbox":
            form.ticks.setdefault(name, []).append(value)
        elif values.get("type") == "text":
            form.typed[name] = values.get("data-example", "1")


def forms_of(html: str) -> list[Form]:
    """Return all forms of a page."""
    parser = _Forms()
    parser.feed(html)
    parser.close()
    return parser.forms
