"""Every sentence of the verdict of a sequential plan."""

from dataclasses import replace

from analysis.recomputation.counts import Share, StudyCounts
from analysis.verdict_text import GivenVerdict, ResultSnapshot, WaldTest, statement
from analysis.verdict_text.snapshot import SequentialEstimate
from tests.analysis.verdict_text.statements import CAVEAT, SEQUENTIAL

ESTIMATE = SequentialEstimate(pc=0.5046, pc_lower=0.3306, pc_upper=0.6729, p_value=0.0269)


def sequential(
    outcome,
    correct,
    counted,
    counts=None,
    estimate=None,
    plan=SEQUENTIAL,
    risk_difference=0.04104,
):
    verdict = GivenVerdict(
        outcome=outcome,
        counted=counted,
        correct=correct,
        judges=counted,
        texts=24,
        wald=WaldTest(14, 22, risk_difference=risk_difference, risk_similarity=0.04288),
        estimate=estimate,
    )
    counts = counts or StudyCounts(counted=counted, correct=correct)
    return statement(ResultSnapshot(plan=plan, counts=counts, verdict=verdict))


def test_sequential_difference():
    text = sequential("difference", 22, 42)
    assert text.sentence == (
        "Judges like these can tell these texts of Rosa and TGen apart: decided after 42 answers, "
        "22 right (Wald's line: 22; alpha 0.05, beta 0.05, pd 30 %; exact risk of this plan 0.041)."
    )
    # No limit is given, so none is explained.
    assert (text.caveat, text.more) == ("", ())


def test_estimate_after_a_sequential_end_has_limits_that_are_explained():
    text = sequential("difference", 22, 42, estimate=ESTIMATE)
    assert text.more == (
        "Estimate after a sequential end: 25.7 % of people perceive a difference (up to 51.0 %, "
        "two-sided 95 % limits by stagewise ordering; for a difference p = 0.027).",
    )
    assert text.caveat == CAVEAT


def test_risk_and_p_after_a_sequential_end_stay_on_their_side_of_the_plans_risks():
    estimate = replace(ESTIMATE, p_value=0.1504)
    plan = replace(SEQUENTIAL, alpha=0.15)
    text = sequential("difference", 22, 42, estimate=estimate, plan=plan, risk_difference=0.1504)
    assert "exact risk of this plan 0.1504" in text.sentence
    assert "for a difference p = 0.1504)" in text.more[0]


def test_one_answer_and_a_risk_too_small_to_print():
    text = sequential("difference", 1, 1, risk_difference=0.00003)
    assert "decided after 1 answer, 1 right" in text.sentence
    assert "exact risk of this plan < 0.0001" in text.sentence


def test_sequential_similarity():
    assert sequential("similarity", 14, 41).sentence == (
        "These texts of Rosa and TGen are similar in the sense of the plan: decided after 41 "
        "answers, 14 right (Wald's line: 14; exact risk at pd 30 %: 0.043)."
    )


def test_sequential_plan_that_ends_early_is_not_called_too_few():
    assert sequential("difference", 8, 8).more == ()


def test_sequential_largest_number():
    text = sequential("none", 80, 200)
    assert text.as_text() == (
        "No verdict: the plan's largest number of 200 answers was reached between the lines."
    )


def test_sequential_answers_in_flight_are_after_the_verdict():
    counts = StudyCounts(counted=44, correct=23, after_verdict=Share(2, 1))
    assert sequential("difference", 22, 42, counts).more == (
        "2 answers came after the verdict (1 right) and do not alter it.",
    )


def test_sequential_far_below_chance_gives_no_probability():
    assert sequential("similarity", 3, 30).warning == (
        "Fewer right answers than guessing gives (3 of 30). Check the key, the orders and what "
        "the page gives away before using this result."
    )
