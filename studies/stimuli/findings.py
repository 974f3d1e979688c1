"""What a check found, bounded in size and storable as JSON."""

from collections import Counter
from dataclasses import dataclass, field
from typing import NotRequired, TypedDict, cast

from studies.design.text_use import HARDLY_BEYOND, TOPIC_AND_AUTHOR
from studies.image_encoding import MESSAGES as IMAGE_MESSAGES

Params = dict[str, str | int]

# These stop the upload.
ERRORS = {
    "no_subject": "The subject is empty.",
    "no_item": "The item is empty: say what the text is about.",
    "empty_text": "The text is empty.",
    "text_too_long": "The text has {characters} characters; at most {limit} are allowed.",
    "context_too_long": "The context has {characters} characters; at most {limit} are allowed.",
    "item_too_long": "The item has {characters} characters; at most {limit} are allowed.",
    "condition_too_long": (
        "The condition has {characters} characters; at most {limit} are allowed."
    ),
    "nul": "The {column} holds a NUL character.",
    "surrogate": "The {column} holds half a character (a lone surrogate).",
    "bad_kind": "The kind must be main, practice or attention, not “{value}”.",
    "bad_sentences": (
        "The column sentences is not the text with a mark (¦ or a line break) between its "
        "sentences: it differs after “{value}”."
    ),
    "alt_text_too_long": (
        "The description has {characters} characters; at most {limit} are allowed."
    ),
    "no_alt_text": (
        "The image has no description (column alt_text): say what it shows, for judges who cannot "
        "see it."
    ),
    "no_image": (
        "The text has no image, and others of its kind are images without text: next to these "
        "it would be recognised at once. Give all of them an image, or all of them a text."
    ),
    "image_without_zip": (
        "The image “{name}” was not uploaded: put the table and the images into one ZIP, and "
        "upload that."
    ),
    "image_over_limit": "The image “{name}” has more than {limit} MB. Make it smaller.",
    "image_missing": "The image “{name}” is not in the ZIP. Look at its name and its folder.",
    **{code: f"The image “{{name}}” cannot be used: {why}" for code, why in IMAGE_MESSAGES.items()},
    "bad_language": "“{value}” is not a language code (such as en or pt-BR).",
    "bad_direction": "The direction must be ltr, rtl or auto, not “{value}”.",
    "surplus_cells": (
        "The row has more cells than there are columns. Put cells that hold the separator "
        "between quotation marks."
    ),
    "no_texts": "There are no texts of subject {subject}.",
    "no_texts_of_kind": "There are {kind} texts, but none of subject {subject}.",
}
# These are pointed out.
WARNINGS = {
    "other_subject": "The subject “{subject}” is neither A nor B: the row is left out.",
    "identical_between": "The text is identical to that of the other subject in row {other}.",
    "identical_within": "The text is identical to that of the same subject in row {other}.",
    "alike_between": (
        "The text differs from that of the other subject in row {other} in case, blanks or "
        "invisible characters only."
    ),
    "alike_within": (
        "The text differs from that of the same subject in row {other} in case, blanks or "
        "invisible characters only."
    ),
    "spelling": (
        "“{value}” is taken as “{first}”: they differ in case, blanks or invisible characters only."
    ),
    "contains_name": "The text contains the name “{name}”: judges might recognise the author.",
    "single_text_item": "The item “{item}” has this text only.",
    "one_sided_context": "Only texts of subject {subject} have a context: this gives them away.",
    "one_sided_image": "Only texts of subject {subject} have an image: this gives them away.",
    "one_sided_text": (
        "Only images of subject {subject} have a text beside them: this gives them away."
    ),
    "few_texts": (
        "Only {texts} different texts of subject {subject}: each will be read {times} in "
        "{evaluations} evaluations. " + HARDLY_BEYOND
    ),
    "topic_and_author": TOPIC_AND_AUTHOR,
    "one_subject_item": "The item “{item}” has texts of subject {subject} only.",
    # Of studies in which texts of several systems are rated.
    "other_system": "The row is left out.",
    "no_texts_of_system": "There are no texts of {system} in the file.",
    "no_context_of_system": "Texts of {systems} have no context, and others have.",
    "no_image_of_system": "Texts of {systems} have no image, and others have: it gives them away.",
    "item_without": "The item “{item}” has no text of {systems}.",
    "item_with_several": "The item “{item}” has more than one text of {systems}.",
    "other_context": "The context differs from that of row {other}, about the same item.",
    "identical_in_item": (
        "The text is identical to that of {system} about the same item, in row {other}."
    ),
    "identical_of_items": (
        "The text is identical to that of the same system about another item, in row {other}."
    ),
}
MESSAGES = ERRORS | WARNINGS
# So many findings of one code are listed; all are counted.
MAX_SHOWN = 50
MAX_QUOTED = 80


