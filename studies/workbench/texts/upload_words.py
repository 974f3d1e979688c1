"""What was found in an upload, grouped and in words."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from studies.image_encoding import MESSAGES as IMAGE_MESSAGES
from studies.stimuli import Finding, Findings
from studies.stimuli.findings import MESSAGES

# What all findings of a kind have in common. Rows of other subjects are counted, not listed.
TITLES = {
    "no_texts": "A subject has no texts",
    "no_subject": "The subject is empty",
    "no_item": "The item is empty",
    "empty_text": "The text is empty",
    "text_too_long": "The text is too long",
    "context_too_long": "The context is too long",
    "item_too_long": "The item is too long",
    "nul": "NUL characters",
    "surrogate": "Half characters",
    "no_texts_of_kind": "A subject has no texts of a kind",
    "bad_kind": "The kind is not known",
    "bad_sentences": "The marked sentences are not the text",
    "alt_text_too_long": "The description of the image is too long",
    "no_alt_text": "The image has no description",
    "image_without_zip": "The image did not come along",
    "image_missing": "The image is not in the ZIP",
    **dict.fromkeys((*IMAGE_MESSAGES, "image_over_limit"), "The image cannot be used"),
    "bad_language": "The language is not known",
    "bad_direction": "The direction is not known",
    "surplus_cells": "More cells than columns",
    "identical_between": (
        "Identical texts of the two subjects: nobody can tell these apart, and no triad will hold "
        "both"
    ),
    "identical_within": "Identical texts of one subject: no triad will hold both",
    "contains_name": "Texts that contain a subject's name",
    "single_text_item": "Items with one text only",
    "one_sided_context": "A context for one subject only",
    "one_sided_image": "Images for one subject only",
    "one_subject_item": "Items with texts of one subject only, which cannot be used",
}


@dataclass(slots=True)
class Group:
    """All findings of one kind; only the first of them are kept, by message with their rows."""

    title: str
    count: int
    rows: dict[str, list[int]] = field(default_factory=dict)
    kept: int = 0

    def take(self, finding: Finding) -> None:
        """Add one of the findings that were kept."""
        message = MESSAGES[finding.code].format(**finding.params)
        rows = self.rows.setdefault(message, [])
        if finding.row is not None:
            rows.append(finding.row)
        self.kept += 1

    @property
    def sentences(self) -> list[str]:
        """Rows and what is the matter with them."""
        return [_sentence(message, rows) for message, rows in self.rows.items()]

    @property
    def more(self) -> int:
        """How many are counted and not listed."""
        return self.count - self.kept


def errors_of(findings: Findings) -> list[Group]:
    """What stops the upload."""
    return _grouped(findings, findings.errors)


def warnings_of(findings: Findings) -> list[Group]:
    """What is pointed out."""
    return _grouped(findings, findings.warnings)


def _grouped(findings: Findings, kept: Iterable[Finding]) -> list[Group]:
    groups: dict[str, Group] = {}
    for finding in kept:
        if finding.code in TITLES:
            title, count = str(TITLES[finding.code]), findings.counts[finding.code]
            groups.setdefault(finding.code, Group(title, count)).take(finding)
    return [groups[code] for code in TITLES if code in groups]


def _sentence(message: str, rows: list[int]) -> str:
    if not rows:
        return message
    numbers = ", ".join(map(str, rows))
    return f"Row {numbers}: {message}" if len(rows) == 1 else f"Rows {numbers}: {message}"
