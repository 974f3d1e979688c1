"""Triangle and directed triad side by side."""

import pytest

from analysis.planner import protocols
from analysis.planner.question import PlannerPlan

PLAN = PlannerPlan("difference", 0.05, 0.1, 0.3, 56)


def test_the_needs_at_a_d_prime_of_1():
    triangle, directed = protocols.needs(1.0, alpha=0.05, beta=0.1)
    assert (triangle.enough.smallest, directed.enough.smallest) == (283, 23)
    assert triangle.pc == pytest.approx(0.418046674796, abs=1e-9)
    said = protocols.sentence([triangle, directed], PLAN)
    assert said.endswith("the triangle needs 283 judges, the directed triad 23 judges.")


def test_the_d_prime_of_a_plan_gives_the_triangle_its_own_number():
    triangle, directed = protocols.needs(protocols.d_prime_of(PLAN), alpha=0.05, beta=0.1)
    assert triangle.pd == pytest.approx(0.3, abs=1e-12)
    assert triangle.enough.smallest == 53
    assert directed.enough.smallest < 15


def test_a_distance_too_small_for_a_million_judges_is_said_so():
    found = protocols.needs(0.1, alpha=0.0001, beta=0.0001)
    assert found[0].enough.smallest is None
    assert "the triangle needs more than a million judges" in protocols.sentence(found, PLAN)
    assert protocols.rows(found)[0][-1] == "–"


def test_a_study_is_planned_with_a_pd_that_holds():
    for d_prime in (0.5, 1.0, 2.0, 10.0):
        for need in protocols.needs(d_prime, alpha=0.05, beta=0.1):
            assert min(need.pd, 0.99) <= protocols.planned_pd(need) <= 0.99
