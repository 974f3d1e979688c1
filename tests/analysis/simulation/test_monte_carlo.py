"""Many simulated studies agree with exact numbers."""

from dataclasses import asdict
from typing import Any

import numpy as np
import pytest

from analysis.simulation.monte_carlo import SimulatedCase
from tests.analysis.simulation.plays import cases


@pytest.mark.parametrize(
    "more",
    [
        {},
        {"leaving": 0.3},
        {"method": "sequential"},
        # A class of slow perceivers: by completion 0.37 would be called similar.
        {"method": "sequential", "at_once": 100, "slower": 1.5},
        {"method": "sequential", "at_once": 20, "slower": 2.0, "leaving": 0.2},
        {"per_judge": 4, "leaving": 0.2},
    ],
)
def test_risks_agree_with_the_exact_ones_where_answers_are_independent(more: Any) -> None:
    for case in cases(**more):
        for share in filter(None, (case.difference, case.similarity)):
            assert share.exact is not None
            error = np.sqrt(share.exact * (1 - share.exact) / share.of)
            assert abs(share.value - share.exact) <= 4 * error + 1e-12


def test_judges_who_repeat_and_differ_cost_power_but_not_alpha() -> None:
    alike = cases(per_judge=8)
    differing = cases(per_judge=8, spread=0.9)

    assert differing[1].difference.value < alike[1].difference.value - 0.03
    assert differing[0].difference.limits[0] <= 0.05
    assert differing[1].similarity is None


def test_same_seed_same_rehearsal_and_json_keeps_it() -> None:
    found = cases(24, studies=30, method="sequential", one_place=0.3)

    assert cases(24, studies=30, method="sequential", one_place=0.3) == found
    assert [SimulatedCase.from_json(asdict(case)) for case in found] == list(found)


def test_the_six_orders_differ_by_one_at_most_when_the_number_is_reached() -> None:
    nobody, some = cases(50, studies=50, leaving=0.5)

    assert set(nobody.imbalance) == set(some.imbalance) == {1}
    assert max(nobody.most_imbalance) > 1
    assert nobody.judges.middle > 50
    assert nobody.leavers.middle == pytest.approx(50, abs=15)
