"""Which triads count, and which can be claimed."""

from datetime import UTC, datetime

import pytest
from django.db import connection

from studies.models import Triad
from studies.services.lifecycle.places import triads
from tests.factories import open_study
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db


def test_planned_are_the_live_main_ones_within_the_number():
    study = opened(a_study(practice_triads=1, attention_at=[1], evaluations=24))
    triads.add_pilot_block(study)
    planned = Triad.objects.planned().filter(study=study)
    assert {triad.number for triad in planned} == set(range(1, 25))
    assert {(triad.kind, triad.mode) for triad in planned} == {("main", "live")}
    assert Triad.objects.filter(study=study).count() > 24 + 6
    one_more = Triad(study=study, number=25, block=9, order="ABB", odd_position=1)
    one_more.first, one_more.second, one_more.third = planned.filter(order="ABB")[0].samples
    one_more.save()
    assert Triad.objects.planned().filter(study=study).count() == 24


@pytest.mark.parametrize(
    ("free_from", "free", "unanswered"),
    [
        ("now() - interval '1 s'", True, True),
        ("now()", True, True),
        ("now() + interval '1 h'", False, True),
        ("'infinity'", False, False),
    ],
)
def test_free_held_and_answered(free_from, free, unanswered):
    triad = Triad.objects.filter(study=open_study())[0]
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE studies_triad SET free_from = {free_from} WHERE id = {triad.pk}")  # noqa: S608 - our own words
    mine = Triad.objects.filter(pk=triad.pk)
    assert (mine.free().exists(), mine.unanswered().exists()) == (free, unanswered)


def test_what_was_never_held_is_free_since_long_ago():
    assert Triad().free_from == datetime(1970, 1, 1, tzinfo=UTC)
