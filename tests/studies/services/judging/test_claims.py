"""Which triad a judge gets, and for how long."""

from collections import Counter
from datetime import timedelta

import pytest
from django.db.models import F
from django.db.models.functions import Now

from studies.models import Sample, Triad, Trial
from studies.services.judging import claims
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from studies.services.lifecycle.places import triads
from tests.factories import make_judge, make_link, make_study, open_study
from tests.studies.services.judging.steps import is_held, reason_of, run_out, start

pytestmark = pytest.mark.django_db


def test_lapsed_hold_gives_the_triad_to_the_next_judge():
    link = make_link(open_study())
    first = start(link)
    run_out(first)
    second = start(link, "k2")
    first.refresh_from_db()
    assert (second.triad_id, first.state) == (first.triad_id, "lapsed")


def test_hold_is_renewed_three_times_at_most():
    trial = start(make_link(open_study()))
    renewed = []
    for _ in range(4):
        trial.refresh_from_db()
        renewed.append(claims.renew(trial))
    assert renewed == [True, True, True, False]


def best_of(triads, had):
    """The rule in Python: no text read before, the order had least, the lowest number."""
    read = {pk for triad in had for pk in triad.sample_ids}
    orders = Counter(triad.order for triad in had)
    return min(
        triads,
        key=lambda triad: (
            bool(read.intersection(triad.sample_ids)),
            orders[triad.order],
            triad.number,
        ),
    )


def test_a_new_judge_gets_the_lowest_free_number():
    judge = make_judge(make_link(open_study()))
    first = claims.claim(judge, [])
    second = claims.claim(judge, [])
    numbers = Triad.objects.in_bulk([first, second])
    assert (numbers[first].number, numbers[second].number) == (1, 2)


@pytest.mark.parametrize("before", [1, 2, 3])
def test_a_judge_gets_unread_texts_first_then_the_rarest_order(before):
    study = open_study(items=10, evaluations=24, evaluations_per_judge=8)
    judge = make_judge(make_link(study))
    triads = list(Triad.objects.filter(study=study))
    had = triads[:before]
    free = [triad for triad in triads if triad not in had]
    for _ in range(6):
        expected = best_of(free, had)
        assert claims.claim(judge, had) == expected.pk
        free.remove(expected)


def test_only_the_triads_within_the_plan_are_claimed_and_not_those_had():
    study = open_study(evaluations=8)
    assert Triad.objects.filter(study=study).count() == 12
    judge = make_judge(make_link(study))
    had = list(Triad.objects.filter(study=study, number__lte=2))
    assert claims.any_free(judge, had)
    taken = [claims.claim(judge, had) for _ in range(7)]
    assert set(Triad.objects.in_bulk(taken)) == set(
        Triad.objects.filter(study=study, number__range=(3, 8)).values_list("pk", flat=True)
    )
    assert taken[6] is None
    assert not claims.any_free(judge, had)


@pytest.mark.parametrize("is_test", [False, True])
def test_a_hold_is_as_long_as_the_study_says_in_test_studies_too(is_test):
    study = open_study(hold_minutes=7, is_test=is_test)
    trial = start(make_link(study))
    left = Triad.objects.annotate(left=F("free_from") - F("trials__held_at"))
    assert left.get(pk=trial.triad_id).left == pytest.approx(
        timedelta(minutes=7), abs=timedelta(seconds=1)
    )


def test_a_lapsed_trial_is_held_again_while_its_triad_is_free():
    link = make_link(open_study())
    trial = start(link)
    run_out(trial)
    assert claims.retake(trial, link.study)
    assert (trial.state, trial.given_again) == ("held", True)
    assert is_held(trial)


def test_a_triad_that_is_held_or_of_a_paused_study_is_not_retaken():
    link = make_link(open_study())
    trial = start(link)
    assert not claims.retake(trial, link.study)
    run_out(trial)
    transitions.pause(study=link.study, user=link.study.owner)
    assert not claims.retake(trial, link.study)


