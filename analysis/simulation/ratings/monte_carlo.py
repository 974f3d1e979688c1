"""Many simulated rating studies: how often are systems separated that do not, or that do, differ?

ln v = ln 100 + system + the judge's scale + the judge's taste for the system + item + what is about
the one text + noise, mostly rounded to 5. Each study is played twice: as if no system were better,
and as if each were rated so many times as high as the next. The study's own rule decides.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from analysis.stats import Ratings, compare_systems, normalise

Progress = Callable[[int, int], None]
Numbers = npt.NDArray[np.float64]

# Standard deviations of logarithms.
SCALES, ITEMS, NOISE = 0.3, 0.15, 0.2
SHARE_ROUNDED_TO_5 = 0.8
REFERENCE, LARGEST = 100.0, 999_999.0
# Fewer draws than a study itself has: a p near alpha is known well enough over many studies.
DRAWS, RESAMPLES = 999, 100
_STEP = 10  # studies between two looks at whether to go on


@dataclass(frozen=True, slots=True)
class SupposedRaters:
    """The judges who come: how much they differ in taste, and texts in what is about them alone.

    Both are standard deviations of logarithms.
    """

    taste: float = 0.1
    texts: float = 0.1


@dataclass(frozen=True, slots=True)
class RatingSetting:
    """A study: of each sheet its question, its item, and at each place the systems, by number.

    `points`: of a scale; 0 for numbers. `side_by_side`: texts of one page are compared.
    """

    sheets: Sequence[tuple[int, int, Sequence[Sequence[int]]]]
    systems: int
    per_judge: int
    alpha: float
    points: int = 0
    side_by_side: bool = True


@dataclass(frozen=True, slots=True)
class SeparatedPairs:
    """In how many studies any pair was separated, and each pair of systems with its number."""

    studies: int
    any_pair: int
    pairs: dict[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class _Table:
    """The ratings of a study, but for their values: a row a text and system."""

    judge: npt.NDArray[np.intp]
    item: npt.NDArray[np.intp]
    system: npt.NDArray[np.intp]
    page: npt.NDArray[np.intp]
    # The rows that stand for one text have the number of its first.
    text: npt.NDArray[np.intp]

    def ratings(self, values: Numbers, setting: RatingSetting) -> Ratings:
        items, judges = int(self.item.max()) + 1, int(self.judge.max()) + 1
        page = self.page if setting.side_by_side else np.arange(len(self.page))
        return Ratings(
            self.judge, self.item, self.system, page, values,
            *(tuple(range(n)) for n in (judges, items, setting.systems, int(page.max()) + 1)),
        )  # fmt: skip


def simulate(
    setting: RatingSetting,
    raters: SupposedRaters,
    *,
    ratio: float,
    studies: int,
    seed: int,
    progress: Progress,
) -> tuple[SeparatedPairs, SeparatedPairs]:
    """Return what came of studies in which no system is better, and in which each is."""
    table = _table(setting)
    rng = np.random.default_rng(seed)
    both = []
    for case, times in enumerate((1.0, ratio)):
        pairs: Counter[tuple[int, int]] = Counter(
            dict.fromkeys(combinations(range(setting.systems), 2), 0)
        )
        any_pair = 0
        for number in range(studies):
            found = _separated(table, setting, _values(table, setting, raters, times, rng), rng)
            any_pair += bool(found)
            pairs.update(found)
            if number % _STEP == _STEP - 1:
                progress(case * studies + number + 1, 2 * studies)
        both.append(SeparatedPairs(studies, any_pair, dict(pairs)))
    return both[0], both[1]


def judges_of(setting: RatingSetting) -> list[int]:
    """Return for each sheet its judge: each takes the lowest numbers, and no question twice."""
    had: list[set[int]] = []
    given = []
    for question, _item, _places in setting.sheets:
        able = (n for n, one in enumerate(had) if len(one) < setting.per_judge)
        judge = next((n for n in able if question not in had[n]), None)
        if judge is None:
            judge = len(had)
            had.append(set())
        had[judge].add(question)
        given.append(judge)
    return given


def _table(setting: RatingSetting) -> _Table:
    rows: list[tuple[int, int, int, int, int]] = []
    judges = judges_of(setting)
    for page, (judge, sheet) in enumerate(zip(judges, setting.sheets, strict=True)):
        _question, item, places = sheet
        for systems in places:
            first = len(rows)
            rows += [(judge, item, system, page, first) for system in systems]
    return _Table(*(np.array(column, dtype=np.intp) for column in zip(*rows, strict=True)))


def _values(
    table: _Table,
    setting: RatingSetting,
    raters: SupposedRaters,
    ratio: float,
    rng: np.random.Generator,
) -> Numbers:
    judges, items = int(table.judge.max()) + 1, int(table.item.max()) + 1
    taste = rng.normal(0, raters.taste, (judges, setting.systems))
    texts = rng.normal(0, raters.texts, (items, setting.systems))
    y = (
        -np.log(ratio) * table.system
        + rng.normal(0, SCALES, judges)[table.judge]
        + taste[table.judge, table.system]
        + rng.normal(0, ITEMS, items)[table.item]
        + texts[table.item, table.system]
        + rng.normal(0, NOISE, len(table.page))
    )[table.text]
    if setting.points:
        middle = (setting.points + 1) / 2
        points: Numbers = np.clip(np.rint(middle + y * setting.points / 2), 1, setting.points)
        return points
    value = REFERENCE * np.exp(y)
    step = np.where(rng.random(len(y)) < SHARE_ROUNDED_TO_5, 5.0, 1.0)[table.text]
    rounded: Numbers = np.clip(step * np.rint(value / step), 1.0, LARGEST)
    return rounded


def _separated(
    table: _Table, setting: RatingSetting, values: Numbers, rng: np.random.Generator
) -> list[tuple[int, int]]:
    ratings = table.ratings(values, setting)
    pairs = compare_systems(
        ratings,
        normalise(ratings, "raw" if setting.points else "log"),
        log=not setting.points,
        alpha=setting.alpha,
        resamples=RESAMPLES,
        draws=DRAWS,
        seed=int(rng.integers(2**31)),
    )
    return [(int(str(p.first)), int(str(p.second))) for p in pairs if p.separated]
