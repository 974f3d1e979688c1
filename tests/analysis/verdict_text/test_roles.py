"""What is confirmatory, and what is not, in each state of a study."""

from dataclasses import replace

from analysis.verdict_text.roles import roles
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.verdict_text.statements import PLAN


def test_the_verdict_alone_is_confirmatory():
    told = roles(decided(PLAN, 45))
    assert told.startswith(f"Confirmatory: the verdict by the exact {PLAN.goal} test")
    assert told.endswith("Exploratory: all else.")


def test_a_sequential_plan_names_walds_test():
    plan = replace(PLAN, method="sequential")
    assert "Only the verdict by Wald's sequential test" in roles(waiting(plan, 3, 1))


def test_before_the_verdict_it_is_said_what_will_be():
    assert roles(waiting(PLAN, 37, 15)).startswith("Only the verdict by")


def test_without_a_verdict_to_come_all_is_exploratory():
    for lost in ({"closed": True}, {"raised_from": 24}):
        assert roles(waiting(PLAN, 37, 15, **lost)).startswith("Exploratory: all numbers")


def test_nothing_is_said_of_drafts_and_hidden_results():
    assert roles(waiting(PLAN, 0, 0, opened=False)) == ""
    assert roles(waiting(PLAN, 37, 15, hidden=True)) == ""
