"""The two exact tests against the paper's tables, sensR and exact arithmetic."""

import math
from itertools import pairwise

import mpmath
import pytest

from analysis.stats import (
    below_chance,
    difference_test,
    evidence,
    max_correct,
    min_correct,
    similarity_test,
)
from tests.analysis.stats.reference import rows


def test_table_2_of_the_paper_in_all_95_cells():
    cells = rows("paper_table2_min_correct")

    for cell in cells:
        expected = int(cell["min_correct"]) if cell["min_correct"] else None
        assert min_correct(int(cell["n"]), alpha=float(cell["alpha"])) == expected, cell
    assert len(cells) == 95


def test_printed_formula_of_table_2_is_one_too_low_in_55_cells():
    gaps = []
    for cell in rows("paper_table2_min_correct"):
        n, alpha = int(cell["n"]), float(cell["alpha"])
        exact = min_correct(n, alpha=alpha) or n + 1
        gaps.append(exact - difference_test(0, n, alpha=alpha).paper_min_correct)

    assert (gaps.count(0), gaps.count(1)) == (40, 55)


def test_table_3_of_the_paper_in_all_100_cells():
    cells = rows("paper_table3_max_correct")

    for cell in cells:
        expected = int(cell["max_correct"]) if cell["max_correct"] else None
        n, beta, pd = int(cell["n"]), float(cell["beta"]), float(cell["pd"])
        assert max_correct(n, beta=beta, pd=pd) == expected, cell
    assert len(cells) == 100


def test_printed_formula_of_table_3_differs_in_58_cells():
    differing = 0
    for cell in rows("paper_table3_max_correct"):
        n, beta, pd = int(cell["n"]), float(cell["beta"]), float(cell["pd"])
        result = similarity_test(0, n, beta=beta, pd=pd)
        differing += result.paper_max_correct != result.max_correct

    assert differing == 58


def test_paper_max_correct_is_the_last_count_from_0_with_a_limit_below_pd():
    for n in (1, 2, 7, 18, 98):
        for beta, pd in ((0.05, 0.3), (0.001, 0.05), (0.2, 0.9), (0.7, 0.3)):
            limits = [similarity_test(x, n, beta=beta, pd=pd).paper_pd_upper for x in range(n + 1)]
            counted = next((x for x, limit in enumerate(limits) if limit >= pd), n + 1) - 1
            assert similarity_test(0, n, beta=beta, pd=pd).paper_max_correct == counted


def test_panel_of_the_paper_is_similar():
    result = similarity_test(36, 98, beta=0.01, pd=0.3)

    assert result.p_value == pytest.approx(0.000695, abs=5e-7)
    assert result.pd_upper == pytest.approx(0.2340, abs=5e-5)
    assert result.paper_pd_upper == pytest.approx(0.2212, abs=5e-5)
    assert (result.similar, result.max_correct, result.evidence) == (True, 40, "very strong")
    assert max_correct(98, beta=0.01, pd=0.2) == 33
    assert similarity_test(36, 98, beta=0.05, pd=0.3).pd_upper == pytest.approx(0.1822, abs=5e-5)


def test_difference_at_98_needs_41():
    result = difference_test(45, 98, alpha=0.05)

    assert (result.significant, result.min_correct, result.evidence) == (True, 41, "strong")
    assert result.p_value == pytest.approx(0.006461, abs=5e-7)
    assert result.pd_lower == pytest.approx(0.05967, abs=5e-6)
    assert difference_test(42, 98, alpha=0.05).p_value == pytest.approx(0.0309, abs=5e-5)
    assert similarity_test(42, 98, beta=0.01, pd=0.3).pd_upper == pytest.approx(0.3263, abs=5e-5)


def test_thirteen_of_24_by_both_formulas():
    result = difference_test(13, 24, alpha=0.05)

    assert result.pd_lower == pytest.approx(0.0363, abs=5e-5)
    assert result.paper_pd_lower == pytest.approx(0.0623, abs=5e-5)
    assert (result.min_correct, result.paper_min_correct) == (13, 12)


