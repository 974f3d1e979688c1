"""Which trials count, which use up an evaluation, and which are being read."""

from datetime import timedelta

import pytest
from django.db import connection
from django.db.models.functions import Now

from studies.models import Answer, Triad, Trial
from studies.services.judging.answering import answers
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import start
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db

KEEPS = {
    "held": {"held_now", "taking_part"},
    "answered": {"counted", "used", "evaluated", "taking_part"},
    "surplus": {"used", "evaluated", "taking_part"},
    "lapsed": set(),
    "withdrawn": {"used"},
    "excluded": {"used"},
}
NAMES = ("held_now", "counted", "used", "evaluated", "taking_part")


def put(state, **fields):
    """Past the rules of the database, which let most states follow few others."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_trial DISABLE TRIGGER USER")
        Trial.objects.update(state=state, **fields)
        cursor.execute("ALTER TABLE studies_trial ENABLE TRIGGER USER")


def kept():
    return {name for name in NAMES if getattr(Trial.objects, name)().exists()}


@pytest.mark.parametrize("state", Trial.State.values)
def test_what_each_state_is(state):
    start(make_link(open_study()))
    put(state)
    assert kept() == KEEPS[state]


def test_a_pilot_answer_takes_part_and_never_counts():
    start(make_link(open_study(), mode="pilot"))
    put("answered")
    assert kept() == KEEPS["answered"] - {"counted"}


def test_a_hold_that_ran_out_is_not_read_and_has_no_place():
    trial = start(make_link(open_study()))
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))
    assert kept() == set()


@pytest.mark.parametrize(
    ("state", "minutes", "renewals", "keeps"),
    [
        ("held", 9, 0, {"held_now", "taking_part"}),
        ("held", 11, 0, set()),
        ("held", 11, 1, {"held_now", "taking_part"}),
        ("held", 21, 1, set()),
        ("answered", 9, 0, {"taking_part"}),
        ("answered", 11, 0, set()),
        ("surplus", 9, 0, set()),
        ("lapsed", 9, 0, set()),
    ],
)
def test_practice_gives_a_place_for_as_long_as_a_hold_and_no_evaluation(
    state, minutes, renewals, keeps
):
    trial = start(make_link(opened(a_study(practice_triads=1, hold_minutes=10))))
    assert trial.kind == "practice"
    put(state, held_at=Now() - timedelta(minutes=minutes), renewals=renewals)
    assert kept() == keeps


def test_silent_are_those_who_hold_and_gave_no_sign_for_so_long():
    trial = start(make_link(open_study()))
    triad = Triad.objects.filter(pk=trial.triad_id)
    minute = timedelta(minutes=1)
    assert not Trial.objects.silent_for(minute).exists()
    triad.update(seen_at=Now() - minute - timedelta(seconds=1))
    assert list(Trial.objects.silent_for(minute)) == [trial]
    assert not Trial.objects.silent_for(2 * minute).exists()
    triad.update(free_from=Now() - minute)
    assert not Trial.objects.silent_for(minute).exists()


@pytest.mark.parametrize("state", sorted(set(Trial.State.values) - {"held"}))
def test_no_other_state_is_silent(state):
    trial = start(make_link(open_study()))
    Triad.objects.filter(pk=trial.triad_id).update(seen_at=Now() - timedelta(hours=1))
    put(state)
    assert not Trial.objects.silent_for(timedelta(minutes=1)).exists()


def test_counted_answers_are_those_of_counted_trials():
    links = [make_link(open_study(), mode=mode) for mode in ("live", "pilot")]
    live, _pilot = (answers.answer(code=start(link).code, position=1).trial for link in links)
    assert [answer.trial for answer in Answer.objects.counted()] == [live]
