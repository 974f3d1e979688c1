"""The limits of a link: its quota, and one person with many browsers."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from studies.models import Judge, Triad, Trial
from studies.services.judging import limits
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal, Refused
from tests.factories import make_link, make_study, open_study
from tests.studies.services.judging.steps import reason_of, run_out, start

pytestmark = pytest.mark.django_db


def test_quota_counts_judges_who_hold_or_have_answered():
    link = make_link(open_study(), quota=1)
    trial = start(link)
    with pytest.raises(Refused) as caught:
        start(link, "k2")
    # The place is only held: the next visitor is told when to try again.
    assert caught.value.reason == Refusal.NO_PLACE
    assert caught.value.retry_at == Triad.objects.get(pk=trial.triad_id).free_from
    run_out(trial)
    second = start(link, "k2")
    assert second.judge != trial.judge
    answers.answer(code=second.code, position=1)
    assert reason_of(lambda: start(link, "k3")) == Refusal.QUOTA


def starts(link, number, address="192.0.2.1", **visitor):
    """So many people who start from one address; how many of them get a triad."""
    outcomes = []
    for one in range(number):
        try:
            outcomes.append(start(link, f"{address}-{one}", address=address, **visitor))
        except Refused as refused:
            outcomes.append(refused.reason)
    return [one for one in outcomes if not isinstance(one, Refusal)]


def test_all_who_come_begin_while_the_study_is_not_nearly_full():
    link = make_link(open_study(evaluations=60), classroom=False)
    assert len(starts(link, 50)) == 50


def test_the_last_places_are_kept_from_an_address_that_holds_many_without_an_answer():
    study = open_study(evaluations=66)
    link = make_link(study, classroom=False)
    held = starts(link, 66)
    assert len(held) == 63
    # Only that address waits, and only while its own judges do not answer.
    assert start(link, "elsewhere", address="192.0.2.2")
    assert reason_of(lambda: start(link, "one more", address="192.0.2.1")) == (
        Refusal.TOO_MANY_STARTS
    )
    for trial in held[:44]:
        answers.answer(code=trial.code, position=1)
    assert start(link, "one more", address="192.0.2.1")
    assert start(make_link(study), "by the classroom's link", address="192.0.2.1")


def test_a_browser_with_many_judges_waits_for_the_last_places_without_redis_too():
    link = make_link(open_study(evaluations=30), classroom=False)
    for number in range(27):
        start(link, f"k{number}", address=f"192.0.2.{number}", browser_key="b" * 20)
    other = {"address": "192.0.2.99"}
    assert reason_of(lambda: start(link, "k", browser_key="b" * 20, **other)) == (
        Refusal.TOO_MANY_STARTS
    )
    assert start(link, "k", browser_key="c" * 20, **other)


def test_holds_that_ran_out_or_give_no_sign_of_life_slow_no_browser_down():
    link = make_link(open_study(evaluations=30), classroom=False)
    browser = {"browser_key": "b" * 20}
    run_over, silent, *_reading = starts(link, 21, **browser)
    starts(link, 9, address="192.0.2.2")
    run_out(run_over)
    Triad.objects.filter(pk=silent.triad_id).update(seen_at=Now() - timedelta(hours=1))
    # Two places are left, and nineteen read.
    assert start(link, "one more", **browser)
    assert reason_of(lambda: start(link, "and one", **browser)) == Refusal.TOO_MANY_STARTS


def test_clicks_of_one_person_count_once():
    link = make_link(open_study(evaluations=30), classroom=False)
    for _ in range(40):
        limits.remember_start(link, "192.0.2.9", "one-key")
    assert len(starts(link, 30, address="192.0.2.9")) == 27


@pytest.mark.parametrize(
    ("fields", "needed"),
    [
        ({"classroom": False}, True),
        ({"classroom": False, "id_parameter": "pid"}, False),
        ({"classroom": False, "mturk": True}, False),
        ({"classroom": True}, False),
        ({"classroom": False, "mode": "pilot"}, False),
        ({"classroom": False, "personal": True}, False),
        ({"classroom": True, "quota": 3}, True),
    ],
)
def test_only_where_judges_are_counted_the_link_is_locked(fields, needed):
    assert limits.need_lock(make_link(make_study(), **fields)) is needed


def test_the_place_of_a_silent_judge_goes_to_the_next_of_the_quota():
    link = make_link(open_study(), quota=1)
    first = start(link)
    assert reason_of(lambda: start(link, "k2")) == Refusal.NO_PLACE
    Triad.objects.filter(pk=first.triad_id).update(seen_at=Now() - timedelta(hours=1))
    second = start(link, "k2")
    first.refresh_from_db()
    assert (first.state, second.triad_id) == ("lapsed", first.triad_id)
    # The late answer is kept, and does not count.
    answers.answer(code=first.code, position=1)
    first.refresh_from_db()
    assert first.state == "surplus"
    answers.answer(code=second.code, position=1)
    assert Trial.objects.counted().get() == second


def test_a_quota_is_full_for_good_only_when_all_have_answered():
    link = make_link(open_study(), quota=2)
    first, second = start(link), start(link, "k2")
    answers.answer(code=first.code, position=1)
    assert (limits.taking_part(link), limits.have_answered(link)) == (2, 1)
    assert reason_of(lambda: limits.check_quota(link)) == Refusal.NO_PLACE
    answers.answer(code=second.code, position=1)
    assert reason_of(lambda: limits.check_quota(link)) == Refusal.QUOTA
    limits.check_quota(make_link(link.study))


@pytest.mark.parametrize(("primary_set", "counted"), [("all", 1), ("kept", 0)])
def test_excluded_judges_leave_the_quota_where_others_replace_them(primary_set, counted):
    link = make_link(open_study(primary_set=primary_set, least_seconds=3.0), quota=5)
    answers.answer(code=start(link).code, position=1)
    assert Judge.objects.get().excluded_why == "too_fast"
    assert limits.have_answered(link) == limits.taking_part(link) == counted


def test_judges_who_have_answered_do_not_fill_the_places_of_an_address():
    """Of 22 at one address seven have not answered: the others read on, and are no beginners."""
    link = make_link(open_study(evaluations=40, evaluations_per_judge=2, items=30), classroom=False)
    held = starts(link, 22)
    for trial in held[:15]:
        answers.answer(code=trial.code, position=1)
    for number in range(15):
        start(link, f"192.0.2.1-{number}", address="192.0.2.1")
    assert Triad.objects.planned().free().count() == 3
    assert start(link, "one more", address="192.0.2.1")


def test_the_last_places_of_one_study_are_no_other_study_s():
    """Twenty from one address in another study, of the same browser: no reason to wait here."""
    other = make_link(open_study(evaluations=60), classroom=False)
    browser = {"address": "192.0.2.1", "browser_key": "b" * 20}
    for number in range(30):
        start(other, f"k{number}", **browser)
    link = make_link(open_study(evaluations=6), classroom=False)
    for number in range(5):
        start(link, f"k{number}", address=f"192.0.2.{number + 10}")
    assert start(link, "k", **browser)


def test_a_quota_is_of_its_own_link_and_mode():
    study = open_study(evaluations=24)
    first, second = make_link(study, quota=1), make_link(study, quota=1)
    pilot = make_link(study, quota=1, mode="pilot")
    answers.answer(code=start(first).code, position=1)
    assert limits.have_answered(second) == limits.taking_part(second) == 0
    assert start(second, "k2")
    answers.answer(code=start(pilot, "k3").code, position=1)
    assert reason_of(lambda: start(pilot, "k4")) == Refusal.QUOTA
    assert reason_of(lambda: start(first, "k5")) == Refusal.QUOTA
