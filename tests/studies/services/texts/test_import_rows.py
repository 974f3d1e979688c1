"""Texts that come as data: stored all or none, and never twice."""

import pytest

from studies.models import Sample, Upload
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts.import_rows import import_rows
from studies.stimuli import UploadError
from tests.factories import make_study

pytestmark = pytest.mark.django_db

ROWS = [
    {"subject": "A", "item": "day 1", "text": 'Rain, "wet"\nand cold.'},
    {"subject": "B", "item": "day 1", "text": "Sun.", "context": "=1+1"},
]


def test_rows_are_stored_exactly_and_leave_no_upload():
    study = make_study(items=0)
    added = import_rows(study=study, user=study.owner, rows=ROWS)
    assert (added.stored, added.findings.ok) == (2, True)
    stored = study.samples.order_by("row").values_list("subject", "item", "text", "context")
    assert list(stored) == [
        ("A", "day 1", 'Rain, "wet"\nand cold.', ""),
        ("B", "day 1", "Sun.", "=1+1"),
    ]
    assert not Upload.objects.exists()


def test_one_wrong_row_stores_none():
    study = make_study(items=0)
    wrong = {"subject": "A", "item": "", "text": "Wind."}
    added = import_rows(study=study, user=study.owner, rows=[*ROWS, wrong])
    assert (added.stored, [f.code for f in added.findings.errors]) == (0, ["no_item"])
    assert not Sample.objects.exists()
    assert not Upload.objects.exists()


def test_a_call_sent_again_is_refused_and_stores_nothing():
    study = make_study(items=0)
    import_rows(study=study, user=study.owner, rows=ROWS)
    more = {"subject": "A", "item": "day 2", "text": "Wind."}
    with pytest.raises(WrongStateError, match="has 1 of these texts already"):
        import_rows(study=study, user=study.owner, rows=[ROWS[0], more])
    assert study.samples.count() == 2
    assert not Upload.objects.exists()


def test_half_characters_are_refused():
    study = make_study(items=0)
    rows = [{"subject": "A", "item": "1", "text": "a\ud800"}]
    with pytest.raises(UploadError) as caught:
        import_rows(study=study, user=study.owner, rows=rows)
    assert caught.value.code == "surrogate"
