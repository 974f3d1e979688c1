"""Many simulated studies: how often the plan claims what, beside what it promises.

Every study is played twice: as if no judge perceived a difference, and as if a proportion pd of
people did. The same counts decide as in the real study. Shares come with exact two-sided 95 %
limits (Clopper and Pearson), since a simulation is a sample too.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import numpy as np
from scipy.special import bdtr, bdtrc, betaincinv

from analysis.simulation.one_study import Decides, PlayedStudy, SimulationSetting, play
from analysis.stats import max_correct, min_correct, pc_from_pd, sprt_characteristics, sprt_lines

Progress = Callable[[int, int], None]

CONFIDENCE = 0.95
_STEP = 20  # studies between two looks at whether to go on


@dataclass(frozen=True, slots=True)
class SimulationPlan:
    """The part of a study's plan that decides its verdict."""

    method: str
    alpha: float
    beta: float
    pd: float
    evaluations: int
    per_judge: int = 1

    @property
    def is_sequential(self) -> bool:
        return self.method == "sequential"


@dataclass(frozen=True, slots=True)
class SimulatedShare:
    """A share of the simulated studies; `exact` is what independent answers would give."""

    count: int
    of: int
    exact: float | None = None

    @property
    def value(self) -> float:
        return self.count / self.of

    @property
    def limits(self) -> tuple[float, float]:
        """Exact two-sided limits."""
        k, n, tail = self.count, self.of, (1 - CONFIDENCE) / 2
        lower = float(betaincinv(k, n - k + 1, tail)) if k else 0.0
        return lower, float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number of judges or answers varies between studies: quantiles of 5, 50 and 95 %."""

    low: int
    middle: int
    high: int

    @classmethod
    def of(cls, values: Sequence[int]) -> Self:
        low, middle, high = np.quantile(values, (0.05, 0.5, 0.95), method="inverted_cdf")
        return cls(int(low), int(middle), int(high))


@dataclass(frozen=True, slots=True)
class SimulatedCase:
    """What came of all studies under one truth. `similarity` is None where judges repeat."""

    true_pd: float
    difference: SimulatedShare
    similarity: SimulatedShare | None
    mean_answers: float
    answers: Spread
    judges: Spread
    leavers: Spread
    one_place: SimulatedShare | None
    # By difference between the counts of the orders: how many studies ended with it, and had
    # none larger on the way.
    imbalance: dict[int, int] = field(default_factory=dict)
    most_imbalance: dict[int, int] = field(default_factory=dict)
    # By number of answers: how many studies took them.
    lengths: dict[int, int] = field(default_factory=dict)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        shares = {
            name: SimulatedShare(**stored[name]) if stored[name] else None
            for name in ("difference", "similarity", "one_place")
        }
        spreads = {name: Spread(**stored[name]) for name in ("answers", "judges", "leavers")}
        # Names are text in JSON.
        counts = {
            name: {int(key): count for key, count in stored[name].items()}
            for name in ("imbalance", "most_imbalance", "lengths")
        }
        return cls(**{**stored, **shares, **spreads, **counts})


def simulate(
    setting: SimulationSetting,
    plan: SimulationPlan,
    *,
    true_pd: float,
    studies: int,
    seed: int,
    progress: Progress | None = None,
) -> tuple[SimulatedCase, SimulatedCase]:
    """Simulate studies twice: no judge perceives a difference, and `true_pd` of people perceive it.

    The same seed gives the same result. `progress` is called with the studies done and all of them,
    and may raise to stop.
    """
    verdicts = _Verdicts(plan)
    told = progress or (lambda *_: None)
    cases = []
    for number, truth in enumerate((0.0, true_pd)):
        played = []
        for study in range(studies):
            rng = np.random.default_rng((seed, number, study))
            played.append(play(setting, true_pd=truth, rng=rng, decides=verdicts.is_decided))
            if study % _STEP == _STEP - 1:
                told(number * studies + study + 1, 2 * studies)
        cases.append(_case(plan, verdicts, truth, played))
    told(2 * studies, 2 * studies)
    return cases[0], cases[1]


class _Verdicts:
    """The counts that decide, worked out once for all studies.

    `_least` and `_most` hold, of a sequential plan by number of answers, the smallest number right
    that shows a difference and the largest that shows similarity.
    """

    is_decided: Decides

    def __init__(self, plan: SimulationPlan) -> None:
        self._plan = plan
        if plan.is_sequential:
            risks = {"alpha": plan.alpha, "beta": plan.beta, "pd": plan.pd}
            lines = [sprt_lines(n, **risks) for n in range(1, plan.evaluations + 1)]
            self._least = [0, *(_or(line.upper_line, line.n + 1) for line in lines)]
            self._most = [0, *(_or(line.lower_line, -1) for line in lines)]
            self.is_decided = self._crossed
        else:
            n = plan.evaluations
            self._least = [_or(min_correct(n, alpha=plan.alpha), n + 1)]
            self._most = [_or(max_correct(n, beta=plan.beta, pd=plan.pd), -1)]
            self.is_decided = lambda _answers, _right: False

    def _crossed(self, answers: int, right: int) -> bool:
        return right >= self._least[answers] or right <= self._most[answers]

    @property
    def least(self) -> int:
        """Of a fixed number: the smallest number correct that shows a difference."""
        return self._least[0]

    @property
    def most(self) -> int:
        """Of a fixed number: the largest number correct that shows similarity."""
        return self._most[0]

    def difference(self, one: PlayedStudy) -> bool:
        at = one.answers if self._plan.is_sequential else 0
        return one.right >= self._least[at]

    def similarity(self, one: PlayedStudy) -> bool:
        at = one.answers if self._plan.is_sequential else 0
        return one.right <= self._most[at]


def _or(line: int | None, other: int) -> int:
    return other if line is None else line


def _case(
    plan: SimulationPlan, verdicts: _Verdicts, true_pd: float, played: list[PlayedStudy]
) -> SimulatedCase:
    studies = len(played)
    exact = _exact(plan, verdicts, true_pd)
    lengths = [one.answers for one in played]
    taking = sum(one.one_place_answers for one in played)
    return SimulatedCase(
        true_pd=true_pd,
        difference=SimulatedShare(sum(map(verdicts.difference, played)), studies, exact[0]),
        similarity=SimulatedShare(sum(map(verdicts.similarity, played)), studies, exact[1])
        if plan.per_judge == 1
        else None,
        mean_answers=sum(lengths) / studies,
        answers=Spread.of(lengths),
        judges=Spread.of([one.judges for one in played]),
        leavers=Spread.of([one.left for one in played]),
        one_place=SimulatedShare(sum(one.one_place_right for one in played), taking, 1 / 3)
        if taking
        else None,
        imbalance=_counted(one.imbalance for one in played),
        most_imbalance=_counted(one.most_imbalance for one in played),
        lengths=_counted(lengths) if plan.is_sequential else {},
    )


def _exact(plan: SimulationPlan, verdicts: _Verdicts, true_pd: float) -> tuple[float, float]:
    """Return the probability of either claim if every answer were another judge's, who reads."""
    if plan.is_sequential:
        ends = sprt_characteristics(
            alpha=plan.alpha,
            beta=plan.beta,
            pd=plan.pd,
            true_pd=true_pd,
            maximum=plan.evaluations,
        )
        return ends.difference, ends.similarity
    n, pc = plan.evaluations, pc_from_pd(true_pd)
    difference = float(bdtrc(verdicts.least - 1, n, pc)) if verdicts.least <= n else 0.0
    similarity = float(bdtr(verdicts.most, n, pc)) if verdicts.most >= 0 else 0.0
    return difference, similarity


def _counted(values: Any) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))
