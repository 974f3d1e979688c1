"""A choice and its numbers: stored together, once, and counted as of when the choice was made."""

from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from studies.models import Answer, Event, Rating, Trial
from studies.ratings.follow_up import checked
from studies.services.judging.answering import ratings
from studies.services.judging.answering.answers import RatingsDueError, answer
from studies.services.judging.answering.ratings import Rated
from studies.services.judging.trials import next_trial
from studies.services.judging.visits import look
from studies.services.lifecycle import transitions
from tests.factories import make_judge, make_link, open_study

pytestmark = pytest.mark.django_db

DEGREE = checked({"ask": "degree", "when": "each"})
RATE = checked({"ask": "rate", "criteria": [{"key": "quality"}, {"key": "naturalness"}]})
SEVENTY = {(None, "degree"): 70}


def trial_of(follow_up: dict[str, Any], **fields: Any) -> Trial:
    return next_trial(make_judge(make_link(open_study(follow_up=follow_up, **fields))))


def held_since(trial: Trial, seconds: float) -> Trial:
    Trial.objects.filter(pk=trial.pk).update(held_at=trial.held_at - timedelta(seconds=seconds))
    trial.refresh_from_db()
    return trial


def numbers_of(trial: Trial) -> dict[tuple[int | None, str], int]:
    rows = Rating.objects.filter(answer__trial=trial)
    return {(row.sample_id, row.criterion): row.value for row in rows}


def test_without_its_numbers_a_choice_is_not_stored() -> None:
    trial = trial_of(DEGREE)
    with pytest.raises(RatingsDueError) as due:
        answer(code=trial.code, position=1)
    assert due.value.visit.trial == trial
    assert not Answer.objects.exists()
    assert answer(code=trial.code, position=1, rated=Rated(SEVENTY)).is_last
    assert numbers_of(trial) == SEVENTY


def test_after_the_last_triad_alone_the_three_are_rated() -> None:
    first = trial_of(RATE, evaluations_per_judge=2)
    answer(code=first.code, position=1)
    last = next_trial(first.judge)
    with pytest.raises(RatingsDueError):
        answer(code=last.code, position=1)
    numbers = {
        (sample, criterion): 90 + place
        for place, sample in enumerate(last.triad.sample_ids)
        for criterion in ("quality", "naturalness")
    }
    answer(code=last.code, position=1, rated=Rated(numbers))
    assert (numbers_of(first), numbers_of(last)) == ({}, numbers)


def test_the_answer_is_of_when_the_choice_was_made() -> None:
    trial = held_since(trial_of(DEGREE, least_seconds=3), 2)
    seal = ratings.seal_of(look(trial.code), 1)
    held_since(trial, 0)
    answer(code=trial.code, position=1, rated=Rated(SEVENTY, seal))
    stored = Answer.objects.get()
    assert timedelta(seconds=2) < stored.answered_at - stored.shown_at < timedelta(seconds=2.9)
    trial.judge.refresh_from_db()
    assert trial.judge.excluded_why == "too_fast"


@pytest.mark.parametrize("wrong", ["position", "hold", "trial", "nothing", "words"])
def test_a_seal_of_another_choice_proves_nothing(wrong: str) -> None:
    trial = held_since(trial_of(DEGREE), 5)
    other = next_trial(make_judge(trial.judge.link))
    visit = look(trial.code)
    seal = {
        "position": ratings.seal_of(visit, 2),
        "hold": ratings.seal_of(visit, 1),
        "trial": ratings.seal_of(look(other.code), 1),
        "nothing": "",
        "words": "words",
    }[wrong]
    if wrong == "hold":
        held_since(trial, 1)
    answer(code=trial.code, position=1, rated=Rated(SEVENTY, seal))
    stored = Answer.objects.get()
    assert stored.answered_at - stored.shown_at > timedelta(seconds=4.9)


def test_a_second_page_with_other_numbers_changes_nothing() -> None:
    trial = trial_of(DEGREE)
    answer(code=trial.code, position=1, rated=Rated(SEVENTY))
    assert not answer(code=trial.code, position=1, rated=Rated(SEVENTY)).differs
    assert not answer(code=trial.code, position=1).differs
    assert answer(code=trial.code, position=1, rated=Rated({(None, "degree"): 7})).differs
    assert numbers_of(trial) == SEVENTY
    assert Event.objects.filter(what=Event.What.SECOND_CHOICE_REFUSED).count() == 1


def test_a_choice_that_does_not_count_keeps_its_numbers() -> None:
    trial = held_since(trial_of(DEGREE), 5)
    seal = ratings.seal_of(look(trial.code), 1)
    study = trial.study
    transitions.close(study=study, user=study.owner)
    answer(code=trial.code, position=1, rated=Rated(SEVENTY, seal))
    trial.refresh_from_db()
    assert (trial.state, numbers_of(trial)) == ("surplus", SEVENTY)
    # After the end, so it is not taken for an answer that counted and was withdrawn.
    study.refresh_from_db()
    assert Answer.objects.get().answered_at >= study.closed_at
    assert not Rating.objects.counted().exists()


def test_numbers_that_the_plan_does_not_ask_for_take_the_choice_with_them() -> None:
    trial = trial_of(DEGREE)
    with pytest.raises(IntegrityError, match="not rated so"), transaction.atomic():
        answer(code=trial.code, position=1, rated=Rated({(None, "difference"): 70}))


def test_where_none_are_asked_none_are_stored() -> None:
    trial = next_trial(make_judge(make_link(open_study())))
    answer(code=trial.code, position=1, rated=Rated(SEVENTY))
    assert numbers_of(trial) == {}
