"""The limits of a link: its quota, and one person with many browsers."""

import pytest

from studies.models import Judge, Triad
from studies.services.judging import answers, limits
from studies.services.judging.refusals import Refusal, Refused
from tests.factories import make_link, make_study, open_study
from tests.studies.services.judging.steps import reason_of, run_out, start

pytestmark = pytest.mark.django_db


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


def test_starts_are_limited_for_an_open_link_and_not_in_a_classroom():
    study = open_study(evaluations=60)
    link = make_link(study, classroom=False)
    for number in range(20):
        start(link, f"k{number}", address="192.0.2.1")
    assert reason_of(lambda: start(link, "k21", address="192.0.2.1")) == Refusal.TOO_MANY_STARTS
    assert start(make_link(study), "k22", address="192.0.2.1")


def test_clicks_of_one_person_count_once():
    link = make_link(open_study(evaluations=60), classroom=False)
    for _ in range(25):
        limits.check_starts(link, "192.0.2.9", "one-key", external=False)
    for number in range(19):
        limits.check_starts(link, "192.0.2.9", f"k{number}", external=False)
    with pytest.raises(Refused):
        limits.check_starts(link, "192.0.2.9", "the-21st", external=False)
    # Other addresses and other links are not concerned.
    limits.check_starts(link, "192.0.2.10", "the-21st", external=False)
    limits.check_starts(make_link(link.study, classroom=False), "192.0.2.9", "k", external=False)


@pytest.mark.parametrize(
    ("fields", "external", "needed"),
    [
        ({"classroom": False}, False, True),
        ({"classroom": False}, True, False),
        ({"classroom": True}, False, False),
        ({"classroom": False, "mode": "pilot"}, False, False),
        ({"classroom": False, "personal": True}, False, False),
        ({"classroom": True, "quota": 3}, True, True),
    ],
)
def test_only_where_judges_are_counted_the_link_is_locked(fields, external, needed):
    assert limits.need_lock(make_link(make_study(), **fields), external=external) is needed


def test_judges_of_one_link_hold_a_tenth_of_the_plan_unanswered_but_at_least_20():
    link = make_link(open_study(evaluations=60), classroom=False)
    held = [start(link, f"k{number}", address=f"192.0.2.{number}") for number in range(20)]
    assert reason_of(lambda: start(link, "k21", address="192.0.2.21")) == Refusal.TOO_MANY_STARTS
    answers.answer(code=held[0].code, position=1)
    assert start(link, "k21", address="192.0.2.21")


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
