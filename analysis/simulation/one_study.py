"""One simulated study: judges come, choose and leave until the plan ends it.

What is supposed: so many judges are there at once, and as soon as one goes another comes. Each
evaluation takes a minute. A judge who leaves does so on a page with three texts, whose triad is
free again when its hold has run out; a judge who finds no free triad goes. Judges who always take
one place never look at the texts. All others perceive the odd text with their own probability, and
guess evenly where they do not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from analysis.simulation.triad_pool import TriadPool
from studies.design import ORDERS, PlannedTriad

Decides = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class SupposedJudges:
    """The judges who come. Shares from 0 to 1; `spread` is the gamma of the beta-binomial model.

    `place`: which one the judges take who always take one: 1 to 3, or 0 for each a place of their
    own.
    """

    leaving: float = 0.0
    one_place: float = 0.0
    place: int = 0
    spread: float = 0.0
    at_once: int = 5


@dataclass(frozen=True, slots=True)
class SimulationSetting:
    """A study: its triads up to its number, evaluations a judge, and hold; and the judges."""

    triads: Sequence[PlannedTriad]
    per_judge: int
    hold_minutes: float
    judges: SupposedJudges


@dataclass(slots=True)
class PlayedStudy:
    """What came of one study."""

    right: int = 0
    answers: int = 0
    judges: int = 0
    left: int = 0
    one_place_answers: int = 0
    one_place_right: int = 0
    most_imbalance: int = 0
    orders: Counter[str] = field(default_factory=Counter)

    @property
    def imbalance(self) -> int:
        """The largest count of an order less the smallest."""
        counts = [self.orders[order] for order in ORDERS]
        return max(counts) - min(counts)


@dataclass(slots=True)
class _Judge:
    perceives: float
    # The place that the judge always takes; 0: the one that is perceived, or a guess.
    place: int
    # The evaluation at which the judge leaves; 0: none.
    leaves_at: int
    had: list[int] = field(default_factory=list)


def play(
    setting: SimulationSetting, *, true_pd: float, rng: np.random.Generator, decides: Decides
) -> PlayedStudy:
    """Simulate one study; `decides` (answers, right) may end it before its number."""
    return _Run(setting, true_pd, rng, decides).run()


class _Run:
    """One study while it is played."""

    def __init__(
        self, setting: SimulationSetting, true_pd: float, rng: np.random.Generator, decides: Decides
    ) -> None:
        self._setting, self._supposed, self._true_pd = setting, setting.judges, true_pd
        self._rng, self._decides = rng, decides
        self._chance = _uniforms(rng).__next__
        self._pool = TriadPool(setting.triads)
        self._here: list[_Judge] = []
        self._left: list[tuple[float, int]] = []  # when the hold runs out, and the triad
        self._clock = 0.0
        self._played = PlayedStudy()

    def run(self) -> PlayedStudy:
        played, all_of_them = self._played, len(self._setting.triads)
        while played.answers < all_of_them:
            self._admit_judges()
            if not self._here:
                # No judge finds a triad before the next hold runs out.
                self._clock = max(self._clock, self._left[0][0])
                continue
            self._clock += 1 / self._supposed.at_once
            self._answer(int(self._chance() * len(self._here)))
            if self._decides(played.answers, played.right):
                break
        return played

    def _admit_judges(self) -> None:
        while self._left and self._left[0][0] <= self._clock:
            self._pool.give_back(heappop(self._left)[1])
        while len(self._here) < self._supposed.at_once:
            judge = self._new_judge()
            if not self._next_triad(judge):
                return
            self._played.judges += 1
            self._here.append(judge)
            self._leaves(judge)

    def _new_judge(self) -> _Judge:
        supposed, chance = self._supposed, self._chance
        leaves = chance() < supposed.leaving
        one_place = chance() < supposed.one_place
        return _Judge(
            perceives=0.0 if one_place else self._perception(),
            place=(supposed.place or 1 + int(3 * chance())) if one_place else 0,
            leaves_at=1 + int(self._setting.per_judge * chance()) if leaves else 0,
        )

    def _perception(self) -> float:
        """Draw the probability with which a judge perceives: Beta around pd where judges differ."""
        pd, spread = self._true_pd, self._supposed.spread
        if not 0 < pd < 1 or spread == 0:
            return pd
        if spread == 1:
            return float(self._chance() < pd)
        total = 1 / spread - 1
        return float(self._rng.beta(pd * total, (1 - pd) * total))

    def _next_triad(self, judge: _Judge) -> bool:
        place = self._pool.take(judge.had)
        if place is not None:
            judge.had.append(place)
        return place is not None

    def _leaves(self, judge: _Judge) -> None:
        """Remove a judge who leaves on this page; the triad stays held."""
        if judge.leaves_at == len(judge.had):
            heappush(self._left, (self._clock + self._setting.hold_minutes, judge.had[-1]))
            self._here.remove(judge)
            self._played.left += 1

    def _answer(self, number: int) -> None:
        judge = self._here[number]
        self._count(judge, self._setting.triads[judge.had[-1]])
        if len(judge.had) == self._setting.per_judge or not self._next_triad(judge):
            self._here[number] = self._here[-1]
            self._here.pop()
        else:
            self._leaves(judge)

    def _count(self, judge: _Judge, triad: PlannedTriad) -> None:
        played = self._played
        if judge.place:
            right = judge.place == triad.odd_position
            played.one_place_answers += 1
            played.one_place_right += right
        else:
            right = self._chance() < judge.perceives or 3 * self._chance() < 1
        played.answers += 1
        played.right += right
        played.orders[triad.order] += 1
        played.most_imbalance = max(played.most_imbalance, played.imbalance)


def _uniforms(rng: np.random.Generator) -> Iterator[float]:
    while True:
        yield from rng.random(512).tolist()
