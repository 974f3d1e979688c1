"""Planning triads: the rules of a block, balance, reproducibility, and which texts cannot do."""

import hashlib
import math
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from studies.design import (
    ORDERS,
    SUBJECTS,
    CannotFillError,
    Pairing,
    PlannedTriad,
    Text,
    blocks_for,
    content_hash,
    odd_position,
    plan_blocks,
    plan_problems,
)
from studies.design.texts import Subject

SEED = bytes(range(16))


def make_texts(subject: Subject, items: Iterable[str], *, first_key: int = 0) -> list[Text]:
    """One text for each item named, all of different content."""
    return [
        Text(key, subject, item, content_hash(f"{subject} {key}"), key)
        for key, item in enumerate(items, first_key)
    ]


def two_subjects(items_a: Iterable[str], items_b: Iterable[str]) -> list[Text]:
    return make_texts("A", items_a) + make_texts("B", items_b, first_key=10_000)


def plan(texts: list[Text], blocks: int, **kwargs: Any) -> list[PlannedTriad]:
    return list(plan_blocks(texts, seed=SEED, blocks=blocks, **kwargs))


def spreads(texts: list[Text], triads: list[PlannedTriad]) -> Iterator[int]:
    """After every block and for each subject: the most uses of a text less the fewest."""
    uses: Counter[int] = Counter()
    for place, triad in enumerate(triads, 1):
        uses.update(triad.keys)
        if place % 6 == 0:
            for subject in SUBJECTS:
                counts = [uses[text.key] for text in texts if text.subject == subject]
                yield max(counts) - min(counts)


def assert_rules(texts: list[Text], triads: list[PlannedTriad], pairing: str) -> None:
    by_key = {text.key: text for text in texts}
    for triad in triads:
        three = [by_key[key] for key in triad.keys]
        assert "".join(text.subject for text in three) == triad.order
        assert triad.odd_position == odd_position(triad.order)
        assert len({text.key for text in three}) == 3
        assert len({text.content_hash for text in three}) == 3
        assert len({text.item for text in three}) == (3 if pairing == "different" else 1)


small_texts = st.lists(
    st.tuples(st.sampled_from(SUBJECTS), st.sampled_from("pqrs"), st.sampled_from("uvwxyz")),
    max_size=9,
).map(lambda rows: [Text(k, s, i, c, k) for k, (s, i, c) in enumerate(rows)])


def has_triad(texts: list[Text], pairing: str, pair: str) -> bool:
    """Try every triad: `plan_problems` must agree."""
    pairs = combinations([t for t in texts if t.subject == pair], 2)
    odds = [t for t in texts if t.subject != pair]
    items = 3 if pairing == "different" else 1
    return any(
        len({one.item, two.item, odd.item}) == items
        and len({one.content_hash, two.content_hash, odd.content_hash}) == 3
        for one, two in pairs
        for odd in odds
    )


@settings(max_examples=300, deadline=None)
@given(small_texts, st.sampled_from(Pairing), st.binary(min_size=16, max_size=16))
def test_either_a_reason_or_a_plan(texts: list[Text], pairing: Pairing, seed: bytes) -> None:
    possible = all(has_triad(texts, pairing, subject) for subject in SUBJECTS)
    assert (plan_problems(texts, pairing) == []) == possible
    if possible:
        triads = list(plan_blocks(texts, seed=seed, pairing=pairing, blocks=5))
        assert [triad.number for triad in triads] == list(range(1, 31))
        assert_rules(texts, triads, pairing)
    else:
        with pytest.raises(CannotFillError):
            plan_blocks(texts, seed=seed, pairing=pairing, blocks=5)


