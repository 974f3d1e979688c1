"""How often the rule separates systems of the RankME data after their labels were exchanged."""

import numpy as np
import pytest

from analysis.stats.ratings.pairs import compare_systems

from .rankme import CRITERIA, ratings

STUDIES = 200
MOST = 0.05 + 3 * np.sqrt(0.05 * 0.95 / STUDIES)


def exchanged(found, group, rng):
    """Values with the systems' labels exchanged, alike within each group of pages."""
    turns = rng.permuted(np.tile(np.arange(3), (group.max() + 1, 1)), axis=1)
    table = np.empty((len(found.pages), 3))
    table[found.page, found.system] = found.log_value
    return table[found.page, turns[group, found.system]]


@pytest.mark.slow
@pytest.mark.parametrize("criterion", CRITERIA)
@pytest.mark.parametrize("within", ["page", "judge", "item"])
def test_systems_that_do_not_differ_are_seldom_separated(criterion, within):
    found, rng = ratings(2, "rankme", criterion), np.random.default_rng(7)
    alarms = 0
    for _ in range(STUDIES):
        y = exchanged(found, getattr(found, within), rng)
        pairs = compare_systems(
            found, y, log=True, resamples=100, draws=399, seed=rng.integers(2**32)
        )
        alarms += any(pair.separated for pair in pairs)
    assert alarms / STUDIES <= MOST
