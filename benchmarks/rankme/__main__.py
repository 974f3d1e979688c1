"""Do the tables of the RankME paper come out of its data (Novikova, Dušek and Rieser 2018)?

    make rankme

Prints Tables 2, 3 and 4 from the ratings in `tests/data/rankme`, each cell with its definition
beside the printed value, and says of each that differs why. Some seconds; no server.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import triadsurvey  # noqa: F401 - one thread for matrices, as the product has

# isort: split

import numpy as np

from analysis.stats import (
    PairShare,
    agreement,
    davidson,
    page_outcomes,
    paired_bootstrap,
    ticks_test,
    trueskill,
)
from analysis.stats.ratings.correlation import cell_means, spearman
from analysis.stats.ratings.icc import two_way
from tests.analysis.stats.ratings.rankme import METHODS, SETUPS, SYSTEMS, ratings, ticks

CRITERIA = ("naturalness", "quality", "informativeness")
SHORT = {"naturalness": "nat", "quality": "qual", "informativeness": "inf"}
PAIRS = (
    ("naturalness", "quality"),
    ("informativeness", "quality"),
    ("naturalness", "informativeness"),
)
# By setup and row, a number for each method: Likert, plain magnitude estimation, RankME.
TABLE_2 = {
    1: ((0.54, 0.44, 0.28), (0.00, 0.48, 0.55), (0.15, 0.03, 0.09)),
    2: ((-0.01, -0.03, -0.04), (0.54, 0.71, 0.74), (-0.18, -0.07, -0.08)),
}
TABLE_3 = {
    1: ((0.07, -0.03, 0.11), (0.02, 0.22, 0.10), (0.93, 0.59, 0.72)),
    2: ((0.12, 0.27, 0.42), (0.41, 0.60, 0.68), (0.78, 0.79, 0.82)),
}
# Setup 2, by criterion and method; | parts what the paper calls different.
ONE, FIRST_TWO, ALL = (
    "Sheffield TGen Slug2Slug",
    "Slug2Slug TGen | Sheffield",
    "Slug2Slug | TGen | Sheffield",
)
TABLE_4 = {
    "naturalness": ("Sheffield Slug2Slug | TGen", ONE, ONE),
    "quality": (FIRST_TWO, FIRST_TWO, ALL),
    "informativeness": (FIRST_TWO, ALL, FIRST_TWO),
}
TRUESKILL = {"naturalness": ONE, "quality": ALL, "informativeness": FIRST_TWO}

NEAR_THE_LINE = 0.005
WHY = {
    (2, 1, "likert", "nat~inf"): "the last digit: 0.1551 rounds to 0.16",
    (3, 1, "likert", "quality"): "the last digit; of the first three ratings of a text 0.0425",
    (3, 1, "plain_me", "naturalness"): "in the last digit",
    (3, 1, "plain_me", "informativeness"): "in the last digit; ICC(A,k) is 0.5905",
    (3, 2, "rankme", "quality"): "no definition tried gives it: docs/statistics.md, Ratings",
}


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of a table: by which definition, what comes out, what is printed."""

    key: tuple[int, int, str, str]
    definition: str
    value: float
    printed: float

    @property
    def agrees(self) -> bool:
        """Whether it rounds to the printed digits."""
        return abs(round(self.value, 2) - self.printed) < 1e-9

    def __str__(self) -> str:
        _, setup, method, name = self.key
        said = "yes" if self.agrees else f"NO: {WHY.get(self.key, 'not known why')}"
        shown = f"{setup}  {method:<9} {name:<16}{self.value:>9.4f}{self.printed:>8.2f}"
        return f"{shown}  {self.definition:<44} {said}"


@dataclass(frozen=True, slots=True)
class Line:
    """A ranking of Table 4: by what, what comes out, what is printed."""

    criterion: str
    by: str
    ranking: str
    printed: str
    note: str = ""

    @property
    def agrees(self) -> bool:
        """Whether lines are drawn between the same systems; order within a part is free."""
        return _parts(self.ranking) == _parts(self.printed)

    def __str__(self) -> str:
        said = "yes" if self.agrees else "NO"
        shown = f"{self.criterion:<16}{self.by:<10} {self.ranking:<30} {self.printed:<30}"
        return f"{shown}{said}  {self.note}".rstrip()