def test_fewer_right_than_guessing_gives():
    assert below_chance(20, 98) == pytest.approx(0.0035, abs=5e-5)
    assert similarity_test(20, 98, beta=0.01, pd=0.3).pd_upper == 0.0
    assert similarity_test(20, 98, beta=0.01, pd=0.3).pd_upper_uncut < 0


def test_limit_below_chance_is_cut_and_kept_uncut():
    result = difference_test(36, 98, alpha=0.05)

    assert result.pd_lower == 0.0
    # The limit is the pc at which so many right answers, or more, have probability alpha.
    pc = 1 / 3 + 2 / 3 * result.pd_lower_uncut
    with mpmath.workdps(30):
        assert _sum_of_terms(range(36, 99), 98, mpmath.mpf(pc)) == pytest.approx(0.05, abs=1e-12)


def test_unreachable_verdicts_are_none():
    assert min_correct(6, alpha=0.001) is None
    assert min_correct(7, alpha=0.001) == 7
    assert max_correct(6, beta=0.001, pd=0.1) is None
    assert difference_test(6, 6, alpha=0.001).min_correct is None
    assert similarity_test(0, 6, beta=0.001, pd=0.1).max_correct is None


def test_far_tails_keep_their_digits():
    assert difference_test(80, 100, alpha=0.05).p_value == pytest.approx(
        float(_exact_upper_tail(80, 100)), rel=1e-12
    )
    assert difference_test(80, 100, alpha=0.05).p_value == pytest.approx(1.2e-21, abs=5e-23)
    assert difference_test(2000, 2000, alpha=0.05).log_p_value == pytest.approx(
        -2197.2245773, abs=5e-8
    )


@pytest.mark.parametrize(("correct", "n"), [(1900, 2000), (1400, 1500), (3_000, 4_000)])
def test_log_p_where_p_underflows(correct, n):
    result = difference_test(correct, n, alpha=0.05)

    assert result.p_value == 0.0
    expected = float(mpmath.log(_exact_upper_tail(correct, n)))
    assert result.log_p_value == pytest.approx(expected, rel=1e-13)


def test_log_p_of_similarity_where_p_underflows():
    n, correct = 4000, 300
    p1 = mpmath.mpf(1) / 3 + mpmath.mpf(2) / 3 * mpmath.mpf("0.3")
    with mpmath.workdps(60):
        expected = mpmath.log(_sum_of_terms(range(correct + 1), n, p1))

    result = similarity_test(correct, n, beta=0.05, pd=0.3)

    assert result.p_value == 0.0
    assert result.log_p_value == pytest.approx(float(expected), rel=1e-13)


def test_log_p_is_continuous_where_the_continued_fraction_takes_over():
    logs = [difference_test(x, 2000, alpha=0.05).log_p_value for x in range(1400, 1700)]
    steps = [second - first for first, second in pairwise(logs)]

    assert all(second < first < 0 for first, second in pairwise(steps))


def test_a_million_answers():
    result = difference_test(334_500, 1_000_000, alpha=0.05)

    assert result.significant
    assert result.p_value == pytest.approx(_long_tail(334_500, 1_000_000), rel=1e-12)
    assert _long_tail(result.min_correct, 1_000_000) <= 0.05
    assert _long_tail(result.min_correct - 1, 1_000_000) > 0.05
    assert similarity_test(334_500, 1_000_000, beta=0.01, pd=0.01).similar
    assert difference_test(500_000, 1_000_000, alpha=0.05).log_p_value == pytest.approx(
        _long_log_tail(500_000, 1_000_000), rel=1e-12
    )


def test_smallest_number_for_a_difference_at_1000():
    assert min_correct(1000, alpha=0.05) == 359


def test_similarity_p_of_sensr():
    targets = rows("similarity", statistic="exact")

    for row in targets:
        x, n, pd = int(row["correct"]), int(row["n"]), float(row["pd0"])
        p_value = similarity_test(x, n, beta=0.05, pd=pd).p_value
        assert p_value == pytest.approx(float(row["p_similarity"]), abs=1e-12), row
    assert len(targets) == 360


