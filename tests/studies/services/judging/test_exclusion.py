"""The exclusion rule: whom it takes out, and what becomes of the answers."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import F

from studies.models import Answer, Judge, Triad, Trial
from studies.services.judging import limits
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import reason_of, run_out, start
from tests.studies.services.judging.test_practice import a_study, opened, way_of

pytestmark = pytest.mark.django_db

FAST = {"least_seconds": 30.0}


def answer(trial, seconds=60.0, position=1):
    """A choice after so many seconds by the server's clock."""
    Trial.objects.filter(pk=trial.pk).update(held_at=F("held_at") - timedelta(seconds=seconds))
    return answers.answer(code=trial.code, position=position).trial


def excluded_why():
    return list(Judge.objects.values_list("excluded_why", flat=True))


def test_an_answer_that_is_too_fast_marks_its_judge():
    link = make_link(open_study(**FAST))
    assert answer(start(link), 20).state == "answered"
    answer(start(link, "k2"), 31)
    assert excluded_why() == ["too_fast", ""]
    # The plan counts all answers: nothing else changes.
    assert Answer.objects.counted().count() == 2


def test_a_trial_that_was_given_again_is_never_too_fast():
    link = make_link(open_study(**FAST))
    run_out(start(link))
    answer(start(link), 0)
    assert excluded_why() == [""]


def test_a_pilot_judge_is_never_excluded():
    answer(start(make_link(open_study(**FAST), mode="pilot")), 0)
    assert excluded_why() == [""]


@pytest.mark.parametrize(("allowed", "why"), [(0, "attention"), (1, "attention"), (2, "")])
def test_more_failed_attention_triads_than_allowed(allowed, why):
    study = opened(a_study(attention_at=[1, 2, 3], most_failed_attention=allowed))
    link = make_link(study)
    failed = 0
    for _ in range(6):
        trial = start(link)
        odd = trial.triad.odd_position
        wrong = trial.kind == "attention" and failed < 2
        failed += wrong
        answers.answer(code=trial.code, position=odd % 3 + 1 if wrong else odd)
    assert excluded_why() == [why]


def test_the_answers_of_the_excluded_are_asked_of_others():
    study = opened(
        a_study(attention_at=[3], most_failed_attention=0, primary_set="kept", evaluations=6)
    )
    link = make_link(study, quota=3)
    trial_kinds = way_of(link, right=False)
    # Excluded before the third evaluation; nothing of that is seen, and the third does not count.
    assert trial_kinds == ["main excluded"] * 2 + ["attention answered", "main surplus"]
    assert limits.taking_part(link) == 0
    assert Triad.objects.planned().free().count() == 6
    for key in ("k2", "k3"):
        assert way_of(link, key)[-1] == "main answered"
    assert reason_of(lambda: start(link, "k4")) == Refusal.COMPLETE
    orders = Counter(Answer.objects.counted().values_list("trial__triad__order", flat=True))
    assert set(orders.values()) == {1}


def test_the_very_answer_that_would_have_completed_the_study():
    study = open_study(evaluations=6, primary_set="kept", **FAST)
    link = make_link(study)
    for number in range(5):
        answer(start(link, f"k{number}"))
    last = answer(start(link, "fast"), 0)
    last.refresh_from_db()
    assert last.state == "excluded"
    assert not transitions.mark_complete(study_id=study.pk)
    assert answer(start(link, "k7")).triad_id == last.triad_id
    assert transitions.mark_complete(study_id=study.pk)


def test_once_the_number_is_reached_a_judge_is_only_marked():
    study = opened(
        a_study(attention_at=[2], most_failed_attention=0, primary_set="kept", evaluations=6)
    )
    link = make_link(study)
    answer(start(link))
    attention = start(link)
    way_of(link, "k2")
    for _ in range(3):
        trial = start(link, "k3")
        answer(trial, position=trial.triad.odd_position)
    assert transitions.mark_complete(study_id=study.pk)
    answer(attention, position=attention.triad.odd_position % 3 + 1)
    assert "attention" in excluded_why()
    assert Answer.objects.counted().count() == 6


def test_a_single_answer_of_an_excluded_judge():
    link = make_link(open_study(goal="similarity", evaluations=60, primary_set="kept", **FAST))
    trial = answer(start(link), 0)
    trial.refresh_from_db()
    assert trial.state == "excluded"
    assert reason_of(lambda: start(link)) == Refusal.FINISHED
