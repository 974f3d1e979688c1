"""Content match, against values computed from the restaurants by another program."""

import pytest

from analysis.companions.content import match, mcnemar
from tests.analysis.companions.restaurants import contexts, expected, restaurants


def matches_of(subject, pool):
    texts = restaurants()[subject]
    items = [text.item for text in texts]
    if pool == "context":
        return match([t.text for t in texts], items, [*contexts().values()], [*contexts()])
    others = restaurants()[pool]
    return match([t.text for t in texts], items, [t.text for t in others], [t.item for t in others])


@pytest.mark.parametrize(("cell", "definition", "value", "within"), expected("content match"))
def test_shares_matched_of_the_restaurants(cell, definition, value, within):
    found = matches_of(*cell.split(" -> "))

    assert found.share == pytest.approx(value, abs=within)
    assert 0.97 < found.auc <= 1


def test_a_text_about_another_item_is_named_with_the_item_that_it_fits():
    pool = ["the red house by the sea", "a dog in the garden", "two old friends on a train"]

    found = match([*pool[:2], "friends on a train"], ["house", "dog", "house"], pool, list("abc"))
    assert found.share is None
    about = ["house", "dog", "train"]
    found = match([*pool[:2], "friends on a train"], ["house", "dog", "house"], pool, about)
    assert found.matched.tolist() == [1, 1, 0]
    assert [found.items[place] for place in found.nearest] == ["house", "dog", "train"]
    assert found.rank[:2].tolist() == [1, 1]
    assert found.rank[2] > 1


def test_items_that_are_alike_match_in_part():
    found = match(["a b c d"], ["one"], ["a b c", "a b c", "x y z"], ["one", "two", "three"])

    assert found.matched.tolist() == [0.5]
    assert found.rank.tolist() == [1.5]
    assert found.beaten.tolist() == [0.75]


def test_a_text_about_an_item_that_the_pool_lacks_is_not_counted():
    found = match(["a b c", "x y"], ["one", "other"], ["a b c", "d e f"], ["one", "two"])

    assert found.known.tolist() == [True, False]
    assert found.share == 1
    assert match([], [], ["a"], ["one"]).share is None
    assert match(["a"], ["one"], [], []).auc is None
    assert match(["a b"], ["one"], ["a b"], ["one"]).auc is None
    with pytest.raises(ValueError, match="item"):
        match(["a"], [], [], [])


def test_mcnemar_is_exact_over_items_of_both():
    a, b = matches_of("TGen", "context"), matches_of("Sheffield NLP", "context")
    items = [text.item for text in restaurants()["TGen"]]

    found = mcnemar(a, items, b, items)
    assert (found.items, found.only_a, found.only_b) == (100, 51, 0)
    assert found.p_value == pytest.approx(2 * 0.5**51)
    assert mcnemar(a, items, a, items).p_value == 1
    assert mcnemar(a, items, b, [f"other {item}" for item in items]) is None
