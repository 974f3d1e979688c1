"""Can a plain program tell the texts of A from those of B by their letters alone?

A classifier that counts character n-grams and knows nothing of language: where it succeeds, the
surface gives the texts away (a phrase, a sign, a way of writing numbers), and judges may answer by
that. n-grams of one to four characters, 1 + log(count), weighted by inverse document frequency
over all texts (which knows no subject), rows of length 1; ridge regression of the subject (+1, -1)
on them, in its kernel form (Saunders, Gammerman and Vovk 1998, "Ridge regression learning
algorithm in dual variables"), with the penalty at the mean of the kernel's diagonal.

Each text is judged by a classifier that has seen no text about its item: folds hold whole items.
Cross-validated predictions depend on one another (every two share most of their training texts),
so their number of hits is not binomial, and no binomial test is made of it. Instead A and B are
permuted within each item, the whole pipeline is repeated for each permutation, and p is
(1 + b) / (1 + B), with b of B permutations at least as accurate as the data (Phipson and Smyth
2010, "Permutation p-values should never be zero"; Ojala and Garriga 2010, "Permutation tests for
studying classifier performance"). A score is a linear function of the labels of the training
texts, so the whole pipeline is one matrix product for all permutations, exactly and not nearly.

Only texts about items with texts of both subjects count for the accuracy and for p: of an item by
one subject the program may tell what it is about rather than who wrote about it, and nothing tells
the two apart. Such texts take part in training; how many of them are told right is given beside,
without a p. Where no item has both, there is no accuracy.
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy.linalg import cho_factor, cho_solve
from scipy.sparse import csr_array
from scipy.special import ndtri

from ..validation import check_integer
from .grams import as_read, features_of
from .telling import Telling, tellings

Array = npt.NDArray[np.float64]
Progress = Callable[[int, int], None]

FOLDS = 10
# With fewer items a text would be judged by what one or two others happened to say.
LEAST_ITEMS = 5
# All A and B exchanged is as accurate as the data: two arrangements of 40 are one in 20.
LEAST_ARRANGEMENTS = 40
_AT_ONCE = 111  # permutations in one product
_COLUMNS = 2048  # of n-grams in one product
# Scores nearer to 0 are no choice, and half right.
_NO_CHOICE = 1e-9


class Why(StrEnum):
    """Why there is no accuracy, or no p-value."""

    TOO_FEW_ITEMS = "too_few_items"
    ONE_SUBJECT = "one_subject"
    NO_ITEM_WITH_BOTH = "no_item_with_both"
    TOO_FEW_ARRANGEMENTS = "too_few_arrangements"


@dataclass(frozen=True, slots=True)
class MachineJudge:
    """How well the program does. Proportions from 0 to 1; guessing is 0.5.

    `accuracy` is the mean of `right_a` and `right_b`, the shares of the texts of each subject that
    were told right, of items with texts of both. `why_none` says why accuracy or p is None.
    `one_sided_texts` are those about items of one subject only; `one_sided_right` is the share of
    them that were told right, by what they are about or by who wrote them. `scores` are those of
    the texts, in their order, by programs that saw no text of the same item: see `told_as`.
    """

    texts_a: int
    texts_b: int
    items: int
    items_with_both: int
    accuracy: float | None = None
    right_a: float | None = None
    right_b: float | None = None
    p_value: float | None = None
    permutations: int = 0
    as_accurate: int | None = None
    why_none: Why | None = None
    one_sided_texts: int = 0
    one_sided_right: float | None = None
    telling: tuple[Telling, ...] = ()
    scores: tuple[float, ...] = ()

    @property
    def d_prime(self) -> float | None:
        """The accuracy on the scale of judges, see `d_prime_of_accuracy`."""
        return None if self.accuracy is None else d_prime_of_accuracy(self.accuracy)


def d_prime_of_accuracy(accuracy: float) -> float:
    """What an accuracy is on the scale of judges: 2·z(accuracy), 0 where guessing is as good.

    So many standard deviations lie between two equally frequent kinds of texts, where one who puts
    the limit half way is as often right.
    """
    return max(0.0, 2 * float(ndtri(accuracy)))


def told_as(score: float) -> str:
    """Return "A" or "B", as the program takes a text; nothing where it has no choice."""
    if abs(score) < _NO_CHOICE:
        return ""
    return "A" if score > 0 else "B"


def machine_judge(
    texts: Sequence[str],
    subjects: Sequence[str],
    *,
    items: Sequence[Hashable],
    permutations: int = 999,
    seed: int = 2020,
    progress: Progress | None = None,
) -> MachineJudge:
    """Does a classifier by character n-grams tell the texts of A from those of B?

    Args:
        texts: their first 2,000 characters are read, blanks alike.
        subjects: "A" or "B" for each text.
        items: what each text is about; texts of one item are judged together.
        permutations: of A and B within items, 1 or more.
        seed: of folds and permutations, 0 or more; the same seed gives the same result.
        progress: called with steps done and in all; it may raise, to stop.

    Returns:
        ``accuracy``: the mean of ``right_a`` and ``right_b``, the shares of the texts of each
        subject that are told right (guessing: 0.5), of items with texts of both; None where
        there are fewer than 5 items, where all texts outside some fold are by one subject, or
        where no item has both.
        ``p_value``: (1 + ``as_accurate``)/(1 + ``permutations``); None also where A and B can be
        arranged in fewer than 40 ways. ``why_none``: which of these it is.
        ``one_sided_texts`` and ``one_sided_right``: texts about items of one subject only, and
        the share of them told right; None without such texts, or where nothing can be learnt.
        ``telling``: pieces of text that speak for a subject, of items with texts of both.
        ``scores``: of each text, above 0 where it is taken for A's; none where nothing can be
        learnt.

    Raises:
        ValueError: lists of different length, a subject that is neither "A" nor "B", permutations
            or seed outside their range.
    """
    if not len(texts) == len(subjects) == len(items):
        raise ValueError("texts, subjects and items must be of one length")
    if set(subjects) - {"A", "B"}:
        raise ValueError("subjects must be 'A' or 'B'")
    permutations = check_integer("permutations", permutations, least=1)
    rng = np.random.default_rng(check_integer("seed", seed, least=0))
    labels = np.where(np.array(subjects, dtype=object) == "A", 1.0, -1.0)
    numbers: dict[Hashable, int] = {}
    item = np.array([numbers.setdefault(name, len(numbers)) for name in items], dtype=np.intp)
    task = _Task(labels, item, _folds(item, rng), permutations, progress or (lambda *_: None))
    return _judged(texts, task, rng)


@dataclass(slots=True)
class _Task:
    """Labels, items and folds of the texts, and how far the work is."""

    labels: Array
    item: npt.NDArray[np.intp]
    fold: npt.NDArray[np.intp]
    permutations: int
    progress: Progress
    done: int = 0

    def step(self) -> None:
        self.done += 1
        self.progress(min(self.done, self.steps), self.steps)

    @property
    def steps(self) -> int:
        """n-grams, kernel, folds, permutations, what tells."""
        return 3 + int(self.fold.max(initial=0)) + 1 - (-self.permutations // _AT_ONCE)

    @property
    def counts(self) -> npt.NDArray[np.intp]:
        """Texts of A and of B (columns) about each item (rows)."""
        sides = [np.bincount(self.item[side], minlength=self.items) for side in self.sides]
        return np.stack(sides, axis=1)

    @property
    def of_both(self) -> npt.NDArray[np.bool_]:
        """Which texts are about items with texts of both subjects."""
        a, b = self.counts.T
        both: npt.NDArray[np.bool_] = ((a > 0) & (b > 0))[self.item]
        return both

    @property
    def items(self) -> int:
        return int(self.item.max(initial=-1)) + 1

    @property
    def sides(self) -> tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        return self.labels > 0, self.labels < 0


def _judged(texts: Sequence[str], task: _Task, rng: np.random.Generator) -> MachineJudge:
    both = int((task.counts > 0).all(axis=1).sum())
    judged = MachineJudge(
        texts_a=int(task.sides[0].sum()),
        texts_b=int(task.sides[1].sum()),
        items=task.items,
        items_with_both=both,
    )
    if why := _no_accuracy(task):
        return replace(judged, why_none=why)
    features, grams = features_of(texts)
    task.step()
    kernel = _kernel(features)
    task.step()
    smoother = _smoother(kernel, task)
    scores = smoother @ task.labels
    judged = replace(
        judged,
        scores=tuple(scores.tolist()),
        **_one_sided(scores, task),
        why_none=_no_p(task, both),
    )
    if not both:
        return judged
    of_both = task.of_both
    labels = task.labels[of_both]
    telling = _telling(features[of_both], kernel[np.ix_(of_both, of_both)], labels)
    read = [as_read(text) for text, counts in zip(texts, of_both, strict=True) if counts]
    pieces = tuple(tellings(grams, *telling, read, labels))
    task.step()
    right_a, right_b = (float(share[0]) for share in _right(smoother, task.labels[:, None], task))
    found = replace(
        judged,
        accuracy=(right_a + right_b) / 2,
        right_a=right_a,
        right_b=right_b,
        telling=pieces,
    )
    return found if found.why_none else _with_p(found, smoother, task, rng)


def _one_sided(scores: Array, task: _Task) -> dict[str, Any]:
    """How many texts are about items of one subject only, and which share is told right."""
    alone = ~task.of_both
    if not alone.any():
        return {}
    hits = _hits(scores[alone], task.labels[alone])
    return {"one_sided_texts": int(alone.sum()), "one_sided_right": float(hits.mean())}


def _no_accuracy(task: _Task) -> Why | None:
    if task.items < LEAST_ITEMS:
        return Why.TOO_FEW_ITEMS
    for fold in range(int(task.fold.max()) + 1):
        seen = task.labels[task.fold != fold]
        if abs(seen.sum()) == len(seen):
            return Why.ONE_SUBJECT
    return None


def _no_p(task: _Task, both: int) -> Why | None:
    if not both:
        return Why.NO_ITEM_WITH_BOTH
    arrangements = 1
    for a, b in task.counts.tolist():
        arrangements *= comb(a + b, a)
        if arrangements >= LEAST_ARRANGEMENTS:
            return None
    return Why.TOO_FEW_ARRANGEMENTS


def _with_p(
    found: MachineJudge, smoother: Array, task: _Task, rng: np.random.Generator
) -> MachineJudge:
    as_accurate, left = 0, task.permutations
    while left > 0:
        some = min(left, _AT_ONCE)
        labels = np.stack([_permuted(task, rng) for _ in range(some)], axis=1)
        right_a, right_b = _right(smoother, labels, task)
        as_accurate += int(((right_a + right_b) / 2 >= (found.accuracy or 0) - _NO_CHOICE).sum())
        left -= some
        task.step()
    return replace(
        found,
        p_value=(1 + as_accurate) / (1 + task.permutations),
        permutations=task.permutations,
        as_accurate=as_accurate,
    )


def _permuted(task: _Task, rng: np.random.Generator) -> Array:
    """The labels, permuted within each item."""
    places = np.argsort(task.item, kind="stable")
    shuffled = np.lexsort((rng.random(len(places)), task.item))
    labels = np.empty_like(task.labels)
    labels[places] = task.labels[shuffled]
    return labels


def _folds(item: npt.NDArray[np.intp], rng: np.random.Generator) -> npt.NDArray[np.intp]:
    """A fold for each text: whole items, the largest first, each to the smallest fold."""
    sizes = np.bincount(item) if len(item) else np.zeros(0, dtype=np.intp)
    folds = min(FOLDS, max(len(sizes), 1))
    held = [0] * folds
    fold_of = np.zeros(len(sizes), dtype=np.intp)
    shuffled = rng.permutation(len(sizes))
    for number in shuffled[np.argsort(-sizes[shuffled], kind="stable")]:
        fold_of[number] = smallest = held.index(min(held))
        held[smallest] += int(sizes[number])
    return fold_of[item]


# -- the classifier


def _kernel(features: csr_array) -> Array:
    """Products of all rows; a part of the columns at a time, as dense arrays multiply faster."""
    texts, columns = features.shape
    by_column = features.tocsc()
    kernel = np.zeros((texts, texts))
    for start in range(0, columns, _COLUMNS):
        part = by_column[:, start : start + _COLUMNS].toarray()
        kernel += part @ part.T
    return kernel


def _smoother(kernel: Array, task: _Task) -> Array:
    """The matrix that turns labels into scores; of each text the columns of its fold are 0."""
    smoother = np.zeros_like(kernel)
    for fold in range(int(task.fold.max()) + 1):
        test, train = np.flatnonzero(task.fold == fold), np.flatnonzero(task.fold != fold)
        within = kernel[np.ix_(train, train)]
        mean = within.mean(axis=0)
        across = kernel[np.ix_(test, train)]
        across = across - across.mean(axis=1, keepdims=True) - mean + mean.mean()
        # Centred on both sides, the rows sum to 0: the share of A among the labels drops out.
        smoother[np.ix_(test, train)] = cho_solve(_penalised(within), across.T).T
        task.step()
    return smoother


def _penalised(within: Array) -> tuple[Array, bool]:
    mean = within.mean(axis=0)
    centred = within - mean - mean[:, None] + mean.mean()
    diagonal = np.einsum("ii->i", centred)
    diagonal += diagonal.mean() + 1e-6
    factor: tuple[Array, bool] = cho_factor(centred)
    return factor


def _right(smoother: Array, labels: Array, task: _Task) -> tuple[Array, Array]:
    """For each column of labels: which share of its texts of A, and of B, is told right?

    Of texts about items with texts of both.
    """
    of_both = task.of_both
    own = labels[of_both]
    hits = _hits(smoother[of_both] @ labels, own)
    a, b = ((hits * side).sum(axis=0) / side.sum(axis=0) for side in (own > 0, own < 0))
    return a, b


def _hits(scores: Array, labels: Array) -> Array:
    """1 for each text that is told right, half where there is no choice."""
    choices = scores * labels
    hits: Array = np.where(np.abs(choices) < _NO_CHOICE, 0.5, choices > 0)
    return hits


def _telling(features: csr_array, kernel: Array, labels: Array) -> tuple[Array, Array]:
    """How far each n-gram moves the two subjects' mean scores apart; and its weight.

    Of a classifier that has seen all these texts: which n-grams tell, not how well.
    """
    weights = features.T @ cho_solve(_penalised(kernel), labels - labels.mean())
    means = [features[np.flatnonzero(side)].mean(axis=0) for side in (labels > 0, labels < 0)]
    return weights * (means[0] - means[1]), weights


def drawn(items: Sequence[Hashable], *, most: int, seed: int) -> list[int]:
    """Places of at most `most` texts: all where there are no more, else whole items by lot."""
    if len(items) <= most:
        return list(range(len(items)))
    members: dict[Hashable, list[int]] = {}
    for place, item in enumerate(items):
        members.setdefault(item, []).append(place)
    groups = list(members.values())
    found: list[int] = []
    for number in np.random.default_rng(seed).permutation(len(groups)).tolist():
        if len(found) + len(groups[number]) <= most:
            found += groups[number]
    return sorted(found)
