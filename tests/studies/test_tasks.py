"""Tasks: what they do, that they may be run twice, and that a failure is told or tried again."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.utils import timezone

from studies import tasks
from studies.models import Event, Job, Study, Upload
from studies.services import jobs
from studies.services.advisory_locks import LockClass
from studies.services.lifecycle import opening
from studies.services.texts import upload as uploads
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db


def begun(**fields: Any) -> Job:
    """A study with a frozen plan and triads still to be made."""
    study = make_study(**fields)
    opening.begin_opening(study=study, user=study.owner)
    return jobs.begin(study=study, user=study.owner, kind=Job.Kind.OPEN, total=study.evaluations)


def test_a_job_is_done_once_and_running_it_again_changes_nothing() -> None:
    job = begun()
    tasks.run_job(job.pk)
    first = Job.objects.values().get()
    assert (first["error"], first["done"], first["total"]) == ("", 24, 24)
    assert Study.objects.get().status == "open"
    tasks.run_job(job.pk)
    assert Job.objects.values().get() == first
    assert Event.objects.filter(what="opened").count() == 1


def test_two_clicks_begin_one_job() -> None:
    job = begun()
    again = jobs.begin(study=job.study, user=job.owner, kind=Job.Kind.OPEN)
    assert again == job


def test_a_job_that_is_gone_is_no_error() -> None:
    tasks.run_job(2**31 - 1)


def test_what_went_wrong_is_kept_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    job = begun()
    monkeypatch.setitem(jobs.WORK, Job.Kind.OPEN, lambda job, progress: 1 / 0)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert job.error == "Something went wrong on our side. Try again; nothing was lost."
    assert job.finished_at is not None


def test_without_the_database_a_job_stays_unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(job: Job, progress: object) -> None:
        raise OperationalError

    job = begun()
    monkeypatch.setitem(jobs.WORK, Job.Kind.OPEN, away)
    with pytest.raises(OperationalError):
        tasks.run_job(job.pk)
    assert Job.objects.unfinished().get() == job


def test_an_upload_that_is_gone_is_said() -> None:
    study = make_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.CHECK_UPLOAD, upload=1)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert job.error == "The upload is not there any more. Upload the file again."


def test_an_upload_is_checked_and_stored_by_jobs() -> None:
    study = make_study(items=0)
    upload = uploads.receive(
        study=study,
        user=study.owner,
        name="t.csv",
        content=b"subject,item,text\nForecaster,1,Rain.\nMachine,1,Sun.\n",
    )
    check = jobs.begin(study=study, user=study.owner, kind=Job.Kind.CHECK_UPLOAD, upload=upload.pk)
    tasks.run_job(check.pk)
    save = jobs.begin(
        study=study, user=study.owner, kind=Job.Kind.SAVE_UPLOAD, upload=upload.pk, mode="add"
    )
    tasks.run_job(save.pk)
    assert list(Job.objects.values_list("error", flat=True)) == ["", ""]
    assert study.samples.count() == 2


def test_unfinished_jobs_are_taken_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(tasks.run_job, "delay", asked.append)
    job, done = begun(), begun()
    Job.objects.filter(pk=done.pk).update(finished_at=timezone.now())
    tasks.continue_jobs()
    assert asked == [job.pk]


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_does_a_job() -> None:
    job = begun()
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.JOB, job.pk])
        tasks.run_job(job.pk)
        assert not Study.objects.get().triads.exists()
        cursor.execute("SELECT pg_advisory_unlock_all()")  # as when the other worker is killed
    other.close()
    tasks.run_job(job.pk)
    assert Study.objects.get().status == "open"


@pytest.mark.django_db(transaction=True)
def test_progress_is_seen_while_the_work_is_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """By others too, and also of work that is one transaction."""
    seen: list[int] = []
    watcher = connection.copy()

    def look(done: int, total: int) -> None:
        with watcher.cursor() as cursor:
            cursor.execute("SELECT done FROM studies_job")
            seen.append(cursor.fetchone()[0])

    def work(job: Job, progress: Any) -> None:
        with transaction.atomic():
            for done in (6, 12, 18, 24):
                progress(done, 24)
                look(done, 24)

    monkeypatch.setattr(jobs, "WRITE_SECONDS", 0)
    monkeypatch.setitem(jobs.WORK, Job.Kind.OPEN, work)
    job = begun()
    tasks.run_job(job.pk)
    watcher.close()
    assert seen == [6, 12, 18, 24]


@pytest.mark.django_db(transaction=True)
def test_a_cancelled_job_stops_at_its_next_step_and_may_be_begun_again(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(job: Job, progress: Any) -> None:
        for done in range(1, 4):
            progress(done, 4)
            if done == 2:
                Job.objects.update(cancel_asked=True)
        pytest.fail("it went on")

    monkeypatch.setattr(jobs, "WRITE_SECONDS", 0)
    monkeypatch.setitem(jobs.WORK, Job.Kind.REHEARSE, work)
    study = make_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.REHEARSE)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert (job.was_cancelled, job.error, job.done) == (True, "", 3)
    client.force_login(study.owner)
    page = client.get(f"/studies/{study.code}/jobs/{job.pk}/").content.decode()
    assert "Cancelled. What was done so far is kept." in page
    assert jobs.begin(study=study, user=study.owner, kind=Job.Kind.REHEARSE) != job


def test_a_job_that_no_worker_has_is_cancelled_at_once(client: Client) -> None:
    study = make_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.SEND_INVITATIONS)
    address = f"/studies/{study.code}/jobs/{job.pk}/"
    client.force_login(make_user())
    assert client.post(f"{address}cancel/").status_code == 404
    client.force_login(study.owner)
    assert "Cancel this work" in client.get(address).content.decode()
    assert client.post(f"{address}cancel/")["Location"] == address
    job.refresh_from_db()
    assert job.was_cancelled
    assert client.get(f"{address}?as=json").json()["failed"]


def test_opening_a_study_is_not_cancelled(client: Client) -> None:
    job = begun()
    client.force_login(job.owner)
    address = f"/studies/{job.study.code}/jobs/{job.pk}/"
    assert "Cancel this work" not in client.get(address).content.decode()
    client.post(f"{address}cancel/")
    with pytest.raises(ValueError, match="cannot be cancelled"):
        jobs.cancel(job=job)
    assert not Job.objects.get().cancel_asked


def test_studies_are_closed_at_their_end_date() -> None:
    past, ahead = timezone.now() - timedelta(hours=1), timezone.now() + timedelta(hours=1)
    ended, going_on = open_study(ends_at=past), open_study(ends_at=ahead)
    draft = make_study(ends_at=past)
    for _ in range(2):
        tasks.close_ended()
    assert [Study.objects.get(pk=s.pk).status for s in (ended, going_on, draft)] == [
        "closed",
        "open",
        "draft",
    ]
    assert Event.objects.get(what="closed").why == "end date"


def test_uploads_are_dropped_after_a_day() -> None:
    study = make_study()
    for name in ("old", "new"):
        Upload.objects.create(study=study, owner=study.owner, name=name, content=b"x")
    Upload.objects.filter(name="old").update(created_at=timezone.now() - timedelta(hours=25))
    tasks.drop_old_uploads()
    assert Upload.objects.get().name == "new"


def test_the_page_of_a_job_shows_progress_result_and_error(client: Client) -> None:
    job = begun()
    address = f"/studies/{job.study.code}/jobs/{job.pk}/"
    assert client.get(address).status_code == 302
    client.force_login(job.owner)
    Job.objects.update(done=6)
    page = client.get(address).content.decode()
    assert "25 % done." in page
    assert '<noscript><meta http-equiv="refresh" content="3"></noscript>' in page
    assert client.get(f"{address}?as=json").json() == {
        "percent": 25,
        "finished": False,
        "failed": False,
    }
    tasks.run_job(job.pk)
    assert "Done." in client.get(address).content.decode()
    Job.objects.update(error="Row <b>7</b> is empty.")
    assert "Row &lt;b&gt;7&lt;/b&gt; is empty." in client.get(address).content.decode()
    client.force_login(make_user())
    assert client.get(address).status_code == 404


def test_sessions_that_have_run_out_are_dropped() -> None:
    kept, over = SessionStore(), SessionStore()
    over.set_expiry(-1)
    for session in (kept, over):
        session.create()
    tasks.drop_old_sessions()
    assert [kept.exists(kept.session_key), over.exists(over.session_key)] == [True, False]
