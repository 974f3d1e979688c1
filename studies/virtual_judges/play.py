"""Let virtual judges come, so many at once, until all have come or the plan is complete."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import count

from studies.virtual_judges.browser import Browser
from studies.virtual_judges.figures import RehearsalFigures
from studies.virtual_judges.judge import AT_ONCE, Character, ReadingTimes, VirtualJudge, VisitEnd
from studies.virtual_judges.rating import KnownSheet

# Without a number of judges: when so many times the plan have come, something is wrong.
MOST_JUDGES_PER_EVALUATION = 20
MOST_SECONDS = 600
MOST_TIMES_AS_HIGH = 10
# How often a rehearsal says that it is still at work.
TELL_SECONDS = 10.0


class NotPossibleError(Exception):
    """A rehearsal that cannot be played; the message says why."""


@dataclass(frozen=True, slots=True)
class RehearsalPlan:
    """How many judges come, and which shares perceive the difference and leave in the middle."""

    pd: float
    dropout: float
    seed: int
    judges: int | None = None
    at_once: int = 20
    times: ReadingTimes = AT_ONCE
    # Of a rating study: how many times as high a system is rated as the next one.
    ratio: float = 1.2

    def __post_init__(self) -> None:
        for name, share in (("pd", self.pd), ("dropout", self.dropout)):
            if not 0 <= share <= 1:
                raise NotPossibleError(f"{name} must be from 0 to 1, not {share}.")
        for name, number in (("judges", self.judges), ("at-once", self.at_once)):
            if number is not None and number < 1:
                raise NotPossibleError(f"{name} must be at least 1, not {number}.")
        if not (0 <= self.times.seconds <= MOST_SECONDS and 0 < self.times.slower <= 100):
            raise NotPossibleError(
                f"Reading takes 0 to {MOST_SECONDS} seconds, and up to 100 times as long for "
                f"judges who perceive."
            )
        if not 1 / MOST_TIMES_AS_HIGH <= self.ratio <= MOST_TIMES_AS_HIGH:
            raise NotPossibleError(
                f"ratio must be from {1 / MOST_TIMES_AS_HIGH} to {MOST_TIMES_AS_HIGH}, not "
                f"{self.ratio}."
            )
        if self.judges is None and self.dropout == 1:
            raise NotPossibleError("Where everybody leaves, the plan is never complete.")


@dataclass(frozen=True, slots=True)
class RehearsedStudy:
    """What the judges need of a study: the path of its link, and its plan's numbers."""

    path: str
    evaluations: int
    evaluations_per_judge: int
    # Whether answers through the link complete the study; those of a pilot never do.
    completes: bool
    # What is not read from the pages: the position of the odd text of a trial, by its code, or
    # who wrote the texts of its sheet.
    odd_position: Callable[[str], int]
    sheet: Callable[[str], KnownSheet]
    # Called with the code of the trial that a judge leaves: no one waits until its hold runs out.
    left: Callable[[str], None]
    # Called by each thread when it has done its part.
    thread_done: Callable[[], None]


def play(
    study: RehearsedStudy, plan: RehearsalPlan, *, base_url: str, tell: Callable[[str], None]
) -> RehearsalFigures:
    """Let the judges come, and tell now and then how far they are.

    Raises UnreachableError and UnexpectedPageError.
    """
    rehearsal = _Rehearsal(study, plan, base_url.rstrip("/"))
    begin = time.monotonic()
    rehearsal.run(tell)
    rehearsal.figures.seconds = time.monotonic() - begin
    return rehearsal.figures


class _Rehearsal:
    def __init__(self, study: RehearsedStudy, plan: RehearsalPlan, base_url: str) -> None:
        self.figures = RehearsalFigures()
        self._study = study
        self._plan = plan
        self._base_url = base_url
        self._numbers = count(1)
        self._enough = threading.Event()
        self._most = plan.judges or MOST_JUDGES_PER_EVALUATION * study.evaluations

    def run(self, tell: Callable[[str], None]) -> None:
        """Each thread takes one judge after another; the first error ends them all."""
        with ThreadPoolExecutor(self._plan.at_once) as pool:
            threads = [pool.submit(self._judges) for _ in range(self._plan.at_once)]
            while wait(threads, timeout=TELL_SECONDS).not_done:
                tell(self.figures.so_far())
        for thread in threads:
            thread.result()

    def _judges(self) -> None:
        try:
            while not self._enough.is_set():
                number = next(self._numbers)  # one step for the interpreter: no two get the same
                if number > self._most:
                    return
                self._judge(number)
        except BaseException:
            self._enough.set()
            raise
        finally:
            self._study.thread_done()

    def _judge(self, number: int) -> None:
        character = Character.of(
            seed=self._plan.seed,
            number=number,
            pd=self._plan.pd,
            dropout=self._plan.dropout,
            trials=self._study.evaluations_per_judge,
            times=self._plan.times,
            ratio=self._plan.ratio,
        )
        browser = Browser(self._base_url, self.figures.timed)
        judge = VirtualJudge(
            character,
            browser,
            odd_position=self._study.odd_position,
            sheet=self._study.sheet,
            answered=self._answered,
            left=self._study.left,
        )
        try:
            end = judge.take_part(self._base_url + self._study.path)
        finally:
            browser.close()
        self.figures.ended(end)
        # Where a patient judge got no place, the next ones would wait in vain as well.
        if end in (VisitEnd.COMPLETE, VisitEnd.NO_PLACE) and self._plan.judges is None:
            self._enough.set()

    def _answered(self) -> None:
        self.figures.answered()
        if self._study.completes or self._plan.judges is not None:
            return
        # The study never completes: as many answers as its plan has are enough.
        if self.figures.answers >= self._study.evaluations:
            self._enough.set()
