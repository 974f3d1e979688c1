"""The gap, and the plan that fills it."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from analysis.planner.answers import answer, rounded_up
from analysis.planner.question import PlannerPlan, PlannerQuestion
from analysis.planner.rules import judges_enough
from analysis.stats import power
from tests.analysis.planner.plans import FALSE_ALARM, GOALS, MISSED, asked


def keeps_both_risks(plan):
    """By the two tests themselves, at this very number."""
    shown = power(plan.n, goal="difference", alpha=plan.alpha, pd=plan.pd)
    similar = power(plan.n, goal="similarity", beta=plan.beta, pd=plan.pd)
    return 1 - shown <= plan.beta * (1 + 1e-9) and 1 - similar <= plan.alpha * (1 + 1e-9)


@pytest.mark.parametrize("goal", GOALS)
def test_the_papers_plan_needs_98_judges_for_either_goal(goal):
    found = asked(goal, alpha=0.05, beta=0.01, pd=0.3)
    assert (found.value, found.plan) == (98, PlannerPlan(goal, 0.05, 0.01, 0.3, 98))


def test_the_best_third_is_the_exact_one_at_this_number():
    # Of 98 judges 41 right show a difference at alpha 0.05.
    assert asked(beta=0.01, pd=0.3, n=98).value == pytest.approx(FALSE_ALARM)
    assert asked(alpha=0.05, pd=0.3, n=98).value == pytest.approx(MISSED)
    best = asked(alpha=0.05, beta=0.01, n=98).value
    assert binom.cdf(40, 98, 1 / 3 + 2 / 3 * best) == pytest.approx(0.01)


@given(
    goal=st.sampled_from(GOALS),
    name=st.sampled_from(["alpha", "beta", "pd"]),
    alpha=st.floats(0.0001, 0.4999),
    beta=st.floats(0.0001, 0.4999),
    pd=st.floats(0.01, 0.99),
    n=st.integers(1, 1_000_000) | st.integers(1, 300),
)
@settings(max_examples=150, deadline=None)
def test_every_plan_keeps_both_risks_though_its_third_was_rounded(goal, name, alpha, beta, pd, n):
    given_three = {"alpha": alpha, "beta": beta, "pd": pd, name: None}
    found = answer(PlannerQuestion(goal, n=n, **given_three))
    assert (found.plan is None) != (found.trouble is None)
    if found.plan:
        assert keeps_both_risks(found.plan)
        assert getattr(found.plan, name) >= found.value
        enough = judges_enough(found.plan.alpha, found.plan.beta, found.plan.pd)
        assert enough.smallest <= n


def test_rounded_up_never_rounds_down():
    assert rounded_up(0.0484362) == 0.04844
    assert rounded_up(0.05) == 0.05001  # the float lies above the decimal
    assert rounded_up(0.25) == 0.25
    assert rounded_up(0.0) == 0.0
