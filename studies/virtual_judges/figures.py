"""How a rehearsal went, in numbers and as text."""

import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from statistics import median, quantiles

from studies.design import ORDERS
from studies.values.people import People
from studies.virtual_judges.judge import VisitEnd

STEPS = ("welcome", "start", "texts", "choose", "rate", "go on", "again")


@dataclass
class RehearsalFigures:
    """Numbers of a rehearsal, added to by many threads at once."""

    seconds: float = 0.0
    ends: Counter[str] = field(default_factory=Counter)
    answers: int = 0
    steps: dict[str, list[float]] = field(default_factory=lambda: {step: [] for step in STEPS})
    # What became of all judges of the link, as the study's pages tell it.
    people: People = field(default_factory=People)
    # Answers that the study, or its pilot, has stored as answered.
    counted: int = 0
    # Of triads: answers by the orders of the study's protocol, and the right ones.
    orders: Counter[str] = field(default_factory=Counter)
    right: int = 0
    # Of sheets: by criterion and system how many ratings are stored, and their median.
    medians: dict[tuple[str, str], tuple[int, float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    @property
    def judges(self) -> int:
        return self.ends.total()

    def timed(self, step: str, seconds: float) -> None:
        with self._lock:
            self.steps[step].append(seconds)

    def answered(self) -> None:
        with self._lock:
            self.answers += 1

    def ended(self, end: VisitEnd) -> None:
        with self._lock:
            self.ends[end] += 1

    def so_far(self) -> str:
        """Say how far it is; judges without a place are silent for minutes."""
        with self._lock:
            return (
                f"{self.answers} answers so far; {self.judges} judges have gone, and those who "
                "find no free place wait for one."
            )

    def lines(self) -> Iterator[str]:
        """Yield what the command prints."""
        rate = self.judges / self.seconds if self.seconds else 0.0
        yield f"{self.judges} judges in {self.seconds:.1f} s: {rate:.1f} a second."
        for end in VisitEnd:
            if self.ends[end]:
                yield f"  {self.ends[end]:>6} {end}"
        if self.people.began:
            yield f"By this link in all: {self.people.in_words}"
        yield f"{'step':<10}{'times':>8}{'median':>12}{'99 %':>12}"
        for step in STEPS:
            if times := self.steps[step]:
                yield (
                    f"{step:<10}{len(times):>8}{1000 * median(times):>9.0f} ms"
                    f"{1000 * ninety_ninth(times):>9.0f} ms"
                )
        yield from self._outcome()

    def _outcome(self) -> Iterator[str]:
        if not self.orders:
            yield f"Answers stored as answered: {self.counted}."
            for (criterion, system), (number, middle) in self.medians.items():
                yield f"  {criterion}, {system}: {number} ratings, median {middle:g}"
            return
        yield f"Answers stored as answered: {self.counted}, right: {self.right}."
        listed = (f"{order} {self.orders[order]}" for order in ORDERS if order in self.orders)
        yield f"Orders: {', '.join(listed)}."


def ninety_ninth(times: list[float]) -> float:
    """Return the 99th percentile; of a single time, that time."""
    return quantiles(times, n=100, method="inclusive")[98] if len(times) > 1 else times[0]
