"""Recompute the numbers of a rating study from the CSV files beside this script.

Needs Python 3.11 or newer, NumPy and SciPy:  python recompute.py [folder]
Prints one quantity a line, and at the end whether they agree with those of rating_results.csv: the
exit status is 1 where one does not. Of more than 12 judges or items the signs are drawn anew: such
a p may differ as draws do, and its limits are not compared. Resampled limits are not drawn here.
"""

import csv
import itertools
import math
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from scipy.special import fdtrc

AGREES = "agrees with the stored result"
# Beside a p of 0.02 that is 0.010.
AGREES_BUT_FOR_DRAWS = (
    "agrees with the stored result; {} p are drawn anew, and are within five standard errors of "
    "the difference of two such p"
)
GONE = "withdrawn since: the verdict was given on more ratings, so that nothing is compared"
ALL_PATTERNS_UP_TO, DRAWS, ROUNDING = 12, 9_999, 1e-9
# A p that is drawn may be so many standard errors from another.
FAR = 5.0
Rows = list[dict[str, str]]
# By criterion, what it is about, first and second system, and name.
Key = tuple[str, str, str, str, str]
Quantities = Iterator[tuple[Key, float]]


def rows(path: Path) -> Rows:
    csv.field_size_limit(10**9)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def named(path: Path) -> dict[str, str]:
    return {row["quantity"]: row["value"] for row in rows(path)}


def rated(folder: Path, plan: dict[str, str]) -> Rows:
    """The numbers that count; of a verdict those of its sheets. Ticks are counted apart."""
    last = int(plan.get("verdict_counted") or 2**31)
    return [
        row
        for row in rows(folder / "ratings.csv")
        if row["counted"] == "yes" and int(row["sheet"]) <= last
    ]


def recompute(folder: Path) -> Quantities:
    """Everything that the files allow to be said."""
    plan = named(folder / "results.csv")
    log = plan["rating_method"] != "likert"
    alpha = float(plan["alpha"])
    given = rated(folder, plan)
    stored = stored_in(folder)
    for key in dict.fromkeys(row["criterion"] for row in given):
        of_one = [row for row in given if row["criterion"] == key]
        if of_one[0]["ticks_added"]:
            yield from ticks(key, of_one)
            continue
        criterion = Criterion(of_one, side_by_side=plan["rating_method"] == "rankme")
        yield from criterion.means(key)
        if "verdict" in plan:
            y = np.log(criterion.value) if log else criterion.value
            yield from criterion.pairs(key, y, log=log, alpha=alpha)
            kept = criterion.each_once(stored.get((key, "agreement", "", "", "cells"), ""))
            yield from criterion.agreement(key, "agreement", y, kept)
            if criterion.side_by_side and criterion.pages_hold_all:
                within = np.log(criterion.value)
                of_page = mean_by(criterion.page[kept], within[kept])[criterion.page]
                about = "agreement within the page"
                yield from criterion.agreement(key, about, within - of_page, kept)


