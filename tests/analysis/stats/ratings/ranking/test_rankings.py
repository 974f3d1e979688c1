"""Means, judges, ticks and rankings of the RankME data, each reference value in its tolerance."""

import itertools

import numpy as np
import pytest

from analysis.stats import (
    busiest_judges,
    davidson,
    difference_variances,
    fewest_judges,
    icc_width,
    identical_texts,
    items_needed,
    krippendorff_alpha,
    page_outcomes,
    paired_bootstrap,
    system_means,
    texts_for_icc,
    ticks_test,
    trueskill,
)
from analysis.stats.ratings.ranking.trueskill import update

from ...reference import rows as reference
from ..rankme import CRITERIA, METHODS, SETUPS, SYSTEMS, ratings, rows, ticks

CELLS = [
    (setup, method, criterion) for setup in SETUPS for method in METHODS for criterion in CRITERIA
]
UNITS = {
    "ratings": "resampling single ratings (300 triples by row order)",
    "items": "resampling items (100 means)",
}
STARTS = [(0, 0, 0.5, 0.5, 11.25), (1.2, -0.3, 0.4, 0.45, 0.25)]


def _means():
    for setup, method, criterion in CELLS:
        for mean in system_means(ratings(setup, method, criterion)):
            cell = f"setup {setup} {method} {criterion} {SYSTEMS[mean.system]}"
            yield cell, "arithmetic mean", mean.arithmetic
            yield cell, "geometric mean", mean.geometric


def _judges():
    for setup, method, criterion in CELLS:
        busy = busiest_judges(ratings(setup, method, criterion))
        cell = f"setup {setup} {method} {criterion}"
        yield cell, "judges", busy.judges
        yield cell, "share of all ratings by the three busiest", busy.share


def _agreement():
    for setup, method, criterion in CELLS:
        found = ratings(setup, method, criterion)
        how, y = ("raw", found.value) if method == "likert" else ("log", found.log_value)
        alpha = krippendorff_alpha(found, y).alpha
        cell = f"setup {setup} {method} {criterion}"
        yield cell, f"Krippendorff's alpha, interval, {how}", alpha


def _bootstrap():
    for (setup, method, criterion), (unit, words) in itertools.product(CELLS[9:], UNITS.items()):
        found = ratings(setup, method, criterion)
        for pair in paired_bootstrap(found, found.value, unit=unit).pairs:
            names = f"{SYSTEMS[pair.first]}>{SYSTEMS[pair.second]}"
            cell = f"setup {setup} {method} {criterion} {names}"
            yield cell, f"share of 10,000 paired bootstrap means, {words}, raw", pair.above


def _ticks():
    for method in METHODS:
        cell, counts = f"setup 2 {method}", ticks(method)
        for kind, by_system in zip(("added", "missing"), counts, strict=True):
            for name, count in zip(SYSTEMS.values(), by_system, strict=True):
                yield f"{cell} {kind} {name}", "ticks in 300 ratings", count
        test = ticks_test(*counts)
        words = "chi-square, added and missing by system, 2 df (paper: p < 0.01)"
        yield cell, words, test.statistic
        yield cell, "its p", test.p_value


def _identical():
    for criterion in CRITERIA:
        texts = [row["text"] for row in rows(2, "rankme", criterion)]
        same = identical_texts(ratings(2, "rankme", criterion), texts)
        cell = f"setup 2 rankme {criterion}"
        yield cell, "pairs of identical texts on one page", same.pairs
        yield cell, "of them given different numbers", same.differ


def _outcomes():
    for criterion in CRITERIA:
        for pair in page_outcomes(ratings(2, "rankme", criterion)):
            cell = f"setup 2 rankme {criterion} {SYSTEMS[pair.first]}-{SYSTEMS[pair.second]}"
            yield cell, "wins of the first", pair.wins
            yield cell, "ties", pair.ties
            yield cell, "wins of the second", pair.losses


def _davidson():
    for criterion in CRITERIA:
        fit = davidson(page_outcomes(ratings(2, "rankme", criterion)))
        cell = f"setup 2 rankme {criterion}"
        for worth in fit.worths:
            yield cell, f"log worth {SYSTEMS[worth.system]}", worth.log_worth
        yield cell, "log nu", fit.log_nu
        yield cell, "minus log-likelihood", -fit.log_likelihood


