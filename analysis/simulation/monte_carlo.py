"""Many simulated studies: how often the plan claims what, beside what it promises.

Every study is played twice over: once as if nobody perceived a difference, once as if a proportion
pd of people did. What decides are the same counts that decide the real study. Shares come with
exact two-sided 95 % limits (Clopper and Pearson), since a simulation is a sample too.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np
from scipy.special import bdtr, bdtrc, betaincinv

from analysis.simulation.one_study import Decides, Played, Setting, play
from analysis.stats import max_correct, min_correct, pc_from_pd, sprt_characteristics, sprt_lines

Progress = Callable[[int, int], None]

CONFIDENCE = 0.95
_STEP = 20  # studies between two looks at whether to go on


@dataclass(frozen=True, slots=True)
class Rule:
    """What decides: the part of the plan that the simulation needs."""

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
class Share:
    """So many of so many simulated studies; `exact` is what independent answers would give."""

    count: int
    of: int
    exact: float | None = None

    @property
    def value(self) -> float:
        return self.count / self.of

    @property
    def limits(self) -> tuple[float, float]:
        """Two-sided exact limits."""
        k, n, tail = self.count, self.of, (1 - CONFIDENCE) / 2
        lower = float(betaincinv(k, n - k + 1, tail)) if k else 0.0
        return lower, float(betaincinv(k + 1, n - k, 1 - tail)) if k < n else 1.0

    @property
    def agrees(self) -> bool:
        """The exact value lies within the limits."""
        lower, upper = self.limits
        return self.exact is None or lower <= self.exact <= upper


@dataclass(frozen=True, slots=True)
class Spread:
    """How a number of judges or answers varies between studies: 5 %, half and 95 % of them."""

    low: int
    middle: int
    high: int

    @classmethod
    def of(cls, values: Sequence[int]) -> "Spread":
        low, middle, high = np.quantile(values, (0.05, 0.5, 0.95), method="inverted_cdf")
        return cls(int(low), int(middle), int(high))


@dataclass(frozen=True, slots=True)
class Case:
    """What came of all studies under one truth. `similarity` is None where that is not tested."""

    true_pd: float
    difference: Share
    similarity: Share | None
    mean_answers: float
    answers: Spread
    judges: Spread
    leavers: Spread
    one_place: Share | None
    # How many studies ended with, and had on the way, so large a difference between the counts of
    # the six orders.
    imbalance: dict[int, int] = field(default_factory=dict)
    most_imbalance: dict[int, int] = field(default_factory=dict)
    # How many studies took so many answers.
    lengths: dict[int, int] = field(default_factory=dict)

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "Case":
        shares = {
            name: Share(**stored[name]) if stored[name] else None
            for name in ("difference", "similarity", "one_place")
        }
        spreads = {name: Spread(**stored[name]) for name in ("answers", "judges", "leavers")}
        # JSON knows no numbers as names.
        counts = {
            name: {int(key): count for key, count in stored[name].items()}
            for name in ("imbalance", "most_imbalance", "lengths")
        }
        return cls(**{**stored, **shares, **spreads, **counts})


def rehearse(
    setting: Setting,
    rule: Rule,
    *,
    true_pd: float,
    studies: int,
    seed: int,
    progress: Progress | None = None,
) -> tuple[Case, Case]:
    """Simulate studies if nobody perceives a difference, and if `true_pd` of people do.

    Same seed, same result. `progress` is called with studies done and in all; it may raise, to
    stop.
    """
    verdicts = _Verdicts(rule)
    told = progress or (lambda *_: None)
    cases = []
    for number, truth in enumerate((0.0, true_pd)):
        played = []
        for study in range(studies):
            rng = np.random.default_rng((seed, number, study))
            played.append(play(setting, true_pd=truth, rng=rng, decides=verdicts.is_decided))
            if study % _STEP == _STEP - 1:
                told(number * studies + study + 1, 2 * studies)
        cases.append(_case(rule, verdicts, truth, played))
    told(2 * studies, 2 * studies)
    return cases[0], cases[1]


class _Verdicts:
    """The counts that decide, worked out once for all studies."""

    is_decided: Decides

    def __init__(self, rule: Rule) -> None:
        self._rule = rule
        if rule.is_sequential:
            plan = {"alpha": rule.alpha, "beta": rule.beta, "pd": rule.pd}
            lines = [sprt_lines(n, **plan) for n in range(1, rule.evaluations + 1)]
            self._least = [0, *(_or(line.upper_line, line.n + 1) for line in lines)]
            self._most = [0, *(_or(line.lower_line, -1) for line in lines)]
            self.is_decided = self._crossed
        else:
            n = rule.evaluations
            self._least = [_or(min_correct(n, alpha=rule.alpha), n + 1)]
            self._most = [_or(max_correct(n, beta=rule.beta, pd=rule.pd), -1)]
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

    def difference(self, one: Played) -> bool:
        at = one.answers if self._rule.is_sequential else 0
        return one.right >= self._least[at]

    def similarity(self, one: Played) -> bool:
        at = one.answers if self._rule.is_sequential else 0
        return one.right <= self._most[at]


def _or(line: int | None, other: int) -> int:
    return other if line is None else line


def _case(rule: Rule, verdicts: _Verdicts, true_pd: float, played: list[Played]) -> Case:
    studies = len(played)
    exact = _exact(rule, verdicts, true_pd)
    lengths = [one.answers for one in played]
    taking = sum(one.one_place_answers for one in played)
    return Case(
        true_pd=true_pd,
        difference=Share(sum(map(verdicts.difference, played)), studies, exact[0]),
        similarity=Share(sum(map(verdicts.similarity, played)), studies, exact[1])
        if rule.per_judge == 1
        else None,
        mean_answers=sum(lengths) / studies,
        answers=Spread.of(lengths),
        judges=Spread.of([one.judges for one in played]),
        leavers=Spread.of([one.left for one in played]),
        one_place=Share(sum(one.one_place_right for one in played), taking, 1 / 3)
        if taking
        else None,
        imbalance=_counted(one.imbalance for one in played),
        most_imbalance=_counted(one.most_imbalance for one in played),
        lengths=_counted(lengths) if rule.is_sequential else {},
    )


def _exact(rule: Rule, verdicts: _Verdicts, true_pd: float) -> tuple[float, float]:
    """The probabilities of either claim if every answer were another judge's, none of whom
    always takes one place."""
    if rule.is_sequential:
        ends = sprt_characteristics(
            alpha=rule.alpha,
            beta=rule.beta,
            pd=rule.pd,
            true_pd=true_pd,
            maximum=rule.evaluations,
        )
        return ends.difference, ends.similarity
    n, pc = rule.evaluations, pc_from_pd(true_pd)
    difference = float(bdtrc(verdicts.least - 1, n, pc)) if verdicts.least <= n else 0.0
    similarity = float(bdtr(verdicts.most, n, pc)) if verdicts.most >= 0 else 0.0
    return difference, similarity


def _counted(values: Any) -> dict[int, int]:
    return dict(sorted(Counter(values).items()))
