"""The page of the machine judge: asked by a job, answered in words, stale when texts change."""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from analysis.machine_judge import job as stored
from studies import tasks
from studies.models import Job, Study
from tests.factories import make_sample, make_study, make_user

pytestmark = pytest.mark.django_db


def telling_study(items: int = 12) -> Study:
    """Every text of B says so."""
    study = make_study(items=0)
    for item in range(items):
        make_sample(study, "A", f"day {item}", f"Rain on day {item}, then wind <b>.")
        make_sample(study, "B", f"day {item}", f"Sun on day {item}, as forecast.")
    return study


def ask(client: Client, study: Study) -> Job:
    """Press the button, and let a worker do it."""
    client.force_login(study.owner)
    answer = client.post(f"/studies/{study.code}/machine-judge/")
    job = Job.objects.get(study=study, kind=Job.Kind.MACHINE_JUDGE, finished_at=None)
    assert answer["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    tasks.run_job(job.pk)
    job.refresh_from_db()
    return job


def page(client: Client, study: Study) -> str:
    return client.get(f"/studies/{study.code}/machine-judge/").content.decode()


def test_what_gives_texts_away_is_said_in_plain_words_with_p(client: Client) -> None:
    study = telling_study()
    client.force_login(study.owner)
    assert "Ask the machine judge</button>" in page(client, study)

    job = ask(client, study)

    assert (job.error, job.was_cancelled) == ("", False)
    shown = page(client, study)
    assert "tells Forecaster from Machine in 100\u00a0% of cases (p\u00a0=\u00a00.00" in shown
    assert "the surface gives the texts away" in shown
    assert '<p class="sentence warning">' in shown
    assert "has “, as forecast.”, mostly at the end" in shown
    assert "<mark>, as forecast.</mark>" in shown
    assert shown.count("let all texts end alike") == 1
    assert "24 texts about 12 items, 12 of them by both" in shown
    assert "have been changed" not in shown


def test_a_change_of_the_texts_makes_it_stale(client: Client) -> None:
    study = telling_study()
    ask(client, study)

    study.samples.filter(item="day 3", subject="A").update(left_out=True)

    assert "The texts have been changed since." in page(client, study)


def test_topics_are_said_and_not_counted(client: Client) -> None:
    study = telling_study()
    for number in range(6):
        make_sample(study, "A", f"river {number}", f"A river of number {number} as forecast.")
    ask(client, study)
    shown = page(client, study)
    assert "6 texts are about items of one subject only and not counted" in shown
    assert "topics may tell" in shown


def test_a_result_of_an_earlier_release_is_not_shown(client: Client) -> None:
    study = telling_study()
    job = ask(client, study)
    del job.result["found"]["one_sided_texts"]
    job.save(update_fields=["result"])
    assert "Takes seconds" in page(client, study)


def test_too_few_items_are_said_in_words(client: Client) -> None:
    study = telling_study(items=2)

    assert ask(client, study).error == ""

    assert "needs texts about five items" in page(client, study)


def test_large_studies_are_drawn_by_items(client: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr(stored, "MOST_TEXTS", 20)
    study = telling_study(items=12)

    ask(client, study)

    assert "20 texts about 10 items" in page(client, study)
    assert "Of 24 texts, whole items were drawn at random" in page(client, study)


def test_only_those_who_may_change_texts_get_it_in_few_queries(client: Client) -> None:
    study = telling_study()
    client.force_login(make_user())
    assert client.get(f"/studies/{study.code}/machine-judge/").status_code == 404
    assert client.post(f"/studies/{study.code}/machine-judge/").status_code == 404
    ask(client, study)
    with CaptureQueriesContext(connection) as queries:
        page(client, study)
    assert len(queries) <= 10
