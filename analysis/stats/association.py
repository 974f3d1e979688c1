"""Does one number rise with another? Ranks of texts, and right answers of triads by item.

Neither asks for a distribution: p is the share of arrangements that go together at least as
closely, the data among them, (1 + b)/(1 + B), two-sided (Phipson and Smyth 2010, "Permutation
p-values should never be zero").

`rank_correlation` is Spearman's, with mean ranks for ties; of several groups, within them.
`right_answers_by` asks whether triads are answered right more or less often as a number of theirs
grows. Its statistic is the score of a logit with an intercept for each group, the sum of number
times right answers less what is expected of the group (Mantel 1963, "Chi-square tests with one
degree of freedom"); right answers are dealt out anew among the answers of each group, so what makes
a whole item hard or easy is no evidence. The slope is that logit's after one step of Newton's
method from 0, score by variance (Yusuf, Peto et al. 1985): near the logit's where it is not steep,
and always of the score's sign.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .validation import check_integer

Array = npt.NDArray[np.float64]
Counts = npt.NDArray[np.int64]

# Sums that differ by less, as a share of their size, are equal.
_EQUAL = 1e-9
# So many numbers of permutations are held at a time.
_HELD = 500_000


@dataclass(frozen=True, slots=True)
class RankCorrelation:
    """Spearman's rho of `n` pairs; None where fewer than three differ in both numbers."""

    n: int
    rho: float | None
    p_value: float | None
    permutations: int


def rank_correlation(
    x: Sequence[float],
    y: Sequence[float],
    *,
    groups: Sequence[Hashable] | None = None,
    permutations: int = 999,
    seed: int = 2020,
) -> RankCorrelation:
    """Spearman's rank correlation with p by permutation, two-sided.

    Args:
        x: a number of each text.
        y: another number of each.
        groups: the group of each text. Texts are ranked and permuted within groups alone, so that
            what makes a whole group differ in both numbers is no evidence. None: one group.
        permutations: of the pairs; with 0 there is no p.
        seed: 0 or more.
    """
    if not len(x) == len(y) == len(groups if groups is not None else x):
        raise ValueError("x, y and groups must be of one length")
    permutations = check_integer("permutations", permutations, least=0)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    members = _members(groups if groups is not None else [0] * len(x))
    ranks = [_ranks(np.asarray(values, dtype=np.float64), members) for values in (x, y)]
    if len(x) < 3 or not all(rank.any() for rank in ranks):
        return RankCorrelation(len(x), None, None, 0)
    rho = float(ranks[0] @ ranks[1])
    as_close, at_once = 0, max(1, _HELD // len(x))
    for start in range(0, permutations, at_once):
        shuffled = np.tile(ranks[1], (min(at_once, permutations - start), 1))
        for group in members:
            shuffled[:, group] = rng.permuted(shuffled[:, group], axis=1)
        as_close += int((np.abs(shuffled @ ranks[0]) >= abs(rho) - _EQUAL).sum())
    p_value = (1 + as_close) / (1 + permutations) if permutations else None
    return RankCorrelation(len(x), rho, p_value, permutations)


def _members(groups: Sequence[Hashable]) -> list[npt.NDArray[np.intp]]:
    """Return the places of each group's texts."""
    places: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups):
        places.setdefault(group, []).append(place)
    return [np.array(group, dtype=np.intp) for group in places.values()]


