"""What was found in an upload, grouped and in words."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from studies.stimuli import Finding, Findings
from studies.stimuli.findings import MESSAGES

# What all findings of a kind have in common. Rows of other subjects are counted, not listed.
TITLES = {
    "no_texts": gettext_lazy("A subject has no texts"),
    "no_subject": gettext_lazy("The subject is empty"),
    "no_item": gettext_lazy("The item is empty"),
    "empty_text": gettext_lazy("The text is empty"),
    "text_too_long": gettext_lazy("The text is too long"),
    "context_too_long": gettext_lazy("The context is too long"),
    "item_too_long": gettext_lazy("The item is too long"),
    "nul": gettext_lazy("NUL characters"),
    "surrogate": gettext_lazy("Half characters"),
    "bad_language": gettext_lazy("The language is not known"),
    "bad_direction": gettext_lazy("The direction is not known"),
    "surplus_cells": gettext_lazy("More cells than columns"),
    "identical_between": gettext_lazy(
        "Identical texts of the two subjects: nobody can tell these apart, and no triad will hold "
        "both"
    ),
    "identical_within": gettext_lazy("Identical texts of one subject: no triad will hold both"),
    "contains_name": gettext_lazy("Texts that contain a subject's name"),
    "single_text_item": gettext_lazy("Items with one text only"),
    "one_subject_item": gettext_lazy("Items with texts of one subject only, which cannot be used"),
}


@dataclass(slots=True)
class Group:
    """All findings of one kind; only the first of them are kept."""

    title: str
    count: int
    findings: list[str] = field(default_factory=list)

    @property
    def more(self) -> int:
        """How many are counted and not listed."""
        return self.count - len(self.findings)


def errors_of(findings: Findings) -> list[Group]:
    """What stops the upload."""
    return _grouped(findings, findings.errors)


def warnings_of(findings: Findings) -> list[Group]:
    """What is pointed out."""
    return _grouped(findings, findings.warnings)


def _grouped(findings: Findings, kept: Iterable[Finding]) -> list[Group]:
    groups: dict[str, Group] = {}
    for finding in kept:
        if finding.code not in TITLES:
            continue
        title = str(TITLES[finding.code])
        group = groups.setdefault(finding.code, Group(title, findings.counts[finding.code]))
        group.findings.append(_sentence(finding))
    return [groups[code] for code in TITLES if code in groups]


def _sentence(finding: Finding) -> str:
    message = _(MESSAGES[finding.code]).format(**finding.params)
    if finding.row is None:
        return message
    return _("Row %(row)d: %(message)s") % {"row": finding.row, "message": message}
