"""Which trial a judge gets next, through the services."""

from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from studies.models import Answer, Triad
from studies.services.judging import trials
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal, Refused
from studies.services.lifecycle import transitions
from tests.factories import make_judge, make_link, open_study
from tests.studies.services.judging.steps import is_held, reason_of, run_out, start

pytestmark = pytest.mark.django_db


def test_judge_with_repeats_gets_other_texts_and_orders_first():
    link = make_link(open_study(evaluations_per_judge=4, items=24, evaluations=96))
    orders, texts = [], []
    for _ in range(4):
        trial = start(link)
        orders.append(trial.triad.order)
        texts += [sample.pk for sample in trial.triad.samples]
        answers.answer(code=trial.code, position=1)
    assert len(set(orders)) == 4
    assert len(set(texts)) == 12
    assert reason_of(lambda: start(link)) == Refusal.FINISHED


def test_a_pilot_judge_waits_for_no_live_triad():
    study = open_study(evaluations=6)
    live, pilot = make_link(study), make_link(study, mode="pilot")
    for number in range(6):
        held, one_more = start(live, f"k{number}"), start(pilot, f"p{number}")
    trials.check_place(one_more.judge)
    assert reason_of(lambda: trials.check_place(held.judge)) == Refusal.NO_PLACE
    assert reason_of(lambda: start(live, "k7")) == Refusal.NO_PLACE


def test_similarity_judge_is_finished_after_one():
    link = make_link(open_study(goal="similarity", evaluations=60))
    answers.answer(code=start(link).code, position=1)
    assert reason_of(lambda: start(link)) == Refusal.FINISHED


def test_judge_returns_to_own_lapsed_trial_while_its_triad_is_free():
    link = make_link(open_study())
    trial = start(link)
    run_out(trial)
    assert start(link).pk == trial.pk
    assert is_held(trial)


def test_all_held_says_when_to_come_again_and_all_answered_is_complete():
    study = open_study(evaluations=6)
    link = make_link(study)
    held = [start(link, f"k{number}") for number in range(6)]
    with pytest.raises(Refused) as caught:
        start(link, "k7")
    assert caught.value.reason == Refusal.NO_PLACE
    assert caught.value.retry_at == min(
        Triad.objects.filter(pk__in=[t.triad_id for t in held]).values_list("free_from", flat=True)
    )
    for trial in held:
        answers.answer(code=trial.code, position=1)
    assert reason_of(lambda: start(link, "k8")) == Refusal.COMPLETE
    assert transitions.mark_complete(study_id=study.pk)
    assert not transitions.mark_complete(study_id=study.pk)


def test_orders_differ_by_at_most_one_with_dropouts():
    study = open_study(evaluations=98, items=40)
    link = make_link(study)
    number = 0
    while Answer.objects.count() < 98:
        number += 1
        trial = start(link, f"k{number}")
        if number % 3 == 0:
            run_out(trial)
        else:
            answers.answer(code=trial.code, position=1)
    orders = Counter(Answer.objects.counted().values_list("trial__triad__order", flat=True))
    assert sorted(orders.values()) == [16, 16, 16, 16, 17, 17]


def test_pilot_triads_are_made_when_needed_and_never_count():
    study = open_study(evaluations=6)
    link = make_link(study, mode="pilot")
    for number in range(8):
        answers.answer(code=start(link, f"k{number}").code, position=1)
    assert Triad.objects.filter(mode="pilot").count() == 12
    assert Answer.objects.counted().count() == 0
    assert Triad.objects.planned().unanswered().count() == 6


def test_a_trial_costs_a_constant_number_of_queries(django_assert_num_queries):
    link = make_link(open_study(evaluations_per_judge=4, evaluations=96))
    judge = make_judge(link)
    # Its statements are prepared, and link and study known, from here on.
    for _ in range(2):
        answers.answer(code=trials.next_trial(judge).code, position=1)
    for _ in range(2):
        with django_assert_num_queries(2):
            trial = trials.next_trial(judge)
        answers.answer(code=trial.code, position=1)


def test_no_step_of_a_judge_reads_the_frozen_plan():
    """It names every text: megabytes in a large study."""
    link = make_link(open_study())
    with CaptureQueriesContext(connection) as queries:
        trial = start(link)
        answers.answer(code=trial.code, position=1)
        reason_of(lambda: start(link))
    assert not [query["sql"] for query in queries if "plan_json" in query["sql"]]
