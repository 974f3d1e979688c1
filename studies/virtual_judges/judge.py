"""One virtual judge: its character, and how it takes part."""

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urljoin

from studies.virtual_judges.browser import Browser, Page
from studies.virtual_judges.draws import draw, draw_normal, normal_of
from studies.virtual_judges.pages import Form
from studies.virtual_judges.rating import KnownSheet, Rater

# The longest wait when a page says to come again: each time, and in all.
LONGEST_WAIT = 5.0
PATIENCE = 120.0
# More pages than any study has: a judge who is led in circles gives up.
MOST_PAGES = 250
# Reading times are lognormal: the standard deviation of their logarithm.
SPREAD_OF_TIMES = 0.5
# Numbers are lognormal too, and larger for what a judge perceives.
SPREAD_OF_NUMBERS = 0.2
MORE_WHERE_PERCEIVED = 1.3


class VisitEnd(StrEnum):
    """How a judge's visit ended."""

    FINISHED = "came to the last page"
    LEFT = "left in the middle"
    COMPLETE = "found the study full"
    NO_PLACE = "gave up waiting for a place"


class UnexpectedPageError(Exception):
    """A page that a judge of an open study should not see."""


@dataclass(frozen=True, slots=True)
class ReadingTimes:
    """How long a triad is read: the median in seconds, and how much longer by who perceives."""

    seconds: float = 0.0
    slower: float = 1.0

    def of(self, share: float, *, perceives: bool) -> float:
        """Return the seconds below which this share of the times lies."""
        factor = self.slower if perceives else 1.0
        return self.seconds * factor * math.exp(SPREAD_OF_TIMES * normal_of(share))


AT_ONCE = ReadingTimes()
"""Judges who choose without reading: for rehearsals that are to be quick."""


@dataclass(frozen=True, slots=True)
class Character:
    """Whether a judge perceives the difference, and before which choice it leaves, if any."""

    seed: int
    number: int
    perceives: bool
    leaves_at: int | None
    times: ReadingTimes = AT_ONCE
    # How many times as high a system is rated as the next one.
    ratio: float = 1.0

    @classmethod
    def of(
        cls,
        *,
        seed: int,
        number: int,
        pd: float,
        dropout: float,
        trials: int,
        times: ReadingTimes = AT_ONCE,
        ratio: float = 1.0,
    ) -> "Character":
        leaves = draw(seed, number, "leaves") < dropout
        return cls(
            seed=seed,
            number=number,
            perceives=draw(seed, number, "perceives") < pd,
            leaves_at=1 + int(draw(seed, number, "leaves at") * trials) if leaves else None,
            times=times,
            ratio=ratio,
        )

    def reading_seconds(self, trial: int) -> float:
        """Return for how long the texts of a trial are read before the choice."""
        share = draw(self.seed, self.number, f"reads {trial}")
        return self.times.of(share, perceives=self.perceives)

    def choose(self, trial: int, odd_position: int) -> int:
        """Return the odd position where the judge perceives it, else a guess."""
        if self.perceives:
            return odd_position
        return 1 + int(3 * draw(self.seed, self.number, f"guess {trial}"))

    def ratings(self, sheet: KnownSheet, form: Form) -> dict[str, str | list[str]]:
        """Return what the judge fills into the fields of a sheet."""
        return Rater(self.seed, self.number, self.ratio).answers(sheet, form)

    def numbers(self, trial: int, odd_position: int, fields: Mapping[str, str]) -> dict[str, str]:
        """Return a number for each field, around its example; more for what is perceived.

        The fields are of one number about the difference, or of three texts in their order.
        """
        each = max(1, len(fields) // 3)
        written: dict[str, str] = {}
        for place, (name, example) in enumerate(fields.items()):
            about = len(fields) < 3 or place // each + 1 == odd_position
            normal = draw_normal(self.seed, self.number, f"number {trial} {place}")
            factor = math.exp(SPREAD_OF_NUMBERS * normal) * (
                MORE_WHERE_PERCEIVED if self.perceives and about else 1
            )
            usual = int(example)
            written[name] = str(min(max(5 * round(usual * factor / 5), 5), 2 * usual))
        return written


class VirtualJudge:
    """A judge who opens the link, agrees, and answers until nothing more is asked."""

    def __init__(
        self,
        character: Character,
        browser: Browser,
        *,
        odd_position: Callable[[str], int],
        sheet: Callable[[str], KnownSheet],
        answered: Callable[[], None],
        left: Callable[[str], None],
    ) -> None:
        self._character = character
        self._browser = browser
        self._odd_position = odd_position
        self._sheet = sheet
        self._answered = answered
        self._left = left
        self._chosen = 0

    def take_part(self, link: str) -> VisitEnd:
        """Go through the pages to an end. Raises UnexpectedPageError and UnreachableError."""
        page = self._waiting(self._browser.get(link, step="welcome"))
        for _ in range(MOST_PAGES):
            if page.status == 410:
                return VisitEnd.FINISHED if self._chosen else VisitEnd.COMPLETE
            if page.status == 503:
                return VisitEnd.NO_PLACE
            if page.status != 200:
                raise UnexpectedPageError(f"{page.status} after {self._chosen} choices")
            if page.form is None:
                return self._end(page)
            if page.shows_texts and self._chosen + 1 == self._character.leaves_at:
                self._left(page.trial_code)
                return VisitEnd.LEFT
            page = self._waiting(self._next(page))
        raise UnexpectedPageError(f"no end after {MOST_PAGES} pages")

    def _end(self, page: Page) -> VisitEnd:
        if not self._chosen:
            raise UnexpectedPageError(f"{page.url} asks nothing, before any choice")
        return VisitEnd.FINISHED

    def _next(self, page: Page) -> Page:
        form = page.form
        assert form is not None  # noqa: S101 - looked at by the caller
        if form.asks_consent:
            return self._browser.submit(page, form, {"consent": "yes"}, step="start")
        if not page.shows_texts:
            return self._browser.submit(page, form, form.any_answers, step="go on")
        time.sleep(self._character.reading_seconds(self._chosen + 1))
        page = self._choose(page, form) if form.is_triad else self._rate(page, form)
        # Only what the server has confirmed is an answer.
        self._chosen += 1
        self._answered()
        return page

    def _choose(self, page: Page, form: Form) -> Page:
        odd = self._odd_position(page.trial_code)
        choice = {"choice": str(self._character.choose(self._chosen + 1, odd))}
        page = self._waiting(self._browser.submit(page, form, choice, step="choose"))
        if page.form is not None and page.form.goes_with_choice:
            numbers = self._character.numbers(self._chosen + 1, odd, page.form.typed)
            page = self._waiting(self._browser.submit(page, page.form, numbers, step="rate"))
        return page

    def _rate(self, page: Page, form: Form) -> Page:
        ratings = self._character.ratings(self._sheet(page.trial_code), form)
        return self._waiting(self._browser.submit(page, form, ratings, step="rate"))

    def _waiting(self, page: Page) -> Page:
        """Come again as often as the page asks for it, until PATIENCE is over."""
        until = time.monotonic() + PATIENCE
        while page.status == 503 and time.monotonic() < until:
            time.sleep(page.retry_after(at_most=LONGEST_WAIT))
            if page.form is not None:
                page = self._browser.submit(page, page.form, {}, step="again")
            else:
                address = urljoin(page.url, page.again_at)
                page = self._browser.get(address, step="again")
        return page
