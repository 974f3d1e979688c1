"""Load for a long time, with faults: are all confirmed answers stored, and does nothing grow?

    python -m benchmarks.bench_soak [MINUTES] [SEED]

Judges answer on in threads, over HTTP, at about half of what two cores serve. Every twenty seconds
something is frozen, killed or started again, in an order drawn from the seed. Each answer that was
confirmed is in a ledger, which is compared with the database at the end. Exit code 1 where one is
missing or other than confirmed, or a shown result is not right within 60 s of the last fault.
"""

import os
import random
import signal
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from studies.virtual_judges.browser import UnreachableError
from tests.faults import scenes
from tests.faults.people import Ledger, Person
from tests.faults.scenes import Scene
from tests.stack import Stack

JUDGES = 6
EACH = 20
PAUSE_SECONDS = 0.3  # for reading
FAULT_EVERY = 20.0
PROMISED_SECONDS = 60.0


def redis_pauses(stack: Stack) -> None:
    stack.freeze_redis()
    time.sleep(3)
    stack.thaw_redis()


def redis_dies(stack: Stack) -> None:
    stack.stop_redis()
    time.sleep(3)
    stack.start_redis()


def database_freezes(stack: Stack) -> None:
    with stack.frozen_postgres():
        time.sleep(5)


def database_is_killed(stack: Stack) -> None:
    stack.kill_postgres()
    stack.start_postgres()


FAULTS: dict[str, Callable[[Stack], None]] = {
    "Redis pauses for 3 s": redis_pauses,
    "Redis dies, empty after 3 s": redis_dies,
    "Redis is emptied": Stack.flush_redis,
    "the worker of results is killed": Stack.kill_worker,
    "PostgreSQL freezes for 5 s": database_freezes,
    "PostgreSQL is started again": Stack.restart_postgres,
    "PostgreSQL is killed": database_is_killed,
    "HUP to the web server": lambda stack: os.kill(stack.web.pid, signal.SIGHUP),
    "HUP to the worker": lambda stack: os.kill(stack.workers["results"].pid, signal.SIGHUP),
}


class Supervisor(threading.Thread):
    """Starts again what has ended, as Docker, systemd and `make run` do."""

    def __init__(self, stack: Stack) -> None:
        super().__init__(daemon=True)
        self._parts = [*stack.workers.values(), stack.beat]
        self.started: Counter[str] = Counter()
        self.over = threading.Event()

    def run(self) -> None:
        while not self.over.wait(1):
            for part in self._parts:
                if not part.running():
                    part.kill()  # what its end left of its pool
                    part.start()
                    self.started[part.name] += 1


class Judges:
    """Threads that answer on until they are told to stop."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self.ledger = scene, Ledger()
        self.waits: list[float] = []
        self.other_pages: Counter[int] = Counter()
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._answer_on) for _ in range(JUDGES)]

    def start(self) -> None:
        for thread in self._threads:
            thread.start()

    def stop(self) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _answer_on(self) -> None:
        while not self._over.is_set():
            person = Person(self.scene)
            try:
                self._visit(person)
            finally:
                person.browser.close()
                Person.here.remove(person)

    def _visit(self, person: Person) -> None:
        if not self._until(lambda: person.arrive().page.shows_texts):
            return
        for number in range(EACH):
            self._over.wait(PAUSE_SECONDS)
            texts, choice = person.page, 1 + number % 3

            def chosen(texts=texts, choice=choice) -> bool:  # type: ignore[no-untyped-def]
                person.page = texts
                return person.choose(choice, self.ledger).status == 200

            if not self._until(chosen) or number == EACH - 1:
                return
            if not self._until(lambda: self._next(person)):
                return

    def _next(self, person: Person) -> bool:
        page = person.page
        if not page.shows_texts and page.form is not None:
            person.page = person.browser.submit(page, page.form, {}, step="go on")
        elif not page.shows_texts:
            person.page = person.browser.get(page.url, step="texts")
        return person.page.shows_texts

    def _until(self, done: Callable[[], bool]) -> bool:
        """Try until it is done; False where the time is over."""
        begin = time.monotonic()
        while True:
            try:
                if done():
                    self.waits.append(time.monotonic() - begin)
                    return True
            except (UnreachableError, AssertionError):  # it is away, or says so
                pass
            if self._over.wait(0.2):
                return False


def megabytes(stack: Stack) -> dict[str, int]:
    """The resident memory of each part with its children."""
    parts = {"web": stack.web, "worker": stack.workers["results"], "beat": stack.beat}
    return {name: sum(map(_resident, _tree(part.pid))) // 1024 for name, part in parts.items()}


def _tree(pid: int) -> list[int]:
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:  # it has just ended
        return []
    return [pid, *(below for child in children for below in _tree(int(child)))]


def _resident(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0)


def connections(stack: Stack) -> int:
    return int(
        stack.sql("SELECT count(*) FROM pg_stat_activity WHERE usename = 'triadsurvey'")[0][0]
    )


def soak(stack: Stack, judges: Judges, seconds: float, draw: random.Random) -> None:
    """Let it run, and break something now and then."""
    until, order = time.monotonic() + seconds, list[str]()
    while time.monotonic() + FAULT_EVERY < until:
        time.sleep(FAULT_EVERY)
        order = order or draw.sample(sorted(FAULTS), len(FAULTS))
        name, answers = order.pop(), len(judges.ledger.confirmed)
        FAULTS[name](stack)
        print(f"{answers:6} answers, then: {name}; {megabytes(stack)} MB", flush=True)
    time.sleep(max(0.0, until - time.monotonic()))


def report(stack: Stack, judges: Judges) -> bool:
    """Compare ledger and database; return whether all is well."""
    scene, ledger = judges.scene, judges.ledger
    behind = stack.wait_for(scene.is_right, "the result is right", PROMISED_SECONDS)
    stored, missing = scene.answers(), ledger.missing_in(scene)
    [(rows,)] = stack.sql("SELECT count(*) FROM studies_answer")
    waits = sorted(judges.waits)
    print(f"{len(ledger.confirmed)} answers confirmed, {rows} stored, {len(missing)} lost or other")
    print(
        f"{rows - len(stored)} doubled, {len(stored.keys() - ledger.confirmed.keys())} stored alone"
    )
    print(f"statuses of choices: {dict(Counter(ledger.statuses))}")
    for share in (0.5, 0.99, 0.999, 1):
        print(
            f"  {share:.1%} of steps were done within {waits[int(share * (len(waits) - 1))]:.2f} s"
        )
    print(f"result {scene.result()} right {behind:.1f} s after the last answer")
    print(f"{megabytes(stack)} MB, {connections(stack)} connections to the database")
    return not missing and rows == len(stored)


def main(minutes: float = 30, seed: int = 1) -> int:
    with tempfile.TemporaryDirectory() as folder, Stack(Path(folder)) as stack:
        plan = {"evaluations": 60_000, "items": 200, "evaluations_per_judge": EACH}
        judges = Judges(scenes.make(stack, plan)[0])
        supervisor = Supervisor(stack)
        print(f"{megabytes(stack)} MB, {connections(stack)} connections at the start", flush=True)
        supervisor.start()
        judges.start()
        try:
            soak(stack, judges, 60 * minutes, random.Random(seed))
            judges.stop()
            well = report(stack, judges)
            print(f"started again: {dict(supervisor.started)}")
        finally:
            judges.stop()
            supervisor.over.set()  # or it would start again what is stopped now
            supervisor.join()
        return 0 if well else 1


if __name__ == "__main__":
    sys.exit(main(*map(float, sys.argv[1:2]), *map(int, sys.argv[2:3])))
