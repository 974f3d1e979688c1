"""Would other texts like these say the same? Texts are a sample too (Clark 1973).

The exact tests take the texts as given: their verdict is for these texts. Answers to triads that
share an item resemble each other, and where judges repeat, so do the answers of one judge. Over
other items, and other judges, the mean varies more than the binomial says. How much more is
estimated by variance components (the method of moments of Rao 1970 for crossed random effects):
with e = y - mean(y), H = I - 11'/n, K_0 = I, K_1 the number of items that two answers share (0 on
the diagonal) and K_2 = 1 where two answers are of one judge (only where judges repeat), the
components s solve

    sum_j tr(H K_i H K_j) s_j = e' K_i e    for each i;

the most negative of s_1 and s_2 is dropped and the rest solved again until none is negative. Where
no two answers share an item, K_1 is 0 and s_1 is taken as 0. The variance of the mean is
V = (n s_0 + sum_j s_j 1' K_j 1) / n^2, with as many degrees of freedom as there are items (or
judges who repeat, where they are fewer), less one.

As K_1 and K_2 are 0 on the diagonal, s_0 is the whole variance of an answer: it holds its m items'
s_1 each and its judge's s_2. What is left beside both is s_0 - m s_1 - s_2, with the mean of m.
"""

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

from .binomial import CHANCE, lower_tail, upper_tail
from .psychometric import pc_from_pd
from .validation import check_closed_unit, check_integer, check_list, check_open_unit, check_outcome

Array = npt.NDArray[np.float64]
Codes = npt.NDArray[np.integer]

LEAST_ITEMS = 5
"""With fewer items nothing is said of other texts: too few degrees of freedom."""

MOST_CONDITION = 1e10
"""Equations nearer to one another than this are one equation with rounding errors."""


@dataclass(frozen=True, slots=True)
class OverTexts:
    """The result of `limits_over_texts`; its fields are explained there."""

    correct: int
    n: int
    items: int
    judges: int
    se: float
    degrees_of_freedom: int
    item_variance: float
    judge_variance: float | None
    answer_variance: float
    residual_variance: float
    design_effect: float
    t: float
    p_value: float
    pc_lower: float
    pc_upper: float
    leave_one_out_least_p: float
    leave_one_out_largest_p: float


def limits_over_texts(
    outcomes: Sequence[bool] | npt.NDArray[np.bool_],
    items: Sequence[Iterable[Hashable]] | Codes,
    *,
    judges: Sequence[Hashable] | Codes,
    alpha: float,
    beta: float,
    pd: float | None = None,
) -> OverTexts | None:
    """What do the answers say of other texts like these?

    Args:
        outcomes: for each answer whether it was right.
        items: for each answer the items of the three texts of its triad, however often named. As
            an array of whole numbers, one row an answer, 100,000 answers take half a second.
        judges: for each answer who gave it; also as an array of whole numbers.
        alpha: one less the confidence of the lower limit, above 0 and below 1.
        beta: one less the confidence of the upper limit, above 0 and below 1.
        pd: of a similarity test, above 0 and below 1; without it the tests are for a difference.

    Returns:
        None below 5 items, and where the answers do not vary or the items lie so that the
        components cannot be told apart. Else ``se``: the standard error of the share of right
        answers; ``design_effect``: its square over that of as many independent answers;
        ``answer_variance``: the variance of one answer, and its parts: ``item_variance`` for each
        item of its triad, ``judge_variance`` (None where judges do not repeat) and
        ``residual_variance``, what is left, which as an estimate may come out below 0;
        ``t`` and ``p_value``: the one-sided t test of the mean, above 1/3 or, with ``pd``, below
        1/3 + 2/3 pd; ``pc_lower``, ``pc_upper``: one-sided limits for pc over texts, cut to
        [0, 1]. ``leave_one_out_least_p``, ``leave_one_out_largest_p``: the exact p of the
        difference test, with ``pd`` of the similarity test, without the triads of one item, over
        all items.

    Raises:
        ValueError: an argument outside its range, or lists of different lengths.
    """
    alpha, beta = check_open_unit("alpha", alpha), check_open_unit("beta", beta)
    pc = None if pd is None else pc_from_pd(check_open_unit("pd", pd))
    answers = _Answers.of(outcomes, items, judges)
    if answers.items.shape[1] < LEAST_ITEMS or answers.right in (0, answers.n):
        return None
    components = answers.components()
    variance = 0.0 if components is None else answers.variance(components)
    if components is None or variance <= 0:
        return None
    mean, se, df = answers.right / answers.n, math.sqrt(variance), answers.degrees_of_freedom
    t = (mean - (CHANCE if pc is None else pc)) / se
    least, largest = answers.leave_one_out(pc)
    return OverTexts(
        correct=answers.right,
        n=answers.n,
        items=answers.items.shape[1],
        judges=answers.judges.shape[1],
        se=se,
        degrees_of_freedom=df,
        item_variance=components[1],
        judge_variance=components[2] if answers.repeats else None,
        answer_variance=components[0],
        residual_variance=answers.left(components),
        design_effect=variance / (mean * (1 - mean) / answers.n),
        t=t,
        p_value=float(stdtr(df, -t if pc is None else t)),
        pc_lower=max(0.0, mean + float(stdtrit(df, alpha)) * se),
        pc_upper=min(1.0, mean - float(stdtrit(df, beta)) * se),
        leave_one_out_least_p=least,
        leave_one_out_largest_p=largest,
    )