@pytest.mark.parametrize(
    ("p_value", "grade"),
    [
        (0.0, "very strong"),
        (0.000999, "very strong"),
        (0.001, "strong"),
        (0.01, "moderate"),
        (0.05, "slight"),
        (0.2, "slight"),
        (0.200001, "none"),
        (1.0, "none"),
    ],
)
def test_evidence_by_p_alone(p_value, grade):
    assert evidence(p_value) == grade


@pytest.mark.parametrize(
    ("n", "pd", "grade"),
    [(1, 0.7, "slight"), (1, 0.925, "slight"), (2, 0.85, "moderate"), (3, 0.85, "strong")],
)
def test_evidence_where_p_equals_a_limit_in_exact_arithmetic(n, pd, grade):
    # None of n right has probability (2/3 (1 - pd))^n: 0.2, 0.05, 0.01 and 0.001.
    assert similarity_test(0, n, beta=0.05, pd=pd).evidence == grade


@pytest.mark.parametrize("risk", [1 - 1e-9, 1 - 1e-13, math.nextafter(1, 0)])
def test_what_is_certain_shows_nothing_at_any_risk(risk):
    difference = difference_test(0, 1, alpha=risk)
    similarity = similarity_test(1, 1, beta=risk, pd=0.3)

    assert (difference.min_correct, difference.significant) == (1, False)
    assert (similarity.max_correct, similarity.similar) == (0, False)


def test_log_p_keeps_its_digits_where_p_is_nearly_1():
    log_p = difference_test(2, 98, alpha=0.05).log_p_value
    with mpmath.workdps(60):
        expected = mpmath.log(_sum_of_terms(range(2, 99), 98, mpmath.mpf(1) / 3))

    assert log_p == pytest.approx(float(expected), rel=1e-12)


def test_p_equal_to_the_level_shows_a_difference():
    # P(X >= 2 | 2, 1/3) is 1/9, which no double holds exactly.
    assert difference_test(2, 2, alpha=1 / 9).significant
    assert min_correct(2, alpha=1 / 9) == 2


@pytest.mark.parametrize(
    ("risk", "z"), [(0.2, 0.84), (0.1, 1.28), (0.05, 1.64), (0.01, 2.33), (0.001, 3.09)]
)
def test_paper_formula_takes_z_as_printed_at_its_five_levels(risk, z):
    lower = difference_test(45, 98, alpha=risk).paper_pd_lower
    upper = similarity_test(45, 98, beta=risk, pd=0.3).paper_pd_upper

    margin = 1.5 * z * math.sqrt(45 * 53 / 98**3)
    assert lower == pytest.approx(1.5 * 45 / 98 - 0.5 - margin, abs=1e-14)
    assert upper == pytest.approx(1.5 * 45 / 98 - 0.5 + margin, abs=1e-14)


def test_paper_formula_takes_the_exact_quantile_at_other_levels():
    result = difference_test(45, 98, alpha=0.025)

    expected = 1.5 * 45 / 98 - 0.5 - 1.5 * 1.959963984540054 * math.sqrt(45 * 53 / 98**3)
    assert result.paper_pd_lower == pytest.approx(expected, abs=1e-12)


def _long_tail(correct, n):
    return math.exp(_long_log_tail(correct, n))


def _long_log_tail(correct, n):
    """log P(X >= correct) at 1/3 from the first term and the ratios of the following ones."""
    with mpmath.workdps(30):
        third = mpmath.mpf(1) / 3
        log_term = mpmath.loggamma(n + 1) - mpmath.loggamma(correct + 1)
        log_term -= mpmath.loggamma(n - correct + 1)
        log_term += correct * mpmath.log(third) + (n - correct) * mpmath.log(1 - third)
        ratio = total = mpmath.mpf(1)
        for x in range(correct, n):
            ratio *= mpmath.mpf(n - x) / (2 * (x + 1))
            if ratio < total * mpmath.mpf("1e-25"):
                break
            total += ratio
        return float(log_term + mpmath.log(total))


def _exact_upper_tail(correct, n):
    with mpmath.workdps(60):
        return _sum_of_terms(range(correct, n + 1), n, mpmath.mpf(1) / 3)


def _sum_of_terms(counts, n, p):
    terms = (mpmath.binomial(n, x) * p**x * (1 - p) ** (n - x) for x in counts)
    return mpmath.fsum(terms)
