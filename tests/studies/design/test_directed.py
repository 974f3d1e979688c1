"""Directed triads: B is always the odd one, in three orders that each block of three holds once."""

import hashlib
import math
from collections import Counter

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from studies.design import (
    SUBJECTS,
    CannotFillError,
    Pairing,
    Problem,
    Text,
    blocks_for,
    orders_of,
    plan_blocks,
    plan_problems,
)
from tests.studies.design.test_plan import (
    SEED,
    assert_rules,
    has_triad,
    make_texts,
    plan,
    small_texts,
    two_subjects,
)

ORDERS = ("ABA", "AAB", "BAA")


def spread(texts: list[Text], uses: Counter[int]) -> int:
    """The most uses of a text less the fewest, of the subject where this is larger."""
    by_subject = ([uses[t.key] for t in texts if t.subject == s] for s in SUBJECTS)
    return max(max(counts) - min(counts) for counts in by_subject)


@settings(max_examples=200, deadline=None)
@given(small_texts, st.sampled_from(Pairing), st.binary(min_size=16, max_size=16))
def test_either_a_reason_or_a_plan(texts: list[Text], pairing: Pairing, seed: bytes) -> None:
    possible = has_triad(texts, pairing, "A")
    assert (plan_problems(texts, pairing, "directed") == []) == possible
    if possible:
        triads = list(plan_blocks(texts, seed=seed, pairing=pairing, protocol="directed", blocks=5))
        assert [triad.number for triad in triads] == list(range(1, 16))
        assert_rules(texts, triads, pairing)
    else:
        with pytest.raises(CannotFillError):
            plan_blocks(texts, seed=seed, pairing=pairing, protocol="directed", blocks=5)


def test_each_block_holds_the_three_orders_in_changing_sequence() -> None:
    triads = plan(two_subjects("abcd", "cdef"), 60, protocol="directed")
    blocks = [tuple(t.order for t in triads if t.block == block) for block in range(1, 61)]
    assert all(sorted(block) == sorted(ORDERS) for block in blocks)
    assert len(set(blocks)) == 6
    assert orders_of("directed") == ORDERS


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from("pqrstuvw"), max_size=9).map(lambda more: [*"pqrstuvw", *more]),
    st.lists(st.sampled_from("pqrstuvw"), max_size=9).map(lambda more: [*"stuvwx", *more]),
    st.binary(min_size=16, max_size=16),
)
def test_uses_hardly_differ(items_a: list[str], items_b: list[str], seed: bytes) -> None:
    """By one, or by two where an item is due in more than every second triad."""
    texts = two_subjects(items_a, items_b)
    a, b = Counter(items_a), Counter(items_b)
    due = max(2 * a[i] / len(items_a) + b[i] / len(items_b) for i in {*items_a, *items_b})
    assume(due < 5 / 6)
    triads = list(plan_blocks(texts, seed=seed, protocol="directed", blocks=24))
    uses: Counter[int] = Counter()
    for place, triad in enumerate(triads, 1):
        uses.update(triad.keys)
        if place % 3 == 0:
            assert spread(texts, uses) <= (1 if due <= 1 / 2 else 2)


def test_one_text_of_b_is_enough_and_two_of_a_are_needed() -> None:
    texts = two_subjects("ab", "c")
    assert plan_problems(texts, "different", "directed") == []
    assert_rules(texts, plan(texts, 2, protocol="directed"), "different")
    assert plan_problems(two_subjects("a", "bcd"), "different", "directed") == [
        Problem("too_few_texts", {"subject": "A", "count": 1, "needed": 2})
    ]
    assert plan_problems(make_texts("A", "abc"), "different", "directed") == [
        Problem("no_texts", {"subject": "B"})
    ]


def test_more_blocks_never_change_what_exists() -> None:
    texts = two_subjects("abcdefg", "efghij" * 3)
    whole = plan(texts, 20, protocol="directed")
    assert plan(texts, 7, protocol="directed") == whole[:21]
    assert plan(texts, 13, start_block=8, protocol="directed") == whole[21:]


def test_the_plan_is_the_same_on_every_machine() -> None:
    """Changing this hash changes the plans of studies that are open: never do."""
    triads = plan(two_subjects("abcdefgh" * 3, "zyxabcdé" * 4), 100, protocol="directed")
    lines = [f"{t.number} {t.block} {t.order} {t.keys} {t.odd_position}" for t in triads]
    assert hashlib.sha256("\n".join(lines).encode()).hexdigest() == GOLDEN


GOLDEN = "15da2f40c01952f9a925bc1d003252c3d6d7d75913da27c8082d471657e52ab7"


@pytest.mark.parametrize("place", [0, 2])
def test_the_right_place_cannot_be_predicted(place: int) -> None:
    texts = two_subjects("abc", "def")
    count = 900
    seeds = (number.to_bytes(16, "big") for number in range(count))
    triads = [
        list(plan_blocks(texts, seed=seed, protocol="directed", blocks=1))[place] for seed in seeds
    ]
    positions = Counter(triad.odd_position for triad in triads)
    assert all(abs(positions[p] - count / 3) < 4 * math.sqrt(count * 2 / 9) for p in (1, 2, 3))


@pytest.mark.parametrize(("triads", "blocks"), [(0, 0), (1, 1), (3, 1), (4, 2), (23, 8)])
def test_blocks_for(triads: int, blocks: int) -> None:
    assert blocks_for(triads, "directed") == blocks


def test_an_unknown_protocol_is_refused_at_the_call() -> None:
    for refused in (
        lambda: orders_of("tetrad"),
        lambda: blocks_for(1, "tetrad"),
        lambda: plan_problems(two_subjects("abc", "def"), "different", "tetrad"),
        lambda: plan_blocks(two_subjects("abc", "def"), seed=SEED, protocol="tetrad", blocks=1),
    ):
        with pytest.raises(ValueError, match="protocol must be"):
            refused()
