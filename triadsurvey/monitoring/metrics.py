"""Counters of requests, and the installation's state, as Prometheus reads them.

Requests are counted by the name of their view, their method and their status: no address, no
account, no code. They are kept in files in memory that all processes of this web server share
(`triadsurvey.gunicorn_conf`); other web servers have their own.
"""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping

from django.conf import settings
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from prometheus_client import CollectorRegistry, Counter, Histogram
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import choose_encoder
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from triadsurvey.monitoring.site_state import SiteState, site_state
from triadsurvey.workers.broker import Queue

GetResponse = Callable[[HttpRequest], HttpResponse]

OF_THIS_PROCESS = CollectorRegistry()
REQUESTS = Counter(
    "triadsurvey_requests",
    "Requests that were answered",
    ["view", "method", "status"],
    registry=OF_THIS_PROCESS,
)
SECONDS = Histogram(
    "triadsurvey_request_seconds",
    "Time in which Django answered",
    ["view"],
    buckets=(0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10),
    registry=OF_THIS_PROCESS,
)
METHODS = ("GET", "POST", "HEAD", "PUT", "PATCH", "DELETE", "OPTIONS")
# What leads to no view: static files, unknown addresses.
NO_VIEW = "none"


def measured(get_response: GetResponse) -> GetResponse:
    """Count each request and its time, if metrics can be read at all."""
    if not settings.METRICS_TOKEN:
        raise MiddlewareNotUsed

    def middleware(request: HttpRequest) -> HttpResponse:
        begin = time.perf_counter()
        response = get_response(request)
        match = request.resolver_match
        view = (match and match.view_name) or NO_VIEW
        method = request.method if request.method in METHODS else "other"
        REQUESTS.labels(view, method, response.status_code).inc()
        SECONDS.labels(view).observe(time.perf_counter() - begin)
        return response

    return middleware


class Everything(Collector):
    """What the processes of this web server have counted, and the installation's state now."""

    def collect(self) -> Iterator[Metric]:
        yield from _counted()
        state = site_state()
        yield from _gauges(state)
        yield from _queue_gauges(state.queues or {})


def _counted() -> Iterable[Metric]:
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return OF_THIS_PROCESS.collect()
    of_all: Collector = MultiProcessCollector(None)  # type: ignore[no-untyped-call] # it has none
    return of_all.collect()


def _gauges(state: SiteState) -> Iterator[Metric]:
    numbers = {
        "answers": ("Answers stored", state.answers),
        "database_bytes": ("Size of the database", state.database_bytes),
        "stale_results": ("Studies with results out of date", state.stale_results),
        "oldest_stale_result_seconds": (
            "Time for which the oldest answer waits to be counted",
            state.oldest_stale_seconds,
        ),
        "unfinished_jobs": ("Long work that is not done", state.unfinished_jobs),
        "disk_free_bytes": ("Free on the disk of this web server", state.disk_free_bytes),
        "disk_bytes": ("Size of the disk of this web server", state.disk_bytes),
        "broker_up": ("Whether Redis answers", int(state.queues is not None)),
    }
    for name, (words, value) in numbers.items():
        yield GaugeMetricFamily(f"triadsurvey_{name}", words, value=value)
    ages = {
        "beat_seconds": ("Time since beat sent a task", state.beat_seconds),
        "backup_seconds": ("Time since the last backup", state.backup_seconds),
        "drill_seconds": ("Time since the last restore drill", state.drill_seconds),
    }
    for name, (words, age) in ages.items():
        if age is not None:
            yield GaugeMetricFamily(f"triadsurvey_{name}", words, value=age)


def _queue_gauges(queues: Mapping[str, Queue]) -> Iterator[Metric]:
    waiting = GaugeMetricFamily("triadsurvey_queue_tasks", "Waiting tasks", labels=["queue"])
    oldest = GaugeMetricFamily(
        "triadsurvey_queue_oldest_seconds", "Age of the oldest waiting task", labels=["queue"]
    )
    for name, queue in queues.items():
        waiting.add_metric([name], queue.waiting)
        oldest.add_metric([name], queue.oldest_seconds)
    yield from (waiting, oldest)


def exposition(accept: str) -> tuple[bytes, str]:
    """Return all metrics and their content type: OpenMetrics where that is asked for."""
    encode, content_type = choose_encoder(accept)
    return encode(Everything()), content_type
