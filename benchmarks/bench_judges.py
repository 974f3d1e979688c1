"""How many judges can the pages serve: GETs and POSTs a second, and 200 starts at once?

    .venv/bin/python -m benchmarks.bench_judges

Runs the whole product on loopback (PostgreSQL with durability on, Valkey, gunicorn with two workers
of four threads, a Celery worker and beat) and loads it from this one process, which takes its share
of the processors. About half a minute on two cores. Also prints the processor time of each part,
which does not depend on what else the machine does.
"""

import json
import os
import tempfile
import threading
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from statistics import median

from studies.virtual_judges.browser import Browser
from studies.virtual_judges.figures import ninety_ninth
from tests.faults import scenes
from tests.faults.scenes import Scene
from tests.faults.workers.test_burst import SEATED
from tests.stack import Stack

CONNECTIONS = 16
GET_SECONDS = 5.0
ANSWERS = 1000
CROWD = 200
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder)) as stack:
        burst, crowd = scenes.make(
            stack, {"evaluations": ANSWERS, "items": 40}, {"evaluations": CROWD, "items": 40}
        )
        codes = seated(stack, burst)
        gets(stack, codes)
        posts(stack, burst, codes)
        starts(crowd)


def seated(stack: Stack, scene: Scene) -> list[str]:
    """Return the codes of as many held trials as there are planned answers."""
    script = SEATED.format(study=scene.pk, number=ANSWERS)
    output = stack.manage("shell", "--verbosity", "0", "-c", script).stdout
    line = next(line for line in output.splitlines() if line.startswith("CODES "))
    return list(json.loads(line.removeprefix("CODES ")))


def gets(stack: Stack, codes: list[str]) -> None:
    until = time.monotonic() + GET_SECONDS

    def client(number: int) -> list[float]:
        return load(stack, "GET", codes[number::CONNECTIONS], until=until)

    measured(stack, "page of a trial, GET", client)


def posts(stack: Stack, scene: Scene, codes: list[str]) -> None:
    def client(number: int) -> list[float]:
        return load(stack, "POST", codes[number::CONNECTIONS])

    measured(stack, "choice, POST", client)
    waited = stack.wait_for(scene.is_right, "the result is right")
    recomputed = stack.log("worker-results").count("Task analysis.tasks.recompute_study[") // 2
    print(f"  result right {waited:.1f} s after the last answer, {recomputed} recomputations")


def load(stack: Stack, method: str, codes: list[str], *, until: float | None = None) -> list[float]:
    """Send requests on one connection: each code once, or over and over until a moment."""
    connection = HTTPConnection("127.0.0.1", stack.port, timeout=60)
    seconds: list[float] = []
    done = 0
    while done < len(codes) or (until is not None and time.monotonic() < until):
        if until is not None and time.monotonic() >= until:
            break
        code = codes[done % len(codes)]
        done += 1
        begin = time.perf_counter()
        body = "choice=1" if method == "POST" else None
        connection.request(method, f"/t/{code}/", body=body, headers=FORM if body else {})
        response = connection.getresponse()
        response.read()
        seconds.append(time.perf_counter() - begin)
        assert response.status in (200, 303), response.status
    connection.close()
    return seconds


def starts(scene: Scene) -> None:
    """Open all welcome pages; then press Begin on all at the same moment."""
    alone: list[float] = []

    def timed(step: str, seconds: float) -> None:
        if step == "start":
            alone.append(seconds)

    people = [Browser(scene.stack.base_url, timed) for _ in range(CROWD)]
    pages = [browser.get(scene.address, step="welcome") for browser in people]
    for browser in people:
        browser.close()

    def client(number: int) -> list[float]:
        begin = time.perf_counter()
        page, form = pages[number], pages[number].form
        assert form is not None
        texts = people[number].submit(page, form, {"consent": "yes"}, step="start")
        assert texts.shows_texts
        return [time.perf_counter() - begin]

    measured(scene.stack, f"{CROWD} judges begin at once, to the page of texts", client, CROWD)
    print(f"  a triad held (POST): median {1000 * median(alone):.0f} ms, ", end="")
    print(f"99 % {1000 * ninety_ninth(alone):.0f} ms")
    for browser in people:
        browser.close()


def measured(
    stack: Stack, what: str, client: Callable[[int], list[float]], clients: int = CONNECTIONS
) -> None:
    before = processor_seconds(leaders_of(stack))
    seconds, in_all = together(client, clients)
    used = {name: now - before[name] for name, now in processor_seconds(leaders_of(stack)).items()}
    report(what, seconds, in_all)
    each = (f"{name} {1000 * spent / len(seconds):.1f} ms" for name, spent in used.items())
    print(f"  processor time for each: {', '.join(each)}")


def leaders_of(stack: Stack) -> dict[str, int]:
    """Return the processes of the parts that are loaded; each leads a session."""
    return {
        "web": stack.web.pid,
        "worker": stack.workers["results"].pid,
        "PostgreSQL": stack.servers.postgres.child.pid,
    }


def processor_seconds(leaders: dict[str, int]) -> dict[str, float]:
    """Return what each leader of a session and its children have used so far."""
    used = dict.fromkeys(leaders, 0.0)
    names = {leader: name for name, leader in leaders.items()}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        # Of itself and of its children that have ended; PostgreSQL's backends lead sessions.
        session, parent = int(fields[3]), int(fields[1])
        name = names.get(session) or names.get(parent)
        if name:
            used[name] += sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return used


def together(
    client: Callable[[int], list[float]], clients: int = CONNECTIONS
) -> tuple[list[float], float]:
    """Return the seconds of all requests of all clients, and the whole time."""
    barrier = threading.Barrier(clients + 1)
    results: list[list[float]] = [[] for _ in range(clients)]

    def run(number: int) -> None:
        barrier.wait()
        results[number] = client(number)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    barrier.wait()
    begin = time.perf_counter()
    for thread in threads:
        thread.join()
    return [second for result in results for second in result], time.perf_counter() - begin


def report(what: str, seconds: list[float], in_all: float) -> None:
    ordered = sorted(seconds)
    median = ordered[len(ordered) // 2]
    print(
        f"{what}: {len(seconds)} in {in_all:.1f} s, {len(seconds) / in_all:.0f} a second, "
        f"median {1000 * median:.0f} ms, 99 % {1000 * ninety_ninth(seconds):.0f} ms, "
        f"slowest {1000 * ordered[-1]:.0f} ms"
    )


if __name__ == "__main__":
    main()
