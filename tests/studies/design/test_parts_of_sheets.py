"""Sheets of more texts than fit on a page: which of them each shows."""

import hashlib
from collections import Counter
from itertools import combinations

import pytest

from studies.design.sheets import (
    MOST_TEXTS_A_PAGE,
    PlannedSheet,
    SheetDesign,
    copies_needed,
    plan_shared_sheets,
    plan_sheets,
)

from .test_sheets import SEED, SYSTEMS, make_texts


def planned(systems: int, each: int, *, items: int = 1, seed: bytes = SEED) -> list[PlannedSheet]:
    design = SheetDesign(SYSTEMS[:systems], copies_needed(each, systems))
    return list(plan_sheets(make_texts(items, systems), design, seed=seed))


def shown(sheet: PlannedSheet) -> list[int]:
    """The systems, by number, in their places."""
    return [key % 10 for (key,) in sheet.places]


@pytest.mark.parametrize(("systems", "copies"), [(2, 3), (5, 3), (6, 4), (7, 5), (8, 5)])
def test_so_many_pages_that_each_text_has_its_judges(systems, copies):
    assert copies_needed(3, systems) == copies


@pytest.mark.parametrize("systems", [6, 7, 8])
@pytest.mark.parametrize("each", range(1, 9))
def test_each_text_is_rated_as_often_as_planned_and_by_no_more_than_one_judge_too_many(
    systems, each
):
    items = 12
    sheets = planned(systems, each, items=items)
    for sheet in sheets:
        assert len(set(shown(sheet))) == len(sheet.places) == MOST_TEXTS_A_PAGE
    for question in range(1, items + 1):
        of_one = [shown(sheet) for sheet in sheets if sheet.question == question]
        assert len(of_one) == copies_needed(each, systems)
        often = Counter(system for places in of_one for system in places)
        assert set(often) == set(range(systems))
        assert min(often.values()) >= each
        assert max(often.values()) - min(often.values()) <= 1
        stood = Counter((system, place) for each in of_one for place, system in enumerate(each))
        everywhere = [stood[s, p] for s in range(systems) for p in range(MOST_TEXTS_A_PAGE)]
        assert max(everywhere) - min(everywhere) <= 1
    # The systems that come once more are others for each item.
    whole = Counter(system for sheet in sheets for system in shown(sheet))
    assert max(whole.values()) - min(whole.values()) <= 1


@pytest.mark.parametrize("systems", [6, 7, 8])
def test_as_many_copies_as_systems_bring_each_to_each_place_equally_often(systems):
    sheets = planned(systems, MOST_TEXTS_A_PAGE)
    assert len(sheets) == systems
    stood = Counter(
        (system, place) for sheet in sheets for place, system in enumerate(shown(sheet))
    )
    assert set(stood.values()) == {1}
    assert len(stood) == systems * MOST_TEXTS_A_PAGE


@pytest.mark.parametrize(("systems", "away"), [(6, 0), (7, 0.15), (8, 0.3)])
def test_over_many_items_each_two_systems_meet_about_equally_often(systems, away):
    sheets = planned(systems, 3, items=60)
    met = Counter(pair for sheet in sheets for pair in combinations(sorted(shown(sheet)), 2))
    pairs = systems * (systems - 1) // 2
    expected = len(sheets) * 10 / pairs
    assert len(met) == pairs
    assert all(abs(number / expected - 1) <= away for number in met.values())


def test_the_circle_is_of_the_seed_and_of_the_question_and_goes_on_after_the_last_copy():
    one = planned(7, 3, items=5)
    assert one == planned(7, 3, items=5)
    assert one != planned(7, 3, items=5, seed=bytes(16))
    firsts = {tuple(shown(sheet)) for sheet in one if sheet.block == 1}
    assert len(firsts) == 5
    texts, design = make_texts(5, 7), SheetDesign(SYSTEMS[:7], 5)
    later = list(plan_sheets(texts, design, seed=SEED, start_block=8, blocks=1))
    places = {sheet.question: sheet.places for sheet in one if sheet.block == 1}
    assert {sheet.question: sheet.places for sheet in later} == places


def test_identical_texts_count_once_so_that_fewer_may_fit():
    texts = make_texts(2, 6, alike=((1, "B"),))
    design = SheetDesign(SYSTEMS[:6], copies_needed(3, 6))
    sheets = list(plan_sheets(texts, design, seed=SEED))
    merged = [sheet for sheet in sheets if sheet.item == "item 001"]
    assert len(merged) == 4
    assert {frozenset(sheet.places) for sheet in merged} == {
        frozenset([(10, 11), (12,), (13,), (14,), (15,)])
    }
    kept = SheetDesign(SYSTEMS[:6], 4, merges=False)
    assert len({frozenset(sheet.places) for sheet in plan_sheets(texts, kept, seed=SEED)}) > 2


def test_practice_shows_a_part_too():
    design = SheetDesign(SYSTEMS[:8], 5)
    pages = list(plan_shared_sheets(make_texts(1, 8), design, seed=SEED, purpose="p", blocks=1))
    assert len(pages) == 8
    assert {len(set(page.places)) for page in pages} == {MOST_TEXTS_A_PAGE}


@pytest.mark.parametrize(
    ("systems", "digest"),
    [
        (2, "1a42e3c4edeb56e8"),
        (3, "cee8af2025560532"),
        (4, "7053692547c73867"),
        (5, "fb67ba26497bec95"),
    ],
)
def test_plans_with_texts_that_fit_on_a_page_stay_as_they_were(systems, digest):
    texts = make_texts(7, systems, alike=((1, "B"),))
    design = SheetDesign(SYSTEMS[:systems], 4, ("a", "b"))
    rows = [
        (sheet.number, sheet.block, sheet.question, sheet.item, sheet.criterion, sheet.places)
        for sheet in plan_sheets(texts, design, seed=SEED)
    ]
    assert hashlib.sha256(repr(rows).encode()).hexdigest()[:16] == digest
