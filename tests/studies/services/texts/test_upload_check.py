"""The check of an upload: subjects, findings, and texts that the study has already."""

import pytest

from studies.services.texts import upload as uploads
from studies.services.texts.upload_check import MAX_SUBJECTS, check_upload
from studies.services.texts.upload_state import checked, state_of
from tests.factories import make_study
from tests.studies.services.texts.test_upload import ROWS, receive, stored

pytestmark = pytest.mark.django_db


def test_the_demo_files_four_subjects_are_two_taken_and_two_left_out():
    study = make_study(items=0, subject_a="TGen", subject_b="human")
    with open("tests/data/demo/e2e_restaurants.csv", "rb") as file:
        upload = receive(study, file.read())
    findings = checked(upload).findings
    assert state_of(upload).subjects == {"TGen": "A", "human": "B"}
    assert dict(findings.texts) == {"A": 100, "B": 270}
    assert dict(findings.left_out) == {"Slug2Slug": 100, "Sheffield NLP": 100}
    assert uploads.save_upload(upload=upload, mode="add") == 370


def test_unknown_subjects_are_left_to_the_researcher_then_checked_again():
    study = make_study(items=0, subject_a="Ann", subject_b="Ben")
    upload = receive(study)
    assert state_of(upload).subjects == {}
    uploads.choose_subjects(upload=upload, subjects={"Machine": "A", "Somebody": "B"})
    check_upload(upload=upload)
    assert dict(checked(upload).findings.texts) == {"A": 2, "B": 1}
    uploads.save_upload(upload=upload, mode="add")
    assert [row[:2] for row in stored(study)] == [("A", "day 1"), ("A", "day 3"), ("B", "day 1")]


def test_texts_that_the_study_has_already_are_counted():
    study = make_study(items=0)
    first = receive(study)
    assert checked(first).contents.known == 0
    uploads.save_upload(upload=first, mode="add")
    again = receive(study, ROWS.replace("Wet.", "Dry."))
    assert checked(again).contents.known == 3


def test_a_cell_of_a_million_characters_is_an_error_with_its_row():
    study = make_study(items=0)
    upload = receive(study, ROWS + f"Machine,day 9,,{'x' * 1_000_000},,,\n")
    (finding,) = checked(upload).findings.errors
    assert (finding.code, finding.row) == ("text_too_long", 7)
    assert len(str(upload.findings)) + len(str(upload.mapping)) < 5000


def test_the_most_frequent_subjects_are_offered_in_the_order_of_appearance():
    names = [f"s{n}" for n in range(MAX_SUBJECTS + 5)]
    rows = [f"{name},1,{name}" for name in names] + [f"{name},2,{name}" for name in names[7:]]
    upload = receive(make_study(items=0), "\n".join(["subject,item,text", *rows]))
    offered = checked(upload).contents.found
    assert offered[0] == ("s0", 1)
    assert offered[-1] == (f"s{MAX_SUBJECTS + 4}", 2)
    assert [name for name, _count in offered] == names[:2] + names[7:]


def test_progress_is_told_of_rows():
    study = make_study(items=0)
    upload = uploads.receive(study=study, user=study.owner, name="", content=ROWS.encode())
    told = []
    check_upload(upload=upload, progress=lambda done, total: told.append((done, total)))
    assert told == [(5, 5)]