def mean_ranks(values: Array) -> Array:
    """Return the rank of each value from 1, equal values sharing the mean of theirs."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    shared: Array = (np.cumsum(count) - (count - 1) / 2)[place]
    return shared


def _ranks(values: Array, members: Sequence[npt.NDArray[np.intp]]) -> Array:
    """Ranks within groups, each with mean 0, together of length 1; all 0 where none differ.

    Divided by the group's size and one, so that a large group does not outweigh a small one.
    """
    ranks = np.zeros(len(values))
    for group in members:
        own = mean_ranks(values[group])
        ranks[group] = (own - own.mean()) / (len(group) + 1)
    length = float(np.linalg.norm(ranks))
    standardised: Array = ranks / length if length > _EQUAL else np.zeros_like(ranks)
    return standardised


@dataclass(frozen=True, slots=True)
class RightAnswersBy:
    """How right answers go with a number of the triads.

    `slope`: by it the logarithm of the odds of a right answer changes with one unit, within groups.
    `groups` are those that tell anything: with right and wrong answers, and triads that differ in
    the number. Without any there is neither slope nor p.
    """

    triads: int
    answers: int
    right: int
    groups: int
    slope: float | None
    p_value: float | None
    permutations: int


def right_answers_by(
    number: Sequence[float],
    right: Sequence[int],
    answers: Sequence[int],
    *,
    groups: Sequence[Hashable],
    permutations: int = 999,
    seed: int = 2020,
    progress: Callable[[int, int], None] = lambda _done, _total: None,
) -> RightAnswersBy:
    """Are triads answered right more or less often as a number of theirs grows?

    Args:
        number: of each triad.
        right: right answers to each triad.
        answers: all answers to it.
        groups: within which right answers are dealt out anew, such as items.
        permutations: how often; with 0 there is no p.
        seed: 0 or more.
        progress: called with groups done and in all; it may raise, to stop.
    """
    if not len(number) == len(right) == len(answers) == len(groups):
        raise ValueError("number, right, answers and groups must be of one length")
    x, k, n = np.asarray(number, float), np.asarray(right, np.int64), np.asarray(answers, np.int64)
    if (k < 0).any() or (k > n).any():
        raise ValueError("right must be between 0 and answers")
    permutations = check_integer("permutations", permutations, least=0)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    telling = [places for places in _places(groups) if _tells(x[places], k[places], n[places])]
    observed = sum(_score(x[places], k[places], n[places]) for places in telling)
    variance = sum(_variance(x[places], k[places], n[places]) for places in telling)
    drawn = np.zeros(permutations)
    for done, places in enumerate(telling, 1):
        drawn += _drawn_scores(x[places], int(k[places].sum()), n[places], permutations, rng)
        progress(done, len(telling))
    p_value = None
    if telling and permutations:
        as_far = int((np.abs(drawn) >= abs(observed) * (1 - _EQUAL)).sum())
        p_value = (1 + as_far) / (1 + permutations)
    return RightAnswersBy(
        triads=len(x),
        answers=int(n.sum()),
        right=int(k.sum()),
        groups=len(telling),
        slope=observed / variance if telling else None,
        p_value=p_value,
        permutations=permutations if p_value is not None else 0,
    )


def _places(groups: Sequence[Hashable]) -> list[npt.NDArray[np.intp]]:
    members: dict[Hashable, list[int]] = {}
    for place, group in enumerate(groups):
        members.setdefault(group, []).append(place)
    return [np.array(places, dtype=np.intp) for places in members.values()]


def _tells(x: Array, right: Counts, answers: Counts) -> bool:
    return 0 < right.sum() < answers.sum() and float(np.ptp(x[answers > 0])) > _EQUAL


def _score(x: Array, right: Counts, answers: Counts) -> float:
    return float(_centred(x, answers) @ right)


def _variance(x: Array, right: Counts, answers: Counts) -> float:
    """The score's variance where right answers fall on any answer alike; above 0 if it tells."""
    k, n = int(right.sum()), int(answers.sum())
    return k * (n - k) / (n * (n - 1)) * float(answers @ _centred(x, answers) ** 2)


def _centred(x: Array, answers: Counts) -> Array:
    """The number less its mean over the answers, so that the expected score is 0."""
    centred: Array = x - (x @ answers) / answers.sum()
    return centred


def _drawn_scores(
    x: Array, right: int, answers: Counts, permutations: int, rng: np.random.Generator
) -> Array:
    """The scores of a group in which each answer is as likely to be right as another."""
    centred, at_once = _centred(x, answers), max(1, _HELD // len(x))
    parts = [
        rng.multivariate_hypergeometric(
            answers, right, size=min(at_once, permutations - start), method="marginals"
        )
        @ centred
        for start in range(0, permutations, at_once)
    ]
    return np.concatenate(parts) if parts else np.zeros(0)
