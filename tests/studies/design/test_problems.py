"""Why texts cannot fill triads, in codes and in sentences (exactness: test_plan)."""

import pytest

from studies.design import CannotFillError, Pairing, Problem, Text, plan_problems
from tests.studies.design.test_plan import make_texts, plan, two_subjects


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
def test_plan_problems_name_the_reason(
    items_a: str, items_b: str, pairing: str, expected: list[tuple[str, object]]
) -> None:
    problems = plan_problems(two_subjects(items_a, items_b), pairing)
    assert [(p.code, next(iter(p.params.values()))) for p in problems] == expected


@pytest.mark.parametrize("pairing", Pairing)
def test_plan_problems_name_identical_texts(pairing: Pairing) -> None:
    items = "abcdef" if pairing == "different" else "aaaaaa"
    texts = [
        Text(key, "A" if key < 3 else "B", item, "alike" if key < 3 else str(key))
        for key, item in enumerate(items)
    ]
    assert plan_problems(texts, pairing) == [Problem("identical_texts", {"pair": "A", "odd": "B"})]


def test_problems_read_as_sentences() -> None:
    with pytest.raises(CannotFillError) as caught:
        plan(make_texts("A", "abc"), 1)
    assert str(caught.value) == "There are no texts of B."
    assert caught.value.problems == (Problem("no_texts", {"subject": "B"}),)
    (problem,) = plan_problems(two_subjects("abc", "abbcc"), "same")
    assert str(problem) == "No item has two texts of A and one text of B."