def table_2() -> Iterator[Cell]:
    """Spearman's correlations of criteria."""
    for setup, row, column in product(SETUPS, range(3), range(3)):
        method, pair = METHODS[column], PAIRS[row]
        both = [ratings(setup, method, criterion) for criterion in pair]
        if setup == 2 and row == 0:
            # Other judges rated the other criterion: the printed values pair strangers.
            definition = "single ratings by row order, of other judges"
            found = spearman(both[0].value, both[1].value)
        else:
            log = method != "likert"
            definition = f"{'geometric' if log else 'arithmetic'} means of texts"
            means = [cell_means(each, log=log) for each in both]
            found = spearman(*(np.array([mean[key] for key in means[0]]) for mean in means))
        assert found is not None
        key = (2, setup, method, "~".join(SHORT[criterion] for criterion in pair))
        yield Cell(key, definition, found[0], TABLE_2[setup][row][column])


def table_3() -> Iterator[Cell]:
    """Agreement of judges."""
    for setup, row, column in product(SETUPS, range(3), range(3)):
        method, criterion = METHODS[column], CRITERIA[row]
        definition, value = _icc(setup, method, criterion)
        key = (3, setup, method, criterion)
        yield Cell(key, definition, value, TABLE_3[setup][row][column])


def _icc(setup: int, method: str, criterion: str) -> tuple[str, float]:
    found = ratings(setup, method, criterion)
    if setup == 2 and criterion == "informativeness":
        table = found.value[np.argsort(found.cell, kind="stable").reshape(-1, 3)]
        return "ICC(C,k), raw, columns by row order", two_way(table).consistent_average
    if method == "likert":
        unequal = len(found) != 900
        words = "ICC(1,k), raw, all 914 ratings" if unequal else "ICC(1,k), raw"
        return words, agreement(found, found.value, resamples=100).average
    return "ICC(1,k), logarithms", agreement(found, found.log_value).average


def table_4() -> Iterator[Line]:
    """Rankings of systems, by the paired bootstrap and by TrueSkill."""
    for criterion, (column, method) in product(CRITERIA, enumerate(METHODS)):
        found = ratings(2, method, criterion)
        ranked = paired_bootstrap(found, found.value)
        shares = ", ".join(_share(pair) for pair in ranked.pairs)
        yield Line(criterion, method, _shown(ranked.clusters), TABLE_4[criterion][column], shares)
    for criterion in CRITERIA:
        met = page_outcomes(ratings(2, "rankme", criterion))
        skills = trueskill(met)
        worths = ", ".join(f"{SYSTEMS[w.system]} {w.log_worth:.2f}" for w in davidson(met).worths)
        shown = _shown(skills.clusters)
        yield Line(criterion, "TrueSkill", shown, TRUESKILL[criterion], f"Davidson: {worths}")


def tick_lines() -> Iterator[str]:
    """The ticks of Table 4, of which the paper says p < 0.01."""
    for method in METHODS:
        added, missing = ticks(method)
        test = ticks_test(added, missing)
        counts = "   ".join(
            f"{name} {more} / {less}"
            for name, more, less in zip(SYSTEMS.values(), added, missing, strict=True)
        )
        agrees = "yes" if test.p_value < 0.01 else "NO"
        yield f"{method:<10}{counts:<54}χ² {test.statistic:.1f}, p {test.p_value:.1e}  {agrees}"


def _share(pair: PairShare) -> str:
    assert pair.above is not None
    assert pair.below is not None
    near = abs(max(pair.above, pair.below) - 0.95) < NEAR_THE_LINE
    note = " (near the line: another seed may say otherwise)" if near else ""
    return f"{SYSTEMS[pair.first]} > {SYSTEMS[pair.second]} {pair.above:.3f}{note}"


def _shown(clusters) -> str:
    return " | ".join(" ".join(SYSTEMS[name] for name in part) for part in clusters)


def _parts(ranking: str) -> list[set[str]]:
    return [set(part.split()) for part in ranking.split("|")]


def main() -> None:
    print("Table 2: Spearman's correlation of criteria (setup, method, pair, ours, printed)\n")
    second, third, fourth = list(table_2()), list(table_3()), list(table_4())
    print(*second, sep="\n")
    print("\nTable 3: agreement (setup, method, criterion, ours, printed)\n")
    print(*third, sep="\n")
    print("\nTable 4: ranking in setup 2 (criterion, by, ours, printed)\n")
    print(*fourth, sep="\n")
    print("\nTable 4: ticks of 300, added / missing\n")
    print(*tick_lines(), sep="\n")
    print()
    for name, rows in (("Table 2", second), ("Table 3", third), ("Table 4", fourth)):
        print(f"{name}: {sum(row.agrees for row in rows)} of {len(rows)} as printed")


if __name__ == "__main__":
    main()
