"""Sheets: each system everywhere equally often, each question as often as planned."""

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from studies.design import Text
from studies.design.sheets import (
    SheetDesign,
    incomplete_items,
    items_alike,
    plan_sheets,
    sheets_of_block,
)

SEED = bytes(range(16))
SYSTEMS = "ABCDEFGH"


def make_texts(items: int, systems: int, alike: tuple[tuple[int, str], ...] = ()) -> list[Text]:
    """One text of each system about each item; those of `alike` are the same as that of A."""
    return [
        Text(
            key=number * 10 + place,
            subject=system,
            item=f"item {number:03}",
            content_hash=f"{number} A" if (number, system) in alike else f"{number} {system}",
        )
        for number in range(items)
        for place, system in enumerate(SYSTEMS[:systems])
    ]  # type: ignore[misc]  # letters


def planned(texts: list[Text], **fields: Any) -> list[Any]:
    systems = sorted({text.subject for text in texts})
    fields = {"systems": systems, "copies": 3} | fields
    return list(plan_sheets(texts, SheetDesign(**fields), seed=SEED))


@settings(max_examples=60, deadline=None)
@given(
    items=st.integers(1, 9),
    systems=st.integers(2, 5),
    copies=st.integers(1, 9),
    seed=st.binary(min_size=16, max_size=16),
)
def test_each_system_stands_everywhere_equally_often(items, systems, copies, seed):
    texts = make_texts(items, systems)
    design = SheetDesign(SYSTEMS[:systems], copies)
    sheets = list(plan_sheets(texts, design, seed=seed))
    assert [sheet.number for sheet in sheets] == list(range(1, items * copies + 1))
    whole, of_item = Counter(), Counter()
    for sheet in sheets:
        assert sorted(key % 10 for (key,) in sheet.places) == list(range(systems))
        for place, (key,) in enumerate(sheet.places):
            whole[key % 10, place] += 1
            of_item[sheet.item, key % 10, place] += 1
    everywhere = [whole[s, p] for s in range(systems) for p in range(systems)]
    assert max(everywhere) - min(everywhere) <= 2  # one for each direction
    for item in {sheet.item for sheet in sheets}:
        often = [of_item[item, s, p] for s in range(systems) for p in range(systems)]
        assert max(often) - min(often) <= 1


@settings(max_examples=40, deadline=None)
@given(
    items=st.integers(1, 8), copies=st.integers(1, 4), together=st.booleans(),
    criteria=st.sampled_from([("",), ("quality",), ("quality", "naturalness")]),
)  # fmt: skip
def test_a_block_asks_each_question_once_and_its_copies_hold_the_same(
    items, copies, together, criteria
):
    texts = make_texts(items, 3)
    sheets = planned(texts, copies=copies, criteria=criteria, together=together)
    pages = items * len(criteria) * (1 if together else 3)
    design = SheetDesign("ABC", copies, criteria, together)
    assert sheets_of_block(texts, design) == pages
    assert len(sheets) == pages * copies
    asked = {}
    for sheet in sheets:
        same = (sheet.item, sheet.criterion, frozenset(sheet.places))
        assert asked.setdefault(sheet.question, same) == same
    assert len(asked) == len(set(asked.values())) == pages
    for block in range(1, copies + 1):
        of_block = [sheet.question for sheet in sheets if sheet.block == block]
        assert sorted(of_block) == list(range(1, pages + 1))


def test_no_system_follows_the_same_other_one_all_the_time():
    followed = Counter(
        (first % 10, second % 10)
        for sheet in planned(make_texts(12, 4), copies=4)
        for (first,), (second,) in pairwise(sheet.places)
    )
    assert followed[0, 1] == followed[1, 0] > 0


def test_a_block_does_not_depend_on_how_many_are_asked_for():
    texts, design = make_texts(5, 3), SheetDesign("ABC", 3)
    whole = list(plan_sheets(texts, design, seed=SEED))
    later = list(plan_sheets(texts, design, seed=SEED, start_block=2, blocks=2))
    assert later == whole[5:]
    assert list(plan_sheets(reversed(texts), design, seed=SEED)) == whole
    other = list(plan_sheets(texts, design, seed=bytes(16)))
    assert [sheet.question for sheet in other] != [sheet.question for sheet in whole]


def test_identical_texts_are_shown_once_and_stand_for_each_system():
    texts = make_texts(4, 3, alike=((1, "B"), (2, "B"), (2, "C")))
    assert items_alike(texts) == ["item 002"]
    sheets = planned(texts)
    assert {sheet.item for sheet in sheets} == {"item 000", "item 001", "item 003"}
    [first, second, third] = [sheet for sheet in sheets if sheet.item == "item 001"]
    assert {frozenset(sheet.places) for sheet in (first, second, third)} == {
        frozenset([(10, 11), (12,)])
    }
    kept = planned(texts, merges=False)
    assert {len(sheet.places) for sheet in kept} == {3}
    assert "item 002" in {sheet.item for sheet in kept}


def test_an_item_needs_one_text_of_each_system():
    texts = make_texts(3, 3)
    lacking = [text for text in texts if text.key != 11]
    assert incomplete_items(lacking, "ABC") == {"item 001": ["B"]}
    twice = [*texts, Text(key=99, subject="C", item="item 002", content_hash="x")]
    assert incomplete_items(twice, "ABC") == {"item 002": ["C"]}
    for wrong in (lacking, twice):
        with pytest.raises(ValueError, match="not one text of each system: item 00"):
            planned(wrong)
