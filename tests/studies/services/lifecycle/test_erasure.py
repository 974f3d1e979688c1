"""Erasing a study: the only way in which answers are deleted."""

import pytest
from django.db import IntegrityError, transaction

from studies.models import Answer, Event, Study
from studies.services.judging.answers import answer
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
    assert (event.study_code, event.details) == (study.code, {"answers": 1})


def test_outside_of_erasing_the_database_deletes_no_opened_study() -> None:
    study = open_study()
    with pytest.raises(IntegrityError), transaction.atomic():
        Study.objects.filter(pk=study.pk).delete()
