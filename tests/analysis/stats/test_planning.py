"""Power and numbers of judges against the paper, sensR and plain search."""

import math
from itertools import pairwise

import pytest

from analysis.stats import (
    judges_needed,
    max_correct,
    min_correct,
    options,
    power,
    power_curve,
    sensitivity,
)
from tests.analysis.stats.reference import rows

EXCEPTION = ("0.1", "0.05", "0.001")
"""The one cell of Table 1 that is not the exact smallest number: printed 1181."""


def _plan(row):
    return {name: float(row[name]) for name in ("alpha", "beta", "pd")}


def _swapped(row):
    return {"alpha": float(row["beta"]), "beta": float(row["alpha"]), "pd": float(row["pd"])}


@pytest.mark.parametrize("goal", ["difference", "similarity"])
def test_table_1_of_the_paper_in_124_of_125_cells(goal):
    cells = rows("paper_table1_judges")

    for cell in cells:
        ours = judges_needed(goal=goal, rule="smallest", **_plan(cell))
        if (cell["pd"], cell["alpha"], cell["beta"]) == EXCEPTION:
            assert (ours, int(cell["judges"])) == (1178, 1181)
        else:
            assert ours == int(cell["judges"]), cell
    assert len(cells) == 125


def test_exception_of_table_1_is_neither_smallest_nor_stable():
    plan = {"alpha": 0.05, "beta": 0.001, "pd": 0.1}

    assert power(1178, goal="difference", alpha=0.05, pd=0.1) >= 0.999
    assert power(1177, goal="difference", alpha=0.05, pd=0.1) < 0.999
    assert judges_needed(goal="difference", rule="stable", **plan) > 1181


@pytest.mark.parametrize(("statistic", "rule"), [("exact", "smallest"), ("stable.exact", "stable")])
def test_sample_sizes_of_sensr(statistic, rule):
    targets = rows("sample_size", statistic=statistic)

    for row in targets:
        difference = judges_needed(goal="difference", rule=rule, **_plan(row))
        similarity = judges_needed(goal="similarity", rule=rule, **_swapped(row))
        assert (difference, similarity) == (int(row["n_difference"]), int(row["n_similarity"]))
    assert len(targets) == 5


def test_critical_counts_and_power_of_sensr():
    targets = rows("power")

    for row in targets:
        n, level, pd = int(row["n"]), float(row["alpha"]), float(row["pd"])
        smallest, largest = min_correct(n, alpha=level), max_correct(n, beta=level, pd=pd)
        assert (n + 1 if smallest is None else smallest) == int(row["min_correct_difference"])
        assert (-1 if largest is None else largest) == int(row["max_correct_similarity"])
        difference = power(n, goal="difference", alpha=level, pd=pd)
        similarity = power(n, goal="similarity", beta=level, pd=pd)
        assert difference == pytest.approx(float(row["power_difference"]), abs=1e-12)
        # sensR prints P(X = 0) where not even 0 right answers show similarity.
        expected = 0.0 if largest is None else float(row["power_similarity"])
        assert similarity == pytest.approx(expected, abs=1e-12)
    assert len(targets) == 225


def test_power_is_0_where_no_outcome_decides():
    assert power(6, goal="difference", alpha=0.001, pd=0.5) == 0.0
    assert power(6, goal="similarity", beta=0.001, pd=0.1) == 0.0


def test_power_curve_is_a_saw_tooth():
    curve = power_curve(90, 110, goal="difference", alpha=0.05, pd=0.3)

    assert [point.n for point in curve] == list(range(90, 111))
    assert curve[8].power == power(98, goal="difference", alpha=0.05, pd=0.3)
    assert curve[8].critical == 41
    assert any(b.power < a.power for a, b in pairwise(curve))
    assert power_curve(6, 6, goal="difference", alpha=0.001, pd=0.3)[0].critical is None


def test_no_plan_above_a_million():
    plan = {"goal": "difference", "alpha": 0.05, "beta": 0.05}

    assert judges_needed(pd=0.002, **plan) is None
    assert judges_needed(pd=0.002, rule="stable", **plan) is None
    assert judges_needed(pd=1e-12, rule="stable", **plan) is None
    n = judges_needed(pd=0.0025, **plan)
    assert power(n, goal="difference", alpha=0.05, pd=0.0025) >= 0.95
    assert power(n - 1, goal="difference", alpha=0.05, pd=0.0025) < 0.95


@pytest.mark.parametrize("rule", ["smallest", "stable"])
@pytest.mark.parametrize("pd", [5e-324, 1e-17, 1e-9])
def test_a_proportion_of_zero_cannot_be_planned(rule, pd):
    assert judges_needed(goal="difference", alpha=0.05, beta=0.05, pd=pd, rule=rule) is None


