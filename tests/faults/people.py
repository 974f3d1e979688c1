"""Judges in browsers, and a ledger of the choices that were confirmed to them."""

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from studies.virtual_judges.browser import Browser, Page, UnreachableError
from tests.faults.scenes import Scene


@dataclass
class Ledger:
    """Choices that the server has confirmed, and how long each confirmation took."""

    confirmed: dict[str, int] = field(default_factory=dict)
    seconds: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    away_pages: list[tuple[Page, int]] = field(default_factory=list)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, code: str, choice: int, page: Page, seconds: float) -> bool:
        """Note what came back for a choice; return True if it was confirmed."""
        with self._lock:
            self.statuses.append(page.status)
            if page.status == 503 and page.trial_code == code:
                self.away_pages.append((page, choice))
                return False
            self.confirmed[code] = choice
            self.seconds.append(seconds)
        return True

    def missing_in(self, scene: Scene) -> dict[str, int]:
        """Return the choices that were confirmed and are not stored so: must be empty."""
        stored = scene.answers()
        return {
            code: choice for code, choice in self.confirmed.items() if stored.get(code) != choice
        }


class Person:
    """A judge with a browser."""

    # Their browsers are open; a fixture closes them at the end of each test.
    here: ClassVar[list["Person"]] = []

    def __init__(self, scene: Scene) -> None:
        self.here.append(self)
        self.scene = scene
        self.browser = Browser(scene.stack.base_url, lambda step, seconds: None)
        self.page: Page

    def arrive(self) -> "Person":
        """Open the link, agree, and see the texts."""
        welcome = self.browser.get(self.scene.address, step="welcome")
        assert welcome.status == 200, welcome.html
        assert welcome.form is not None
        self.page = self.browser.submit(welcome, welcome.form, {"consent": "yes"}, step="start")
        assert self.page.shows_texts, (self.page.status, self.page.html)
        return self

    def choose(self, choice: int, ledger: Ledger) -> Page:
        """Send the choice once, and show the page that came back."""
        page = self.page
        assert page.form is not None
        begin = time.perf_counter()
        self.page = self.browser.submit(page, page.form, {"choice": str(choice)}, step="choose")
        ledger.note(page.trial_code, choice, self.page, time.perf_counter() - begin)
        return self.page

    def choose_until_confirmed(self, choice: int, ledger: Ledger, until: float) -> None:
        """Send the choice again until it is confirmed, while the server is restarted."""
        texts = self.page
        while time.monotonic() < until:
            self.page = texts
            try:
                if self.choose(choice, ledger).status == 200:
                    return
            except UnreachableError:
                pass
            time.sleep(0.1)
        raise AssertionError(f"the choice for {texts.trial_code} was never taken")


def at_once(calls: Sequence[Callable[[], Any]]) -> list[Any]:
    """Make all calls at the same moment; return their results, or raise the first error."""
    barrier = threading.Barrier(len(calls))
    results: list[Any] = [None] * len(calls)
    errors: list[BaseException] = []

    def run(number: int, call: Callable[[], Any]) -> None:
        try:
            barrier.wait(60)
            results[number] = call()
        except BaseException as error:  # noqa: BLE001 - raised by the caller's thread
            errors.append(error)

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(calls)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if errors:
        raise errors[0]
    return results


def arrive(scene: Scene, number: int) -> list[Person]:
    """Return so many judges, each before three texts."""
    return [Person(scene).arrive() for _ in range(number)]


def choices(people: Iterable[Person], ledger: Ledger) -> None:
    """Let one judge after the other choose 1, 2, 3, 1, …"""
    for number, person in enumerate(people):
        person.choose(1 + number % 3, ledger)
