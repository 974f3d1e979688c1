"""Every number of the RankME data that the definitions give, within its tolerance."""

import re

import numpy as np
import pytest

from analysis.stats.ratings.correlation import cell_means, spearman
from analysis.stats.ratings.icc import agreement, two_way
from analysis.stats.ratings.normalise import normalise
from analysis.stats.ratings.pairs import compare_systems

from ..reference import rows
from .rankme import CRITERIA, METHODS, SETUPS, SYSTEMS, ratings

CELLS = [
    (setup, method, criterion) for setup in SETUPS for method in METHODS for criterion in CRITERIA
]


def _first_three(found):
    """Row numbers of the first three ratings of each cell, a row a cell."""
    order = np.argsort(found.cell, kind="stable")
    starts = np.flatnonzero(np.diff(found.cell[order], prepend=-1))
    return order[starts[:, None] + np.arange(3)]


def _icc_values(found):
    table = _first_three(found)
    values = {}
    for how in ("raw", "log"):
        y = normalise(found, how)
        rows_, crossed = np.sort(table.ravel()), two_way(y[table])
        one = agreement(found.only(rows_), y[rows_])
        numbers = {
            "ICC(1,1)": one.single,
            "ICC(1,k)": one.average,
            "ICC(A,1)": crossed.absolute_single,
            "ICC(A,k)": crossed.absolute_average,
            "ICC(C,1)": crossed.consistent_single,
            "ICC(C,k)": crossed.consistent_average,
            "F of ICC(1)": one.f,
            "p of ICC(1)": one.p_value,
        }
        for form, limits in (("1,1", one.single_limits), ("1,k", one.average_limits)):
            for word, limit in zip(("lower", "upper"), limits, strict=True):
                numbers[f"ICC({form}) {word} 95"] = limit
        values |= {f"{k}, {how}, first three ratings of a cell": v for k, v in numbers.items()}
    whole = agreement(found, found.value, resamples=100)
    return values | {"ICC(1,k), raw, all 914 ratings (unbalanced)": whole.average}


def _page_values(found):
    within = agreement(found, normalise(found, "log less page"))
    return {
        "ICC(1,1) of log rating less its page's mean": within.single,
        "ICC(1,k) of log rating less its page's mean": within.average,
    }


def _compare_rows(wanted, values):
    assert wanted
    for row in wanted:
        expected, tolerance = float(row["value"]), float(row["tolerance"])
        found = values[row["definition"]]
        assert found == pytest.approx(expected, abs=tolerance, rel=0), (
            row["cell"],
            row["definition"],
        )
        if expected and row["tolerance"] == "1e-6":
            assert found == pytest.approx(expected, rel=2e-6), (row["cell"], row["definition"])


@pytest.mark.parametrize(("setup", "method", "criterion"), CELLS)
def test_agreement(setup, method, criterion):
    found = ratings(setup, method, criterion)
    cell = f"setup {setup} {method} {criterion}"
    _compare_rows(rows("rankme", part="table 3", cell=cell), _icc_values(found))
    if method == "rankme" and (inside := rows("rankme", part="within page", cell=cell)):
        _compare_rows(inside, _page_values(found))


def test_correlations():
    wanted = rows("rankme", part="table 2")
    for row in wanted:
        setup, method, one, two = re.match(r"setup (\d) (\w+) (\w+)~(\w+)", row["cell"]).groups()
        pair = [ratings(int(setup), method, criterion) for criterion in (one, two)]
        if "row order" in row["definition"]:
            found = spearman(*(each.value for each in pair))[0]
        else:
            means = [cell_means(each, log=method != "likert") for each in pair]
            both = spearman(*(np.array([mean[key] for key in means[0]]) for mean in means))
            found = both["p" in row["definition"].split()]
        assert found == pytest.approx(float(row["value"]), abs=1e-6, rel=0), row
    assert len(wanted) > 20


@pytest.mark.parametrize("criterion", CRITERIA)
def test_pairs(criterion):
    found = ratings(2, "rankme", criterion)
    for pair in compare_systems(found, found.log_value, log=True):
        cell = f"setup 2 rankme {criterion} {SYSTEMS[pair.first]}-{SYSTEMS[pair.second]}"
        values = {
            "ratio of geometric means": pair.estimate,
            f"p by sign flips of judges ({pair.judges})": pair.p_judges,
            f"p by sign flips of items ({pair.items})": pair.p_items,
        }
        wanted = [
            row for row in rows("rankme", part="pairs", cell=cell) if row["definition"] in values
        ]
        _compare_rows(wanted, values)


@pytest.mark.parametrize(
    ("criterion", "separated"),
    [
        ("naturalness", set()),
        ("quality", set()),
        ("informativeness", {("A", "C"), ("B", "C")}),
    ],
)
def test_seven_judges_separate_nothing_and_ten_two_pairs(criterion, separated):
    found = ratings(2, "rankme", criterion)
    pairs = compare_systems(found, found.log_value, log=True, resamples=1000)
    assert {(pair.first, pair.second) for pair in pairs if pair.separated} == separated
    assert all(pair.reachable for pair in pairs)
