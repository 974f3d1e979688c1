"""Compliancy of B as an imitation of A, beside A's own texts."""

import numpy as np
import pytest

from analysis.companions.compliancy import Compliancy, compliancy

NONE = float("nan")


def of(items, context, pair, style):
    checks = (np.array(values, dtype=float) for values in (context, pair, style))
    return compliancy(items, **dict(zip(("context", "pair", "style"), checks, strict=True)))


def test_each_check_and_all_three_are_shares_of_items():
    found = of("abcd", [1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 1, 0])
    assert found == Compliancy(4, 0.75, 0.5, 0.5, 0.25)


def test_an_item_with_several_texts_counts_once():
    assert of("aaab", [1, 1, 1, 0], [1, 1, 0, 0], [1, 0, 0, 0]) == Compliancy(
        2, 0.5, pytest.approx(1 / 3), pytest.approx(1 / 6), pytest.approx(1 / 6)
    )


def test_items_without_a_counterpart_are_left_out():
    assert of("ab", [1, 1], [1, NONE], [1, 0]) == Compliancy(1, 1, 1, 1, 1)


def test_without_contexts_two_checks_are_left():
    assert of("ab", [NONE, NONE], [1, 0], [1, 1]) == Compliancy(2, None, 0.5, 1, None)


def test_without_texts_there_is_nothing():
    assert of("", [], [], []) == Compliancy(0, None, None, None, None)


def test_lists_of_different_length_are_refused():
    with pytest.raises(ValueError, match="each text"):
        of("ab", [1], [1, 1], [1, 1])
