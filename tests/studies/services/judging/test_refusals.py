"""Checks that refuse a judge, each with its reason."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studies.models import ExcludedId, Study
from studies.models.judging.triad import Mode
from studies.services.judging import refusals
from studies.services.judging.refusals import Refusal
from tests.factories import make_link, make_study, open_study
from tests.studies.services.judging.steps import reason_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LATER = NOW + timedelta(days=1)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"status": "paused"}, Refusal.PAUSED),
        ({"status": "closed", "closed_at": LATER}, Refusal.CLOSED),
        ({"status": "closed", "closed_at": LATER, "archived_at": LATER}, Refusal.CLOSED),
        ({"completed_at": LATER}, Refusal.COMPLETE),
        ({"completed_at": LATER, "status": "paused"}, Refusal.COMPLETE),
    ],
)
def test_a_study_that_gives_out_no_triads(fields, reason):
    study = open_study()
    refusals.check_study(study, mode=Mode.LIVE)
    Study.objects.filter(pk=study.pk).update(**fields)
    study.refresh_from_db()
    assert reason_of(lambda: refusals.check_study(study, mode=Mode.LIVE)) == reason


def test_a_draft_is_unknown_and_a_complete_study_takes_pilot_judges():
    draft = make_study()
    assert reason_of(lambda: refusals.check_study(draft, mode=Mode.LIVE)) == Refusal.UNKNOWN
    study = open_study()
    Study.objects.filter(pk=study.pk).update(completed_at=LATER)
    study.refresh_from_db()
    refusals.check_study(study, mode=Mode.PILOT)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"revoked_at": NOW}, Refusal.REVOKED),
        ({"expires_at": NOW - timedelta(minutes=1)}, Refusal.EXPIRED),
        ({"expires_at": NOW - timedelta(minutes=1), "revoked_at": NOW}, Refusal.REVOKED),
    ],
)
def test_a_link_that_is_no_longer_used(fields, reason):
    study = open_study()
    refusals.check_link(make_link(study, expires_at=NOW + timedelta(days=1)))
    assert reason_of(lambda: refusals.check_link(make_link(study, **fields))) == reason


def test_ids_are_excluded_from_one_study_only():
    study, other = open_study(), open_study()
    ExcludedId.objects.create(study=study, external_id="p1")
    for link, external_id in ((make_link(study), "p2"), (make_link(other), "p1")):
        refusals.check_member(link, external_id)
    link = make_link(study)
    assert reason_of(lambda: refusals.check_member(link, "p1")) == Refusal.EXCLUDED
    refusals.check_excluded(link, "")
