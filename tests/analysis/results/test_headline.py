"""The four numbers: what the verdict rests on, or what may be watched before it."""

from dataclasses import replace

import pytest

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import Repeats
from analysis.results.headline import four_numbers
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.verdict_text.statements import PLAN, REPEATS, SIMILARITY


def shown(snapshot):
    return {number.label: (number.value, number.note) for number in four_numbers(snapshot)}


def test_a_difference_plan_shows_its_own_test_and_its_lower_limit():
    assert shown(decided(PLAN, 45)) == {
        "Right": ("45 of 98", "45.9 %; guessing gives 33.3 %"),
        "p": ("0.0065", "difference test, exact"),
        "Lower limit of pd": ("5.9 %", "95 %, one-sided"),
        "Perceived distance (d′)": (
            "1.25",
            "how far apart the texts seem, by Thurstone's model; 0 at or below chance",
        ),
    }


def test_a_similarity_plan_shows_its_own_test_and_its_upper_limit():
    found = shown(decided(SIMILARITY, 33))
    assert found["p"][1] == "similarity test, exact"
    assert found["Upper limit of pd"][1] == "99 %, one-sided; the plan allows 30 %"


@pytest.mark.parametrize(
    ("plan", "label"), [(PLAN, "Lower limit of pd"), (SIMILARITY, "Upper limit of pd")]
)
def test_a_limit_below_chance_is_no_percentage(plan, label):
    assert shown(decided(plan, 18))[label][0] == "below chance"


def test_before_a_verdict_there_are_only_numbers_that_may_be_watched():
    found = shown(waiting(PLAN, 37, 15))
    assert list(found) == [
        "Right",
        "Evidence of a difference",
        "Evidence of similarity",
        "Confidence sequence of pd",
    ]
    assert "one-sided" not in str(found)


@pytest.mark.parametrize(("correct", "value"), [(9, "below chance"), (33, "up to "), (80, "–")])
def test_an_end_of_the_confidence_sequence_below_chance_is_called_so(correct, value):
    assert value in shown(waiting(PLAN, 98, correct))["Confidence sequence of pd"][0]


def test_with_repeats_similarity_and_sequence_are_not_defined():
    found = shown(waiting(REPEATS, 24, 12))
    assert found["Evidence of similarity"] == ("–", "not defined where judges repeat")
    assert found["Confidence sequence of pd"][0] == "–"


def test_with_repeats_the_estimate_is_the_beta_binomial_one():
    snapshot = decided(REPEATS, 15)
    assert shown(snapshot)["Estimate of pd"] == ("–", "one judge gives no estimate for people")
    fit = Repeats(8, 0.2, 0.1, 0.41, 0.3, 0.3, 1.2)
    several = replace(snapshot, verdict=replace(snapshot.verdict, repeats=fit))
    assert shown(several)["Estimate of pd"] == (
        "20.0 %",
        "beta-binomial, 10.0–41.0 % (95 %, two-sided)",
    )
    assert shown(several)["Perceived distance (d′)"][0] == "1.20"


def test_hidden_results_and_none_show_nothing():
    assert four_numbers(replace(decided(PLAN, 45), hidden=True)) == ()
    assert four_numbers(replace(waiting(PLAN, 6, 2), counts=StudyCounts())) == ()
