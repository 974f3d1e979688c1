"""The texts of a draft: corrected, left out, deleted."""

import pytest

from studies import design
from studies.models import Event
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import draft_texts
from tests.factories import make_sample, make_study, open_study

pytestmark = pytest.mark.django_db


def test_delete_texts_of_a_draft():
    study = make_study(items=2)
    assert draft_texts.delete_texts(study=study, user=study.owner) == 4
    assert not study.samples.exists()


def test_a_corrected_text_has_a_new_hash_and_loses_its_marked_sentences():
    study = make_study(items=0)
    sample = make_sample(study, "A", "day 1", "Rain. Sun.", sentence_starts=[0, 6])
    sample.item = "day 2"
    draft_texts.correct_text(sample=sample, user=study.owner, changed={"item": "Item"})
    sample.refresh_from_db()
    assert (sample.item, sample.sentence_starts) == ("day 2", [0, 6])
    sample.text, sample.language = "Rain.", "en"
    draft_texts.correct_text(sample=sample, user=study.owner, changed={"text": "Text"})
    sample.refresh_from_db()
    assert (sample.text, sample.language, sample.sentence_starts) == ("Rain.", "", None)
    assert sample.content_hash == design.content_hash("Rain.")
    event = Event.objects.filter(study=study, what=Event.What.TEXT_CHANGED).latest("pk")
    assert (event.who, event.details) == (study.owner, {"row": sample.pk, "fields": ["Text"]})


def test_texts_are_left_out_and_taken_back():
    study = make_study(items=2)
    one, two, three, _four = study.samples.order_by("pk").values_list("pk", flat=True)
    change = {"study": study, "user": study.owner}
    assert draft_texts.leave_out(**change, among=[one, two], out=[one, two, three]) == 2
    assert draft_texts.leave_out(**change, among=[one, two], out=[one]) == 1
    assert draft_texts.leave_out(**change, among=[one, two], out=[one]) == 0
    assert list(study.samples.filter(left_out=True).values_list("pk", flat=True)) == [one]
    assert Event.objects.filter(study=study, what=Event.What.TEXTS_LEFT_OUT).count() == 2


def test_texts_of_an_opened_study_are_fixed():
    study = open_study()
    sample = study.samples.first()
    for refused in (
        lambda: draft_texts.correct_text(sample=sample, user=study.owner, changed={}),
        lambda: draft_texts.delete_text(sample=sample, user=study.owner),
        lambda: draft_texts.delete_texts(study=study, user=study.owner),
        lambda: draft_texts.leave_out(study=study, user=study.owner, among=[sample.pk], out=[]),
    ):
        with pytest.raises(WrongStateError, match="fixed"):
            refused()
