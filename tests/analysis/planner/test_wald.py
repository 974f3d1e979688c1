"""What a sequential plan of the same risks costs."""

import math

import pytest

from analysis.planner import summary, wald
from analysis.planner.question import PlannerPlan
from analysis.planner.rules import judges_enough
from analysis.stats import sprt_characteristics
from studies.models import Study
from studies.workbench.forms.study.number import proposed_evaluations
from tests.analysis.planner.plans import GOALS, PAPER


def test_the_cost_of_a_sequential_plan_is_exact():
    cost = wald.sequential_cost(PAPER, 98)
    assert (cost.exact, cost.maximum) == (True, 196)
    for case in cost.cases:
        end = sprt_characteristics(alpha=0.05, beta=0.01, pd=0.3, true_pd=case.true_pd, maximum=196)
        assert case.expected == end.expected_answers
        assert math.isclose(case.difference + case.similarity + case.no_verdict, 1)
    assert [case.true_pd for case in cost.cases] == [0, 0.15, 0.3]
    assert summary.sequential_warnings(cost) == []


def test_real_risks_above_the_nominal_are_said_with_the_exact_ones():
    plan = PlannerPlan("difference", 0.1, 0.2, 0.5, 12)
    cost = wald.sequential_cost(plan, 12)
    assert cost.false_alarm == pytest.approx(0.1099, abs=1e-4)
    assert summary.sequential_warnings(cost) == [
        "The real risk of claiming a difference that is not there is 0.11, more than alpha 0.1: "
        "counts jump over Wald's lines. Plan with a smaller alpha."
    ]


def test_a_plan_too_long_for_exact_risks_gets_an_approximation_and_says_so():
    plan = PlannerPlan("difference", 0.05, 0.05, 0.02, 13620)
    cost = wald.sequential_cost(plan, 13620)
    assert (cost.exact, cost.false_alarm, len(cost.cases)) == (False, None, 2)
    exact = sprt_characteristics(alpha=0.05, beta=0.05, pd=0.02, true_pd=0, maximum=27240)
    assert cost.cases[0].expected == pytest.approx(exact.expected_answers, rel=0.05)
    assert "Wald's approximation" in summary.sequential(cost, 13620)[1]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("risks", [(0.2, 0.2, 0.5), (0.05, 0.01, 0.3), (0.05, 0.05, 0.01)])
def test_the_largest_number_is_the_one_that_a_new_study_would_propose(goal, risks):
    alpha, beta, pd = risks
    study = Study(goal=goal, method="sequential", alpha=alpha, beta=beta, pd=pd)
    smallest = judges_enough(alpha, beta, pd).smallest
    assert wald.largest_number(goal, smallest) == proposed_evaluations(study, each=1)


def test_a_long_plan_warns_of_no_risks_since_none_is_computed():
    cost = wald.sequential_cost(PlannerPlan("difference", 0.05, 0.05, 0.02, 13620), 13620)
    assert (cost.false_alarm_exceeds, cost.missed_exceeds) == (False, False)
    assert summary.sequential_warnings(cost) == []
