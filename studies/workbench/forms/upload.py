"""Forms of adding texts: the file or rows, the columns, the subjects, what becomes of old texts."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.core.files.uploadedfile import UploadedFile

from studies.services.texts.source import SourceFile
from studies.stimuli import (
    COLUMNS,
    ENCODINGS,
    REQUIRED_COLUMNS,
    WIDE_COLUMNS,
    Layout,
    UploadError,
)


@dataclass(frozen=True, slots=True)
class Submission:
    """What was sent: the bytes, the file's name (pasted rows have none), and the form field."""

    content: bytes
    name: str
    field: str


def encoding_field() -> forms.ChoiceField:
    """A choice of the encoding in which a file is read."""
    return forms.ChoiceField(
        label="Encoding",
        required=False,
        choices=[("", "find out"), *ENCODINGS.items()],
    )


class UploadForm(forms.Form):
    """A file or pasted rows, but not both."""

    file = forms.FileField(
        label="File: a spreadsheet, CSV, JSON, or a ZIP with one of these and images",
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
        # Django's check for NUL characters does not say where they are; ours does.
        self.fields["pasted"].validators = []

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        file, pasted = cleaned.get("file"), cleaned.get("pasted", "")
        if file and pasted.strip():
            self.add_error("file", "Send a file or pasted rows, not both.")
        elif file:
            cleaned["submission"] = _from_file(file)
        elif pasted.strip():
            content = pasted.encode("utf-8", "surrogatepass")
            cleaned["submission"] = Submission(content, "", "pasted")
        elif "file" not in self.errors:
            self.add_error("file", "Choose a file or paste the rows.")
        return cleaned

    @property
    def submission(self) -> Submission:
        """What was sent, after validation."""
        return cast(Submission, self.cleaned_data["submission"])

    def refuse(self, error: UploadError) -> None:
        """Add the reason why what was sent cannot be read to its field."""
        message = str(error)
        if self.submission.field == "file":
            message = f"{message} Choose the file again, or another one."
        self.add_error(self.submission.field, message)


def _from_file(file: "UploadedFile[bytes]") -> Submission:
    # Its size is bounded: studies.workbench.texts.views refuses larger requests unread.
    with file:  # so that it is not held twice
        return Submission(file.read(), file.name or "file", "file")


# The label of each select: what the column is for.
COLUMN_LABELS = {
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
    """How a file is laid out: which column is which, its sheet, and its encoding."""

    encoding = encoding_field()
    sheet = forms.ChoiceField(label="Sheet", required=False)
    rows = forms.ChoiceField(
        label="A row of the file is",
        required=False,
        widget=forms.RadioSelect,
        choices=[
            ("text", "one text: a column says whose it is"),
            ("item", "one item: each subject has a column of its own for its texts"),
        ],
    )
    wide = forms.TypedMultipleChoiceField(
        label="Columns with the texts of a subject; their names are the subjects",
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    untitled = forms.BooleanField(
        label="The first line is a text already: the file does not name its columns",
        required=False,
    )

    def __init__(self, *args: Any, file: SourceFile, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.head = file.head()
        self.sheets = file.sheets
        cast(forms.ChoiceField, self.fields["sheet"]).choices = [(s, s) for s in ("", *file.sheets)]
        places = [(str(n), name or f"column {n + 1}") for n, name in enumerate(self.head.names)]
        cast(forms.ChoiceField, self.fields["wide"]).choices = places
        for column in COLUMNS:
            self.fields[column] = forms.TypedChoiceField(
                label=COLUMN_LABELS[column],
                coerce=int,
                empty_value=None,
                choices=[("", "–"), *places],
                required=False,
            )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        used = set(cleaned.get("wide", ())) if self._is_wide else set()
        for column in self._asked:
            place = cleaned.get(column)
            if place is not None and place in used:
                self.add_error(column, "This column was chosen above already.")
            elif place is not None:
                used.add(place)
            elif column in self._needed and column not in self.errors:
                self.add_error(column, "Choose the column of the file that holds this.")
        if self._is_wide and len(cleaned.get("wide", ())) < 2 and "wide" not in self.errors:
            self.add_error("wide", "Choose a column for each subject, two at least.")
        return cleaned

    @property
    def _is_wide(self) -> bool:
        return self.cleaned_data.get("rows") == "item"

    @property
    def _asked(self) -> tuple[str, ...]:
        return WIDE_COLUMNS if self._is_wide else COLUMNS

    @property
    def _needed(self) -> tuple[str, ...]:
        """Return the columns that must be there: pictures need no text."""
        if self._is_wide:
            return ()
        has_image = self.cleaned_data.get("image") is not None
        return tuple(name for name in REQUIRED_COLUMNS if name != "text" or not has_image)

    @property
    def layout(self) -> Layout:
        """How the file is laid out, after validation."""
        cleaned = self.cleaned_data
        places = {column: cleaned[column] for column in self._asked if cleaned[column] is not None}
        wide = tuple(cleaned["wide"]) if self._is_wide else ()
        return Layout(places, cleaned["untitled"], wide)

    def selects(self) -> list[forms.BoundField]:
        """Return the fields of the columns, in our order."""
        return [self[column] for column in COLUMNS]


class ReviewForm(forms.Form):
    """Which subjects are A and B, and whether the texts are added or replace those of the study."""

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
        """Whether to add or to replace is still to be chosen; add the error that says so."""
        if self.has_texts and not self.cleaned_data["mode"]:
            self.add_error("mode", "Choose whether to add to the texts or to replace them.")
            return True
        return False


def _choice(name: str, rows: int) -> str:
    return f"{name} (1 row)" if rows == 1 else f"{name} ({rows} rows)"
