"""Which studies a query set keeps, and in which words a study says where it stands."""

from datetime import UTC, datetime, timedelta

import pytest
from django.utils import timezone

from studies.models import Study
from studies.models.years import within_years
from tests.factories import make_study, make_user, open_study
from tests.studies.rules.rows import make_verdict

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


def set_on(study, **fields):
    """Past the services; with the rules of the database."""
    Study.objects.filter(pk=study.pk).update(**fields)
    study.refresh_from_db()
    return study


def test_a_study_gives_triads_while_it_is_open_and_before_its_end():
    study, now = open_study(), timezone.now()
    draft = make_study()
    for ends_at, accepting in ((None, True), (now + HOUR, True), (now - HOUR, False)):
        set_on(study, ends_at=ends_at)
        assert Study.objects.accepting().filter(pk=study.pk).exists() == accepting
    for status in ("paused", "closed"):
        set_on(study, status=status, ends_at=None)
        assert not Study.objects.accepting().exists()
    assert not Study.objects.accepting().filter(pk=draft.pk).exists()


def test_studies_past_their_end_are_those_that_are_still_to_be_closed():
    study, now = open_study(), timezone.now()
    make_study(ends_at=now - HOUR)
    for ends_at, ended in ((None, False), (now + HOUR, False), (now - HOUR, True)):
        set_on(study, ends_at=ends_at)
        assert list(Study.objects.ended()) == [study] * ended
    assert list(Study.objects.ended().filter(pk=set_on(study, status="paused").pk)) == [study]
    set_on(study, status="closed")
    assert not Study.objects.ended().exists()


def test_the_same_texts_are_those_of_other_opened_studies_but_rehearsals():
    study, same = open_study(), open_study()
    different = open_study(items=13)
    rehearsal, draft = open_study(is_test=True), make_study()
    set_on(make_study(), texts_sha256=study.texts_sha256)
    assert study.texts_sha256 == same.texts_sha256 == rehearsal.texts_sha256
    assert list(Study.objects.with_texts_of(study)) == [same]
    assert list(Study.objects.with_texts_of(same)) == [study]
    assert not Study.objects.with_texts_of(different).exists()
    assert not Study.objects.with_texts_of(draft).exists()
    assert not Study.objects.with_texts_of(Study(texts_sha256="", pk=0)).exists()


def test_a_family_is_of_one_owner_and_name_opened_and_no_rehearsal():
    owner, family = make_user(), {"family": "Rain", "family_size": 3}
    study = open_study(owner=owner, **family)
    beside = open_study(owner=owner, **family | {"family": "rain"})
    rehearsal = open_study(owner=owner, is_test=True, **family)
    make_study(owner=owner, **family)
    open_study(owner=owner, **family | {"family": "Snow"})
    open_study(**family)
    alone = open_study(owner=owner)
    assert set(Study.objects.of_family(study)) == {study, beside}
    assert list(Study.objects.of_family(rehearsal)) == [rehearsal]
    assert not Study.objects.of_family(alone).exists()


def test_decided_are_those_with_a_verdict():
    study, _other = make_study(items=1), make_study(items=1)
    make_verdict(study)
    assert list(Study.objects.decided()) == [study]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"status": "draft"}, "draft"),
        ({"status": "open"}, "open"),
        ({"status": "open", "completed_at": 1}, "complete"),
        ({"status": "paused", "completed_at": 1}, "paused, complete"),
        ({"status": "closed", "completed_at": 1}, "closed"),
        ({"status": "closed", "archived_at": 1}, "archived, closed"),
    ],
)
def test_where_a_study_stands(fields, words):
    assert Study(**fields).state == words


@pytest.mark.parametrize(("goal", "enough"), [("difference", 18), ("similarity", 30)])
def test_the_number_that_the_standard_recommends_is_enough(goal, enough):
    assert Study(goal=goal, evaluations=enough - 1).below_recommended
    assert not Study(goal=goal, evaluations=enough).below_recommended


def test_results_are_sealed_in_a_blind_study_until_it_is_unsealed():
    found = [Study(blind=blind, unsealed_at=at).is_sealed for blind in (0, 1) for at in (None, 1)]
    assert found == [0, 0, 1, 0]


@pytest.mark.parametrize(
    ("ends_at", "within"),
    [
        (datetime(1990, 1, 1, tzinfo=UTC), True),
        (datetime(2200, 12, 31, 23, tzinfo=UTC), True),
        (datetime(1989, 12, 30, tzinfo=UTC), False),
        (datetime(2201, 1, 3, tzinfo=UTC), False),
    ],
)
def test_years_without_any_study_are_out(ends_at, within):
    assert within_years("ends_at").check({"ends_at": ends_at}) == within


def test_no_date_is_within_the_years():
    study = make_study(items=1)
    assert list(Study.objects.filter(within_years("ends_at"))) == [study]
