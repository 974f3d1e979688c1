"""Assigning the texts of a block to its triads."""

from collections import Counter

import pytest

from studies.design import Draws, Pairing, Subject, Text, assignment
from studies.design.text_pool import TextPool

PAIRS: list[Subject] = ["A", "B"]


def pool_of(items_a: str, items_b: str) -> TextPool:
    """Texts about the items named by one letter each, first those of A."""
    places = [("A", item) for item in items_a] + [("B", item) for item in items_b]
    texts = [Text(n, subject, item, str(n)) for n, (subject, item) in enumerate(places)]
    return TextPool(texts, Pairing.DIFFERENT, Draws(bytes(16), "", 0))


def test_texts_that_fit_as_drawn_stay_as_drawn() -> None:
    pool = pool_of("abc", "def")
    assert assignment.assign(pool, [0, 1, 2, 3, 4, 5], PAIRS) == [(0, 1, 3), (4, 5, 2)]


def test_texts_that_do_not_fit_as_drawn_are_assigned_otherwise() -> None:
    pool = pool_of("aab", "bcd")  # two texts about `a` cannot share a triad
    triples = assignment.assign(pool, [0, 1, 2, 3, 4, 5], PAIRS)
    assert triples is not None
    assert all(pool.fits(triple) for triple in triples)
    assert Counter(text for triple in triples for text in triple) == Counter(range(6))
    assert [pool.subject[first] for first, _second, _odd in triples] == PAIRS


def test_an_item_in_more_texts_than_there_are_triads_cannot_be_assigned() -> None:
    assert assignment.assign(pool_of("aaa", "bcd"), [0, 1, 2, 3, 4, 5], PAIRS) is None


def test_the_search_is_given_up_after_its_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(assignment, "STEPS", 0)
    assert assignment.assign(pool_of("aab", "bcd"), [0, 1, 2, 3, 4, 5], PAIRS) is None
