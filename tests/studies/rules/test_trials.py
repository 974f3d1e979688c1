"""Judges, triads and trials belong together, and go one way."""

import pytest
from django.db import transaction

from studies.models import Triad, Trial
from studies.services.judging.answering import answers
from studies.services.lifecycle import transitions
from tests.factories import make_judge, make_link, open_study
from tests.studies.rules import rows
from tests.studies.rules.rows import answered, refused, sql, start

pytestmark = pytest.mark.django_db


def test_judge_and_triad_of_different_studies_never_meet():
    triad = Triad.objects.get(study=open_study(), mode="live", number=1)
    stranger = make_judge(make_link(open_study()))
    with refused("do not belong together"):
        rows.insert_trial(triad, stranger)


def test_judge_and_triad_of_different_modes_never_meet():
    study = open_study()
    triad = Triad.objects.get(study=study, mode="live", number=1)
    pilot = make_judge(make_link(study, mode="pilot"))
    with refused("do not belong together"):
        rows.insert_trial(triad, pilot)


def test_two_trials_of_one_triad_are_not_held():
    study = open_study()
    link = make_link(study)
    trial = start(link)
    with refused("trial_triad_once"):
        rows.insert_trial(trial.triad, make_judge(link))


@pytest.mark.parametrize("state", ["held", "answered"])
def test_no_one_gets_a_triad_that_was_answered(state):
    link = make_link(open_study())
    trial = answered(link)
    with refused("trial_triad_once"):
        rows.insert_trial(trial.triad, make_judge(link), state)


def test_a_judge_holds_one_trial():
    study = open_study(evaluations_per_judge=3)
    trial = start(make_link(study))
    other = Triad.objects.get(study=study, mode="live", number=trial.triad.number + 1)
    with refused("trial_judge_holds_one"):
        rows.insert_trial(other, trial.judge)


def test_no_one_judges_a_triad_twice():
    trial = start(make_link(open_study()))
    Trial.objects.filter(pk=trial.pk).update(state="lapsed")
    with refused("trial_judge_triad_once"):
        rows.insert_trial(trial.triad, trial.judge)


@pytest.mark.parametrize("state", ["held", "lapsed", "surplus"])
def test_an_answered_trial_is_not_taken_back(state):
    """It would free the triad, and the answer would count no longer."""
    trial = answered(make_link(open_study()))
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, trial.pk)


@pytest.mark.parametrize("state", ["held", "lapsed", "answered"])
def test_a_surplus_answer_is_never_counted_later(state):
    study = open_study()
    trial = start(make_link(study))
    transitions.close(study=study, user=study.owner)
    answers.answer(code=trial.code, position=1)
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, trial.pk)


def test_a_withdrawn_trial_stays_withdrawn():
    trial = answered(make_link(open_study()))
    sql("UPDATE studies_trial SET state = 'withdrawn' WHERE id = %s", trial.pk)
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = 'answered' WHERE id = %s", trial.pk)


def test_unknown_state_is_refused():
    trial = start(make_link(open_study()))
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = 'counted' WHERE id = %s", trial.pk)


def test_a_triad_is_not_freed_while_its_answer_counts():
    trial = answered(make_link(open_study()))
    with refused("is answered"):
        sql("UPDATE studies_triad SET free_from = now() WHERE id = %s", trial.triad_id)
    sql("UPDATE studies_trial SET state = 'withdrawn' WHERE id = %s", trial.pk)
    assert sql("UPDATE studies_triad SET free_from = now() WHERE id = %s", trial.triad_id) == 1


def test_an_answered_triad_is_never_left_free():
    trial = start(make_link(open_study()))
    with refused("is answered"), transaction.atomic():
        Trial.objects.filter(pk=trial.pk).update(state="answered")
        rows.insert_answer(trial.pk, 1)
