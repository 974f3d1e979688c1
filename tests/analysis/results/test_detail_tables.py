"""The folded tables: which there are, and what they say."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import JudgeResult, StudyCounts
from analysis.recomputation.exact_tests import Repeats
from analysis.results.detail_tables import detail_tables, over_texts_table, repeats_table
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.verdict_text.statements import PLAN, REPEATS, SIMILARITY
from tests.analysis.verdict_text.test_over_texts import FOUND, LIMITS


def tables(snapshot):
    return {table.name: table for table in detail_tables(snapshot)}


def test_before_the_verdict_no_table_holds_a_test_or_an_estimate():
    assert list(tables(waiting(PLAN, 37, 15))) == ["evidence", "orders", "positions"]


def test_both_exact_tests_stand_side_by_side_with_the_papers():
    table = tables(decided(PLAN, 45))["tests"]
    difference, similarity = table.rows
    assert difference == (
        "difference at alpha 0.05",
        "confirmatory",
        "p = 0.0065",
        "41 needed",
        "shown",
        "5.9 %",
        "41 needed",
    )
    assert similarity[:5] == (
        "similarity at beta 0.01, pd 30 %",
        "exploratory",
        "p = 0.085",
        "at most 40 allowed",
        "not shown",
    )
    assert table.note == ""


def test_what_the_paper_says_otherwise_stands_below():
    table = tables(decided(PLAN, 12, 24))["tests"]
    assert [row[6] for row in table.rows] == ["12 needed", "at most 7 allowed"]
    assert table.note.count("González-Corbelle") == 2


def test_a_result_that_cannot_be_reached_is_called_so():
    [difference, similarity] = tables(decided(PLAN, 2, 2))["tests"].rows
    assert difference[3] == "not reachable needed"
    assert similarity[3] == "at most not reachable allowed"


def test_the_estimate_is_two_sided_and_calls_a_limit_at_chance_so():
    rows = tables(decided(PLAN, 20))["estimate"].rows
    assert [row[0] for row in rows] == [
        "people who perceive a difference (pd)",
        "right answers (pc)",
        "perceived distance (d′; Thurstone's model)",
    ]
    assert {row[2] for row in rows} == {"below chance"}
    assert rows[1][1] == "33.3 %"
    every = tables(decided(PLAN, 24, 24))["estimate"].rows
    assert every[2][3] == "∞"


def test_with_repeats_there_is_no_similarity_test_and_no_limit():
    snapshot = decided(REPEATS, 15)
    fit = Repeats(8, 0.2, 0.1, 0.41, None, 0.3, None)
    several = replace(
        snapshot,
        verdict=replace(snapshot.verdict, repeats=fit),
        counts=replace(snapshot.counts, judge_results=(JudgeResult(3, 6, 4),)),
    )
    found = tables(several)
    assert list(found) == ["tests", "repeats", "evidence", "judges", "orders", "positions"]
    [difference] = found["tests"].rows
    assert len(difference) == len(found["tests"].heads) == 6
    assert "limit of pd (one-sided)" not in found["tests"].heads
    assert dict(found["repeats"].rows)["how much judges differ (gamma)"] == "–"
    assert dict(found["repeats"].rows)["limits of gamma, 95 %, two-sided"] == "–"
    assert dict(found["repeats"].rows)[P_DIFFER] == "0.30"


P_DIFFER = "p, where 0.05 or less shows that judges differ"


def test_gamma_stands_with_its_limits_rounded_away_from_each_other():
    fit = Repeats(26, 0.07, 0, 0.275, 1.0, 0.15, 0.7, gamma_lower=0.1299, gamma_upper=0.991)
    assert dict(repeats_table(fit).rows)["limits of gamma, 95 %, two-sided"] == "0.12 to 1.00"


def test_p_of_judges_who_differ_is_on_the_same_side_as_in_the_sentence():
    for p, printed in ((0.0496, "0.0496"), (1e-9, "< 0.0001")):
        rows = dict(repeats_table(Repeats(8, 0.2, 0.1, 0.41, None, p, None)).rows)
        assert rows[P_DIFFER] == printed


def test_hidden_results_and_none_have_no_tables():
    assert detail_tables(replace(decided(PLAN, 45), hidden=True)) == ()
    assert detail_tables(replace(decided(PLAN, 45), counts=StudyCounts())) == ()


def over_texts(plan, **limits):
    snapshot = decided(plan, 45, 98)
    found = replace(FOUND, limits=replace(LIMITS, **limits))
    several = replace(snapshot, verdict=replace(snapshot.verdict, over_texts=found))
    return dict(tables(several)["over-texts"].rows)


def test_over_other_texts_the_details_tell_how_far_and_what_one_item_does():
    assert over_texts(PLAN) == {
        "items read": "15 (15 of Rosa, 15 of TGen)",
        "t test over items, difference": "p = 0.062",
        "degrees of freedom": "14",
        "lower limit of pc, 95 %, one-sided": "32.2 %",
        "upper limit of pc, 99 %, one-sided": "61.7 %",
        "design effect": "2.73",
        "variance of an answer": "0.2560",
        "of it, the items of its triad": "0.0228",
        "of it, what is left": "0.2332",
        "exact test without any one item": "p = 0.0004 to p = 0.11",
    }
    similar = over_texts(SIMILARITY, judge_variance=0.0208, residual_variance=0.2124)
    assert similar["t test over items, similarity, pd 30 %"] == "p = 0.062"
    assert similar["of it, its judge"] == "0.0208"
    assert similar["of it, the items of its triad"] == "0.0228"
    earlier = over_texts(PLAN, residual_variance=None)
    assert earlier["of it, each item of its triad"] == "0.0076"
    assert "of it, what is left" not in earlier
    same = over_texts(PLAN, leave_one_out_least_p=1e-9, leave_one_out_largest_p=1e-8)
    assert same["exact test without any one item"] == "p < 0.0001 each time"


@pytest.mark.parametrize(
    ("items", "judges", "said"),
    [
        (0.01, None, "Answers that share an item resemble each other. The design"),
        (
            0.0,
            0.1,
            "Answers of one judge resemble each other. No likeness was found of answers "
            "that share an item. The design",
        ),
        (
            0.01,
            0.1,
            "Answers that share an item resemble each other, and so do answers of one judge. The",
        ),
        (0.0, 0.0, "No likeness was found of answers that share an item or of one judge. The"),
    ],
)
def test_the_design_effect_names_what_it_comes_from(items, judges, said):
    limits = replace(LIMITS, item_variance=items, judge_variance=judges)
    assert over_texts_table(PLAN, FOUND, limits).note.startswith(said)


def test_without_limits_over_texts_there_is_no_table_of_them():
    snapshot = decided(PLAN, 45, 98)
    none = replace(FOUND, limits=None, none_because="few_items")
    for found in (none, None):
        verdict = replace(snapshot.verdict, over_texts=found)
        assert "over-texts" not in tables(replace(snapshot, verdict=verdict))
