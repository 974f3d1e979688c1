"""Erasing a study: the only way in which answers are deleted."""

import pytest
from django.db import IntegrityError, transaction

from studies.models import Answer, Event, Study
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import erasure
from tests.factories import make_judge, make_link, open_study

pytestmark = pytest.mark.django_db


def test_erasing_takes_everything_of_one_study_and_leaves_its_record() -> None:
    study, other = open_study(), open_study()
    for one in (study, other):
        answer(code=next_trial(make_judge(make_link(one))).code, position=1)
    erasure.erase(study=study, user=study.owner)
    assert list(Study.objects.all()) == [other]
    assert Answer.objects.count() == 1
    event = Event.objects.get(what="erased")
    kept = {"answers": 1, "texts_sha256": study.texts_sha256}
    assert (event.study_code, event.details) == (study.code, kept)


def test_only_a_study_with_answers_that_could_count_leaves_the_hash_of_its_texts() -> None:
    rehearsed, piloted, open_only = open_study(is_test=True), open_study(), open_study()
    answer(code=next_trial(make_judge(make_link(rehearsed))).code, position=1)
    answer(code=next_trial(make_judge(make_link(piloted, mode="pilot"))).code, position=1)
    for study, answers in ((rehearsed, 1), (piloted, 1), (open_only, 0)):
        erasure.erase(study=study, user=study.owner)
        assert Event.objects.filter(what="erased").last().details == {"answers": answers}


def test_outside_of_erasing_the_database_deletes_no_opened_study() -> None:
    study = open_study()
    with pytest.raises(IntegrityError), transaction.atomic():
        Study.objects.filter(pk=study.pk).delete()