def test_each_block_holds_the_six_orders_in_changing_sequence() -> None:
    triads = plan(two_subjects("abcd", "cdef"), 50)
    blocks = [tuple(t.order for t in triads if t.block == block) for block in range(1, 51)]
    assert all(sorted(block) == sorted(ORDERS) for block in blocks)
    assert len(set(blocks)) > 40
    assert [triad.block for triad in triads] == [1 + place // 6 for place in range(300)]


def most_due(texts: list[Text]) -> float:
    """In how many triads of six the most frequent item is due, were all texts used equally."""
    counts = {s: Counter(t.item for t in texts if t.subject == s) for s in SUBJECTS}
    items = {text.item for text in texts}
    return max(sum(9 * counts[s][i] / counts[s].total() for s in SUBJECTS) for i in items)


@settings(max_examples=100, deadline=None)
@given(
    st.lists(st.sampled_from("pqrstuvw"), min_size=2, max_size=24),
    st.lists(st.sampled_from("pqrstuvw"), min_size=2, max_size=24),
    st.binary(min_size=16, max_size=16),
)
def test_uses_differ_by_one_at_most(items_a: list[str], items_b: list[str], seed: bytes) -> None:
    texts = two_subjects(items_a, items_b)
    assume(most_due(texts) <= 5)
    triads = list(plan_blocks(texts, seed=seed, blocks=12))
    assert_rules(texts, triads, "different")
    assert max(spreads(texts, triads)) <= 1


@pytest.mark.parametrize(("count_a", "count_b", "items"), [(3, 3, 3), (9, 9, 3), (20, 20, 4)])
def test_uses_are_equal_with_the_fewest_items(count_a: int, count_b: int, items: int) -> None:
    texts = two_subjects(
        (str(n % items) for n in range(count_a)), (str(n % items) for n in range(count_b))
    )
    triads = plan(texts, 100)
    assert_rules(texts, triads, "different")
    assert max(spreads(texts, triads)) <= 1


def test_uses_are_equal_though_one_item_has_many_texts() -> None:
    texts = two_subjects(["x"] * 50 + [f"a{n}" for n in range(50)], (f"b{n}" for n in range(100)))
    triads = plan(texts, 200)
    assert_rules(texts, triads, "different")
    assert max(spreads(texts, triads)) <= 1


def test_uses_are_equal_though_texts_are_repeated() -> None:
    texts = two_subjects((str(n) for n in range(20)), (str(n) for n in range(20)))
    twice = [Text(t.key, t.subject, t.item, str(t.key % 10), t.row) for t in texts]
    triads = plan(twice, 60)
    assert_rules(twice, triads, "different")
    assert max(spreads(twice, triads)) <= 1


def test_uses_are_equal_though_a_quarter_of_the_texts_are_alike() -> None:
    texts = two_subjects((str(n) for n in range(40)), (str(n) for n in range(40)))
    alike = [
        Text(t.key, t.subject, t.item, "alike" if t.row % 10_000 < 10 else t.content_hash, t.row)
        for t in texts
    ]
    triads = plan(alike, 150)
    assert_rules(alike, triads, "different")
    assert max(spreads(alike, triads)) <= 1


@pytest.mark.parametrize(("count_a", "count_b"), [(2, 2), (2, 5), (10, 30)])
def test_uses_are_equal_about_one_item(count_a: int, count_b: int) -> None:
    texts = two_subjects("x" * count_a, "x" * count_b)
    triads = plan(texts, 60, pairing="same")
    assert_rules(texts, triads, "same")
    assert max(spreads(texts, triads)) <= 1


@pytest.mark.parametrize(("per_item", "expected"), [(3, 1), (2, 2), (5, 2)])
def test_uses_about_the_same_items(per_item: int, expected: int) -> None:
    """Three texts an item can be used up by one triad each way; other numbers leave a rest."""
    texts = two_subjects("abcdefgh" * per_item, "abcdefgh" * per_item)
    triads = plan(texts, 60, pairing="same")
    assert_rules(texts, triads, "same")
    assert max(spreads(texts, triads)) == expected


def test_an_item_too_frequent_is_used_as_often_as_triads_allow() -> None:
    texts = two_subjects(["x"] * 18 + ["a", "b"], [f"b{n}" for n in range(20)])
    triads = plan(texts, 10)
    assert_rules(texts, triads, "different")
    items = {text.key: text.item for text in texts}
    assert all("x" in {items[key] for key in triad.keys} for triad in triads)


def test_a_plan_where_only_one_text_of_b_goes_with_both_of_a() -> None:
    texts = two_subjects("12", "123")
    triads = plan(texts, 20)
    assert_rules(texts, triads, "different")
    uses = Counter(key for triad in triads for key in triad.keys)
    assert uses[10_002] == 120  # about item 3: in every triad
    assert abs(uses[10_000] - uses[10_001]) <= 1


def test_more_blocks_never_change_what_exists() -> None:
    texts = two_subjects("abcdefg", "efghij" * 3)
    whole = plan(texts, 20)
    assert plan(texts, 7) == whole[:42]
    assert plan(texts, 13, start_block=8) == whole[42:]
    same = two_subjects("aabbcc", "abcabc")
    whole = plan(same, 20, pairing="same")
    assert plan(same, 13, start_block=8, pairing="same") == whole[42:]


@given(st.randoms(use_true_random=False))
def test_the_order_of_input_and_the_keys_do_not_matter(shuffler: random.Random) -> None:
    texts = two_subjects("abcdef", "defghi")
    mixed = shuffler.sample(texts, len(texts))
    renamed = [Text(t.key + 77, t.subject, t.item, t.content_hash, t.row) for t in mixed]
    expected = [tuple(key + 77 for key in triad.keys) for triad in plan(texts, 4)]
    assert [triad.keys for triad in plan(renamed, 4)] == expected


def fingerprint(pairing: str) -> str:
    texts = two_subjects("abcdefgh" * 3, "zyxabcdé" * 4)
    triads = plan(texts, 100, pairing=pairing)
    lines = [f"{t.number} {t.block} {t.order} {t.keys} {t.odd_position}" for t in triads]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


GOLDEN = {
    "different": "30a7ab4a314459325b02184794a6c1d9603d3f838d83515a229e8b92c7d9f2af",
    "same": "d69b872c6b5bff43b0defdf8d320d5b8afe9ae9a0fe9ea1fa622506099aa92c0",
}


@pytest.mark.parametrize("pairing", Pairing)
def test_the_plan_is_the_same_on_every_machine(pairing: Pairing) -> None:
    """Changing these hashes changes the plans of studies that are open: never do."""
    assert fingerprint(pairing) == GOLDEN[pairing]


def test_the_plan_does_not_depend_on_hash_randomisation() -> None:
    code = "from tests.studies.design.test_plan import fingerprint; print(fingerprint('different'))"
    for hash_seed in ("1", "2"):
        run = subprocess.run(
            [sys.executable, "-c", code],
            env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        )
        assert run.stdout.strip() == GOLDEN["different"]


def test_seed_and_purpose_make_different_plans() -> None:
    texts = two_subjects("abcdef", "ghijkl")
    plans = [
        tuple(t.keys for t in plan_blocks(texts, seed=seed, purpose=purpose, blocks=2))
        for seed, purpose in ((SEED, "main"), (SEED, "pilot"), (bytes(16), "main"))
    ]
    assert len(set(plans)) == 3


@pytest.mark.parametrize("place", [0, 3, 5])
def test_orders_and_odd_positions_cannot_be_predicted(place: int) -> None:
    """Over seeds, each order is equally likely at each place of a block, and each odd position."""
    texts = two_subjects("abc", "def")
    count = 1200
    seeds = (number.to_bytes(16, "big") for number in range(count))
    triads = [list(plan_blocks(texts, seed=seed, blocks=1))[place] for seed in seeds]
    for values, chance in (([t.order for t in triads], 6), ([t.odd_position for t in triads], 3)):
        error = math.sqrt(count * (1 / chance) * (1 - 1 / chance))
        assert len(set(values)) == chance
        assert all(abs(n - count / chance) < 4 * error for n in Counter(values).values())


def test_texts_are_odd_ones_equally_often() -> None:
    texts = two_subjects("abc", "abc")
    triads = plan(texts, 400)
    odds = Counter(triad.keys[triad.odd_position - 1] for triad in triads)
    assert len(odds) == 6
    assert all(abs(n - 400) < 4 * math.sqrt(400) for n in odds.values())


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"seed": b"short"}, "seed must have 16 bytes"),
        ({"pairing": "any"}, "pairing must be"),
        ({"start_block": 0}, "start_block must be"),
        ({"blocks": -1}, "start_block must be"),
    ],
)
def test_bad_arguments_are_refused_at_the_call(arguments: dict[str, Any], message: str) -> None:
    good: dict[str, Any] = {"seed": SEED, "blocks": 1}
    with pytest.raises(ValueError, match=message):
        plan_blocks(two_subjects("abc", "def"), **{**good, **arguments})


def test_texts_with_one_key_are_refused() -> None:
    texts = two_subjects("abc", "def")
    with pytest.raises(ValueError, match="keys of texts must be unique"):
        plan([*texts, texts[0]], 1)


@pytest.mark.parametrize(("triads", "blocks"), [(0, 0), (1, 1), (6, 1), (7, 2), (98, 17)])
def test_blocks_for(triads: int, blocks: int) -> None:
    assert blocks_for(triads) == blocks
