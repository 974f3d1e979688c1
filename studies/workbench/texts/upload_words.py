"""The findings of an upload, grouped and in words."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from studies.image_encoding import MESSAGES as IMAGE_MESSAGES
from studies.stimuli import Finding, Findings

# The title of each code's findings. Those without one are counted elsewhere on the page.
TITLES = {
    "no_texts": "A subject has no texts",
    "no_subject": "The subject is empty",
    "no_item": "The item is empty",
    "empty_text": "The text is empty",
    "text_too_long": "The text is too long",
    "context_too_long": "The context is too long",
    "item_too_long": "The item is too long",
    "condition_too_long": "The condition is too long",
    "nul": "NUL characters",
    "surrogate": "Half characters",
    "no_texts_of_kind": "A subject has no texts of a kind",
    "bad_kind": "The kind is not known",
    "bad_sentences": "The marked sentences are not the text",
    "alt_text_too_long": "The description of the image is too long",
    "no_alt_text": "The image has no description",
    "no_image": "The text has no image, and others are images alone",
    "image_without_zip": "The image was not uploaded",
    "image_missing": "The image is not in the ZIP",
    **dict.fromkeys((*IMAGE_MESSAGES, "image_over_limit"), "The image cannot be used"),
    "bad_language": "The language is not known",
    "bad_direction": "The direction is not known",
    "surplus_cells": "More cells than columns",
    "few_texts": "Few texts",
    "topic_and_author": "Topic and author cannot be told apart",
    "identical_between": (
        "Identical texts of the two subjects: judges cannot tell them apart, and no triad will "
        "hold both"
    ),
    "identical_within": "Identical texts of one subject: no triad will hold both",
    "alike_between": (
        "Texts of the two subjects that differ in case or invisible characters only: judges can "
        "hardly tell these apart"
    ),
    "alike_within": "Texts of one subject that differ in case or invisible characters only",
    "spelling": "Subjects and items in another spelling, taken as one",
    "contains_name": "Texts that contain a subject's name",
    "single_text_item": "Items with one text only",
    "one_sided_context": "A context for one subject only",
    "one_sided_image": "Images for one subject only",
    "one_sided_text": "Texts beside the images for one subject only",
    "one_subject_item": "Items with texts of one subject only, which cannot be used",
    "no_texts_of_system": "A system has no texts in the file",
    "no_context_of_system": "A context for some systems only",
    "no_image_of_system": "Images for some systems only",
    "item_without": (
        "Items without a text of some system: add it, or leave these items out on the next page"
    ),
    "item_with_several": (
        "Items with more than one text of a system: delete the others, or leave these items out on "
        "the next page"
    ),
    "other_context": "Contexts that differ within an item: this gives the texts away",
    "identical_in_item": "Identical texts of systems about an item: judges see such a text once",
    "identical_of_items": "Identical texts of a system about several items",
}
# What an empty cell of a spreadsheet may be; calculated values are all that is read of formulas.
EMPTY_FORMULAS = (
    "Formulas that no program has calculated look empty too, as in files that a script has "
    "written: open the file in the spreadsheet program, save it, and upload it again."
)
LOOK_EMPTY = ("empty_text", "no_texts", "no_subject", "no_item", "single_text_item", "item_without")
SPREADSHEETS = (".xlsx", ".xlsm", ".xls", ".ods")


@dataclass(slots=True)
class FindingGroup:
    """All findings of one code; the first of them are listed, by message with their rows."""

    title: str
    count: int
    rows: dict[str, list[int]] = field(default_factory=dict)
    listed: int = 0

    def add(self, finding: Finding) -> None:
        """Add one of the listed findings."""
        rows = self.rows.setdefault(finding.message, [])
        if finding.row is not None:
            rows.append(finding.row)
        self.listed += 1

    @property
    def sentences(self) -> list[str]:
        """What is the matter, with the rows concerned."""
        return [_sentence(message, rows) for message, rows in self.rows.items()]

    @property
    def is_of_the_file(self) -> bool:
        """It is about the whole file, and no single row: shown unfolded."""
        return not any(self.rows.values())

    @property
    def more(self) -> int:
        """The number of findings that are not listed."""
        return self.count - self.listed


def of_empty_formulas(name: str, findings: Findings) -> str:
    """Return what cells of a spreadsheet that are called empty may hold; else empty."""
    is_spreadsheet = name.lower().endswith(SPREADSHEETS)
    return EMPTY_FORMULAS if is_spreadsheet and findings.counts.keys() & {*LOOK_EMPTY} else ""


def errors_of(findings: Findings) -> list[FindingGroup]:
    """Return the findings that stop the upload."""
    return _grouped(findings, findings.errors)


def warnings_of(findings: Findings) -> list[FindingGroup]:
    """Return the findings that are pointed out."""
    return _grouped(findings, findings.warnings)


def _grouped(findings: Findings, listed: Iterable[Finding]) -> list[FindingGroup]:
    groups: dict[str, FindingGroup] = {}
    for finding in listed:
        if finding.code in TITLES:
            group = FindingGroup(TITLES[finding.code], findings.counts[finding.code])
            groups.setdefault(finding.code, group).add(finding)
    return [groups[code] for code in TITLES if code in groups]


def _sentence(message: str, rows: list[int]) -> str:
    if not rows:
        return message
    numbers = ", ".join(map(str, rows))
    return f"Row {numbers}: {message}" if len(rows) == 1 else f"Rows {numbers}: {message}"
