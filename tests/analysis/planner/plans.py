"""The paper's plan, and its risks by another hand."""

from scipy.stats import binom

from analysis.planner.answers import answer
from analysis.planner.question import PlannerPlan, PlannerQuestion

PAPER = PlannerPlan("similarity", 0.05, 0.01, 0.3, 98)
# P(X >= 41 | 1/3) and P(X <= 40 | 1/3 + 2/3 pd).
FALSE_ALARM = binom.sf(40, 98, 1 / 3)
MISSED = binom.cdf(40, 98, 1 / 3 + 0.2)
GOALS = ("difference", "similarity")


def asked(goal="difference", *, alpha=None, beta=None, pd=None, n=None):
    return answer(PlannerQuestion(goal, alpha, beta, pd, n))
