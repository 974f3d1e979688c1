"""Why texts cannot fill triads, in codes and in sentences (exactness: test_design)."""

import pytest

from studies.design import CannotFillError, Pairing, Problem, Text, unusable, why_not
from tests.studies.design.test_design import make_texts, plan, two_subjects


@pytest.mark.parametrize(
    ("items_a", "items_b", "pairing", "expected"),
    [
        ("", "", "different", [("no_texts", "A"), ("no_texts", "B")]),
        ("abc", "d", "different", [("too_few_texts", "B")]),
        ("", "a", "same", [("no_texts", "A"), ("too_few_texts", "B")]),
        ("aab", "abb", "different", [("too_few_items", 2)]),
        ("aaa", "bcd", "different", [("no_different_items", "A")]),
        ("ab", "abab", "different", [("too_few_items", 2)]),
        ("abc", "abbcc", "same", [("no_item_with_triad", "A")]),
        ("ab", "ab", "same", [("no_item_with_triad", "A"), ("no_item_with_triad", "B")]),
    ],
)
def test_why_not_names_the_reason(
    items_a: str, items_b: str, pairing: str, expected: list[tuple[str, object]]
) -> None:
    problems = why_not(two_subjects(items_a, items_b), pairing)
    assert [(p.code, next(iter(p.params.values()))) for p in problems] == expected


@pytest.mark.parametrize("pairing", Pairing)
def test_why_not_names_identical_texts(pairing: Pairing) -> None:
    items = "abcdef" if pairing == "different" else "aaaaaa"
    texts = [
        Text(key, "A" if key < 3 else "B", item, "alike" if key < 3 else str(key))
        for key, item in enumerate(items)
    ]
    assert why_not(texts, pairing) == [Problem("identical_texts", {"pair": "A", "odd": "B"})]


def test_problems_read_as_sentences() -> None:
    with pytest.raises(CannotFillError) as caught:
        plan(make_texts("A", "abc"), 1)
    assert str(caught.value) == "There are no texts of B."
    assert caught.value.problems == (Problem("no_texts", {"subject": "B"}),)
    (problem,) = why_not(two_subjects("abc", "abbcc"), "same")
    assert str(problem) == "No item has two texts of A and one text of B."


def test_unusable_texts_are_those_of_items_without_a_triad() -> None:
    texts = two_subjects("aab", "abc")
    assert [text.item for text in unusable(texts, "same")] == ["b", "b", "c"]
    assert unusable(texts, "different") == []
