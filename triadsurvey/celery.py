"""The Celery application: workers and beat."""

import logging.config
import os
import sys
from typing import Any

from celery import Celery
from celery.signals import (
    beat_init,
    before_task_publish,
    celeryd_init,
    setup_logging,
    worker_init,
    worker_ready,
)
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from triadsurvey.workers import broker, watchdog

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "triadsurvey.settings")

app = Celery("triadsurvey")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@celeryd_init.connect  # type: ignore[untyped-decorator] # Celery's signals have no types
def wait_for_the_broker(conf: Any, **kwargs: Any) -> None:
    """Let a worker wait for a slow broker; only who serves pages gives up soon."""
    conf.broker_transport_options = {
        **conf.broker_transport_options,
        "socket_timeout": settings.REDIS_TIMEOUT_OF_WORKERS,
        "socket_connect_timeout": settings.REDIS_TIMEOUT_OF_WORKERS,
        "socket_keepalive": True,
    }


@worker_init.connect  # type: ignore[untyped-decorator] # as above
def refuse_a_pooler_that_shares_sessions(**kwargs: Any) -> None:
    """End with words a worker that would run and compute nothing."""
    from triadsurvey.checks import refuse_shared_sessions

    try:
        refuse_shared_sessions()
    except ImproperlyConfigured as error:
        raise SystemExit(str(error)) from error  # Celery would go on after any other exception


@worker_init.connect  # type: ignore[untyped-decorator] # as above
def begin_anew_after_hup(**kwargs: Any) -> None:
    """Let HUP start the worker again: Celery repeats what it was called by, not `-m celery`."""
    if sys.argv[0].endswith("__main__.py"):
        sys.argv[:1] = ["-m", "celery"]


@worker_ready.connect  # type: ignore[untyped-decorator] # as above
def watch_the_worker(sender: Any, **kwargs: Any) -> None:
    """End a worker that takes no tasks: what started it starts it again."""
    watchdog.ready()
    watchdog.Watchdog(list(sender.app.amqp.queues.consume_from)).start()


@before_task_publish.connect  # type: ignore[untyped-decorator] # as above
def note_when_a_task_is_sent(headers: Any, **kwargs: Any) -> None:
    """Let a queue tell how long its oldest task has waited."""
    broker.note_sent(headers)


@beat_init.connect  # type: ignore[untyped-decorator] # as above
def note_when_beat_sends(**kwargs: Any) -> None:
    """Let others see, in the process of beat, that it is at work."""
    watchdog.ready()
    before_task_publish.connect(_note_beat)


def _note_beat(**kwargs: Any) -> None:
    watchdog.heartbeat()
    broker.note_beat()


@setup_logging.connect  # type: ignore[untyped-decorator] # as above
def log_as_the_site_does(**kwargs: Any) -> None:
    """Write the logs of workers and beat like those of the web server, without people too."""
    logging.config.dictConfig(settings.LOGGING)
