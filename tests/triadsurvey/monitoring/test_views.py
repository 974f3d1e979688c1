"""Health, metrics and the page of an administrator: true numbers, and nothing of any person."""

import json
import re
import time
from contextlib import closing
from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.migrations.recorder import MigrationRecorder
from django.db.models.functions import Now
from django.test import override_settings
from django.utils import timezone
from prometheus_client.openmetrics.parser import text_string_to_metric_families as parse_openmetrics
from prometheus_client.parser import text_string_to_metric_families as parse_text

from analysis.models import Result
from analysis.recomputation.store import recompute
from studies.tasks import run_job
from tests.analysis.answering import give_answers
from tests.factories import make_link, open_study
from triadsurvey.celery import app
from triadsurvey.models import MaintenanceRun
from triadsurvey.monitoring import metrics, site_state
from triadsurvey.monitoring.health import duration, findings
from triadsurvey.workers import broker

pytestmark = pytest.mark.django_db
TOKEN = "a token of this test"
OPEN = {"authorization": f"Bearer {TOKEN}"}
OPENMETRICS = {"accept": "application/openmetrics-text; version=1.0.0"}


@pytest.fixture(autouse=True)
def _with_a_token(settings):
    settings.METRICS_TOKEN = TOKEN


@pytest.fixture(autouse=True)
def _backed_up():
    for kind in MaintenanceRun.Kind:
        MaintenanceRun.objects.create(kind=kind, finished_at=timezone.now())


@pytest.fixture
def redis():
    with closing(broker.client()) as connection:
        connection.delete(broker.BEAT_KEY, *broker.queue_names())
        yield connection
        connection.delete(broker.BEAT_KEY, *broker.queue_names())


@pytest.fixture
def away(settings):
    settings.REDIS_URL = "unix:///nonexistent/redis.sock"


def not_well() -> set[str]:
    return {one.name for one in findings(site_state.site_state()) if not one.well}


def test_a_task_that_waits_tells_since_when(redis, monkeypatch):
    broker.note_beat()
    assert not_well() == set()
    with closing(app.connection_for_write()) as connection:
        run_job.apply_async([1], connection=connection)
        assert not_well() == set()
        redis.delete("jobs")
        long_ago = time.time() - 7 * 3600
        with monkeypatch.context() as earlier:
            earlier.setattr(broker.time, "time", lambda: long_ago)
            run_job.apply_async([1], connection=connection)
        run_job.apply_async([2], connection=connection)
    queue = broker.queue(redis, "jobs")
    assert queue.waiting == 2
    assert queue.oldest_seconds == pytest.approx(7 * 3600, abs=60)
    assert not_well() == {"Queue jobs"}


def test_beat_that_has_stopped_is_seen(redis):
    assert not_well() == {"Beat, which starts what is due"}
    redis.set(broker.BEAT_KEY, time.time() - 61)
    assert not_well() == {"Beat, which starts what is due"}
    broker.note_beat()
    assert not_well() == set()


def test_redis_away_is_seen_and_harms_neither_page_nor_metrics(away, client):
    assert not_well() == {"Redis"}
    response = client.get("/healthz", headers=OPEN)
    assert response.status_code == 503
    assert samples(client)["triadsurvey_broker_up"] == 0
    broker.note_beat()


def test_a_result_that_is_stale_tells_since_when(redis):
    broker.note_beat()
    study = open_study(evaluations=24)
    give_answers(study, 3, 3)
    recompute(study_id=study.pk)
    state = site_state.site_state()
    assert (state.answers, state.stale_results, state.oldest_stale_seconds) == (3, 0, 0)
    assert not_well() == set()
    Result.objects.update(answers_stored=1, computed_at=Now() - timedelta(hours=2))
    state = site_state.site_state()
    assert state.stale_results == 1
    assert 0 <= state.oldest_stale_seconds < 60
    assert duration(7300) == "2 hours"


def test_a_full_disk_is_seen(redis, monkeypatch):
    broker.note_beat()
    monkeypatch.setattr(
        site_state.shutil, "disk_usage", lambda path: type("Usage", (), {"total": 100, "free": 4})
    )
    assert not_well() == {"Disk of the web server"}


