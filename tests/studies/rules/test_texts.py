"""Texts are fixed once their study is open."""

import pytest
from django.db import IntegrityError, transaction

from studies.models import Image, Study
from tests.factories import make_sample, make_study, open_study
from tests.studies.rules.rows import a_sample_row, open_draft, refused, sql

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("status", ["open", "paused", "closed"])
def test_texts_of_an_opened_study_are_fixed(status):
    study = open_study()
    Study.objects.filter(pk=study.pk).update(status=status)
    statement, values = a_sample_row(study)
    with refused("fixed"):
        sql(statement, *values)
    for change in ("text = 'x'", "subject = 'B'", "item = 'x'", "content_hash = 'x'", "row = 9"):
        with refused("fixed"):
            sql(f"UPDATE studies_sample SET {change.replace('row', chr(34) + 'row' + chr(34))}")  # noqa: S608 - our own words
    with refused("fixed"):
        sql("DELETE FROM studies_sample")


@pytest.mark.parametrize("kind", ["practice", "attention"])
def test_texts_that_are_never_counted_are_fixed_as_well(kind):
    study = make_study()
    other = make_sample(study, "A", "x", "Other.", kind=kind)
    open_draft(study)
    for change in ("kind = 'main'", "text = 'x'"):
        with refused("fixed"):
            sql(f"UPDATE studies_sample SET {change} WHERE id = %s", other.pk)  # noqa: S608 - our own words
    with refused("fixed"):
        sql("DELETE FROM studies_sample WHERE id = %s", other.pk)
    with refused("fixed"):
        make_sample(study, "B", "x", "One more.", kind=kind)


def test_a_text_does_not_change_its_kind_to_get_out_or_in():
    open_study()
    with refused("fixed"):
        sql("UPDATE studies_sample SET kind = 'practice'")


def test_a_text_does_not_move_between_studies():
    opened, draft = open_study(), make_study()
    with refused("fixed"):
        sql("UPDATE studies_sample SET study_id = %s WHERE study_id = %s", draft.pk, opened.pk)
    with refused("fixed"):
        sql("UPDATE studies_sample SET study_id = %s WHERE study_id = %s", opened.pk, draft.pk)


def test_texts_of_a_draft_change_freely():
    study = make_study()
    assert sql("UPDATE studies_sample SET item = 'x' WHERE study_id = %s", study.pk) == 24
    assert sql("DELETE FROM studies_sample WHERE study_id = %s", study.pk) == 24


def test_an_empty_text_needs_an_image_with_a_description():
    study = make_study(items=0)
    image = Image.objects.create(
        study=study, content=b"x", content_type="image/png", sha256="0" * 64, width=1, height=1
    )
    make_sample(study, "A", "x", "", image=image, alt_text="A map")
    for fields in ({}, {"image": image}, {"alt_text": "A map"}):
        with pytest.raises(IntegrityError, match="sample_text_or_image"), transaction.atomic():
            make_sample(study, "A", "x", "", **fields)
