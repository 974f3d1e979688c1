"""What does a judge cost beside the same five requests in bare Django (`bare_django`)?

    .venv/bin/python -m benchmarks.lean [rounds]

Both on one durable PostgreSQL, in turn, loaded by a process of its own. Printed is the processor
time a judge costs, which depends little on what else the machine does (throughput does), and how
long each step took. Then 200 judges begin at once. About a minute on two cores.
"""

import os
import socket
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from benchmarks.bench_judges import processor_seconds
from benchmarks.lean import bare_django as lean
from benchmarks.lean.judges import in_words, load
from tests.faults import scenes
from tests.stack import CHECKOUT, Stack
from triadsurvey.localstack.run import answers

JUDGES, AT_ONCE, CROWD = 300, 8, 200


@dataclass(frozen=True)
class Site:
    """A server that judges come to, and the process that leads it."""

    name: str
    port: int
    link: str
    pid: int


def main() -> None:
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 3
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder)) as stack:
        enough = (rounds + 1) * JUDGES + 2 * CROWD
        [scene] = scenes.make(stack, {"evaluations": enough, "items": 200})
        bare, port = start_lean(stack)
        try:
            sites = [
                Site("lean", port, "/j/x/", bare.pid),
                Site("triadsurvey", stack.port, urlsplit(scene.address).path, stack.web.pid),
            ]
            for site in sites:
                load(
                    site.port, site.link, 40, AT_ONCE
                )  # each thread has its connection, each process its pages
            for _ in range(rounds):
                for site in sites:
                    measure(stack, site)
            seconds = load(sites[-1].port, sites[-1].link, CROWD, CROWD, steps=3)
            together = [
                sum(steps) for steps in zip(seconds["begin"], seconds["texts"], strict=True)
            ]
            print(f"{CROWD} begin at once, to the page of texts: {in_words(together)}")
        finally:
            bare.terminate()
            bare.wait()


def start_lean(stack: Stack) -> tuple[subprocess.Popen[bytes], int]:
    """Start the ceiling on the stack's PostgreSQL, with as many processes and threads."""
    stack.sql(lean.TABLES)
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    port, server = listener.getsockname()[1], stack.servers.postgres
    dsn = server.connect().dsn
    child = subprocess.Popen(
        [
            sys.executable, "-m", "gunicorn", "benchmarks.lean.bare_django:application",
            "--preload", "--bind", f"fd://{listener.fileno()}", "--workers", "2", "--threads", "4",
            "--log-level", "warning",
        ],
        cwd=CHECKOUT,
        env={**os.environ, "LEAN_DSN": dsn},
        pass_fds=[listener.fileno()],
        start_new_session=True,
    )  # fmt: skip
    listener.close()
    stack.wait_for(lambda: answers(port), "the lean server answers")
    return child, port


def measure(stack: Stack, site: Site) -> None:
    """Print what a judge costs and how long each step takes."""
    leaders = {"web": site.pid, "PostgreSQL": stack.servers.postgres.child.pid}
    before, began = processor_seconds(leaders), time.perf_counter()
    seconds = load(site.port, site.link, JUDGES, AT_ONCE)
    rate = JUDGES / (time.perf_counter() - began)
    used = {name: now - before[name] for name, now in processor_seconds(leaders).items()}
    costs = ", ".join(f"{name} {1000 * spent / JUDGES:.1f} ms" for name, spent in used.items())
    print(f"{site.name:12} processor time a judge: {costs} ({rate:.0f} judges a second)")
    for step, each in seconds.items():
        print(f"    {step:8} {in_words(each)}")


if __name__ == "__main__":
    main()
