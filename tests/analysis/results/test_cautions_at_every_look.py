"""A clean study seldom shows a caution by chance, however often it is looked at."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.recomputation.counts import ORDERS, Share, StudyCounts
from analysis.results.cautions import LEAST_ANSWERS, cautions
from analysis.stats import ODD_POSITION, pc_from_pd
from analysis.verdict_text import ResultSnapshot
from tests.analysis.verdict_text.statements import PLAN, given

STUDIES = 250
ODD = np.array(list(ODD_POSITION.values()))


@pytest.mark.slow
@pytest.mark.parametrize("pd", [0.0, 0.3])
def test_at_most_about_one_clean_study_in_twenty_ever_shows_one(pd):
    """Orders in shuffled blocks of six, a look after each answer, and the verdict at the end.

    With the tests for one look at each of them it was 10 to 20 %.
    """
    rng = np.random.default_rng(98)
    shown = sum(_ever_cautioned(rng, pd) for _ in range(STUDIES)) / STUDIES
    assert shown <= 0.05
    assert shown > 0.001  # else nothing would ever be shown, and this test would say nothing


def _ever_cautioned(rng, pd):
    n = PLAN.evaluations
    orders = np.concatenate([rng.permutation(6) for _ in range(-(-n // 6))])[:n]
    perceives = rng.random(n) < pd
    chosen = np.where(perceives, ODD[orders], rng.integers(1, 4, n))
    right = chosen == ODD[orders]
    by_order = np.cumsum(np.eye(6, dtype=int)[orders], axis=0)
    right_by_order = np.cumsum(np.eye(6, dtype=int)[orders] * right[:, None], axis=0)
    positions = np.cumsum(np.eye(3, dtype=int)[chosen - 1], axis=0)
    looks = (
        _snapshot(by_order[look], right_by_order[look], positions[look])
        for look in range(LEAST_ANSWERS - 1, n)
    )
    return any(cautions(snapshot, is_test=False) for snapshot in looks)


def _snapshot(by_order, right, positions):
    shares = zip(ORDERS, by_order.tolist(), right.tolist(), strict=True)
    counts = StudyCounts(
        counted=int(by_order.sum()),
        correct=int(right.sum()),
        orders={order: Share(n, x) for order, n, x in shares},
        positions=tuple(positions.tolist()),
    )
    snapshot = ResultSnapshot(plan=PLAN, counts=counts)
    if counts.counted < PLAN.evaluations:
        return snapshot
    return replace(snapshot, verdict=given(PLAN, counts.correct, counts.counted))


def test_a_clean_study_is_as_its_pd_says():
    """The simulated judges are right as often as the model says."""
    rng = np.random.default_rng(1)
    right = np.where(rng.random(100_000) < 0.3, 1, rng.integers(1, 4, 100_000) == 1).mean()
    assert right == pytest.approx(pc_from_pd(0.3), abs=0.006)
