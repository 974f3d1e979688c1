"""What became of the judges who began: counted once, for a study as for its links."""

from importlib import import_module

import pytest
from django.db import connection

from studies.models import Judge
from studies.models.judging.people import people_by_link, people_of
from studies.services.judging import withdrawal
from studies.services.judging.answering.answers import answer
from studies.services.judging.answering.sheet_answers import fields_of, rate
from studies.services.judging.refusals import Refusal
from studies.services.judging.trials import next_trial
from studies.values.people import People
from tests.factories import make_judge, make_link, open_rating_study, open_study
from tests.studies.services.judging.steps import reason_of, run_out, start

pytestmark = pytest.mark.django_db
NO_PLACE = import_module("studies.migrations.0058_earlier_judges_found_no_place")
EARLIER = import_module("studies.migrations.0056_earlier_judges_turned_away")


def choose(judge: Judge) -> None:
    answer(code=next_trial(judge).code, position=1)


def test_each_judge_who_began_is_in_one_number_and_who_was_not_needed_has_not_left() -> None:
    study = open_study(evaluations=8, evaluations_per_judge=2)
    link = make_link(study)
    begun = [start(link, key).judge for key in ("done", "left", "not needed", "other", "withdrew")]
    done, left, not_needed, other, withdrew = begun
    for judge in (done, done, left, not_needed, other, other, withdrew):
        choose(judge)
    withdrawal.withdraw(code=withdrew.trials.last().code)
    run_out(next_trial(left))
    for key in ("reads", "reads too"):
        start(link, key)
    assert reason_of(lambda: next_trial(not_needed)) == Refusal.NO_PLACE
    make_judge(make_link(study, mode="pilot"))
    found = People(began=7, completed=2, reading=2, no_place=1, withdrawn=1, answered=4, counted=4)
    assert people_of(study) == people_by_link([link])[link.pk] == found
    assert (found.left, found.stopped) == (1, 3)
    assert found.in_words == (
        "7 judges began: 2 completed, 2 reading now, 1 found no place for "
        "their next, 1 left before their last, 1 withdrew."
    )
    Judge.objects.update(found_no_place=False)
    assert people_of(study).study_full == 1
    with connection.cursor() as cursor:
        cursor.execute(NO_PLACE.FOUND_NO_PLACE)
    assert people_of(study) == found


def test_numbers_that_were_stored_before_are_read() -> None:
    assert People.stored({"began": 3, "turned_away": 2}) == People(began=3, study_full=2)
    assert People.stored({"no_place": 1}) == People(no_place=1)


def test_texts_that_are_given_after_all_are_read_and_can_be_left() -> None:
    study = open_study(evaluations=3, evaluations_per_judge=2)
    link = make_link(study)
    eager = start(link, "eager").judge
    choose(eager)
    held = [start(link, key) for key in ("b", "c")]
    assert reason_of(lambda: next_trial(eager)) == Refusal.NO_PLACE
    assert people_of(study) == People(began=3, reading=2, no_place=1, answered=1, counted=1)
    run_out(held[0])
    given = next_trial(eager)
    assert (people_of(study).reading, people_of(study).left) == (2, 1)
    run_out(given)
    assert (people_of(study).no_place, people_of(study).left) == (0, 2)


def test_who_completes_by_a_late_answer_was_needed() -> None:
    study = open_study(evaluations=3)
    link = make_link(study)
    late, *_others = [start(link, key) for key in ("late", "b", "c")]
    run_out(late)
    start(link, "d")
    assert reason_of(lambda: next_trial(late.judge)) == Refusal.NO_PLACE
    answer(code=late.code, position=1)
    assert people_of(study) == People(began=4, completed=1, reading=3, answered=1)


def test_who_completes_by_a_late_answer_does_not_read_the_texts_given_since() -> None:
    study = open_study(evaluations=4)
    link = make_link(study)
    late = start(link, "late")
    run_out(late)
    choose(start(link, "other").judge)
    next_trial(late.judge)
    assert people_of(study).reading == 1
    answer(code=late.code, position=1)
    found = People(began=2, completed=2, answered=2, counted=1)
    assert people_of(study) == people_by_link([link])[link.pk] == found


def test_of_a_rating_study_too_and_for_studies_that_ended_before_it_was_noted() -> None:
    plan = {"setup": "together", "judges_per_item": 1, "reference_text": "R"}
    study = open_rating_study(items=2, evaluations_per_judge=3, plan=plan)
    trial = start(make_link(study))
    for _ in range(2):
        trial = next_trial(trial.judge)
        rate(code=trial.code, ratings=dict.fromkeys(fields_of(trial), 50))
    assert people_of(study) == People(began=1, answered=1, counted=1)
    assert reason_of(lambda: next_trial(trial.judge)) == Refusal.COMPLETE
    found = people_of(study)
    assert found == People(began=1, answered=1, counted=1, study_full=1)
    Judge.objects.update(turned_away_at=None)
    type(study).objects.update(status="closed")
    with connection.cursor() as cursor:
        cursor.execute(EARLIER.TURNED_AWAY)
    assert people_of(study) == found
