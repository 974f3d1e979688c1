"""Storing what judges say besides their choices."""

from datetime import timedelta

import pytest
from django.db.models import F

from studies.models import Answer, Judge, Trial
from studies.questionnaire import When, checked
from studies.services.judging import withdrawal
from studies.services.judging.answering import answers, questionnaire
from studies.services.judging.refusals import Refusal
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import reason_of, start
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db
QUESTIONS = checked(
    [
        {"key": "age", "label": "Age", "kind": "number"},
        {"key": "remarks", "label": "Remarks", "kind": "text", "when": "after"},
    ]
)


def judge_with(answered):
    judge = start(make_link(open_study(questionnaire=QUESTIONS))).judge
    judge.questionnaire = answered
    return judge


@pytest.mark.parametrize(
    ("answered", "used", "finished", "part"),
    [
        ({}, 0, False, When.BEFORE),
        ({"age": None}, 0, False, None),
        # Questions before the texts come too late once an evaluation is used up.
        ({}, 1, False, None),
        ({}, 1, True, When.AFTER),
        ({"age": 3, "remarks": None}, 1, True, None),
    ],
)
def test_the_part_that_is_due(answered, used, finished, part):
    judge = judge_with(answered)
    assert questionnaire.part_due(judge, used=used, finished=finished) == part


def test_the_first_answers_stay_and_the_time_for_the_texts_begins():
    trial = start(make_link(open_study(questionnaire=QUESTIONS)))
    long_ago = F("held_at") - timedelta(minutes=5)
    Trial.objects.filter(pk=trial.pk).update(held_at=long_ago)
    questionnaire.save_answers(trial=trial, part=When.BEFORE, answers={"age": 30})
    questionnaire.save_answers(trial=trial, part=When.AFTER, answers={"age": 99, "remarks": "-"})
    assert Judge.objects.get().questionnaire == {"age": 30, "remarks": "-"}
    begun = Trial.objects.get().held_at - trial.held_at
    assert timedelta(0) <= begun < timedelta(minutes=1)


def test_only_what_the_study_asks_for_is_stored_and_once():
    link = make_link(open_study(asks_reason=True))
    trial = start(link)
    assert not questionnaire.asks_why(trial)
    answers.answer(code=trial.code, position=1)
    assert questionnaire.asks_why(trial)
    questionnaire.save_reason(trial=trial, reason=" \0\u200b ", sureness="guess")
    assert questionnaire.asks_why(trial)
    questionnaire.save_reason(trial=trial, reason=" dull\0 ", sureness="guess")
    questionnaire.save_reason(trial=trial, reason="another", sureness="")
    stored = Answer.objects.get()
    assert (stored.reason, stored.sureness) == ("dull", "")
    assert not questionnaire.asks_why(trial)


def test_attention_is_asked_as_the_real_texts_are_and_practice_is_not():
    link = make_link(opened(a_study(practice_triads=1, attention_at=[1], asks_sureness=True)))
    asked = {}
    for _ in range(3):
        trial = start(link)
        answers.answer(code=trial.code, position=1)
        asked[trial.kind] = questionnaire.asks_why(trial)
    assert asked == {"practice": False, "attention": True, "main": True}


def test_nothing_is_stored_of_a_judge_who_has_withdrawn():
    link = make_link(open_study(questionnaire=QUESTIONS, asks_reason=True))
    trial = start(link)
    answers.answer(code=trial.code, position=1)
    withdrawal.withdraw(code=trial.code)
    for call in (
        lambda: questionnaire.save_answers(trial=trial, part=When.AFTER, answers={"remarks": "x"}),
        lambda: questionnaire.save_reason(trial=trial, reason="x", sureness=""),
    ):
        assert reason_of(call) == Refusal.WITHDRAWN
    assert Judge.objects.get().questionnaire == {}
    assert Answer.objects.get().reason == ""


def test_the_last_trial_is_where_a_judge_who_has_finished_is_asked():
    link = make_link(open_study(evaluations_per_judge=2))
    for _ in range(2):
        trial = start(link)
        answers.answer(code=trial.code, position=1)
    assert questionnaire.last_trial_code(trial.judge) == trial.code