def _trueskill():
    for criterion in CRITERIA:
        found = trueskill(page_outcomes(ratings(2, "rankme", criterion)))
        cell = f"setup 2 rankme {criterion}"
        for skill in found.skills:
            name = f"{cell} {SYSTEMS[skill.system]}"
            yield name, "mean of mu over 1,000 runs", skill.mean
            yield name, "rank range 95 %", f"{skill.best_rank}-{skill.worst_rank}"
        parts = [" = ".join(SYSTEMS[name] for name in part) for part in found.clusters]
        yield cell, "clusters (| parts them)", " | ".join(parts)


def _updates():
    for start, (tie, word) in itertools.product(STARTS, [(False, "first wins"), (True, "tie")]):
        first, second, *sigmas, beta = start
        means, variances = update(
            (np.array([first]), np.array([second])),
            (np.array([sigmas[0] ** 2]), np.array([sigmas[1] ** 2])),
            np.array([tie]),
            beta=beta,
        )
        spreads = f"sigma {sigmas[0]} {sigmas[1]} beta {beta}"
        cell = f"mu {first} {second} {spreads} draw 0.25 {word}"
        for name, mean, variance in zip(("first", "second"), means, variances, strict=True):
            yield cell, f"mu {name}", mean[0]
            yield cell, f"sigma {name}", np.sqrt(variance[0])


@pytest.mark.parametrize(
    ("part", "found"),
    [
        ("means", _means),
        ("judges", _judges),
        ("agreement", _agreement),
        ("table 4", _bootstrap),
        ("ticks", _ticks),
        ("identical texts", _identical),
        ("Davidson", _davidson),
        ("TrueSkill", _trueskill),
        ("TrueSkill update", _updates),
    ],
)
def test_every_value_of_a_part(part, found):
    values = {(cell, definition): value for cell, definition, value in found()}
    wanted = reference("rankme", part=part)
    assert wanted
    for row in wanted:
        value = values[row["cell"], row["definition"]]
        if row["tolerance"] == "exact":
            assert value == row["value"], row
        else:
            _assert_near(value, row)


def test_wins_ties_and_losses():
    values = {(cell, definition): value for cell, definition, value in _outcomes()}
    wanted = [
        row
        for row in reference("rankme", part="pairs")
        if row["definition"] in ("wins of the first", "ties", "wins of the second")
    ]
    assert len(wanted) > 15
    for row in wanted:
        assert values[row["cell"], row["definition"]] == int(row["value"]), row


def _assert_near(value, row):
    """Within the tolerance, or the eight digits to which the file writes a number."""
    wanted, tolerance = float(row["value"]), float(row["tolerance"])
    assert value == pytest.approx(wanted, abs=max(tolerance, 6e-8 * abs(wanted)), rel=0), row
    if tolerance == 1e-6:
        assert value == pytest.approx(wanted, rel=2e-6, abs=0), row


def test_fewest_judges():
    assert [fewest_judges(n, alpha=0.05) for n in (2, 3, 4, 5, 8)] == [6, 7, 8, 9, 11]
    assert fewest_judges(2, alpha=0.5) == 2


def test_texts_for_the_width_of_an_icc():
    single = {"naturalness": (0.1918, 162), "informativeness": (0.4365, 144), "high": (0.70, 68)}
    for icc, texts in single.values():
        assert texts_for_icc(icc, ratings_per_text=3, width=0.2) == texts
        assert icc_width(icc, ratings_per_text=3, texts=texts) <= 0.2
        assert icc_width(icc, ratings_per_text=3, texts=texts - 1) > 0.2


@pytest.mark.parametrize(
    ("criterion", "least", "most"),
    [("naturalness", 64, 104), ("quality", 21, 153), ("informativeness", 103, 515)],
)
def test_items_from_the_variances_of_the_data(criterion, least, most):
    found = ratings(2, "rankme", criterion)
    needed = [
        items_needed(
            difference=np.log(1.05),
            item=pair.item,
            rest=pair.rest,
            judge=pair.judge,
            ratings_per_item=3,
            alpha=0.05,
            power=0.8,
        )
        for pair in difference_variances(found, found.log_value)
    ]
    assert (min(each.items for each in needed), max(each.items for each in needed)) == (least, most)
