"""Asking for a recomputation: once for a burst, and never at a judge's cost."""

import os
import signal
import time
from dataclasses import replace

import kombu.pools
import pytest
import redis
from django.db import transaction

from analysis import tasks
from analysis.models import Result
from analysis.recomputation import by_kind, counting, debounce
from analysis.recomputation.store import RunStatus
from analysis.tasks import ask_for_recomputation, recompute_study, sweep
from studies.services import redis_client
from studies.services.judging import admission
from studies.services.judging.admission import Visitor
from studies.services.judging.answering import answers
from studies.signals import announce, answers_changed
from tests.analysis.answering import give_answers
from tests.factories import make_link, open_study
from triadsurvey import env
from triadsurvey.celery import app as celery_app
from triadsurvey.localstack.servers import TemporaryServers


@pytest.fixture(autouse=True)
def _closed_breaker(monkeypatch):
    """Each test with a breaker and a connection of its own."""
    monkeypatch.setattr(debounce, "breaker", debounce.Breaker("the sweep will recompute"))
    redis_client.client.cache_clear()
    yield
    redis_client.client.cache_clear()


@pytest.fixture
def asked(monkeypatch):
    """What was put into the queue, as (study, countdown)."""
    queue = []
    monkeypatch.setattr(
        recompute_study,
        "apply_async",
        lambda args, countdown: queue.append((args[0], countdown)),
    )
    return queue


@pytest.mark.django_db
def test_burst_of_1000_answers_asks_once(asked):
    for _ in range(1000):
        answers_changed.send(sender=None, study_id=7)
    # A slow machine may take longer than one window of 0.25 s for the thousand.
    assert 1 <= len(asked) <= 10
    assert set(asked) == {(7, 0.15)}


@pytest.mark.django_db
def test_an_answer_after_the_run_began_asks_for_another(asked):
    study = open_study()
    ask_for_recomputation(study.pk)
    recompute_study(study.pk)
    ask_for_recomputation(study.pk)
    assert len(asked) == 2


@pytest.mark.django_db
def test_the_claim_is_released_before_anything_is_read(asked, monkeypatch):
    """An answer stored while the run reads is asked for again, not lost."""
    study = open_study()
    ask_for_recomputation(study.pk)
    count = counting.count

    def count_while_an_answer_comes(study):
        ask_for_recomputation(study.pk)
        return count(study)

    of_triads = by_kind.RECOMPUTATIONS["triangle"]
    watched = replace(of_triads, count=count_while_an_answer_comes)
    monkeypatch.setitem(by_kind.RECOMPUTATIONS, "triangle", watched)
    recompute_study(study.pk)
    assert len(asked) == 2


@pytest.mark.django_db
def test_a_late_run_leaves_the_claim_of_the_next_one_alone():
    """Its claim has run out, and another run was asked for: that one is still coming."""
    study = open_study()
    late = debounce.claim(study.pk, milliseconds=1)
    time.sleep(0.02)
    following = debounce.claim(study.pk, milliseconds=10_000)
    assert late != following
    recompute_study(study.pk, late)
    assert debounce.claim(study.pk, milliseconds=1) is None
    recompute_study(study.pk, following)
    assert debounce.claim(study.pk, milliseconds=1)


@pytest.mark.django_db
def test_task_comes_back_while_another_worker_is_at_it(asked, monkeypatch):
    monkeypatch.setattr(tasks, "recompute", lambda *, study_id: RunStatus.BUSY)
    ask_for_recomputation(5)
    recompute_study(5)
    assert asked == [(5, 0.15), (5, 0.5)]


@pytest.mark.django_db
def test_sweep_asks_for_stale_studies_only(asked):
    fresh, stale = open_study(), open_study()
    give_answers(fresh, 1, 1)
    recompute_study(fresh.pk)
    give_answers(stale, 1, 1)
    sweep()
    assert [study for study, _ in asked] == [stale.pk]


@pytest.mark.django_db
def test_task_of_an_erased_study_ends_quietly():
    recompute_study(0)
    assert not Result.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_announcement_is_heard_after_commit_only(asked):
    with transaction.atomic():
        announce(3)
        assert asked == []
    assert asked == [(3, 0.15)]


def answer_one(study, key="k1"):
    """A judge starts and answers; how long the answer took."""
    link = make_link(study)
    trial = admission.start(
        token=link.token, visitor=Visitor(form_key=key), consent_sha256="0" * 64
    )
    began = time.monotonic()
    stored = answers.answer(code=trial.code, position=1)
    assert stored.trial.state == "answered"
    return time.monotonic() - began


@pytest.mark.django_db(transaction=True)
def test_redis_refused_costs_no_answer_and_no_second(settings):
    settings.REDIS_URL = "unix:///nonexistent/valkey.sock?db=0"
    assert answer_one(open_study()) < 1


@pytest.fixture
def redis_to_freeze(settings, monkeypatch):
    """A Redis of this test's own; calling it stops it in the middle, so that it never answers."""
    servers = TemporaryServers().start(postgres=False)
    settings.REDIS_URL = servers.valkey.url()
    monkeypatch.setattr(celery_app.conf, "broker_url", env.broker(settings.REDIS_URL))
    _drop_broker_connections()
    client = redis.Redis.from_url(settings.REDIS_URL)
    pid = client.info("server")["process_id"]
    client.close()
    yield lambda: os.kill(pid, signal.SIGSTOP)
    os.kill(pid, signal.SIGCONT)
    servers.stop()
    _drop_broker_connections()


def _drop_broker_connections():
    kombu.pools.reset()
    celery_app._after_fork()  # forgets the pools, as a forked worker does


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
def test_redis_frozen_costs_no_answer_and_no_second(redis_to_freeze):
    study = open_study()
    redis_to_freeze()
    assert answer_one(study) < 1
    # Nothing more for the next judges: the breaker is open.
    assert answer_one(study, "k2") < 0.2


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
def test_broker_frozen_after_the_key_was_set_costs_less_than_a_second(redis_to_freeze, monkeypatch):
    """The worst moment: asking has begun, and the broker stops before the task is sent."""
    recompute_study.apply_async([0])  # the broker's connection is open, as it usually is
    first = debounce.claim

    def first_then_frozen(study_id, *, milliseconds):
        answer = first(study_id, milliseconds=milliseconds)
        redis_to_freeze()
        return answer

    monkeypatch.setattr(debounce, "claim", first_then_frozen)
    assert answer_one(open_study()) < 1


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
def test_broker_never_seen_before_and_frozen_costs_less_than_a_second(redis_to_freeze, monkeypatch):
    """Also where the first connection to the broker is made to a frozen one."""
    redis_to_freeze()
    monkeypatch.setattr(debounce, "claim", lambda *args, **kwargs: True)
    assert answer_one(open_study()) < 1