class Criterion:
    """The ratings by one criterion, as arrays."""

    def __init__(self, given: Rows, *, side_by_side: bool) -> None:
        self.value = np.array([float(row["value"]) for row in given])
        self.judge = codes([row["judge"] for row in given])
        self.item = codes([row["item"] for row in given])
        self.page = codes([f"{row['judge']} {row['sheet']}" for row in given])
        self.letters = sorted({row["system"] for row in given})
        self.system = np.array([self.letters.index(row["system"]) for row in given])
        # A text that systems share is rated once, and stands in the file for each of them.
        self.is_first = np.array([row["system"] < (row["merged_with"] or "Z") for row in given])
        self.side_by_side = side_by_side
        # Else the means of pages are of other systems, and cannot be compared.
        self.pages_hold_all = np.bincount(self.page).min() == len(self.letters)

    def means(self, key: str) -> Quantities:
        for name, codes_of in (("judges", self.judge), ("items", self.item)):
            yield (key, "criterion", "", "", name), len(np.unique(codes_of))
        yield (key, "criterion", "", "", "ratings"), len(self.value)
        for number, letter in enumerate(self.letters):
            of_system = self.value[self.system == number]
            about = (key, "system", letter, "")
            yield (*about, "ratings"), len(of_system)
            yield (*about, "arithmetic"), float(of_system.mean())
            yield (*about, "geometric"), float(np.exp(np.log(of_system).mean()))

    def pairs(self, key: str, y: np.ndarray, *, log: bool, alpha: float) -> Quantities:
        """Ratio or difference, and p by whole judges and whole items; the larger, by Holm."""
        couples = [each for each in itertools.combinations(range(len(self.letters)), 2)
                   if len(self.compared(*each))]  # fmt: skip
        found = [self.pair(y, *couple, alpha) for couple in couples]
        p_values = [each[3] for each in found]
        adjusted = holm(p_values)
        for couple, (mean, by_judges, by_items, _, limits), p, of_all in zip(
            couples, found, p_values, adjusted, strict=True
        ):
            about = (key, "pair", self.letters[couple[0]], self.letters[couple[1]])
            yield (*about, "estimate"), math.exp(mean) if log else mean
            for name, limit in zip(("lower", "upper"), limits, strict=True):
                if math.isfinite(limit):
                    yield (*about, name), math.exp(limit) if log else limit
            yield (*about, "p_judges"), by_judges
            yield (*about, "p_items"), by_items
            yield (*about, "p_value"), p
            yield (*about, "adjusted"), of_all
            yield (*about, "separated"), float(of_all <= alpha * (1 + 1e-12))
            if self.side_by_side:
                yield from self.outcomes(key, *couple)

    def pair(
        self, y: np.ndarray, one: int, other: int, alpha: float
    ) -> tuple[float, float, float, float, tuple[float, float]]:
        """The mean difference by item, p of judges and of items turned round, p, and limits.

        p is the larger, or 1 where judges and items lean opposite ways.
        """
        kept = self.compared(one, other)
        sign = np.where(self.system[kept] == one, 1.0, -1.0)
        sums = [self.differences(group, y, kept, sign) for group in (self.judge, self.item)]
        found = [sign_flips(*each, alpha) for each in sums]
        low, high = min(each[1] for each in found), max(each[2] for each in found)
        limits = (low, high) if math.isfinite(low + high) else (math.inf, math.inf)
        by_judges, by_items = (each[0] for each in found)
        totals = [total_of(each) for each, _ in sums]
        p = 1.0 if min(totals) < 0 < max(totals) else max(by_judges, by_items)
        of_items, sizes = sums[1]
        mean = float(of_items.sum()) / max(float(sizes.sum()), 1.0)
        return mean, by_judges, by_items, p, limits

    def compared(self, one: int, other: int) -> np.ndarray:
        """The ratings of both: where texts stand side by side, of pages that have both."""
        first, second = self.system == one, self.system == other
        both = has_both(self.page, first, second) if self.side_by_side else True
        return np.flatnonzero((first | second) & both)

    def differences(
        self, group: np.ndarray, y: np.ndarray, kept: np.ndarray, sign: np.ndarray
    ) -> tuple[np.ndarray, np.ndarray]:
        """One for each judge or item: of its pages together, or of its means of the two systems.

        Beside it of how many pages it is.
        """
        group, values = group[kept], y[kept]
        if self.side_by_side:
            sums = np.bincount(group, weights=sign * values)
            ratings = np.bincount(group)
            return sums[ratings > 0], ratings[ratings > 0] / 2
        sides = [sign > 0, sign < 0]
        counts = [np.bincount(group, weights=side) for side in sides]
        totals = [np.bincount(group, weights=side * values) for side in sides]
        both = (counts[0] > 0) & (counts[1] > 0)
        d = totals[0][both] / counts[0][both] - totals[1][both] / counts[1][both]
        return d, np.ones(len(d))

    def outcomes(self, key: str, one: int, other: int) -> Quantities:
        """How often the one was rated above, like and below the other on a page."""
        of = [dict(zip(self.page[at], self.value[at], strict=True))
              for at in (self.system == one, self.system == other)]  # fmt: skip
        both = [(value, of[1][page]) for page, value in of[0].items() if page in of[1]]
        about = (key, "page outcomes", self.letters[one], self.letters[other])
        yield (*about, "wins"), sum(first > second for first, second in both)
        yield (*about, "ties"), sum(first == second for first, second in both)
        yield (*about, "losses"), sum(first < second for first, second in both)

    @property
    def cell(self) -> np.ndarray:
        """For each rating the number of its item and system."""
        number: np.ndarray = self.item * len(self.letters) + self.system
        return number

    def each_once(self, stored: str) -> np.ndarray:
        """The ratings with each text once; verdicts of before count it for each system.

        How many texts the stored result has says which.
        """
        every = np.ones(len(self.cell), dtype=bool)
        twice = np.sum(np.bincount(self.cell) >= 2)
        return every if stored and int(stored) == twice else self.is_first

    def agreement(self, key: str, about: str, y: np.ndarray, kept: np.ndarray) -> Quantities:
        """ICC(1,1), ICC(1,k) and F of texts with two ratings or more (Shrout and Fleiss 1979)."""
        cell, y = self.cell[kept], y[kept]
        repeated = np.bincount(cell)[cell] >= 2
        values, group = y[repeated], codes(list(cell[repeated]))
        if not len(values):
            return
        size = np.bincount(group)
        n, total = len(size), len(values)
        mean = mean_by(group, values)
        between = float((size * (mean - values.mean()) ** 2).sum()) / (n - 1) if n > 1 else 0.0
        within = float(((values - mean[group]) ** 2).sum()) / (total - n)
        if n < 2 or not between or not within:
            return
        k = (total - float((size**2).sum()) / total) / (n - 1)
        head = (key, about, "", "")
        yield (*head, "cells"), n
        yield (*head, "single"), (between - within) / (between + (k - 1) * within)
        yield (*head, "average"), (between - within) / between
        yield (*head, "f"), between / within
        yield (*head, "p_value"), float(fdtrc(n - 1, total - n, between / within))


