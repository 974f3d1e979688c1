"""The checks beside a running study."""

from dataclasses import replace

from analysis.overview.checks import running_checks
from analysis.recomputation.counts import Share
from studies.values.people import People
from tests.analysis.results.snapshots import counts_of, waiting
from tests.analysis.verdict_text.statements import PLAN


def found(snapshot):
    return {check.label: check.found for check in running_checks(snapshot, "answers")}


def test_each_check_says_what_it_finds():
    snapshot = waiting(PLAN, 20, 9, other_set=counts_of(18, 9))
    counts = replace(
        snapshot.counts,
        median_seconds=41.5,
        fast=3,
        excluded=2,
        people=People(began=22),
        attention=Share(22, 20),
    )
    assert found(replace(snapshot, counts=counts)) == {
        "Orders": "3 to 4 answers each",
        "Speed": "half of the answers took less than 41.5 seconds; 3 in less than 2 seconds",
        "Attention": "20 of 22 passed",
        "Exclusion": "2 of 22 judges by the rule",
    }


def test_nothing_is_found_before_the_first_answer_or_of_a_sealed_study():
    assert found(waiting(PLAN, 0, 0)) == {}
    assert found(waiting(PLAN, 20, 9, hidden=True)) == {}
    assert found(waiting(PLAN, 18, 9)) == {"Orders": "3 answers each"}


def test_orders_that_the_protocol_does_not_have_are_no_gap():
    snapshot = waiting(replace(PLAN, protocol="directed"), 20, 9)
    orders = dict.fromkeys(snapshot.counts.orders, Share(0, 0))
    orders |= dict.fromkeys(("AAB", "ABA", "BAA"), Share(7, 3))
    snapshot = replace(snapshot, counts=replace(snapshot.counts, orders=orders))
    assert found(snapshot) == {"Orders": "7 answers each"}
