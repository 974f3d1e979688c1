"""The table of the preview: what is wrong is said in its cell."""

import re

import pytest

from studies.services.texts.upload_state import PreviewRow
from studies.stimuli import ERRORS, WARNINGS, Finding, Findings
from studies.workbench.texts.row_table import CELLS, HEADS, row_table
from tests.studies.workbench.texts.uploads import ROWS, review_url, send

# These are about the whole file.
OF_THE_FILE = {
    *("no_texts", "no_texts_of_kind", "few_texts", "topic_and_author"),
    *("one_sided_context", "one_sided_image", "one_sided_text"),
    *("no_texts_of_system", "no_context_of_system", "no_image_of_system"),
}


def row(number=2, **cells):
    plain = dict.fromkeys(HEADS, "") | {"kind": "main", "direction": "auto", "subject": "TGen"}
    return PreviewRow(number=number, **plain | {"item": "day 1", "text": "Rain."} | cells)


def test_columns_that_no_row_fills_are_not_shown():
    assert row_table([row()], []).heads == ("Subject", "Item", "Text")
    assert row_table([row(context="x", direction="rtl")], []).heads[3:] == ("Context", "Direction")
    pictures = row_table([row(text="", image="a.png", alt_text="A map")], [])
    assert pictures.heads == ("Subject", "Item", "Image", "Description of the image")


def test_a_finding_is_marked_in_its_cell():
    findings = [Finding("contains_name", 2, {"name": "TGen"}), Finding("no_item", 3)]
    table = row_table([row(), row(3, item="")], findings)
    (first, second), item, text = table.rows, 1, 2
    assert (first.cells[text].warnings, first.has_errors) == ((findings[0].message,), False)
    assert (second.cells[item].errors, second.has_errors) == ((findings[1].message,), True)
    assert (table.wrong, second.cells[text].errors) == (1, ())


def test_a_column_that_is_empty_is_shown_where_something_is_wrong_with_it():
    table = row_table([row(image="a.png")], [Finding("no_alt_text", 2)])
    assert table.heads[-1] == "Description of the image"
    assert table.rows[0].cells[-1].errors


def test_what_is_of_no_column_is_marked_at_the_row():
    table = row_table([row(), row(3)], [Finding("surplus_cells", 3), Finding("no_texts")])
    assert [len(one.own.errors) for one in table.rows] == [0, 1]


def test_of_two_texts_in_a_row_the_right_one_is_marked():
    two = [row(subject="TGen"), row(subject="human")]
    table = row_table(two, [Finding("text_too_long", 2, {"characters": 2, "limit": 1}, "human")])
    assert [one.has_errors for one in table.rows] == [False, True]


@pytest.mark.parametrize("code", sorted(set(ERRORS | WARNINGS) - OF_THE_FILE - {"surplus_cells"}))
def test_every_finding_of_a_row_has_a_cell(code):
    in_a_cell = code in CELLS or code.startswith("image_") or code in ("nul", "surrogate")
    assert in_a_cell or code == "no_image"


def test_all_findings_of_the_file_are_of_no_row():
    found = Findings()
    found.add("no_texts", subject="A")
    assert row_table([row()], found.findings).wrong == 0


@pytest.mark.django_db
def test_the_page_says_in_words_what_is_wrong_and_where(researcher, study):
    page = researcher.get(review_url(send(researcher, study, ROWS + "Machine,,Dry.\n")))
    text = page.content.decode()
    assert "The rows: one is wrong" in text
    assert text.count('<tr class="wrong">') == text.count('class="item error"') == 1
    assert "<strong>Wrong:</strong> The item is empty: say what the text is about.</p>" in text
    # No triads while something is wrong.
    assert "as judges will see" not in text
    rows = ROWS + "Machine,day 4,Cold.\n"
    good = researcher.get(review_url(send(researcher, study, rows))).content.decode()
    assert ("3 triads, as judges will see the texts" in good, "Wrong:" in good) == (True, False)
    labels = re.findall(r'<section[^>]* aria-label="([^"]+)"', good)
    assert len(labels) == len(set(labels)) == 13  # a landmark is found by its name
