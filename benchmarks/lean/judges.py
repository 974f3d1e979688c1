"""Judges who come to a server all at once, from a process of their own, and how long it took.

Not in `__main__`: a process that is spawned does not find what stands there.
"""

import http.client
import re
import time
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from statistics import median
from threading import Barrier
from typing import Any
from urllib.parse import urlsplit

from studies.virtual_judges.figures import ninety_ninth

FORM = {"Content-Type": "application/x-www-form-urlencoded"}
KEY = re.compile(rb'name="form_key" value="([^"]+)"')
Seconds = dict[str, list[float]]


def in_words(seconds: list[float]) -> str:
    return f"median {1000 * median(seconds):.0f} ms, 99 % {1000 * ninety_ninth(seconds):.0f} ms"


def load(port: int, link: str, judges: int, at_once: int, *, steps: int = 5) -> Seconds:
    """Send judges from a process of its own; return the seconds of each step."""
    with get_context("spawn").Pool(1) as pool:
        return pool.apply(send_judges, (port, link, judges, at_once, steps))


def send_judges(port: int, link: str, judges: int, at_once: int, steps: int) -> Seconds:
    """Send judges; all who are there at once have opened the first page before any goes on."""
    seconds: Seconds = {
        step: [] for step in ("welcome", "begin", "texts", "choice", "thanks")[:steps]
    }
    together = Barrier(at_once)

    def client(number: int) -> None:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        for turn in range(judges // at_once + (number < judges % at_once)):
            _judge(connection, link, seconds, together if turn == 0 else None)
        connection.close()

    with ThreadPoolExecutor(at_once) as pool:
        list(pool.map(client, range(at_once)))
    return seconds


def _judge(
    connection: http.client.HTTPConnection, link: str, seconds: Seconds, together: Barrier | None
) -> None:
    def ask(step: str, method: str, path: str, body: str | None = None) -> Any:
        began = time.perf_counter()
        connection.request(method, path, body, FORM if body else {})
        response = connection.getresponse()
        content = response.read()
        seconds[step].append(time.perf_counter() - began)
        assert response.status in (200, 302, 303), (step, response.status, content[:300])
        return urlsplit(response.headers.get("Location", "")).path or content

    [key] = KEY.findall(ask("welcome", "GET", link))
    if together:
        together.wait()
    texts = ask("begin", "POST", f"{link}start/", f"form_key={key.decode()}&consent=yes")
    assert b'name="choice"' in ask("texts", "GET", texts)
    if "choice" in seconds:
        last = ask("choice", "POST", texts, "choice=2")
        assert b"hank you" in ask("thanks", "GET", last)