def ticks(key: str, given: Rows) -> Quantities:
    """How many texts of each system were ticked."""
    for letter in sorted({row["system"] for row in given}):
        of_system = [row for row in given if row["system"] == letter]
        about = (key, "ticks", letter, "")
        yield (*about, "ratings"), len(of_system)
        for name in ("added", "missing"):
            yield (*about, name), sum(row[f"ticks_{name}"] == "1" for row in of_system)


def codes(names: list[object]) -> np.ndarray:
    number = {name: i for i, name in enumerate(dict.fromkeys(names))}
    return np.array([number[name] for name in names], dtype=int)


def mean_by(group: np.ndarray, y: np.ndarray) -> np.ndarray:
    return np.bincount(group, weights=y) / np.bincount(group)


def has_both(group: np.ndarray, first: np.ndarray, second: np.ndarray) -> np.ndarray:
    one, two = (np.bincount(group, weights=side) > 0 for side in (first, second))
    both: np.ndarray = (one & two)[group]
    return both


def sign_flips(sums: np.ndarray, sizes: np.ndarray, alpha: float) -> tuple[float, float, float]:
    """How often is the total as far from 0 with signs drawn anew? All patterns up to 12 groups.

    Also the least and the largest mean difference with a p above alpha: with each pattern those
    stand that lie between the means of its two parts.
    """
    n = len(sums)
    seen = int(n > ALL_PATTERNS_UP_TO)
    if seen:
        signs = 1.0 - 2.0 * np.random.default_rng(1).integers(0, 2, size=(DRAWS, n))
    else:
        signs = 1.0 - 2.0 * ((np.arange(2**n)[:, None] >> np.arange(n)) & 1)
    close = nearly_none(sums)
    ends = [part_means(sums, sizes, sign * signs, close) for sign in (1, -1)]
    whole = np.isnan(ends).any(axis=0)
    lowest = np.where(whole, -np.inf, np.min(ends, axis=0))
    highest = np.where(whole, np.inf, np.max(ends, axis=0))
    patterns = len(signs) + seen
    p = (int(((lowest <= 0) & (highest >= 0)).sum()) + seen) / patterns
    least = int(alpha * patterns * (1 + 1e-12)) + 1 - seen
    if least < 1:
        return p, -math.inf, math.inf
    return p, float(np.sort(lowest)[least - 1]), float(np.sort(highest)[-least])


def nearly_none(sums: np.ndarray) -> float:
    """What differs from 0 by rounding alone."""
    return ROUNDING * max(1.0, float(np.abs(sums).sum()))


def total_of(sums: np.ndarray) -> float:
    total = float(sums.sum())
    return 0.0 if abs(total) <= nearly_none(sums) else total


def part_means(sums: np.ndarray, sizes: np.ndarray, signs: np.ndarray, close: float) -> np.ndarray:
    """The mean of the groups with the sign plus, with each pattern; NaN where there are none."""
    totals, numbers = sums.sum() + signs @ sums, sizes.sum() + signs @ sizes
    with np.errstate(invalid="ignore", divide="ignore"):
        means = np.where(np.abs(totals) <= close, 0.0, totals) / numbers
    return np.where(numbers == 0, np.nan, means)


