"""One simulated study: judges come, choose and leave until the plan ends it.

What is supposed: so many judges are there at once, and as soon as one goes another comes. An
evaluation takes a minute (the median of a lognormal distribution), or so many times longer where
the judge perceives the odd text. A judge who leaves does so on a page with three texts; their
triad is free again when its hold has run out; a judge who finds no free triad goes. Judges who
always take one place never look at the texts. All others perceive the odd text with their own
probability, and guess evenly where they do not.

What decides before the plan's number looks at answers as the real study does: in the order in which
triads were first held, while all earlier ones are answered (`analysis.recomputation.order`).
"""

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heappop, heappush
from itertools import count

import numpy as np

from analysis.simulation.triad_pool import TriadPool
from studies.design import PlannedTriad

Decides = Callable[[int, int], bool]

SPREAD_OF_TIMES = 0.5
"""Standard deviation of the logarithm of reading times."""


@dataclass(frozen=True, slots=True)
class SupposedJudges:
    """The judges who come. Shares from 0 to 1; `spread` is the gamma of the beta-binomial model.

    `place`: which one the judges take who always take one: 1 to 3, or 0 for each a place of their
    own. `slower`: by which factor judges read longer where they perceive the odd text.
    """

    leaving: float = 0.0
    one_place: float = 0.0
    place: int = 0
    spread: float = 0.0
    at_once: int = 5
    slower: float = 1.0


@dataclass(frozen=True, slots=True)
class SimulationSetting:
    """A study: its triads up to its number, evaluations a judge, and hold; and the judges."""

    triads: Sequence[PlannedTriad]
    per_judge: int
    hold_minutes: float
    judges: SupposedJudges


@dataclass(slots=True)
class PlayedStudy:
    """What came of one study: `answers` and the `right` ones of them up to its end, in order."""

    right: int = 0
    answers: int = 0
    # All that were given, some of them perhaps after the one that decided.
    given: int = 0
    judges: int = 0
    left: int = 0
    one_place_answers: int = 0
    one_place_right: int = 0
    most_imbalance: int = 0
    orders: Counter[str] = field(default_factory=Counter)

    @property
    def imbalance(self) -> int:
        """The largest count of an order less the smallest."""
        return max(self.orders.values()) - min(self.orders.values())


@dataclass(slots=True)
class _Judge:
    perceives: float
    # The place that the judge always takes; 0: the one that is perceived, or a guess.
    place: int
    # The evaluation at which the judge leaves; 0: none.
    leaves_at: int
    had: list[int] = field(default_factory=list)
    # Whether the odd text on the judge's page is perceived.
    perceived: bool = False


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
        self._normal = _normals(rng).__next__
        self._pool = TriadPool(setting.triads)
        # When each judge who is there answers; the number parts those of one moment.
        self._reading: list[tuple[float, int, _Judge]] = []
        self._left: list[tuple[float, int]] = []  # when the hold runs out, and the triad
        # Triads in the order in which they were first given, and the answers to them.
        self._order: list[int] = []
        self._given: set[int] = set()
        self._tie = count()
        self._outcomes: dict[int, bool] = {}
        self._clock = 0.0
        # Each order of the study from the beginning: one without an answer is the smallest.
        self._played = PlayedStudy(orders=Counter(dict.fromkeys(_orders(setting), 0)))

    def run(self) -> PlayedStudy:
        while self._played.given < len(self._setting.triads):
            self._admit_judges()
            if self._next_is_a_free_triad():
                self._clock = max(self._clock, self._left[0][0])
                continue
            self._clock, _number, judge = heappop(self._reading)
            self._answer(judge)
            if self._settle():
                break
        return self._played

    def _next_is_a_free_triad(self) -> bool:
        """Whether a hold runs out, and a judge comes for its triad, before the next answer."""
        if not self._reading:
            return True
        waited_for = self._left and len(self._reading) < self._supposed.at_once
        return bool(waited_for) and self._left[0][0] < self._reading[0][0]

    def _admit_judges(self) -> None:
        while self._left and self._left[0][0] <= self._clock:
            self._pool.give_back(heappop(self._left)[1])
        while len(self._reading) < self._supposed.at_once:
            judge = self._new_judge()
            if not self._give(judge):
                return
            self._played.judges += 1

    def _settle(self) -> bool:
        """Count the answers that are in order now; return whether one of them decides."""
        played, order = self._played, self._order
        while played.answers < len(order) and order[played.answers] in self._outcomes:
            played.right += self._outcomes[order[played.answers]]
            played.answers += 1
            if self._decides(played.answers, played.right):
                return True
        return False

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

    def _give(self, judge: _Judge) -> bool:
        """Hand the judge a triad, to answer it after a while or to leave; False if none is free."""
        place = self._pool.take(judge.had)
        if place is None:
            return False
        judge.had.append(place)
        if place not in self._given:
            self._given.add(place)
            self._order.append(place)
        if judge.leaves_at == len(judge.had):
            heappush(self._left, (self._clock + self._setting.hold_minutes, place))
            self._played.left += 1
        else:
            heappush(self._reading, (self._clock + self._minutes(judge), next(self._tie), judge))
        return True

    def _minutes(self, judge: _Judge) -> float:
        """Draw whether the judge perceives the odd text, and how long the texts are read."""
        judge.perceived = self._chance() < judge.perceives
        factor = self._supposed.slower if judge.perceived else 1.0
        return factor * math.exp(SPREAD_OF_TIMES * self._normal())

    def _answer(self, judge: _Judge) -> None:
        self._count(judge, judge.had[-1])
        if len(judge.had) < self._setting.per_judge:
            self._give(judge)

    def _count(self, judge: _Judge, place: int) -> None:
        played, triad = self._played, self._setting.triads[place]
        if judge.place:
            right = judge.place == triad.odd_position
            played.one_place_answers += 1
            played.one_place_right += right
        else:
            right = judge.perceived or 3 * self._chance() < 1
        self._outcomes[place] = right
        played.given += 1
        played.orders[triad.order] += 1
        played.most_imbalance = max(played.most_imbalance, played.imbalance)


def _orders(setting: SimulationSetting) -> set[str]:
    return {triad.order for triad in setting.triads}


def _uniforms(rng: np.random.Generator) -> Iterator[float]:
    while True:
        yield from rng.random(512).tolist()


def _normals(rng: np.random.Generator) -> Iterator[float]:
    while True:
        yield from rng.standard_normal(512).tolist()
