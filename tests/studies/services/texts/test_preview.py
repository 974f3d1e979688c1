"""The triads and the rows in the preview of an upload."""

import pytest

from studies import stimuli
from studies.services.texts.preview import ROWS, preview_rows, preview_triads
from studies.services.texts.upload_state import checked
from tests.factories import make_study
from tests.studies.services.texts.test_upload import EXPECTED, receive

pytestmark = pytest.mark.django_db


def test_three_triads_are_shown_as_the_study_would_make_them():
    study = make_study(items=0)
    upload = receive(study)
    shown = [text.text for text in checked(upload).contents.sample]
    assert [len(set(shown[first : first + 3])) for first in (0, 3, 6)] == [3, 3, 3]
    assert (len(shown), set(shown) <= {row[3] for row in EXPECTED}) == (9, True)
    # One item only: the plan makes no triad of it, so two texts are shown, and never three.
    upload = receive(study, "subject,item,text\nForecaster,1,a\nMachine,1,b\nMachine,1,c\n")
    assert [text.text for text in checked(upload).contents.sample] == ["a", "b"]


def test_of_one_item_a_triad_is_two_texts_of_one_and_one_of_the_other_about_it():
    """The first fifty texts of each need share no item."""
    study = make_study(items=0, pairing="same")
    rows = [stimuli.TextRow(n, "a", f"only a {n}", f"a {n}") for n in range(60)]
    rows += [stimuli.TextRow(100 + n, "b", f"only b {n}", f"b {n}") for n in range(60)]
    assert len(preview_triads(study, rows, {"a": "A", "b": "B"}, {})) == 2
    rows += [stimuli.TextRow(200 + n, "aabb"[n], "both", f"both {n}") for n in range(4)]
    shown = preview_triads(study, rows, {"a": "A", "b": "B"}, {})
    assert len(shown) >= 3
    assert {text.text for text in shown} <= {f"both {n}" for n in range(4)}


def test_texts_that_cannot_be_stored_or_are_not_under_judgement_are_left_out():
    rows = [
        stimuli.TextRow(2, "a", "1", " "),
        stimuli.TextRow(3, "a", "2", "x" * (stimuli.MAX_TEXT + 1)),
        stimuli.TextRow(4, "a", "3", "practice", kind="practice"),
        stimuli.TextRow(5, "a", "4", "main"),
        stimuli.TextRow(6, "b", "5", "other"),
    ]
    rows += [stimuli.TextRow(n, "ab"[n % 2], str(n), f"text {n}") for n in (7, 8, 9)]
    shown = preview_triads(make_study(items=0), rows, {"a": "A", "b": "B"}, {})
    assert {text.text for text in shown} <= {"main", "other", "text 7", "text 8", "text 9"}
    assert len(shown) >= 3
    assert preview_triads(make_study(items=0), rows[2:3], {"a": "A"}, {}) == ()


def test_the_image_of_a_text_is_named_by_its_key():
    rows = [stimuli.TextRow(2, "a", "1", "x", image="map.png", alt_text="A map")]
    images = {"map.png": stimuli.ImageFound(pk=7, sha256="ab" * 32)}
    (shown,) = preview_triads(make_study(items=0), rows, {"a": "A"}, images)
    assert (shown.image, shown.alt_text) == (7, "A map")


def rows_of(shown):
    return [row.number for row in shown]


def test_rows_with_errors_are_shown_before_others():
    rows = [stimuli.TextRow(n, "a", str(n), "x") for n in range(2, 102)]
    findings = stimuli.Findings()
    assert rows_of(preview_rows(rows, findings)) == list(range(2, 2 + ROWS))
    for number in (60, 90):
        findings.add("empty_text", number)
    findings.add("no_texts", subject="B")  # of no row
    findings.add("single_text_item", 70, item="x")  # no error
    assert rows_of(preview_rows(rows, findings)) == [*range(2, ROWS), 60, 90]
    for number in range(30, 60):
        findings.add("no_item", number)
    assert rows_of(preview_rows(rows, findings)) == list(range(30, 30 + ROWS))


def test_of_a_row_with_two_texts_the_wrong_one_is_shown():
    rows = [stimuli.TextRow(n // 2, "ab"[n % 2], "1", "x") for n in range(4, 104)]
    findings = stimuli.Findings(subject="b")
    findings.add("text_too_long", 45, characters=1, limit=1)
    shown = preview_rows(rows, findings)
    assert [(row.number, row.subject) for row in shown[-2:]] == [(11, "a"), (45, "b")]


def test_long_cells_are_cut():
    [row] = preview_rows([stimuli.TextRow(2, "a", "1", "x" * 1000)], stimuli.Findings())
    assert (len(row.text), row.text[-1]) == (300, "…")
