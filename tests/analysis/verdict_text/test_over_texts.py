"""What a verdict says of other texts."""

import json
from dataclasses import asdict, replace

import pytest

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import NoLimits, OverTexts, TextLimits
from analysis.results.cautions import cautions
from analysis.verdict_text import ResultSnapshot, statement
from analysis.verdict_text.over_texts import one_item_carries
from tests.analysis.results.snapshots import decided as decided_on
from tests.analysis.verdict_text.statements import PLAN, SIMILARITY, given

LIMITS = TextLimits(
    p_value=0.06242618,
    pc_lower=0.32259927,
    pc_upper=0.61617624,
    design_effect=2.733,
    leave_one_out_least_p=0.00036,
    leave_one_out_largest_p=0.1098,
    se=0.0833,
    t=1.6325,
    degrees_of_freedom=14,
    item_variance=0.0076,
    judge_variance=None,
    answer_variance=0.256,
    residual_variance=0.2332,
)
FOUND = OverTexts(confounded=False, items=15, items_a=15, items_b=15, limits=LIMITS)
SENTENCE = (
    "Over other texts like these 24 (15 items) a difference is not shown (t test over items: p = "
    "0.062, above alpha 0.05). There the share of right answers (pc) is at least 32.2 % (95 %, "
    "one-sided) and at most 61.7 % (99 %, one-sided); guessing gives 33.3 %. The verdict is for "
    "these texts."
)


def decided(found, plan=PLAN, **fields):
    verdict = replace(given(plan, 46, 98), over_texts=found)
    counts = StudyCounts(counted=98, correct=46)
    return ResultSnapshot(plan=plan, counts=counts, verdict=verdict, **fields)


def none(because, **items):
    return statement(decided(replace(FOUND, limits=None, none_because=because, **items))).more


def test_p_and_limits_stand_beside_the_verdict_rounded_to_the_safe_side():
    found = statement(decided(FOUND))
    assert found.more == (SENTENCE,)
    assert SENTENCE in found.as_text().splitlines()


@pytest.mark.parametrize(
    ("plan", "p_value", "printed"),
    [
        (PLAN, 0.0500001, "p = 0.0500001, above alpha 0.05)"),
        (PLAN, 0.04999, "p = 0.04999, at most alpha 0.05)"),
        (SIMILARITY, 0.0100004, "p = 0.0100004, above beta 0.01)"),
        (PLAN, 1e-9, "p < 0.0001, at most alpha 0.05)"),
    ],
)
def test_p_is_never_rounded_across_the_risk_of_the_plans_goal(plan, p_value, printed):
    [sentence] = statement(decided(over(p_value), plan)).more
    assert f"(t test over items: {printed}." in sentence


def over(p_value, **limits):
    return replace(FOUND, limits=replace(LIMITS, p_value=p_value, **limits))


@pytest.mark.parametrize(
    ("plan", "correct", "p_value", "said"),
    [
        (PLAN, 46, 0.05, "a difference is shown too ("),
        (PLAN, 46, 0.0500001, "a difference is not shown ("),
        (PLAN, 38, 0.2, "a difference is not shown either (t test over items: p = 0.20, above"),
        (PLAN, 38, 0.04, "a difference is not shown either (t test over items: p = 0.04, which"),
        (SIMILARITY, 37, 0.01, "similarity in the sense of the plan is shown too ("),
        (SIMILARITY, 37, 0.013, "similarity in the sense of the plan is not shown ("),
        (SIMILARITY, 45, 0.5, "similarity in the sense of the plan is not shown either ("),
        (SIMILARITY, 45, 0.001, "similarity in the sense of the plan is not shown either ("),
    ],
)
def test_no_failed_test_reads_as_success(plan, correct, p_value, said):
    verdict = replace(given(plan, correct, 98), over_texts=over(p_value))
    counts = StudyCounts(counted=98, correct=correct)
    found = statement(ResultSnapshot(plan=plan, counts=counts, verdict=verdict)).more[0]
    assert f"like these 24 (15 items) {said}" in found


