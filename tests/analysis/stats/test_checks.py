"""The checks of the answers, against enumeration."""

import math
from itertools import product

import pytest
from scipy.stats import chi2_contingency, chisquare, fisher_exact

from analysis.stats import (
    ODD_POSITION,
    chosen_positions,
    judge_summary,
    longest_streak,
    order_counts,
    realised_chance,
    right_by_order,
    too_fast,
)


def _by_order(*counts):
    return dict(zip(ODD_POSITION, counts, strict=True))


@pytest.mark.parametrize("counts", [(0, 0, 1), (3, 3, 3), (7, 1, 1), (4, 6, 2), (0, 12, 0)])
def test_chosen_positions_by_enumeration(counts):
    result = chosen_positions(counts)

    n = sum(counts)
    outcomes = [(a, b, n - a - b) for a, b in product(range(n + 1), repeat=2) if a + b <= n]
    observed = _coefficient(counts)
    ways = sum(_coefficient(outcome) for outcome in outcomes if _coefficient(outcome) <= observed)
    assert result.exact
    assert result.p_value == pytest.approx(ways / 3**n, rel=1e-14)


@pytest.mark.parametrize("counts", [(2, 2, 1, 1, 1, 1), (5, 0, 0, 1, 0, 0), (3, 3, 0, 0, 1, 1)])
def test_order_counts_by_enumeration(counts):
    n = sum(counts)
    observed = _coefficient(counts)
    ways = sum(
        _coefficient(outcome)
        for outcome in product(range(n + 1), repeat=6)
        if sum(outcome) == n and _coefficient(outcome) <= observed
    )

    assert order_counts(_by_order(*counts)).p_value == pytest.approx(ways / 6**n, rel=1e-14)


def test_even_counts_at_sixty_are_exact_and_have_p_1():
    result = order_counts(_by_order(10, 10, 10, 10, 10, 10))

    assert (result.exact, result.p_value, result.statistic) == (True, 1.0, 0.0)


def test_above_sixty_by_chi_square():
    positions, orders = (40, 20, 30), (20, 10, 15, 15, 10, 20)

    ours = chosen_positions(positions)
    assert not ours.exact
    assert ours.p_value == pytest.approx(chisquare(positions).pvalue, rel=1e-12)
    assert ours.statistic == pytest.approx(chisquare(positions).statistic, rel=1e-12)
    assert order_counts(_by_order(*orders)).p_value == pytest.approx(
        chisquare(orders).pvalue, rel=1e-12
    )


def test_right_by_order_of_two_orders_is_fishers_test():
    right, totals = (7, 2, 0, 0, 0, 0), (10, 9, 0, 0, 0, 0)

    ours = right_by_order(_by_order(*right), _by_order(*totals))
    assert ours.p_value == pytest.approx(fisher_exact([[7, 2], [3, 7]]).pvalue, rel=1e-12)
    assert ours.degrees_of_freedom == 1


def test_right_by_order_by_enumeration():
    right, totals = (3, 0, 1, 1, 2, 0), (3, 2, 2, 3, 2, 1)

    observed = math.prod(map(math.comb, totals, right))
    tables = [
        math.prod(map(math.comb, totals, table))
        for table in product(*(range(n + 1) for n in totals))
        if sum(table) == sum(right)
    ]
    expected = sum(table for table in tables if table <= observed) / sum(tables)
    ours = right_by_order(_by_order(*right), _by_order(*totals))
    assert ours.p_value == pytest.approx(expected, rel=1e-12)


def test_right_by_order_above_sixty_by_chi_square():
    right, totals = (10, 4, 5, 6, 7, 8), (16, 17, 16, 17, 16, 16)
    wrong = [n - x for x, n in zip(right, totals, strict=True)]

    expected = chi2_contingency([right, wrong], correction=False)
    ours = right_by_order(_by_order(*right), _by_order(*totals))
    assert ours.statistic == pytest.approx(expected.statistic, rel=1e-12)
    assert ours.p_value == pytest.approx(expected.pvalue, rel=1e-12)
    all_right = right_by_order(_by_order(*totals), _by_order(*totals))
    assert (all_right.statistic, all_right.p_value) == (0.0, 1.0)
    none_right = right_by_order(_by_order(*[0] * len(totals)), _by_order(*totals))
    assert (none_right.statistic, none_right.p_value) == (0.0, 1.0)


