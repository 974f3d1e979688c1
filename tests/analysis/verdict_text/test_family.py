"""Beside a verdict: whether it holds in the family, or what that waits for."""

from dataclasses import replace

from analysis.recomputation.counts import StudyCounts
from analysis.verdict_text import FamilyResult, ResultSnapshot, statement
from analysis.verdict_text.family import family_sentence
from tests.analysis.verdict_text.statements import PLAN, given

FAMILY = FamilyResult(name="Weather", size=4, ended=4, p_adjusted=0.0259, level=0.05)
WAITING = FamilyResult(name="Weather", size=4, ended=2)


def test_no_family_no_sentence():
    assert family_sentence("difference", None) == ""


def test_a_difference_that_holds_and_one_that_does_not():
    assert family_sentence("difference", FAMILY) == (
        "One of 4 studies of the family “Weather”: with Holm's correction its difference is shown "
        "(adjusted p = 0.026, level 0.05)."
    )
    more = replace(FAMILY, p_adjusted=0.0504)
    assert family_sentence("similarity", more) == (
        "One of 4 studies of the family “Weather”: with Holm's correction its similarity is not "
        "shown (adjusted p = 0.0504, level 0.05)."
    )
    assert "adjusted p > 0.99" in family_sentence("difference", replace(FAMILY, p_adjusted=1.0))


def test_it_waits_until_all_have_ended():
    assert family_sentence("difference", WAITING) == (
        "One of 4 studies of the family “Weather”. Holm's correction waits until all of them have "
        "ended and may be read: 2 have so far."
    )
    one = family_sentence("difference", replace(WAITING, ended=1, unseen=1))
    assert one.endswith("1 has so far. You cannot read 1 of the others, or not yet.")
    two = family_sentence("difference", replace(WAITING, unseen=2))
    assert two.endswith("You cannot read 2 of the others, or not yet.")


def test_it_stands_beside_the_verdict_which_stays_the_plans():
    snapshot = ResultSnapshot(
        plan=PLAN,
        counts=StudyCounts(counted=98, correct=45),
        verdict=given(PLAN, 45, 98),
        family=replace(FAMILY, p_adjusted=0.2),
    )
    told = statement(snapshot)
    assert told.sentence.startswith("Judges like these can tell")
    assert any("its difference is not shown (adjusted p = 0.2" in line for line in told.more)
    assert statement(replace(snapshot, verdict=None)).more
    assert statement(replace(snapshot, hidden=True)).more == ()
