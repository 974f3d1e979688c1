"""Which studies may stand side by side, and what they say together."""

from dataclasses import replace
from itertools import combinations

import pytest
from scipy.stats import fisher_exact

from analysis.comparison.compare import (
    MOST_PAIRS,
    SEVERAL_PROTOCOLS,
    SEVERAL_QUESTIONS,
    AmongPeople,
    Candidate,
    ComparedStudy,
    caution,
    compared_studies,
    d_prime_text,
    joint_result,
    pd_text,
    why_not,
    why_not_pooled,
)
from analysis.comparison.shared import Shared
from analysis.models import Verdict
from analysis.number_format import p_cell, p_text
from analysis.recomputation.exact_tests import Repeats
from analysis.stats import d_prime_from_pc, estimate
from studies.models import Study


def study(title="rain", correct=20, **fields):
    found = Study(title=title, method="fixed", **fields)
    found.verdict = Verdict(counted=30, correct=correct)
    return found


def compared(*counts):
    return [
        ComparedStudy(study(str(place)), correct, counted, estimate(correct, counted))
        for place, (correct, counted) in enumerate(counts)
    ]


def test_only_verdicts_at_a_fixed_number_are_compared():
    assert why_not(study()) == ""
    sequential = study()
    sequential.method = "sequential"
    assert why_not(sequential).startswith("sequential")
    assert why_not(Study(method="fixed")) == "no verdict yet"


def test_what_is_not_chosen_or_may_not_stand_there_is_left_out():
    found = [
        Candidate(study("b", opened_at=2), chosen=True, why_not=""),
        Candidate(study("a", opened_at=1), chosen=True, why_not=""),
        Candidate(study("c", opened_at=3), chosen=False, why_not=""),
        Candidate(study("d", opened_at=4), chosen=True, why_not="no verdict yet"),
    ]
    assert [one.study.title for one in compared_studies(found)] == ["a", "b"]


def test_fewer_than_two_say_nothing_together():
    assert joint_result(compared((20, 30))) is None
    assert joint_result([]) is None


def test_three_are_tested_together_and_two_by_two():
    joint = joint_result(compared((18, 30), (11, 30), (15, 30)))
    assert joint.common.pd.value == estimate(44, 90).pd.value
    assert [(pair.first, pair.second) for pair in joint.pairs] == [
        ("0", "1"),
        ("0", "2"),
        ("1", "2"),
    ]
    assert joint.sentence.startswith("No difference between these studies was shown (p = 0.22).")


def test_a_value_that_the_test_refutes_is_not_given():
    """37 and 61 right of 98 were told to share pd 25.0 % beside p = 0.0006."""
    joint = joint_result(compared((37, 98), (61, 98)))
    expected = fisher_exact([[37, 61], [61, 37]]).pvalue
    assert joint.tested.exact
    assert joint.tested.p_value == pytest.approx(expected, rel=1e-9)
    assert joint.common is None
    assert joint.sentence == (
        f"These studies differ ({p_text(expected)}): no one value of pd or d′ describes them all."
    )
    assert joint.test.startswith("Tested by Fisher's exact test")
    for many in (compared((370, 980), (610, 980)), compared(*[(37, 98)] * 4)):
        assert "an approximation, since there are too many studies or" in joint_result(many).test


def test_pairs_are_shown_of_a_few_studies_only():
    assert joint_result(compared((20, 30), (11, 30))).pairs == ()
    assert len(joint_result(compared(*[(20, 30)] * 10)).pairs) == MOST_PAIRS
    assert joint_result(compared(*[(20, 30)] * 11)).pairs == ()


def test_limits_at_chance_are_called_so():
    none = estimate(2, 30)
    assert pd_text(none.pd) == "0.0 % (below chance to below chance)"
    assert d_prime_text(none.d_prime) == "0.00 (below chance to below chance)"
    every = estimate(30, 30)
    assert d_prime_text(every.d_prime).endswith(" to ∞)")


def test_the_same_judges_share_a_value_only_where_that_is_wanted():
    two = compared((20, 30), (11, 30))
    assert joint_result(two, same_judges=1) is None
    assert joint_result(two, same_judges=1, pooled_all_the_same=True) == joint_result(two)
    assert why_not_pooled(two, 1).startswith("1 judge took part in more than one")


