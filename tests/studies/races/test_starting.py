"""Judges who start in the same moment."""

from collections import Counter
from collections.abc import Sequence
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from studies.models import Judge, Triad, Trial
from studies.services.judging import limits
from studies.services.judging.refusals import Refusal
from tests.factories import make_link, open_study
from tests.studies.races.simultaneous import Outcome, at_once, errors_of, start, starting

pytestmark = pytest.mark.django_db(transaction=True)


def ninety_ninth(outcomes: Sequence[Outcome]) -> float:
    waits = sorted(outcome.seconds for outcome in outcomes)
    return waits[int(0.99 * (len(waits) - 1))]


def test_200_judges_in_the_same_moment_get_200_triads():
    link = make_link(open_study(evaluations=200, items=40))
    outcomes = at_once([starting(link, f"k{number}") for number in range(200)])
    assert errors_of(outcomes) == []
    assert len({outcome.result.triad_id for outcome in outcomes}) == 200
    assert len({outcome.result.judge_id for outcome in outcomes}) == 200
    # On an idle machine well below 2 s; here all judges share one process with the test.
    assert ninety_ninth(outcomes) < 6
    numbers = Triad.objects.filter(trials__state="held").values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, 201))


def test_200_judges_on_120_places():
    study = open_study(evaluations=120, items=40)
    link = make_link(study)
    outcomes = at_once([starting(link, f"k{number}") for number in range(200)])
    assert errors_of(outcomes) == []
    assert Counter(outcome.stop for outcome in outcomes) == {None: 120, Refusal.NO_PLACE: 80}
    assert Trial.objects.filter(state="held").values("triad").distinct().count() == 120
    assert Judge.objects.count() == 120
    orders = Counter(Trial.objects.values_list("triad__order", flat=True))
    assert set(orders.values()) == {20}


@pytest.mark.parametrize("same", ["form key", "external id", "personal link"])
def test_one_person_who_starts_many_times_at_once_is_one_judge(same):
    link = make_link(open_study(), personal=same == "personal link")
    calls = {
        "form key": [starting(link, "k1") for _ in range(8)],
        "external id": [
            starting(link, f"k{number}", source="prolific", external_id="p1") for number in range(8)
        ],
        "personal link": [starting(link, f"k{number}") for number in range(8)],
    }[same]
    outcomes = at_once(calls)
    assert errors_of(outcomes) == []
    assert len({outcome.result.pk for outcome in outcomes}) == 1
    assert (Judge.objects.count(), Trial.objects.count()) == (1, 1)


def test_two_people_at_one_browser_are_two_judges():
    link = make_link(open_study())
    outcomes = at_once(
        [starting(link, "k1", source="lab", external_id=f"p{number}") for number in range(8)]
    )
    assert errors_of(outcomes) == []
    assert Judge.objects.count() == 8


def test_quota_is_exact_when_many_want_the_last_places():
    link = make_link(open_study(evaluations=60, items=20), quota=10)
    outcomes = at_once([starting(link, f"k{number}") for number in range(30)])
    assert errors_of(outcomes) == []
    assert Counter(outcome.stop for outcome in outcomes) == {None: 10, Refusal.NO_PLACE: 20}
    assert limits.taking_part(link) == 10


def test_five_clicks_on_the_last_place_of_a_quota_are_one_person():
    link = make_link(open_study(), quota=1)
    outcomes = at_once([starting(link, "k1") for _ in range(5)])
    assert [outcome.error for outcome in outcomes] == [None] * 5
    assert Judge.objects.count() == 1


def test_one_address_leaves_the_last_places_exactly():
    """However many browsers one person opens at once, three of 60 triads are left for others."""
    link = make_link(open_study(evaluations=60, items=20), classroom=False)
    outcomes = at_once([starting(link, f"k{number}", address="192.0.2.1") for number in range(80)])
    assert errors_of(outcomes) == []
    assert Counter(outcome.stop for outcome in outcomes) == {
        None: 57,
        Refusal.TOO_MANY_STARTS: 23,
    }
    assert starting(link, "elsewhere", address="192.0.2.2")()


def test_five_clicks_at_once_from_a_full_address_are_one_person():
    link = make_link(open_study(evaluations=60, items=20), classroom=False)
    for number in range(5):
        outcomes = at_once([starting(link, f"k{number}", address="192.0.2.1") for _ in range(5)])
        assert [outcome.error for outcome in outcomes] == [None] * 5
    assert Judge.objects.count() == 5


def test_silent_holds_are_given_on_once_each():
    """Twelve triads of silent judges, thirty people at once: twelve get one, none is doubled."""
    link = make_link(open_study(evaluations=12, items=20))
    for number in range(12):
        start(link, f"silent {number}")
    places = dict(Triad.objects.values_list("pk", "first_held_at"))
    Triad.objects.update(seen_at=Now() - timedelta(hours=1))
    outcomes = at_once([starting(link, f"k{number}") for number in range(30)])
    assert errors_of(outcomes) == []
    assert Counter(outcome.stop for outcome in outcomes) == {None: 12, Refusal.NO_PLACE: 18}
    held = Trial.objects.filter(state="held").values_list("triad", flat=True)
    assert sorted(held) == sorted(places)
    # A triad that is given on keeps its place in the order of assignment.
    assert dict(Triad.objects.values_list("pk", "first_held_at")) == places


def test_pilot_judges_at_once_each_get_a_pilot_triad():
    link = make_link(open_study(evaluations=6), mode="pilot")
    outcomes = at_once([starting(link, f"k{number}") for number in range(20)])
    assert errors_of(outcomes) == []
    assert [outcome.stop for outcome in outcomes] == [None] * 20
    assert len({outcome.result.triad_id for outcome in outcomes}) == 20
    # In whole blocks, and not one more than is needed.
    assert Triad.objects.filter(mode="pilot").count() == 24
