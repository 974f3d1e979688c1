"""The count that Wald's lines leave undecided, carried many answers at a time.

Between the lines lies a band of counts that are undecided after n answers. Each answer moves the
count up by one or leaves it, both lines rise with n, and what lies beyond them has decided. Answer
by answer that is one short convolution each; a plan for a small pd takes 100,000 of them.

Carried `length` answers at once, the count moves by a binomial step wherever neither line is
within `length` counts of where it ends. Near a line, what becomes of it depends on nothing but the
answers at which that line rises: a word of `length` letters. A straight line has no more than
`length` + 1 such words (Morse and Hedlund 1940, "Symbolic dynamics II"), so each is worked out
once, as the product of its two halves. All of it is exact, but for rounding.
"""

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]

LONGEST = 64
"""Answers at once, at most: the work on words grows with the third power, that on blocks falls."""


@dataclass(frozen=True, slots=True)
class Rises:
    """At which answers the lower line rises by one (1, else 0), and at which the upper does not."""

    lower: bytes
    upper_rests: bytes

    def __getitem__(self, part: slice) -> "Rises":
        return Rises(self.lower[part], self.upper_rests[part])


@dataclass(frozen=True, slots=True)
class Word:
    """What becomes, over some answers, of counts near a line.

    `ends` gives the probabilities to end at the distances 0…length - 1 of the line (rows), from
    those of 0…2 length - 1 before (columns); distance 0 is the nearest undecided count.
    `decided` has two rows: the probability to cross the line, and the number of the crossing
    answer times its probability. `closings` counts the answers that bring the line nearer.
    """

    ends: Array
    decided: Array
    closings: int


@dataclass(slots=True)
class Edge:
    """One line of the band: `outward` is the probability of an answer that moves towards it.

    In the letters of a word 1 is an answer at which an outward move brings the count one nearer to
    the line and an inward move keeps the distance; at a 0 the outward move keeps it.
    """

    outward: float
    _words: dict[bytes, Word] = field(default_factory=dict)
    _free: dict[tuple[int, int, int], Array] = field(default_factory=dict)

    def word(self, letters: bytes) -> Word:
        """Return the word of these letters, from its halves."""
        known = self._words.get(letters)
        if known is None:
            half = len(letters) // 2
            known = (
                self._joined(self.word(letters[:half]), self.word(letters[half:]))
                if half
                else self._letter(letters[0])
            )
            self._words[letters] = known
        return known

    def _letter(self, closes: int) -> Word:
        outward, inward = self.outward, 1 - self.outward
        if closes:
            return Word(np.array([[inward, outward]]), np.array([[outward, 0.0]] * 2), 1)
        return Word(np.array([[outward, 0.0]]), np.zeros((2, 2)), 0)

    def _joined(self, first: Word, second: Word) -> Word:
        half = len(first.ends)
        before = self._with_free(first, 3 * half)
        decided = second.decided @ before[: 2 * half]
        decided[1] += half * decided[0]
        decided[:, : 2 * half] += first.decided
        ends = self._with_free(second, 2 * half) @ before
        return Word(ends, decided, first.closings + second.closings)

    def _with_free(self, word: Word, rows: int) -> Array:
        """The word's ends, and below them those that are too far from the line to meet it."""
        length = len(word.ends)
        key = length, word.closings, rows
        if key not in self._free:
            steps = binomial(length, 1 - self.outward)
            move = np.arange(rows)[:, None] - np.arange(rows + length) + word.closings
            possible = (move >= 0) & (move <= length)
            self._free[key] = np.where(possible, steps[np.clip(move, 0, length)], 0.0)
        matrix = self._free[key].copy()
        matrix[:length] = 0.0
        matrix[:length, : 2 * length] = word.ends
        return matrix


@dataclass(slots=True)
class Decided:
    """What has been decided, and the mean number of answers so far."""

    similarity: float = 0.0
    difference: float = 0.0
    expected_answers: float = 0.0


@dataclass(slots=True)
class Band:
    """The probabilities of the undecided counts `lowest`, `lowest` + 1 and so on."""

    undecided: Array
    lowest: int
    pc: float
    decided: Decided = field(default_factory=Decided)
    left: float = 1.0
    _lower: Edge = field(init=False)
    _upper: Edge = field(init=False)
    _moves: dict[int, Array] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._lower, self._upper = Edge(1 - self.pc), Edge(self.pc)

    def answer(self, lower: int, upper: int) -> None:
        """Take one answer; from then on `lower` and fewer and `upper` and more have decided."""
        self.decided.expected_answers += self.left
        grown = np.convolve(self.undecided, [1 - self.pc, self.pc])
        similar = max(0, lower + 1 - self.lowest)
        different = max(similar, upper - self.lowest)
        self.undecided, self.lowest = grown[similar:different], self.lowest + similar
        if similar or different < len(grown):
            self.decided.similarity += float(grown[:similar].sum())
            self.decided.difference += float(grown[different:].sum())
            self.left = float(self.undecided.sum())

    def answers(self, rises: Rises, lower: int, upper: int) -> None:
        """Take as many answers at once as there are rises; the lines then lie at these counts.

        The band holds more than twice as many counts as it takes answers.
        """
        length = len(rises.lower)
        low, high = self._lower.word(rises.lower), self._upper.word(rises.upper_rests)
        near_low, near_high = self.undecided[: 2 * length], self.undecided[: -2 * length - 1 : -1]
        start = lower + 1 - self.lowest
        undecided = np.convolve(self.undecided, self._move(length))[start : upper - self.lowest]
        undecided[:length] = low.ends @ near_low
        undecided[-length:] = (high.ends @ near_high)[::-1]
        similar, similar_at = (low.decided @ near_low).tolist()
        different, different_at = (high.decided @ near_high).tolist()
        self.decided.similarity += similar
        self.decided.difference += different
        self.undecided, self.lowest = undecided, self.lowest + start
        self.left = float(undecided.sum())
        self.decided.expected_answers += length * self.left + similar_at + different_at

    def _move(self, length: int) -> Array:
        if length not in self._moves:
            self._moves[length] = binomial(length, self.pc)
        return self._moves[length]


def binomial(n: int, pc: float) -> Array:
    """The binomial distribution of n answers, n a power of 2: all terms are sums of products."""
    if n == 1:
        return np.array([1 - pc, pc])
    half = binomial(n // 2, pc)
    return np.convolve(half, half)
