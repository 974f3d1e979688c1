"""E-values of favourite places and easier orders: by hand, and that they are fair bets."""

import math
from itertools import product

import pytest

from analysis.stats import ODD_POSITION, e_value_orders, e_value_positions

ORDERS = tuple(ODD_POSITION)


@pytest.mark.parametrize("n", [1, 2, 5])
def test_the_bet_on_places_is_fair_where_they_are_even(n):
    """Over all sequences of choices the mean e-value is 1, at each look on the way."""
    e_values = [
        e_value_positions([choices.count(place) for place in (1, 2, 3)]).e_value
        for choices in product((1, 2, 3), repeat=n)
    ]
    assert math.fsum(e_values) / 3**n == pytest.approx(1, rel=1e-12)


def test_three_of_three_at_the_first_place():
    # 2 * 3! * 3^3 / 5!
    assert e_value_positions([3, 0, 0]).e_value == pytest.approx(2.7, rel=1e-12)
    assert e_value_positions([0, 3, 0]) == e_value_positions([3, 0, 0])


@pytest.mark.parametrize("pc", [0.2, 1 / 3, 0.5, 0.9])
def test_the_bet_on_orders_is_fair_at_most_whatever_all_orders_share(pc):
    totals = dict.fromkeys(ORDERS, 2)
    mean = 0.0
    for right in product(range(3), repeat=6):
        probability = math.prod(math.comb(2, x) * pc**x * (1 - pc) ** (2 - x) for x in right)
        by_order = dict(zip(ORDERS, right, strict=True))
        mean += probability * e_value_orders(by_order, totals).e_value
    assert 0 < mean <= 1


def test_two_orders_that_differ_wholly():
    # B(4, 1) B(1, 4) / (1/2)^6
    found = e_value_orders({"ABB": 3}, {"ABB": 3, "BAA": 3}).e_value
    assert found == pytest.approx(2**6 / 16, rel=1e-12)


def test_all_right_or_all_wrong_says_nothing_against_a_common_share():
    assert e_value_orders({"ABB": 3}, {"ABB": 3}).e_value == pytest.approx(1 / 4, rel=1e-12)
    assert e_value_orders({}, {"ABB": 3}).e_value == pytest.approx(1 / 4, rel=1e-12)


def test_many_answers_do_not_overflow():
    assert e_value_positions([10**6, 0, 0]).e_value == math.inf
    assert e_value_orders({"ABB": 10**6}, {"ABB": 10**6, "ABA": 10**6}).e_value == math.inf


@pytest.mark.parametrize("counts", [(), (1, 2), (0, 0, 0), (1, -1, 1), (1.5, 1, 1)])
def test_places_must_be_three_counts(counts):
    with pytest.raises(ValueError, match="counts"):
        e_value_positions(counts)


def test_no_order_has_more_right_answers_than_answers():
    with pytest.raises(ValueError, match="correct of order ABB"):
        e_value_orders({"ABB": 2}, {"ABB": 1})
    with pytest.raises(ValueError, match="n must"):
        e_value_orders({}, {})
    with pytest.raises(ValueError, match="n must"):
        e_value_orders({}, {"AAA": 1})