@pytest.mark.parametrize(
    ("kind", "name", "longest"),
    [("backup", "Last backup", 2), ("drill", "Last restore drill", 8)],
)
def test_a_backup_and_a_drill_that_are_long_ago_are_seen(redis, client, kind, name, longest):
    broker.note_beat()
    runs = MaintenanceRun.objects.filter(kind=kind)
    runs.update(finished_at=Now() - timedelta(days=longest, hours=-1))
    assert not_well() == set()
    runs.update(finished_at=Now() - timedelta(days=longest, hours=1))
    assert not_well() == {name}
    assert client.get("/healthz", headers=OPEN).status_code == 503
    seconds = samples(client)[f"triadsurvey_{kind}_seconds"]
    assert seconds == pytest.approx(longest * 86400 + 3600, abs=60)
    # None at all: a new installation has had no night yet.
    runs.delete()
    assert f"triadsurvey_{kind}_seconds" not in samples(client)
    MigrationRecorder.Migration.objects.update(applied=Now() - timedelta(days=longest, hours=1))
    assert not_well() == {name}
    MigrationRecorder.Migration.objects.update(applied=Now())
    assert not_well() == set()


def test_the_command_says_it_and_fails(redis, capsys):
    broker.note_beat()
    call_command("health")
    assert "Answers stored: 0" in capsys.readouterr().out
    redis.delete(broker.BEAT_KEY)
    with pytest.raises(CommandError, match="has sent nothing yet"):
        call_command("health")


@pytest.mark.parametrize("address", ["/metrics", "/healthz"])
@pytest.mark.parametrize(
    ("token", "headers"),
    [
        ("", {"authorization": "Bearer "}),
        ("", {}),
        (TOKEN, {}),
        (TOKEN, {"authorization": "Bearer another"}),
        (TOKEN, {"authorization": "Bearer ünïcode"}),
    ],
)
def test_without_the_token_there_is_nothing(client, settings, address, token, headers):
    settings.METRICS_TOKEN = token
    assert client.get(address, headers=headers).status_code == 404


def test_health_is_told_as_json(client, redis):
    broker.note_beat()
    response = client.get("/healthz", headers=OPEN)
    assert response.status_code == 200
    assert response.json()["well"] is True
    redis.delete(broker.BEAT_KEY)
    response = client.get("/healthz", headers=OPEN)
    assert response.status_code == 503
    assert [one["name"] for one in response.json()["findings"] if not one["well"]] == [
        "Beat, which starts what is due"
    ]


def samples(client, **headers) -> dict[str, float]:
    """The metrics by name and labels, read by Prometheus's own parser."""
    response = client.get("/metrics", headers=OPEN | headers)
    assert response.status_code == 200
    is_open = response["Content-Type"].startswith("application/openmetrics-text")
    assert is_open == ("accept" in headers)
    parse = parse_openmetrics if is_open else parse_text
    return {
        sample.name + json.dumps(sample.labels) * bool(sample.labels): sample.value
        for family in parse(response.content.decode())
        for sample in family.samples
    }


@pytest.mark.parametrize("headers", [{}, OPENMETRICS], ids=["text", "openmetrics"])
def test_requests_are_counted_by_view_and_nothing_tells_of_a_person(client, headers, redis):
    link = make_link(open_study(evaluations=24))
    with override_settings(MIDDLEWARE=["triadsurvey.monitoring.metrics.measured"]):
        client.get(f"/j/{link.token}/?id=somebody")
        client.get("/j/unknown-token/")
        client.get("/nothing/here/")
        client.generic("ODD", "/livez")
        found = samples(client, **headers)
        text = client.get("/metrics", headers=OPEN | headers).content.decode()
    views = {
        (json.loads(labels)["view"], json.loads(labels)["status"])
        for name, _, labels in (name.partition("_total") for name in found)
        if name == "triadsurvey_requests"
    }
    assert {("judge:welcome", "200"), ("judge:welcome", "404"), ("none", "404")} <= views
    assert found['triadsurvey_request_seconds_count{"view": "judge:welcome"}'] >= 2
    assert found['triadsurvey_queue_tasks{"queue": "results"}'] == 0
    for word in (link.token, "somebody", "unknown-token", "nothing/here", "127.0.0.1", "ODD"):
        assert word not in text


def test_nothing_is_measured_where_no_one_may_read_it(settings):
    settings.METRICS_TOKEN = ""
    with pytest.raises(metrics.MiddlewareNotUsed):
        metrics.measured(lambda request: None)


def test_an_administrator_sees_the_same(admin_client, redis):
    broker.note_beat()
    page = admin_client.get("/admin/status/").content.decode()
    assert "All is well" in page
    assert re.search(r"Queue results</dt><dd>empty", page)
    redis.delete(broker.BEAT_KEY)
    page = admin_client.get("/admin/status/").content.decode()
    assert "Look at the log of beat" in page
    assert "All is well" not in page
    assert "/admin/status/" in admin_client.get("/admin/").content.decode()
