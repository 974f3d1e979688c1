"""Adding texts: file or rows, which column is which, who is who, what becomes of present texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile

from studies.stimuli import COLUMNS, ENCODINGS, REQUIRED_COLUMNS, Head
from studies.stimuli.errors import MESSAGES, UploadError


@dataclass(frozen=True, slots=True)
class Source:
    """What was sent: the bytes, the file's name (pasted rows have none), and the form field."""

    content: bytes
    name: str
    field: str


def encoding_field() -> forms.ChoiceField:
    """In which encoding a file is to be read."""
    return forms.ChoiceField(
        label="Encoding",
        required=False,
        choices=[("", "find out"), *ENCODINGS.items()],
    )


class UploadForm(forms.Form):
    """A file or pasted rows, one of them."""

    file = forms.FileField(
        label="CSV file, or ZIP with a CSV file and images",
        required=False,
        allow_empty_file=True,
        max_length=None,
    )
    encoding = encoding_field()
    pasted = forms.CharField(
        label="or paste the rows",
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 8, "spellcheck": "false", "wrap": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Django's own check refuses NUL characters without saying where.
        self.fields["pasted"].validators = []

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file, pasted = cleaned.get("file"), cleaned.get("pasted", "")
        if file and pasted.strip():
            self.add_error("file", "Send a file or pasted rows, not both.")
        elif file:
            cleaned["source"] = _from_file(file)
        elif pasted.strip():
            content = pasted.encode("utf-8", "surrogatepass")
            cleaned["source"] = Source(content, "", "pasted")
        elif "file" not in self.errors:
            self.add_error("file", "Choose a file or paste the rows.")
        return cleaned

    @property
    def source(self) -> Source:
        """What was sent, after validation."""
        return cast(Source, self.cleaned_data["source"])

    def refuse(self, error: UploadError) -> None:
        """Say at its field why what was sent cannot be read."""
        message = in_words(error)
        if self.source.field == "file":
            message = (
                f"{message} The browser has let go of the file: choose it again, or another one."
            )
        self.add_error(self.source.field, message)


def _from_file(file: "UploadedFile[bytes]") -> Source:
    # The size is checked before: studies.workbench.texts.views refuses larger requests unread.
    return Source(file.read(), file.name or "file", "file")


def in_words(error: UploadError) -> str:
    """An upload error in the language of the page."""
    return MESSAGES[error.code].format(**error.params)


# What stands beside each select: what the column is for.
COLUMN_WORDS = {
    "subject": "Subject: whose text it is",
    "item": "Item: what the text is about",
    "text": "Text",
    "context": "Context: what the text was written from",
    "kind": "Kind: main, practice or attention",
    "language": "Language, such as en or pt-BR",
    "direction": "Direction: ltr, rtl or auto",
    "image": "Image: its file's name in the ZIP",
    "alt_text": "Description of the image, for judges who cannot see it",
    "sentences": "The text with ¦ between its sentences",
}


class ColumnsForm(forms.Form):
    """Which of a file's columns is which of ours, and the encoding in which it is read."""

    encoding = encoding_field()

    def __init__(self, *args: Any, head: Head, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", "–")] + [
            (str(n), name or f"column {n + 1}") for n, name in enumerate(head.names)
        ]
        for column in COLUMNS:
            self.fields[column] = forms.TypedChoiceField(
                label=COLUMN_WORDS[column],
                coerce=int,
                empty_value=None,
                choices=choices,
                required=column in REQUIRED_COLUMNS,
                error_messages={"required": "Choose the column of the file that holds this."},
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        used: set[int] = set()
        for column in COLUMNS:
            place = cleaned.get(column)
            if place is not None and place in used:
                self.add_error(column, "This column was chosen above already.")
            elif place is not None:
                used.add(place)
        return cleaned

    @property
    def columns(self) -> dict[str, int]:
        """Where our columns are, after validation."""
        places = {column: self.cleaned_data[column] for column in COLUMNS}
        return {column: place for column, place in places.items() if place is not None}

    def selects(self) -> list[forms.BoundField]:
        """The fields of the columns, in our order."""
        return [self[column] for column in COLUMNS]


class ReviewForm(forms.Form):
    """Who is A and who is B, and whether to add to the texts or to replace them."""

    a = forms.TypedChoiceField(label="Texts of subject A are those of", coerce=int)
    b = forms.TypedChoiceField(label="Texts of subject B are those of", coerce=int)
    encoding = encoding_field()
    mode = forms.ChoiceField(
        label="The study has texts already",
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("add", "Add to them"),
            ("replace", "Replace them: they are deleted"),
        ],
    )

    def __init__(
        self, *args: Any, found: Sequence[tuple[str, int]], has_texts: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.names = [name for name, _count in found]
        self.has_texts = has_texts
        choices = [("", "–")] + [(str(n), _choice(*pair)) for n, pair in enumerate(found)]
        for role in ("a", "b"):
            cast(forms.TypedChoiceField, self.fields[role]).choices = choices

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if "a" in cleaned and cleaned["a"] == cleaned.get("b"):
            self.add_error("b", "Choose another name than for subject A.")
        return cleaned

    @property
    def subjects(self) -> dict[str, str]:
        """The file's names of A and of B, after validation."""
        return {self.names[self.cleaned_data["a"]]: "A", self.names[self.cleaned_data["b"]]: "B"}

    def needs_mode(self) -> bool:
        """Whether it must be said first what becomes of the present texts; then it says so."""
        if self.has_texts and not self.cleaned_data["mode"]:
            self.add_error("mode", "Choose whether to add to the texts or to replace them.")
            return True
        return False


def _choice(name: str, rows: int) -> str:
    return f"{name} (1 row)" if rows == 1 else f"{name} ({rows} rows)"
