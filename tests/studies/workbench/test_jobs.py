"""The page of a job: who may see it, how far it is, what went wrong, where it leads."""

from typing import Any

import pytest
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse

from studies.models import Job, Study, User
from studies.services import jobs
from studies.services.accounts import sharing
from tests.factories import make_study, open_study

pytestmark = pytest.mark.django_db


def job_of(study: Study, kind: str = Job.Kind.SURFACE_CUES, **fields: Any) -> Job:
    fields.setdefault("arguments", {"upload": 7})
    return Job.objects.create(study=study, owner=study.owner, kind=kind, **fields)


def address(job: Job, name: str = "studies:job") -> str:
    return reverse(name, args=[job.study.code, job.pk])


def text(client: Client, job: Job) -> str:
    return str(client.get(address(job)).content.decode())


def test_the_page_tells_how_far_the_work_is(as_alice: Client, alice: User) -> None:
    job = job_of(make_study(owner=alice), done=6, total=24)
    page = text(as_alice, job)
    assert "25 % done." in page
    assert "Cancel this work" in page
    numbers = as_alice.get(address(job), {"as": "json"}).json()
    assert numbers == {"percent": 25, "finished": False, "failed": False}


def test_the_page_tells_what_went_wrong(as_alice: Client, alice: User) -> None:
    job = job_of(make_study(owner=alice), error="The file is gone.", finished_at=Now())
    assert '<p class="errornote">The file is gone.</p>' in text(as_alice, job)
    numbers = as_alice.get(address(job), {"as": "json"}).json()
    assert numbers == {"percent": 0, "finished": True, "failed": True}


def test_work_is_cancelled_by_a_post(as_alice: Client, alice: User) -> None:
    job = job_of(make_study(owner=alice))
    assert as_alice.get(address(job, "studies:cancel_job")).status_code == 405
    assert as_alice.post(address(job, "studies:cancel_job"))["Location"] == address(job)
    assert "Cancelled. What was done so far is kept." in text(as_alice, job)


def test_an_opening_cannot_be_cancelled(as_alice: Client, alice: User) -> None:
    job = job_of(make_study(owner=alice), Job.Kind.OPEN)
    assert "Cancel this work" not in text(as_alice, job)
    as_alice.post(address(job, "studies:cancel_job"))
    job.refresh_from_db()
    assert (job.cancel_asked, job.finished_at) == (False, None)


@pytest.mark.parametrize(
    ("role", "seen"),
    [
        ("recruiter", {Job.Kind.SEND_INVITATIONS}),
        ("analyst", {Job.Kind.READING}),
        ("editor", set(Job.Kind)),
    ],
)
def test_a_collaborator_sees_the_jobs_of_their_role(
    as_bob: Client, alice: User, bob: User, role: str, seen: set[str]
) -> None:
    study = open_study(owner=alice)
    sharing.share(study=study, user=alice, email=bob.email, role=role)
    pages = {kind: as_bob.get(address(job_of(study, kind))) for kind in Job.Kind}
    assert {kind for kind, page in pages.items() if page.status_code == 200} == seen


def test_a_job_of_another_study_is_not_found(as_alice: Client, alice: User) -> None:
    job, other = job_of(make_study(owner=alice)), make_study(owner=alice)
    assert as_alice.get(reverse("studies:job", args=[other.code, job.pk])).status_code == 404


def test_each_kind_leads_to_a_page(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    study_page = reverse("analysis:overview", args=[study.code])
    pages = {
        Job.Kind.OPEN: study_page,
        Job.Kind.CHECK_UPLOAD: reverse("studies:upload_review", args=[study.code, 7]),
        Job.Kind.SAVE_UPLOAD: reverse("studies:surface_cues", args=[study.code]),
        Job.Kind.SURFACE_CUES: reverse("studies:surface_cues", args=[study.code]),
        Job.Kind.SEND_INVITATIONS: reverse("studies:invitations", args=[study.code]),
        Job.Kind.READING: reverse("analysis:reading", args=[study.code]),
        Job.Kind.MACHINE_JUDGE: reverse("analysis:machine_judge", args=[study.code]),
        Job.Kind.COMPANIONS: reverse("analysis:companions", args=[study.code]),
        Job.Kind.HARD_TRIADS: reverse("analysis:triads", args=[study.code]),
        Job.Kind.REHEARSE: reverse("analysis:rehearse", args=[study.code]),
    }
    assert set(pages) == set(Job.Kind)
    for kind, page in pages.items():
        job = job_of(study, kind, finished_at=Now())
        assert f'<a class="button" href="{page}">Go on</a>' in text(as_alice, job)


def test_a_job_that_runs_is_found_again(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    first = jobs.begin(study=study, user=alice, kind=Job.Kind.SEND_INVITATIONS)
    answer = as_alice.post(reverse("studies:invitations", args=[study.code]), {"send": 1})
    assert answer["Location"] == address(first)
