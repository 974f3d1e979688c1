"""People at the pages of a scene, and a ledger of what was confirmed to them."""

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
        """What came back for a choice; True where it is confirmed."""
        with self._lock:
            self.statuses.append(page.status)
            if page.status == 503 and page.trial_code == code:
                self.away_pages.append((page, choice))
                return False
            self.confirmed[code] = choice
            self.seconds.append(seconds)
        return True

    def missing_in(self, scene: Scene) -> dict[str, int]:
        """What was confirmed and is not stored so: must be empty."""
        stored = scene.answers()
        return {
            code: choice for code, choice in self.confirmed.items() if stored.get(code) != choice
        }


class Person:
    """Somebody with a browser of their own."""

    # Whose browsers are open; closed by a fixture at the end of each test.
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
        """Send the choice once; what came back becomes the page."""
        page = self.page
        assert page.form is not None
        begin = time.perf_counter()
        self.page = self.browser.submit(page, page.form, {"choice": str(choice)}, step="choose")
        ledger.note(page.trial_code, choice, self.page, time.perf_counter() - begin)
        return self.page

    def choose_until_confirmed(self, choice: int, ledger: Ledger, until: float) -> None:
        """Like a person whose server is being restarted: send again until it is taken."""
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
    """Results of all calls, made in the same moment; the first error is raised."""
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
    """So many people, each before three texts."""
    return [Person(scene).arrive() for _ in range(number)]


def choices(people: Iterable[Person], ledger: Ledger) -> None:
    """One after the other, everybody chooses: 1, 2, 3, 1, …"""
    for number, person in enumerate(people):
        person.choose(1 + number % 3, ledger)