class FindingJSON(TypedDict):
    """A stored finding."""

    code: str
    row: int | None
    params: Params
    message: str
    subject: NotRequired[str]  # not of checks by an earlier release


class FindingsJSON(TypedDict):
    """Stored findings."""

    rows: int
    texts: dict[str, int]
    left_out: dict[str, int]
    counts: dict[str, int]
    findings: list[FindingJSON]
    different: NotRequired[dict[str, int]]  # not of checks by an earlier release


@dataclass(frozen=True, slots=True)
class Finding:
    """A code of `ERRORS` or `WARNINGS`, its row (None: the whole file) and its parameters.

    `subject` is the subject of its text: a row has several where each subject has a column.
    """

    code: str
    row: int | None = None
    params: Params = field(default_factory=dict)
    subject: str = ""

    @property
    def is_error(self) -> bool:
        """Whether this stops the upload."""
        return self.code in ERRORS

    @property
    def message(self) -> str:
        """What is the matter, without the row."""
        return MESSAGES[self.code].format(**self.params)

    def __str__(self) -> str:
        return self.message if self.row is None else f"Row {self.row}: {self.message}"


@dataclass(slots=True)
class Findings:
    """All findings: their number by code, and the first `MAX_SHOWN` of each code.

    `subject` is the subject of the text that is being checked now. `texts` counts the rows of
        "A", "B", …,
    `different` their texts under judgement that differ from one another, `left_out` those of other
    subjects (the first `MAX_SHOWN` names).
    """

    rows: int = 0
    texts: Counter[str] = field(default_factory=Counter)
    different: Counter[str] = field(default_factory=Counter)
    left_out: Counter[str] = field(default_factory=Counter)
    counts: Counter[str] = field(default_factory=Counter)
    findings: list[Finding] = field(default_factory=list)
    subject: str = ""

    def add(self, code: str, row: int | None = None, **params: str | int) -> None:
        """Count a finding, and list it if it is among the first of its code."""
        self.counts[code] += 1
        if self.counts[code] <= MAX_SHOWN:
            shown = {name: quoted(value) for name, value in params.items()}
            self.findings.append(Finding(code, row, shown, cast(str, quoted(self.subject))))

    def leave_out(self, row: int, subject: str, code: str = "other_subject") -> None:
        """Count a row with a subject that is not taken."""
        name = cast(str, quoted(subject))
        if name in self.left_out or len(self.left_out) < MAX_SHOWN:
            self.left_out[name] += 1
        self.add(code, row, subject=subject)

    def sort(self) -> None:
        """Put the listed findings in the order in which they are shown and stored."""
        self.findings = self.errors + self.warnings

    @property
    def ok(self) -> bool:
        """Whether nothing stops the upload."""
        return not any(code in ERRORS for code in self.counts)

    @property
    def errors(self) -> list[Finding]:
        """The listed findings that stop the upload, by row."""
        return sorted((f for f in self.findings if f.is_error), key=_by_row)

    @property
    def warnings(self) -> list[Finding]:
        """The listed findings that are pointed out, by row."""
        return sorted((f for f in self.findings if not f.is_error), key=_by_row)

    def as_json(self) -> FindingsJSON:
        """Return plain lists, dicts, strings and numbers, of bounded size."""
        return {
            "rows": self.rows,
            "texts": dict(self.texts),
            "different": dict(self.different),
            "left_out": dict(self.left_out),
            "counts": dict(self.counts),
            "findings": [
                {
                    "code": f.code,
                    "row": f.row,
                    "params": f.params,
                    "message": str(f),
                    "subject": f.subject,
                }
                for f in self.errors + self.warnings
            ],
        }

    @classmethod
    def from_json(cls, stored: FindingsJSON) -> "Findings":
        """Return the findings that `as_json` wrote."""
        return cls(
            rows=stored["rows"],
            texts=Counter(stored["texts"]),
            different=Counter(stored.get("different", {})),
            left_out=Counter(stored["left_out"]),
            counts=Counter(stored["counts"]),
            findings=[
                Finding(f["code"], f["row"], f["params"], f.get("subject", ""))
                for f in stored["findings"]
            ],
        )


def quoted(value: str | int) -> str | int:
    """Return a value that can be stored and shown: short, without NULs and lone surrogates."""
    if isinstance(value, int):
        return value
    clean = value.encode("utf-8", "replace").decode().replace("\0", "\ufffd")
    return clean if len(clean) <= MAX_QUOTED else clean[: MAX_QUOTED - 1] + "…"


def _by_row(finding: Finding) -> tuple[int, str]:
    return finding.row or 0, finding.code
