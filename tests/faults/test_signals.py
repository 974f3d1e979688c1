"""TERM and HUP under load, to the web server and the workers: no judge waits long, none is lost."""

import os
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.faults import scenes
from tests.faults.database.test_database import go_on
from tests.faults.people import Ledger, Person, arrive, at_once
from tests.faults.scenes import Scene
from tests.stack import Stack

JUDGES = 4
EACH = 40
LONGEST_SECONDS = 20
# After any fault the result that is shown is right again.
PROMISED_SECONDS = 60


def processes_of(leader: int) -> list[int]:
    children = Path(f"/proc/{leader}/task/{leader}/children").read_text()
    return [int(pid) for pid in children.split()]


def new_web_server(stack: Stack) -> None:
    stack.web.stop()
    stack.start_web()


def new_worker(stack: Stack) -> None:
    stack.workers["results"].stop()
    stack.start_worker()


SIGNALS = {
    "HUP to the web server": lambda stack: os.kill(stack.web.pid, signal.SIGHUP),
    "TERM to one of its processes": lambda stack: os.kill(
        processes_of(stack.web.pid)[0], signal.SIGTERM
    ),
    "TERM to all of it, and a new one": new_web_server,
    "HUP to the worker": lambda stack: os.kill(stack.workers["results"].pid, signal.SIGHUP),
    "TERM to the worker, and a new one": new_worker,
}


@pytest.fixture(scope="module")
def places(stack: Stack) -> list[Scene]:
    plan = {"evaluations": 480, "items": 30, "evaluations_per_judge": EACH}
    return scenes.make(stack, *[plan] * len(SIGNALS))


def longest_wait(scene: Scene, ledger: Ledger, send: Callable[[], None]) -> float:
    """Let judges answer before, while and after something happens; return the longest wait."""
    people = arrive(scene, JUDGES)
    over = threading.Event()
    waits = []

    def happen() -> None:
        time.sleep(0.3)
        send()
        time.sleep(0.7)
        over.set()

    def answer_on(person: Person) -> None:
        for _ in range(EACH - 1):  # the last page has no texts to go on to
            if over.is_set():
                return
            begin = time.monotonic()
            person.choose_until_confirmed(1, ledger, begin + 60)
            waits.append(time.monotonic() - begin)
            go_on(person, begin + 60)

    at_once([happen, *[lambda person=person: answer_on(person) for person in people]])
    return max(waits)


@pytest.mark.parametrize("name", SIGNALS)
def test_no_judge_waits_long_and_no_answer_or_result_is_lost(stack, places, name):
    ledger, scene = Ledger(), places[list(SIGNALS).index(name)]
    assert longest_wait(scene, ledger, lambda: SIGNALS[name](stack)) < LONGEST_SECONDS
    assert ledger.confirmed
    assert ledger.missing_in(scene) == {}
    stack.wait_for(scene.is_right, "the result is right", PROMISED_SECONDS)
