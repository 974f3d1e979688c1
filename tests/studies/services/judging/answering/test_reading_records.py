"""The record of a reading is stored with its answer, and never stands in its way."""

from datetime import timedelta

import pytest
from django.db.models import F

from studies.models import Answer, ReadingRecord, Trial
from studies.reading_record import PageRecord
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers, reading_records
from tests.factories import make_link, make_sample, make_study
from tests.studies.judge.visits import opened

pytestmark = pytest.mark.django_db
RECORD = PageRecord(
    translated=True,
    confirmed_ms=9000,
    visible_ms=8000,
    choices=((3, 3000), (2, 6000)),
    jumps=((3, 2000), (1, 4000)),
    device="touch",
    width=360,
    masked=True,
    stays=((1, 1, 100, 200), (3, 2, 300, 400)),
)


def a_trial(*, held_seconds=60, marked=False, **fields):
    """A trial of two sentences a text, held for so long."""
    study = make_study(items=0, **fields)
    for number in range(12):
        for subject in "AB":
            text = f"Rain {number} {subject} falls. It stops."
            starts = [0] if marked and subject == "A" else None
            make_sample(study, subject, f"day {number}", text, sentence_starts=starts)
    link = make_link(opened(study))
    trial = admission.start(
        token=link.token, visitor=Visitor(form_key="key"), consent_sha256="0" * 64
    )
    held_at = F("held_at") - timedelta(seconds=held_seconds)
    Trial.objects.filter(pk=trial.pk).update(held_at=held_at)
    return trial


def stored(trial, record=RECORD, position=2):
    answers.answer(code=trial.code, position=position, record=record)
    return ReadingRecord.objects.filter(answer__trial=trial).values().first()


def test_what_the_page_says_is_stored_with_the_answer():
    row = stored(a_trial(presentation="masked"))
    assert Answer.objects.get().page_translated
    del row["id"], row["answer_id"]
    assert row == {
        "chosen_ms": 6000,
        "confirmed_ms": 9000,
        "visible_ms": 8000,
        "choices": [[3, 3000], [2, 6000]],
        "jumps": [[3, 2000], [1, 4000]],
        "device": "touch",
        "width": 360,
        "masked": True,
        "stays": [[1, 1, 100, 200], [3, 2, 300, 400]],
    }


def test_no_more_time_is_believed_than_the_texts_were_held():
    row = stored(a_trial(held_seconds=5))
    assert 5000 <= row["confirmed_ms"] == row["visible_ms"] < 9000
    assert (row["chosen_ms"], row["choices"], row["stays"]) == (None, [], [])


def test_a_page_of_whole_texts_has_no_stays():
    row = stored(a_trial())
    assert (row["masked"], row["stays"]) == (False, [])


def test_a_judge_who_asked_for_whole_texts_has_no_stays():
    trial = a_trial(presentation="masked")
    reading_records.show_whole_texts(judge=trial.judge)
    assert not stored(trial)["masked"]
    trial.judge.refresh_from_db()
    assert trial.judge.reads_whole


def test_stays_are_those_of_sentences_that_exist():
    record = PageRecord(confirmed_ms=9, masked=True, stays=((1, 3, 0, 5),))
    assert stored(a_trial(presentation="masked"), record)["stays"] == []


def test_marks_of_one_subject_alone_cut_no_text():
    assert reading_records.sentence_counts(a_trial(marked=True).triad.sample_ids) == [2, 2, 2]


@pytest.mark.parametrize("record", [None, PageRecord(translated=True)])
def test_an_answer_needs_no_record(record):
    assert stored(a_trial(), record) is None
    assert Answer.objects.get().page_translated == (record is not None)


def test_a_second_record_changes_nothing():
    trial = a_trial()
    first = stored(trial)
    assert stored(trial, PageRecord(confirmed_ms=1)) == first


def test_texts_that_are_held_anew_have_another_key():
    trial = a_trial()
    first = reading_records.storage_key(trial)
    trial.refresh_from_db()
    assert (
        reading_records.storage_key(trial)
        != first
        == reading_records.storage_key(
            Trial(code=trial.code, held_at=trial.held_at + timedelta(seconds=60))
        )
    )
