"""Making triads: those of the plan, for practice and attention, and for pilots."""

import pytest
from django.db import connection

from studies import design
from studies.models import Study, Triad
from studies.services.lifecycle.places import triads
from tests.factories import make_sample, make_study, open_study

pytestmark = pytest.mark.django_db


def with_practice_and_attention() -> Study:
    study = make_study(practice_triads=2, attention_at=[1])
    for kind in ("practice", "attention"):
        for number in range(6):
            for subject in "AB":
                make_sample(study, subject, f"{kind} {number}", f"{kind} {number}", kind=kind)
    return study


def test_the_plan_is_made_in_whole_blocks_with_all_orders() -> None:
    study = make_study(evaluations=20)
    done = []
    triads.make_triads(study, progress=lambda *numbers: done.append(numbers), batch=13)
    assert done == [(12, 24), (24, 24)]
    made = study.triads.order_by("number")
    assert list(made.values_list("number", flat=True)) == list(range(1, 25))
    for block in range(1, 5):
        orders = made.filter(block=block).values_list("order", flat=True)
        assert sorted(orders) == sorted(design.ORDERS)


def test_a_raised_number_adds_to_the_triads_and_changes_none() -> None:
    study = make_study(evaluations=6)
    triads.make_triads(study)
    before = list(Triad.objects.order_by("number").values())
    study.evaluations = 12
    triads.make_triads(study)
    after = list(Triad.objects.order_by("number").values())
    assert (after[:6], len(after)) == (before, 12)
    triads.make_triads(study)
    assert Triad.objects.count() == 12


def test_practice_and_attention_have_a_block_for_each_place_in_both_modes() -> None:
    study = with_practice_and_attention()
    assert triads.practice_and_attention_numbers(study) == {"practice": 2, "attention": 1}
    for _ in range(2):
        triads.make_practice_and_attention_triads(study)
    made = [
        study.triads.filter(kind=kind, mode=mode).count()
        for kind in ("practice", "attention")
        for mode in ("live", "pilot")
    ]
    assert made == [12, 12, 6, 6]


def test_a_plan_without_them_has_no_such_triads() -> None:
    study = make_study()
    assert triads.practice_and_attention_numbers(study) == {}
    triads.make_practice_and_attention_triads(study)
    assert not Triad.objects.exists()


def test_each_pilot_block_is_another_one_of_the_pilot_draw() -> None:
    study = open_study(items=24)
    for _ in range(2):
        triads.add_pilot_block(study)
    pilot = study.triads.filter(mode="pilot").order_by("number")
    assert list(pilot.values_list("number", flat=True)) == list(range(1, 13))
    texts = ("first", "second", "third")
    assert len(set(pilot.values_list(*texts))) == 12
    live = study.triads.filter(mode="live")
    assert not set(pilot.values_list(*texts)) & set(live.values_list(*texts))


def test_the_lock_of_pilot_triads_ends_with_the_transaction() -> None:
    study = open_study()
    triads.wait_for_pilot_block(study)
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
        )
        assert cursor.fetchone() == (1,)
