"""Findings in groups: titles, rows of equal messages, and how many more there are."""

from studies.stimuli.findings import ERRORS, MAX_SHOWN, WARNINGS, Findings
from studies.workbench.texts.upload_words import TITLES, errors_of, warnings_of


def test_every_code_has_a_title_but_rows_that_are_counted_elsewhere():
    assert set(TITLES) == (set(ERRORS) | set(WARNINGS)) - {"other_subject", "other_system"}


def test_rows_of_equal_messages_stand_together():
    findings = Findings()
    for row in (7, 3):
        findings.add("no_item", row)
    findings.add("bad_kind", 4, value="mian")
    findings.add("bad_kind", 5, value="x")
    findings.add("no_texts", subject="A")
    findings.add("single_text_item", 3, item="day 1")
    findings.add("other_subject", 9, subject="C")
    groups = {group.title: group.sentences for group in errors_of(findings)}
    assert groups == {
        "A subject has no texts": ["There are no texts of subject A."],
        "The item is empty": ["Rows 3, 7: The item is empty: say what the text is about."],
        "The kind is not known": [
            "Row 4: The kind must be main, practice or attention, not “mian”.",
            "Row 5: The kind must be main, practice or attention, not “x”.",
        ],
    }
    (group,) = warnings_of(findings)
    assert (group.title, group.count) == ("Items with one text only", 1)


def test_findings_that_are_not_listed_are_counted():
    findings = Findings()
    for row in range(MAX_SHOWN + 3):
        findings.add("no_item", row)
    (group,) = errors_of(findings)
    assert (group.count, group.more) == (MAX_SHOWN + 3, 3)