def design_effect(n: int, *, texts: int, correlation: float) -> float:
    """By how much do few texts widen what n answers say of other texts?

    1 + (n/T - 1) rho: each of T texts (of one subject) is the subject of n/T answers that
    resemble each other by the correlation rho (Kish 1965).

    Args:
        n: answers, 1 or more.
        texts: texts of a subject, 1 or more.
        correlation: between answers about one text, 0 to 1; 0.05 is usual.

    Returns:
        The factor by which the variance of the mean grows, 1 or more.

    Raises:
        ValueError: an argument outside its range.
    """
    n, texts = check_integer("n", n, least=1), check_integer("texts", texts, least=1)
    return 1 + max(0.0, n / texts - 1) * check_closed_unit("correlation", correlation)


def answers_over_texts(n: int, *, texts: int, correlation: float) -> int | None:
    """How many answers say of other texts what n independent answers would?

    The smallest m with m / `design_effect(m)` of n or more. However many answers there are, that
    quotient stays below T / rho: few texts cannot be made good by judges.

    Args:
        n, texts, correlation: as for `design_effect`.

    Returns:
        The number; None where no number of answers is enough.

    Raises:
        ValueError: an argument outside its range.
    """
    if design_effect(n, texts=texts, correlation=correlation) == 1:
        return int(n)
    left = 1 - n * correlation / texts
    return math.ceil(n * (1 - correlation) / left * (1 - 1e-12)) if left > 1e-12 else None


