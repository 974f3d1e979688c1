"""One simulated study: judges come, choose, leave, until the plan's number is reached or decides.

What is supposed: so many judges are there at once, and as soon as one goes another comes; each
evaluation takes a minute; who leaves does so on a page with three texts, whose triad is free again
when its hold has run out; a judge who finds no free triad goes. Judges who always take one place
never look at the texts; all others perceive the odd one with their own probability, and guess
evenly where they do not.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush

import numpy as np

from analysis.simulation.triad_pool import Desk
from studies.design import ORDERS, PlannedTriad

Decides = Callable[[int, int], bool]


@dataclass(frozen=True, slots=True)
class People:
    """Who comes. Shares from 0 to 1; `spread` is the gamma of the beta-binomial model.

    `place` is the one that judges take who always take one: 1 to 3, or 0 for each a place of
    their own.
    """

    leaving: float = 0.0
    one_place: float = 0.0
    place: int = 0
    spread: float = 0.0
    at_once: int = 5


@dataclass(frozen=True, slots=True)
class Setting:
    """The study: its triads up to its number, evaluations a judge, hold; and who comes."""

    triads: Sequence[PlannedTriad]
    per_judge: int
    hold_minutes: float
    people: People


@dataclass(slots=True)
class Played:
    """What came of one study. `imbalance`: the largest count of an order less the smallest."""

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
        counts = [self.orders[order] for order in ORDERS]
        return max(counts) - min(counts)


@dataclass(slots=True)
class _Judge:
    perceives: float
    # The place that this judge always takes; 0: the one that is found, or a guess.
    place: int
    # At which evaluation the judge leaves; 0: at none.
    leaves_at: int
    had: list[int] = field(default_factory=list)


def play(setting: Setting, *, true_pd: float, rng: np.random.Generator, decides: Decides) -> Played:
    """Simulate one study; `decides` (answers, right) ends it before its number."""
    return _Study(setting, true_pd, rng, decides).run()


class _Study:
    def __init__(
        self, setting: Setting, true_pd: float, rng: np.random.Generator, decides: Decides
    ) -> None:
        self._setting, self._people, self._true_pd = setting, setting.people, true_pd
        self._rng, self._decides = rng, decides
        self._chance = _uniforms(rng).__next__
        self._desk = Desk(setting.triads)
        self._here: list[_Judge] = []
        self._left: list[tuple[float, int]] = []  # when the hold runs out, and the triad
        self._clock = 0.0
        self._played = Played()

    def run(self) -> Played:
        played, all_of_them = self._played, len(self._setting.triads)
        while played.answers < all_of_them:
            self._let_in()
            if not self._here:
                # Nobody can come before the next hold runs out.
                self._clock = max(self._clock, self._left[0][0])
                continue
            self._clock += 1 / self._people.at_once
            self._answer(int(self._chance() * len(self._here)))
            if self._decides(played.answers, played.right):
                break
        return played

    def _let_in(self) -> None:
        while self._left and self._left[0][0] <= self._clock:
            self._desk.give_back(heappop(self._left)[1])
        while len(self._here) < self._people.at_once:
            judge = self._new_judge()
            if not self._next_triad(judge):
                return
            self._played.judges += 1
            self._here.append(judge)
            self._leaves(judge)

    def _new_judge(self) -> _Judge:
        people, chance = self._people, self._chance
        leaves = chance() < people.leaving
        one_place = chance() < people.one_place
        return _Judge(
            perceives=0.0 if one_place else self._perception(),
            place=(people.place or 1 + int(3 * chance())) if one_place else 0,
            leaves_at=1 + int(self._setting.per_judge * chance()) if leaves else 0,
        )

    def _perception(self) -> float:
        """Of one judge: Beta distributed around pd where judges differ."""
        pd, spread = self._true_pd, self._people.spread
        if not 0 < pd < 1 or spread == 0:
            return pd
        if spread == 1:
            return float(self._chance() < pd)
        total = 1 / spread - 1
        return float(self._rng.beta(pd * total, (1 - pd) * total))

    def _next_triad(self, judge: _Judge) -> bool:
        place = self._desk.take(judge.had)
        if place is not None:
            judge.had.append(place)
        return place is not None

    def _leaves(self, judge: _Judge) -> None:
        """Whoever leaves on this page is gone, and the triad held in vain."""
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
