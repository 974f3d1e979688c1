"""The pool of texts: which is used next, and which may share a triad."""

from studies.design import Draws, Pairing, Text
from studies.design.text_pool import TextPool, UsedUp

DRAWS = Draws(bytes(16), "", 0)
NONE = UsedUp(set(), set())
# Keys, subjects, items, contents.
TEXTS = [
    Text(0, "A", "rain", "x"),
    Text(1, "A", "rain", "y"),
    Text(2, "A", "sun", "z"),
    Text(3, "B", "sun", "x"),
    Text(4, "B", "wind", "w"),
]


def pool_of(pairing: Pairing = Pairing.DIFFERENT) -> TextPool:
    return TextPool(TEXTS, pairing, Draws(bytes(16), "", 0))


def test_the_least_used_text_comes_first_and_a_use_can_be_undone() -> None:
    pool = pool_of()
    before = pool.least_used("A", NONE)
    undo = [pool.use(text, DRAWS) for text in (0, 1)]
    assert pool.least_used("A", NONE) == 2
    for entry in reversed(undo):
        pool.undo(entry)
    assert pool.uses == [0] * 5
    assert pool.least_used("A", NONE) == before


def test_items_and_contents_that_are_used_up_are_passed_over() -> None:
    pool = pool_of()
    rain, sun = pool.item[0], pool.item[2]
    assert pool.least_used("A", UsedUp({rain}, set())) == 2
    assert pool.least_used("A", UsedUp({sun}, {pool.content[0]})) == 1
    assert pool.least_used("A", UsedUp({rain, sun}, set())) is None
    assert pool.least_used("B", NONE) in (3, 4)  # looking at the others has lost none


def test_texts_share_a_triad_by_item_and_never_with_the_same_content() -> None:
    different, same = pool_of(), pool_of(Pairing.SAME)
    assert not different.may_share_triad(0, 1)
    assert same.may_share_triad(0, 1)
    assert different.may_share_triad(1, 2)
    assert not same.may_share_triad(1, 2)
    assert not different.may_share_triad(0, 3)  # the same content
    assert set(different.find_triple("A") or ()) == {1, 2, 4}
    assert set(different.find_triple("B") or ()) == {3, 4, 1}
    assert same.find_triple("A", same.item[0]) is None
