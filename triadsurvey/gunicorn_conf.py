"""Settings of the web server (gunicorn's names), for the image and for `make run`.

There is no access log: its lines would hold the judges' codes.
"""

import gc
import os
import shutil
import tempfile
from pathlib import Path
from typing import Any

from gunicorn.glogging import Logger  # type: ignore[import-untyped] # it has none

from triadsurvey import env

# Each process has eight threads, each with a connection to the database: more processes by
# themselves would take more connections than the server of docker-compose.yml gives.
MOST_PROCESSES = 16


def processes() -> int:
    """Return one process for each core that we may use."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    return min(MOST_PROCESSES, max(2, cores or 0))


worker_class = "asgi"
workers = env.whole("WEB_CONCURRENCY", default=processes(), lowest=1)
worker_connections = 4000
# Longer than proxies keep theirs, so that none is closed under a request.
keepalive = 130
graceful_timeout = 5
asgi_lifespan = "off"
preload_app = True
control_socket_disable = True
# In memory: a slow disk must not look like a worker that hangs.
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None  # noqa: S108 - files without names

# The processes count their requests together, in files in memory (triadsurvey.monitoring.metrics).
# This file is read again at HUP, and they count on.
METRICS_PREFIX = "triadsurvey-metrics-"
if env.text("METRICS_TOKEN", "") and "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
    os.environ["PROMETHEUS_MULTIPROC_DIR"] = tempfile.mkdtemp(
        prefix=METRICS_PREFIX, dir=worker_tmp_dir
    )


def on_starting(server: Any) -> None:
    """Refuse a pooler that shares sessions, before a visitor comes (gunicorn calls this)."""
    # Django is set up: `preload_app` came first.
    from django.core.exceptions import ImproperlyConfigured

    from triadsurvey import checks, deadlines

    try:
        with deadlines.time_limit(deadlines.JUDGE_SECONDS):
            checks.refuse_shared_sessions()
    except ImproperlyConfigured as error:
        on_exit(server)  # which gunicorn calls of a server that has started
        raise SystemExit(str(error)) from error


def when_ready(server: Any) -> None:
    """Keep what all processes share out of the garbage collector (gunicorn calls this).

    It is garbage for none of them, and to walk through it copies its pages for each.
    """
    gc.collect()
    gc.freeze()


def on_exit(server: Any) -> None:
    """Take the files of the metrics away (gunicorn calls this by its name)."""
    folder = Path(os.environ.get("PROMETHEUS_MULTIPROC_DIR", ""))
    if folder.name.startswith(METRICS_PREFIX):
        shutil.rmtree(folder, ignore_errors=True)


class ErrorLog(Logger):  # type: ignore[misc] # as above
    """gunicorn's, which makes the parts of each line of an access log ready where there is none."""

    access_log_enabled = False


logger_class = ErrorLog
logconfig_dict = {
    "filters": {"people": {"()": "triadsurvey.logs.HidePeople"}},
    "formatters": {
        "plain": {"format": "%(asctime)s [%(process)d] %(levelname)s %(message)s"},
        "json": {"()": "triadsurvey.logs.JsonLines"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.one_of("LOG_FORMAT", ("plain", "json")),
            "filters": ["people"],
        },
    },
    "loggers": {
        "gunicorn.error": {"level": "INFO", "handlers": ["console"], "propagate": False},
    },
}
