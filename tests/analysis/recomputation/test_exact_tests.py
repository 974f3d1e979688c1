"""The exact tests as a verdict stores them. No database."""

import json
from dataclasses import replace

import pytest

from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.stats import difference_test, similarity_test

PLAN = Plan("similarity", "fixed", 0.05, 0.01, 0.3, 98, "A", "B")


def test_both_tests_are_those_of_the_statistics() -> None:
    tests = ExactTests.of(PLAN, 36, 98)
    assert tests.similarity is not None
    assert tests.difference.p_value == difference_test(36, 98, alpha=0.05).p_value
    assert tests.similarity.p_value == similarity_test(36, 98, beta=0.01, pd=0.3).p_value
    assert (tests.difference.significant, tests.similarity.similar) == (False, True)


def test_with_repeats_there_is_no_test_of_similarity() -> None:
    assert ExactTests.of(replace(PLAN, evaluations_per_judge=6), 36, 98).similarity is None


@pytest.mark.parametrize("per_judge", [1, 6])
@pytest.mark.parametrize(("correct", "counted"), [(0, 1), (1, 1), (36, 98), (10_000, 10_000)])
def test_tests_survive_json_which_has_no_infinity(
    correct: int, counted: int, per_judge: int
) -> None:
    tests = ExactTests.of(replace(PLAN, evaluations_per_judge=per_judge), correct, counted)
    stored = json.dumps(tests.as_json(), allow_nan=False)
    assert ExactTests.from_json(json.loads(stored)) == tests


def test_a_limit_of_similarity_may_lie_below_chance() -> None:
    few, many = ExactTests.of(PLAN, 5, 98).similarity, ExactTests.of(PLAN, 60, 98).similarity
    assert few is not None
    assert many is not None
    assert (few.below_chance, many.below_chance) == (True, False)