@pytest.mark.parametrize("rule", ["smallest", "stable"])
def test_plans_at_the_ends_of_the_risks(rule):
    plan = {"goal": "difference", "rule": rule}

    # A judge who perceives is nearly always right: the first n with 3^-n <= alpha.
    assert judges_needed(alpha=1e-9, beta=1e-9, pd=1 - 1e-12, **plan) == 19
    # With beta as good as 1 any n that can show a difference is enough.
    assert judges_needed(alpha=0.05, beta=math.nextafter(1, 0), pd=0.3, **plan) == 3
    assert judges_needed(alpha=0.05, beta=1e-300, pd=0.3, **plan) > 4000


def test_sensitivity_at_98():
    beta = sensitivity(98, goal="difference", alpha=0.05, pd=0.3)
    alpha = sensitivity(98, goal="similarity", beta=0.01, pd=0.3)
    pd = sensitivity(98, goal="difference", alpha=0.05, beta=0.01)

    assert beta == pytest.approx(1 - power(98, goal="difference", alpha=0.05, pd=0.3), abs=1e-12)
    assert alpha == pytest.approx(1 - power(98, goal="similarity", beta=0.01, pd=0.3), abs=1e-12)
    assert power(98, goal="difference", alpha=0.05, pd=pd) == pytest.approx(0.99, abs=1e-9)
    assert power(98, goal="difference", alpha=0.05, pd=pd - 1e-6) < 0.99


def test_sensitivity_follows_the_saw_tooth():
    # 98 is the smallest n for this plan; 99 is larger, and falls short of it.
    plan = {"goal": "difference", "alpha": 0.05, "pd": 0.3}

    assert sensitivity(98, **plan) <= 0.01 < sensitivity(99, **plan)


def test_sensitivity_where_nothing_is_enough():
    assert sensitivity(6, goal="difference", alpha=0.001, pd=0.5) is None
    assert sensitivity(6, goal="difference", alpha=0.001, beta=0.5) is None
    assert sensitivity(6, goal="similarity", beta=0.001, pd=0.1) is None
    assert sensitivity(3, goal="difference", alpha=0.9, beta=0.9) == 0.0


def test_options_of_98_judges():
    affordable = options(98, goal="similarity")
    combinations = {(option.pd, option.alpha, option.beta) for option in affordable}

    assert (0.3, 0.05, 0.01) in combinations
    assert (0.1, 0.05, 0.05) not in combinations
    assert all(option.power >= 1 - option.alpha for option in affordable)
    for cell in rows("paper_table1_judges"):
        combination = tuple(float(cell[name]) for name in ("pd", "alpha", "beta"))
        # Too few for the smallest n is too few; above it the saw-tooth decides.
        assert combination not in combinations or int(cell["judges"]) <= 98


def test_options_are_the_same_for_both_goals():
    for n in (6, 24, 98, 400):
        by_goal = [
            [(option.pd, option.alpha, option.beta) for option in options(n, goal=goal)]
            for goal in ("difference", "similarity")
        ]
        assert by_goal[0] == by_goal[1]


def test_goals_need_the_same_number_at_every_n():
    for n in range(1, 260):
        for alpha, beta, pd in ((0.05, 0.01, 0.3), (0.2, 0.1, 0.2), (0.01, 0.05, 0.5)):
            smallest, largest = min_correct(n, alpha=alpha), max_correct(n, beta=beta, pd=pd)
            enough = power(n, goal="difference", alpha=alpha, pd=pd) >= 1 - beta
            assert enough == (power(n, goal="similarity", beta=beta, pd=pd) >= 1 - alpha)
            meet = smallest is not None and largest is not None and smallest <= largest + 1
            assert enough == meet


def test_plans_agree_with_plain_search():
    for alpha, beta, pd in ((0.05, 0.2, 0.4), (0.2, 0.2, 0.5), (0.6, 0.3, 0.3), (0.01, 0.05, 0.9)):
        plan = {"goal": "difference", "alpha": alpha, "beta": beta, "pd": pd}
        stable = judges_needed(rule="stable", **plan)
        enough = [
            power(n, goal="difference", alpha=alpha, pd=pd) >= 1 - beta
            for n in range(1, 2 * stable + 200)
        ]
        assert judges_needed(rule="smallest", **plan) == enough.index(True) + 1
        assert stable == len(enough) - enough[::-1].index(False) + 1 if False in enough else 1


def test_large_plans_keep_their_numbers():
    # Found by stepping through every count of right answers, without leaps.
    plans = {
        (1e-9, 1e-9, 0.01, "stable"): 723298,
        (1e-20, 0.5, 0.01, "smallest"): 430384,
        (1e-20, 0.5, 0.01, "stable"): 430632,
        (0.05, 0.6, 0.001, "stable"): 971195,
        (0.9, 0.05, 0.001, "stable"): 68863,
    }
    for (alpha, beta, pd, rule), n in plans.items():
        plan = {"goal": "difference", "alpha": alpha, "beta": beta, "pd": pd, "rule": rule}
        assert judges_needed(**plan) == n