def test_similarity_names_what_the_plan_allows_and_the_confidence_of_each_limit():
    snapshot = decided(over(0.013, pc_lower=0.2651, pc_upper=0.5406), SIMILARITY)
    assert (
        "at least 26.5 % (95 %, one-sided) and at most 54.1 % (99 %, one-sided); the plan allows "
        "53.3 %, which is pd 30 %."
    ) in statement(snapshot).more[0]


def test_an_item_that_carries_the_verdict_is_a_caution():
    found = over(0.5, leave_one_out_largest_p=0.022)
    similar = replace(given(SIMILARITY, 37, 98), over_texts=found)
    assert one_item_carries(SIMILARITY, similar) == (
        "Leaving out one item loses the verdict: without its triads, and so with fewer answers, "
        "the exact test gives p = 0.022, above beta 0.01."
    )
    snapshot = replace(decided_on(SIMILARITY, 37, 98), verdict=similar)
    assert one_item_carries(SIMILARITY, similar) in cautions(snapshot, is_test=False)
    stands = replace(similar, over_texts=over(0.5, leave_one_out_largest_p=0.01))
    not_shown = replace(similar, outcome="not_shown")
    for verdict in (stands, not_shown, replace(similar, over_texts=None), None):
        assert one_item_carries(SIMILARITY, verdict) == ""


@pytest.mark.parametrize(
    ("because", "items", "why"),
    [
        (
            NoLimits.FEW_ITEMS,
            {"items_a": 9, "items_b": 4},
            "fewer than 5 items a subject were read (9 of Rosa, 4 of TGen)",
        ),
        (
            NoLimits.NOT_ESTIMABLE,
            {},
            "how much texts differ cannot be estimated from these answers",
        ),
        (NoLimits.EARLIER, {}, "this verdict was given before it was computed"),
        (NoLimits.TOO_MANY, {}, "to compute it from so many answers would take too long"),
        (
            NoLimits.SEQUENTIAL,
            {},
            "a sequential plan ends where its answers cross a line, and the t test over items "
            "holds only for a number of answers fixed beforehand",
        ),
    ],
)
def test_where_there_are_no_limits_the_reason_stands_in_their_place(because, items, why):
    sentence = f"Nothing is said of other texts: {why}. The verdict is for these texts."
    assert none(because, **items) == (sentence,)


def test_every_reason_has_its_words():
    for because in NoLimits:
        assert none(because)[0].startswith("Nothing is said of other texts: ")


def test_topics_that_stand_for_authors_are_warned_of_above_the_verdict():
    warning = (
        "No item has texts of both Rosa and TGen: what judges tell apart, or do not, may be the "
        "topics instead of the authors."
    )
    assert statement(decided(replace(FOUND, confounded=True))).warning == warning
    assert statement(decided(FOUND)).warning == ""
    far = ResultSnapshot(
        plan=PLAN,
        counts=StudyCounts(counted=98, correct=20),
        verdict=replace(given(PLAN, 20, 98), over_texts=replace(FOUND, confounded=True)),
    )
    assert statement(far).warning.startswith("Fewer right answers than guessing gives")
    assert statement(far).warning.endswith(f" {warning}")


def test_hidden_results_say_nothing_of_other_texts():
    found = statement(decided(replace(FOUND, confounded=True), hidden=True)).as_text()
    assert "texts" not in found


def test_what_is_stored_is_read_back():
    for found in (FOUND, replace(FOUND, limits=None, none_because=NoLimits.FEW_ITEMS)):
        read = OverTexts.from_json(json.loads(json.dumps(asdict(found))))
        assert read == found
        assert read.none_because is found.none_because


def test_what_earlier_versions_called_residual_is_the_variance_of_an_answer():
    earlier = asdict(FOUND)
    earlier["limits"]["residual_variance"] = earlier["limits"].pop("answer_variance")
    read = OverTexts.from_json(earlier).limits
    assert read == replace(LIMITS, answer_variance=0.256, residual_variance=None)
