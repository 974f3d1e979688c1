"""The two exact tests against values computed by others."""

import pytest

from analysis.stats import (
    below_chance,
    difference_test,
    max_correct,
    min_correct,
    similarity_test,
)


def test_panel_of_the_paper_is_similar():
    result = similarity_test(36, 98, beta=0.01, pd=0.3)

    assert result.p_value == pytest.approx(0.000695, abs=5e-7)
    assert result.pd_upper == pytest.approx(0.2340, abs=5e-5)
    assert result.paper_pd_upper == pytest.approx(0.2212, abs=5e-5)
    assert (result.similar, result.max_correct) == (True, 40)
    assert max_correct(98, beta=0.01, pd=0.2) == 33
    assert similarity_test(36, 98, beta=0.05, pd=0.3).pd_upper == pytest.approx(0.1822, abs=5e-5)


def test_difference_at_98_needs_41():
    result = difference_test(45, 98, alpha=0.05)

    assert (result.significant, result.min_correct, result.evidence) == (True, 41, "strong")
    assert result.p_value == pytest.approx(0.006461, abs=5e-7)
    assert result.pd_lower == pytest.approx(0.05967, abs=5e-6)
    assert difference_test(42, 98, alpha=0.05).p_value == pytest.approx(0.0309, abs=5e-5)
    assert similarity_test(42, 98, beta=0.01, pd=0.3).pd_upper == pytest.approx(0.3263, abs=5e-5)
    assert min_correct(1000, alpha=0.05) == 359


def test_thirteen_of_24_by_both_formulas():
    result = difference_test(13, 24, alpha=0.05)

    assert result.pd_lower == pytest.approx(0.0363, abs=5e-5)
    assert result.paper_pd_lower == pytest.approx(0.0623, abs=5e-5)
    assert (result.min_correct, result.paper_min_correct) == (13, 12)


def test_far_below_chance():
    assert below_chance(20, 98) == pytest.approx(0.0035, abs=5e-5)