def test_what_is_shared_is_said_in_words():
    none, items, some, same = (
        Shared(texts, shared, items).sentences[0]
        for texts, shared, items in ((96, 0, 0), (96, 0, 1), (90, 30, 24), (48, 48, 24))
    )
    assert none.startswith("Same texts: none is in more than one of these studies. A difference")
    assert "these studies, but 1 item of the same name." in items
    assert "30 of 90 different texts" in some
    assert "people, of what was asked, or between the texts that are not shared." in some
    assert "all 48 different texts" in same
    assert "is then one of people or of what was asked." in same


@pytest.mark.parametrize("protocol", ["triangle", "directed"])
def test_judges_who_repeat_have_the_limits_of_their_model_and_no_part_in_what_is_shared(protocol):
    found = AmongPeople.of(Repeats(9, 0.3, 0, 0.6, 0.2, 0.1, None), protocol)
    assert (found.d_prime.lower, found.pd.upper) == (0, 0.6)
    assert found.d_prime.value == d_prime_from_pc(1 / 3 + 0.2, protocol=protocol)
    again = ComparedStudy(study(evaluations_per_judge=3, subject_a="x"), 20, 30, found)
    two = compared((20, 30), (11, 30))
    assert joint_result([*two, again]) == joint_result(two)
    assert joint_result([again, two[0]]) is None
    assert why_not_pooled([*two, again]) == ""


def directed(correct, counted, question="Which one was written by a machine?"):
    one = study(protocol="directed", question=question)
    return ComparedStudy(one, correct, counted, estimate(correct, counted, protocol="directed"))


def test_studies_of_several_protocols_share_no_value_and_are_not_tested():
    both = [*compared((20, 30)), directed(20, 30)]
    assert joint_result(both) is None
    assert caution(both) == SEVERAL_PROTOCOLS


def test_directed_studies_share_the_distance_of_the_directed_triad():
    two = [directed(18, 30), directed(13, 30)]
    joint = joint_result(two)
    assert joint.common.d_prime == estimate(31, 60, protocol="directed").d_prime
    assert caution(two) == ""


def test_directed_studies_with_different_questions_are_cautioned_about():
    assert caution([directed(20, 30), directed(11, 30, "Which one is sad?")]) == SEVERAL_QUESTIONS
    assert caution([directed(20, 30)]) == caution(compared((20, 30), (11, 30))) == ""


def test_a_pair_that_differs_for_certain_has_no_p_of_zero():
    joint = joint_result(compared((300, 300), (100, 300), (100, 300)))
    assert [(pair.p_value, pair.p_adjusted) for pair in joint.pairs] == [
        ("< 0.0001", "< 0.0001"),
        ("< 0.0001", "< 0.0001"),
        ("> 0.99", "> 0.99"),
    ]


def test_each_pair_of_three_has_its_difference_its_p_and_the_adjusted_one():
    """By Holm: the least of three p is multiplied by three, the next by two, and none falls."""
    joint = joint_result(compared((25, 30), (11, 30), (15, 30)))
    right = (25, 11, 15)
    by_pair = {
        (a, b): fisher_exact([[right[a], right[b]], [30 - right[a], 30 - right[b]]]).pvalue
        for a, b in combinations(range(3), 2)
    }
    adjusted, least = {}, 0.0
    for place, (pair, p_value) in enumerate(sorted(by_pair.items(), key=lambda one: one[1])):
        least = min(1.0, max(least, (3 - place) * p_value))
        adjusted[pair] = least
    assert len({p_cell(value) for value in adjusted.values()}) == 3
    for shown in joint.pairs:
        key = int(shown.first), int(shown.second)
        assert shown.p_value == p_cell(by_pair[key])
        assert shown.p_adjusted == p_cell(adjusted[key])
        first, second = (compared((25, 30), (11, 30), (15, 30))[place] for place in key)
        distance = first.found.d_prime.value - second.found.d_prime.value
        assert shown.difference == f"{distance:.2f}".replace("-", "−")
    assert joint.pairs[0].p_value != joint.pairs[0].p_adjusted


def test_the_common_value_is_that_of_all_answers():
    joint = joint_result(compared((18, 30), (14, 30), (15, 30)))
    assert (joint.common.correct, joint.common.n) == (47, 90)
    assert joint.pd == pd_text(estimate(47, 90).pd)
    assert joint.d_prime == d_prime_text(estimate(47, 90).d_prime)
    assert f"it is pd {joint.pd}, d′ {joint.d_prime}." in joint.sentence


def test_limits_are_rounded_to_the_safe_side():
    between = replace(estimate(20, 30).pd, value=0.43249, lower=0.12391, upper=0.65411)
    assert pd_text(between) == "43.2 % (12.3 % to 65.5 %)"