def holm(p_values: list[float]) -> list[float]:
    """Adjust all p together: the smallest by their number, the next by one less, never smaller."""
    adjusted, largest = [0.0] * len(p_values), 0.0
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    for place, i in enumerate(order):
        largest = max(largest, min(1.0, (len(p_values) - place) * p_values[i]))
        adjusted[i] = largest
    return adjusted


def disagreements(computed: dict[Key, float], folder: Path) -> list[str]:
    """What rating_results.csv says otherwise, a line each; nothing where ratings are gone."""
    stored = stored_in(folder)
    if withdrawn(computed, folder):
        return []
    return [
        f"{' '.join(filter(None, key))}: {value:.15g} here, {stored[key]} in rating_results.csv"
        for key, value in computed.items()
        if stored.get(key) and not same(key, value, float(stored[key]), stored)
    ]


def drawn_anew(computed: dict[Key, float], folder: Path) -> list[Key]:
    """The p that differ from those of rating_results.csv by chance: other signs are drawn."""
    stored = stored_in(folder)
    return [
        key
        for key in computed
        if is_p(key) and key[4] != "separated" and stored.get(key) and draws_signs(key, stored)
    ]


def is_p(key: Key) -> bool:
    """Whether it is a p of a pair, or what follows from it."""
    return key[1] == "pair" and (key[4].startswith("p_") or key[4] in ("adjusted", "separated"))


def stored_in(folder: Path) -> dict[Key, str]:
    """The stored result."""
    return {
        (row["criterion"], row["about"], row["first"], row["second"], row["quantity"]): row["value"]
        for row in rows(folder / "rating_results.csv")
    }


def withdrawn(computed: dict[Key, float], folder: Path) -> bool:
    """Whether the stored result, a verdict's, had more ratings than the files have now."""
    return any(
        float(value) > computed.get(key, 0)
        for key, value in stored_in(folder).items()
        if key[1] in ("criterion", "ticks") and key[4] == "ratings"
    )


def same(key: Key, here: float, there: float, stored: dict[Key, str]) -> bool:
    """Whether two values are equal but for rounding, or for draws where p is drawn."""
    if is_p(key):
        return same_p(key, here, there, stored)
    if key[1] == "pair" and key[4] in ("lower", "upper"):
        return draws_signs(key, stored) or math.isclose(here, there, rel_tol=1e-6, abs_tol=1e-9)
    return math.isclose(here, there, rel_tol=1e-6, abs_tol=1e-9)


def draws_signs(key: Key, stored: dict[Key, str]) -> bool:
    """Whether signs are drawn for so many judges or items, or limits are of an older way."""
    if key[4] in ("lower", "upper") and not stored.get((*key[:4], "resampled_lower")):
        return True
    return max(int(float(stored[(*key[:4], name)])) for name in ("judges", "items")) > 12


def same_p(key: Key, here: float, there: float, stored: dict[Key, str]) -> bool:
    if not draws_signs(key, stored):
        return math.isclose(here, there, rel_tol=1e-6, abs_tol=1e-9)
    if key[4] == "separated":  # a p beside alpha may fall on either side of it
        return True
    pairs = len({other[2:4] for other in stored if other[:2] == key[:2]})
    times = pairs if key[4] == "adjusted" else 1
    p = min(max(here, there) / times, 1.0)
    return abs(here - there) <= times * (FAR * math.sqrt(2 * p * (1 - p) / DRAWS) + 2 / DRAWS)


def main(folder: Path) -> int:
    computed = dict(recompute(folder))
    for key, value in computed.items():
        sys.stdout.write(f"{' '.join(filter(None, key))} = {value:.15g}\n")
    found = disagreements(computed, folder)
    drawn = len(drawn_anew(computed, folder))
    agrees = AGREES_BUT_FOR_DRAWS.format(drawn) if drawn else AGREES
    agrees = GONE if withdrawn(computed, folder) else agrees
    sys.stdout.write("\n".join(["differs from the stored result:", *found]) if found else agrees)
    sys.stdout.write("\n")
    return 1 if found else 0


if __name__ == "__main__":
    beside = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    sys.exit(main(beside))
