"""The way of one answer, through the services."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now
from django.test.utils import CaptureQueriesContext

from studies.models import Answer, Event, Judge, Triad, Trial
from studies.services.judging import answers, claims, trials
from studies.services.judging.refusals import Refusal, Refused
from studies.services.lifecycle import transitions
from tests.factories import make_judge, make_link, make_study, open_study
from tests.studies.services.judging.steps import is_held, reason_of, run_out, start

pytestmark = pytest.mark.django_db


def test_start_twice_makes_one_judge_and_one_trial():
    link = make_link(open_study())
    assert start(link).pk == start(link).pk
    assert (Judge.objects.count(), Trial.objects.count()) == (1, 1)


def test_answer_sets_correct_in_the_database():
    link = make_link(open_study())
    trial = start(link)
    odd = trial.triad.odd_position
    answers.answer(code=trial.code, position=odd)
    other = start(link, "k2")
    answers.answer(code=other.code, position=other.triad.odd_position % 3 + 1)
    assert list(Answer.objects.values_list("correct", flat=True)) == [True, False]


def test_second_choice_changes_nothing_and_is_logged():
    link = make_link(open_study())
    trial = start(link)
    answers.answer(code=trial.code, position=1)
    assert not answers.answer(code=trial.code, position=1).differs
    assert not Event.objects.filter(what="second choice refused").exists()
    assert answers.answer(code=trial.code, position=2).differs
    assert Answer.objects.get().chosen_position == 1
    assert Event.objects.get(what="second choice refused").details == {"trial": trial.pk}


@pytest.mark.parametrize("position", [0, 4, -1])
def test_position_outside_1_to_3_is_refused(position):
    trial = start(make_link(open_study()))
    with pytest.raises(ValueError, match="position must be 1, 2 or 3"):
        answers.answer(code=trial.code, position=position)


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


def test_similarity_judge_is_finished_after_one():
    link = make_link(open_study(goal="similarity", evaluations=60))
    answers.answer(code=start(link).code, position=1)
    assert reason_of(lambda: start(link)) == Refusal.FINISHED


def test_lapsed_hold_gives_the_triad_to_the_next_judge():
    link = make_link(open_study())
    first = start(link)
    run_out(first)
    second = start(link, "k2")
    first.refresh_from_db()
    assert (second.triad_id, first.state) == (first.triad_id, "lapsed")


def test_late_choice_counts_while_nobody_took_the_triad():
    trial = start(make_link(open_study()))
    run_out(trial)
    assert answers.answer(code=trial.code, position=1).trial.state == "answered"


def test_late_choice_is_surplus_when_the_triad_was_taken():
    link = make_link(open_study())
    first = start(link)
    run_out(first)
    start(link, "k2")
    assert answers.answer(code=first.code, position=1).trial.state == "surplus"
    assert reason_of(lambda: start(link)) == Refusal.FINISHED


def test_choice_after_closing_is_surplus():
    study = open_study()
    trial = start(make_link(study))
    transitions.close(study=study, user=study.owner)
    assert answers.answer(code=trial.code, position=1).trial.state == "surplus"


def test_choice_while_paused_counts_but_nobody_new_starts():
    study = open_study()
    link = make_link(study)
    trial = start(link)
    transitions.pause(study=study, user=study.owner)
    assert reason_of(lambda: start(link, "k2")) == Refusal.PAUSED
    assert answers.answer(code=trial.code, position=1).trial.state == "answered"


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


def test_nobody_is_stored_where_no_triad_is_free():
    study = open_study(evaluations=6)
    link = make_link(study)
    for number in range(6):
        start(link, f"k{number}")
    reason_of(lambda: start(link, "late"))
    assert Judge.objects.count() == 6


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


def test_quota_counts_judges_who_hold_or_have_answered():
    link = make_link(open_study(), quota=1)
    trial = start(link)
    with pytest.raises(Refused) as caught:
        start(link, "k2")
    # The place is only held: whoever comes now is told when to try again.
    assert caught.value.reason == Refusal.NO_PLACE
    assert caught.value.retry_at == Triad.objects.get(pk=trial.triad_id).free_from
    run_out(trial)
    second = start(link, "k2")
    assert second.judge != trial.judge
    answers.answer(code=second.code, position=1)
    assert reason_of(lambda: start(link, "k3")) == Refusal.QUOTA


def test_same_external_id_resumes_in_another_browser():
    link = make_link(open_study())
    first = start(link, "k1", source="prolific", external_id="p1")
    again = start(link, "other browser", source="prolific", external_id="p1")
    assert first.pk == again.pk


def test_another_external_id_in_the_same_browser_is_another_judge():
    link = make_link(open_study())
    first = start(link, "k1", source="prolific", external_id="p1")
    other = start(link, "k1", source="prolific", external_id="p2")
    assert first.judge != other.judge


def test_personal_link_makes_one_judge():
    link = make_link(open_study(), personal=True)
    assert start(link, "k1").pk == start(link, "k2").pk


def test_pilot_triads_are_made_when_needed_and_never_count():
    study = open_study(evaluations=6)
    link = make_link(study, mode="pilot")
    for number in range(8):
        answers.answer(code=start(link, f"k{number}").code, position=1)
    assert Triad.objects.filter(mode="pilot").count() == 12
    assert Answer.objects.counted().count() == 0
    assert Triad.objects.planned().unanswered().count() == 6


def test_starts_are_limited_for_an_open_link_and_not_in_a_classroom():
    study = open_study(evaluations=60)
    link = make_link(study, classroom=False)
    for number in range(20):
        start(link, f"k{number}", address="192.0.2.1")
    assert reason_of(lambda: start(link, "k21", address="192.0.2.1")) == Refusal.TOO_MANY_STARTS
    assert start(make_link(study), "k22", address="192.0.2.1")


def test_revoked_expired_and_draft_links():
    study = open_study()
    revoked = make_link(study, revoked_at=Now())
    expired = make_link(study, expires_at=Now() - timedelta(minutes=1))
    draft = make_link(make_study())
    assert reason_of(lambda: start(revoked)) == Refusal.REVOKED
    assert reason_of(lambda: start(expired)) == Refusal.EXPIRED
    assert reason_of(lambda: start(draft)) == Refusal.UNKNOWN


def test_hold_is_renewed_three_times_at_most():
    trial = start(make_link(open_study()))
    renewed = []
    for _ in range(4):
        trial.refresh_from_db()
        renewed.append(claims.renew(trial))
    assert renewed == [True, True, True, False]


def test_a_trial_costs_a_constant_number_of_queries(django_assert_num_queries):
    link = make_link(open_study(evaluations_per_judge=4, evaluations=96))
    judge = make_judge(link)
    for _ in range(3):
        with django_assert_num_queries(11):
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
