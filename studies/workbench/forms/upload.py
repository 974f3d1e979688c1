"""Forms of adding texts: the file or rows, and the columns."""

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

# What most files have; the other columns are folded away.
FIRST_COLUMNS = (*REQUIRED_COLUMNS, "context")


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
    "subject": "{noun}: who wrote the text",
    "item": "Item: what the text is about",
    "text": "Text",
    "context": "Context: what the text was written from, shown to judges above it",
    "condition": "Condition: how the text was made or changed, never shown to judges",
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
    )
    wide = forms.TypedMultipleChoiceField(
        coerce=int,
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    untitled = forms.BooleanField(
        label="The first line is a text already: the file does not name its columns",
        required=False,
    )

    def __init__(self, *args: Any, file: SourceFile, noun: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.head = file.head()
        self.sheets = file.sheets
        # JSON names what it holds, and is in UTF-8 but for rare files.
        self.may_be_untitled = file.csv is None
        self.may_be_garbled = not file.sheets and (file.csv is None or file.decoded.doubtful)
        self.noun = noun
        cast(forms.ChoiceField, self.fields["rows"]).choices = [
            ("text", "one text: a column names its author"),
            ("item", f"one item: each {noun} has a column of its own for its texts"),
        ]
        self.fields[
            "wide"
        ].label = f"Columns with the texts of a {noun}; their names are the {noun}s"
        cast(forms.ChoiceField, self.fields["sheet"]).choices = [(s, s) for s in ("", *file.sheets)]
        places = [(str(n), name or f"column {n + 1}") for n, name in enumerate(self.head.names)]
        cast(forms.ChoiceField, self.fields["wide"]).choices = places
        for column in COLUMNS:
            self.fields[column] = forms.TypedChoiceField(
                label=COLUMN_LABELS[column].format(noun=noun.capitalize()),
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
            self.add_error("wide", f"Choose a column for each {self.noun}, two at least.")
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

    def first_selects(self) -> list[forms.BoundField]:
        """Return the fields of the columns that most files have."""
        return [self[column] for column in COLUMNS if column in FIRST_COLUMNS]

    def further_selects(self) -> list[forms.BoundField]:
        """Return the fields of the other columns, in our order."""
        return [self[column] for column in COLUMNS if column not in FIRST_COLUMNS]

    def has_further(self) -> bool:
        """Return whether a further column is matched, or wrongly so."""
        return any(field.value() or field.errors for field in self.further_selects())