def test_right_by_order_is_exact_up_to_sixty_answers():
    right = _by_order(7, 4, 5, 2, 3, 1)

    assert right_by_order(right, _by_order(10, 10, 10, 10, 10, 10)).exact
    assert not right_by_order(right, _by_order(10, 10, 10, 10, 10, 11)).exact


def test_right_by_order_does_not_jump_where_chi_square_takes_over():
    right, totals = _by_order(8, 4, 5, 2, 3, 1), _by_order(10, 10, 10, 10, 10, 10)

    ours = right_by_order(right, totals)
    table = [list(right.values()), [10 - x for x in right.values()]]
    assert ours.p_value == pytest.approx(chi2_contingency(table).pvalue, rel=0.25)


def test_more_right_than_answers_in_an_order_is_refused():
    with pytest.raises(ValueError, match="correct of order ABA"):
        right_by_order({"ABA": 3}, {"ABA": 2, "ABB": 9})


def test_realised_chance_of_one_place():
    balanced = realised_chance(_by_order(4, 4, 4, 4, 4, 4))
    uneven = realised_chance({"ABB": 3, "BAA": 2, "AAB": 5})

    assert balanced.largest == pytest.approx(1 / 3, abs=1e-15)
    assert (uneven.first, uneven.second, uneven.third, uneven.largest) == (0.5, 0.0, 0.5, 0.5)


def test_odd_positions_of_the_six_orders():
    for order, position in ODD_POSITION.items():
        odd = order[position - 1]
        assert order.count(odd) == 1


@pytest.mark.parametrize("counts", [{"AAA": 1}, {"ABB": -1}, {}, {"ABB": 1.0}])
def test_bad_orders_are_refused(counts):
    for check in (order_counts, realised_chance):
        with pytest.raises(ValueError, match="counts"):
            check(counts)


@pytest.mark.parametrize("counts", [(1, 2), (0, 0, 0), (1, 2, -1), (1, 2, True)])
def test_bad_positions_are_refused(counts):
    with pytest.raises(ValueError, match="counts"):
        chosen_positions(counts)


def test_no_conclusion_about_a_judge_below_six_trials():
    few, enough = judge_summary(5, 5, alpha=0.05), judge_summary(5, 6, alpha=0.05)

    assert (few.proportion, few.p_value, few.tells_apart) == (1.0, None, None)
    assert enough.p_value == pytest.approx(13 / 729, rel=1e-12)
    assert enough.tells_apart is True
    assert judge_summary(2, 6, alpha=0.05).tells_apart is False


@pytest.mark.parametrize("places", [[1], [2, 2], [1, 1, 2, 2, 2, 3], [3, 1, 3, 1, 2, 2, 1]])
def test_longest_streak_by_enumeration(places):
    result = longest_streak(places)

    sequences = list(product((1, 2, 3), repeat=len(places)))
    as_long = sum(longest_streak(sequence).length >= result.length for sequence in sequences)
    assert result.p_value == pytest.approx(as_long / len(sequences), rel=1e-13)


def test_longest_streak_and_its_place():
    result = longest_streak([1, 1, 2, 2, 2, 3, 3, 3])

    assert (result.length, result.position) == (3, 2)


@pytest.mark.parametrize("places", [[], [0], [4], [1.0], [None]])
def test_bad_places_are_refused(places):
    with pytest.raises(ValueError, match="positions"):
        longest_streak(places)


def test_too_fast_by_the_stated_rule():
    result = too_fast([1.9, 2.0, 25.7, 25.8], [0, 0, 300, 300])

    assert result.flags == (True, False, True, False)
    assert (result.count, result.n) == (2, 4)
    assert result.rule == "faster than 2 seconds, or than reading at 700 words a minute"
    assert too_fast([29], [300], words_per_minute=600, least_seconds=0).flags == (True,)


@pytest.mark.parametrize(
    ("seconds", "words", "options"),
    [
        ([1], [], {}),
        ([-1], [1], {}),
        ([math.nan], [1], {}),
        ([1], [-1], {}),
        ([1], [1], {"words_per_minute": 0}),
        ([1], [1], {"least_seconds": -1}),
    ],
)
def test_bad_times_are_refused(seconds, words, options):
    with pytest.raises(ValueError, match="must"):
        too_fast(seconds, words, **options)


def _coefficient(counts):
    return math.factorial(sum(counts)) // math.prod(map(math.factorial, counts))