def test_the_hold_begins_anew_after_the_first_questions():
    trial = start(make_link(open_study()))
    early = F("held_at") - timedelta(minutes=5)
    Trial.objects.filter(pk=trial.pk).update(held_at=early)
    before = Triad.objects.get(pk=trial.triad_id).free_from
    claims.restart(trial)
    again = Trial.objects.get(pk=trial.pk)
    assert abs(again.held_at - trial.held_at) < timedelta(minutes=1)
    assert again.triad.free_from >= before


def test_a_hold_that_ran_out_does_not_begin_anew():
    trial = start(make_link(open_study()))
    run_out(trial)
    claims.restart(trial)
    assert not is_held(trial)
    assert not claims.renew(trial)


@pytest.mark.parametrize(("mode", "other"), [("live", "pilot"), ("pilot", "live")])
def test_a_judge_gets_triads_of_the_own_mode_and_study_only(mode, other):
    study, stranger = open_study(evaluations=6), open_study(evaluations=6)
    for each in (study, stranger):
        triads.add_pilot_block(each)
    judge = make_judge(make_link(study, mode=mode))
    given = [claims.claim(judge, []) for _ in range(6)]
    had = list(Triad.objects.filter(pk__in=given))
    assert {(triad.study_id, triad.mode) for triad in had} == {(study.pk, mode)}
    assert not claims.any_free(judge, had)
    assert claims.claim(judge, had) is None
    rest = Triad.objects.free().filter(study=study, mode=other, kind="main")
    assert rest.filter(number__lte=6).count() == 6


def test_a_page_is_left_alone_for_three_minutes_and_twice_its_reading_time():
    study = make_study()
    Sample.objects.filter(study=study).update(text="x" * 1200)
    assert claims.quiet_after(study) == timedelta(minutes=3 + 2 * 3.25)


@pytest.mark.parametrize(("late", "given"), [(-1, False), (1, True)])
def test_a_silent_hold_is_given_on_at_its_time_and_not_before(late, given):
    """The only triad: one second before, the next judge is sent away; one second after, not."""
    link = make_link(open_study(evaluations=6))
    held = [start(link, f"k{number}") for number in range(6)]
    quiet = claims.quiet_after(link.study) + timedelta(seconds=5 * late)
    Triad.objects.filter(pk=held[2].triad_id).update(seen_at=Now() - quiet)
    if given:
        assert start(link, "next").triad_id == held[2].triad_id
    else:
        assert reason_of(lambda: start(link, "next")) == Refusal.NO_PLACE
    assert claims.places(link.study, at_most=3) == 0


def test_places_are_the_free_and_the_silent_ones_of_this_study():
    study = open_study(evaluations=6)
    start(make_link(open_study(evaluations=6)), "elsewhere")
    triads.add_pilot_block(study)
    link = make_link(study)
    held = [start(link, f"k{number}") for number in range(4)]
    answers.answer(code=held[0].code, position=1)
    Triad.objects.filter(pk=held[1].triad_id).update(seen_at=Now() - timedelta(hours=1))
    assert claims.places(study, at_most=20) == 3
    assert claims.places(study, at_most=2) == 2


def test_signs_of_life_and_giving_on_concern_one_trial():
    link = make_link(open_study(evaluations=6))
    first, second = start(link), start(link, "k2")
    Triad.objects.filter(trials__isnull=False).update(seen_at=Now() - timedelta(hours=1))
    assert claims.show_life(first)
    seen = {trial.pk: Triad.objects.get(pk=trial.triad_id).seen_at for trial in (first, second)}
    assert seen[first.pk] - seen[second.pk] > timedelta(minutes=59)
    assert not claims.give_on(first)
    assert claims.give_on(second)
    assert not claims.give_on(second)
    states = {trial.pk: trial.state for trial in Trial.objects.all()}
    assert states == {first.pk: "held", second.pk: "lapsed"}
    assert Triad.objects.free().filter(pk=second.triad_id).exists()
    assert not claims.show_life(second)
    run_out(first)
    assert not claims.show_life(first)