@dataclass(frozen=True, slots=True)
class _Answers:
    """The answers as a vector, and which items and judges each belongs to (0 and 1)."""

    outcomes: Array
    items: csr_array
    judges: csr_array

    @classmethod
    def of(
        cls,
        outcomes: Sequence[bool] | npt.NDArray[np.bool_],
        items: Sequence[Iterable[Hashable]] | Codes,
        judges: Sequence[Hashable] | Codes,
    ) -> "_Answers":
        if not isinstance(outcomes, np.ndarray) or outcomes.dtype != np.bool_:
            outcomes = np.array([check_outcome(one) for one in check_list("outcomes", outcomes)])
        if not len(outcomes) == len(items) == len(judges) or not len(outcomes):
            raise ValueError("outcomes, items and judges must have one entry for each answer")
        owners = judges[:, None] if isinstance(judges, np.ndarray) else [(one,) for one in judges]
        return cls(outcomes.astype(np.float64), _incidence(items), _incidence(owners))

    @property
    def n(self) -> int:
        return len(self.outcomes)

    @property
    def right(self) -> int:
        return int(self.outcomes.sum())

    @property
    def repeats(self) -> bool:
        return int(self.judges.shape[1]) < self.n

    @property
    def degrees_of_freedom(self) -> int:
        items, judges = self.items.shape[1], self.judges.shape[1]
        return int(min(items, judges) if self.repeats else items) - 1

    @property
    def _shared(self) -> list[csr_array]:
        """K_1, and K_2 where judges repeat, as incidence: K = B B' less its diagonal."""
        return [self.items, self.judges] if self.repeats else [self.items]

    def components(self) -> list[float] | None:
        """s_0, s_1 and, where judges repeat, s_2; 0 where one was negative or nothing is shared.

        None where the equations do not tell them apart.
        """
        moments, right_sides = self._equations()
        kept = [0, *(i for i, b in enumerate(self._shared, start=1) if _sum(b))]
        while True:
            solved = _solved(moments[np.ix_(kept, kept)], right_sides[kept])
            if solved is None:
                return None
            found = dict(zip(kept, solved, strict=True))
            worst = min(kept[1:], key=found.__getitem__, default=0)
            if worst == 0 or found[worst] >= 0:
                return [found.get(j, 0.0) for j in range(len(right_sides))]
            kept.remove(worst)

    def variance(self, components: Sequence[float]) -> float:
        """V, the variance of the mean."""
        shared = (s * _sum(b) for s, b in zip(components[1:], self._shared, strict=True))
        return (self.n * components[0] + sum(shared)) / self.n**2

    def left(self, components: Sequence[float]) -> float:
        """What of the variance of an answer neither its items nor its judge account for."""
        rows = (float(_diagonal(b).mean()) for b in self._shared)
        of_both = (s * row for s, row in zip(components[1:], rows, strict=True))
        return components[0] - sum(of_both)

    def leave_one_out(self, pc: float | None) -> tuple[float, float]:
        """The least and the largest exact p without the triads of one item."""
        answers = self.n - self.items.sum(axis=0)
        right = self.right - self.items.T @ self.outcomes
        pairs = {(int(x), int(n)) for x, n in zip(right, answers, strict=True)}
        p_values = [
            upper_tail(x, n, CHANCE) if pc is None else lower_tail(x, n, pc) for x, n in pairs
        ]
        return min(p_values), max(p_values)

    def _equations(self) -> tuple[Array, Array]:
        """tr(H K_i H K_j) = tr(K_i K_j) - 2/n 1'K_i K_j 1 + (1'K_i 1)(1'K_j 1)/n^2."""
        n, shared = self.n, self._shared
        e = self.outcomes - self.outcomes.mean()
        rows = [np.ones(n), *(_row_sums(b) for b in shared)]
        traces = np.zeros((len(rows), len(rows)))
        traces[0, 0] = n
        for i, one in enumerate(shared, start=1):
            for j, other in enumerate(shared[:i], start=1):
                traces[i, j] = traces[j, i] = _trace(one, other)
        sums = np.array([row.sum() for row in rows])
        products = np.array([[float(one @ other) for other in rows] for one in rows])
        moments: Array = traces - 2 / n * products + np.outer(sums, sums) / n**2
        squares = [float(e @ e), *(_quadratic(b, e) for b in shared)]
        return moments, np.array(squares)


def _incidence(members: Sequence[Iterable[Hashable]] | Codes) -> csr_array:
    """One row an answer, one column a member, 1 where it is among those of the answer."""
    if isinstance(members, np.ndarray):
        sizes = np.full(len(members), members.shape[1])
        names, columns = np.unique(members, return_inverse=True)
        columns, width = columns.ravel(), len(names)
    else:
        numbers: dict[Hashable, int] = {}
        places = [[numbers.setdefault(one, len(numbers)) for one in some] for some in members]
        sizes = np.array([len(place) for place in places])
        columns = np.array([column for place in places for column in place], dtype=np.intp)
        width = len(numbers)
    rows = np.repeat(np.arange(len(members)), sizes)
    found = csr_array((np.ones(len(rows)), (rows, columns)), shape=(len(members), width))
    found.data[:] = 1  # named several times, a member counts once
    return found


def _solved(moments: Array, right_sides: Array) -> list[float] | None:
    """The solution; None where the equations, scaled to a diagonal of 1, depend on each other."""
    scale = np.sqrt(np.diag(moments))
    if not scale.all() or np.linalg.cond(moments / np.outer(scale, scale)) > MOST_CONDITION:
        return None
    solution: list[float] = np.linalg.solve(moments, right_sides).tolist()
    return solution


def _diagonal(b: csr_array) -> Array:
    return np.asarray(b @ np.ones(b.shape[1]), dtype=np.float64)


def _row_sums(b: csr_array) -> Array:
    """K 1."""
    return np.asarray(b @ b.sum(axis=0) - _diagonal(b), dtype=np.float64)


def _sum(b: csr_array) -> float:
    """1' K 1."""
    return float(_row_sums(b).sum())


def _trace(one: csr_array, other: csr_array) -> float:
    """tr(K_i K_j), from the columns that two members share; less what the diagonals hold."""
    crossed = (one.T @ other).data
    return float(crossed @ crossed - _diagonal(one) @ _diagonal(other))


def _quadratic(b: csr_array, e: Array) -> float:
    """e' K e."""
    projected: Array = b.T @ e
    return float(projected @ projected - _diagonal(b) @ (e * e))
