"""The machine judge: a classifier by character n-grams, and p by permutation within items."""

import random

import pytest

from analysis.stats import Why, machine_judge
from analysis.stats.surface import drawn

WORDS = ["sun", "rain", "wind", "cloud", "north", "coast", "hill", "morning", "cold", "warm", "dry"]


def some_texts(seed, *, items=12, planted=0.0, of_each=1):
    """Texts of the same words by both subjects; a share of A's say "showers"."""
    lot = random.Random(seed)
    texts, subjects, names = [], [], []
    for item in range(items):
        for subject in "AB" * of_each:
            text = " ".join(lot.choice(WORDS) for _ in range(8))
            if subject == "A" and lot.random() < planted:
                text += " with showers"
            texts.append(text)
            subjects.append(subject)
            names.append(f"day {item}")
    return texts, subjects, names


def judge(texts, subjects, items, **more):
    return machine_judge(texts, subjects, items=items, **more)


def test_texts_that_do_not_differ_give_uniform_p_values():
    found = [judge(*some_texts(seed), permutations=19).p_value for seed in range(200)]

    # Of 200 p-values with the steps 0.05 ... 1: within four standard errors of uniform, each way.
    assert sum(p <= 0.05 for p in found) <= 10 + 4 * 3.1
    assert 100 - 4 * 7.1 <= sum(p <= 0.5 for p in found) <= 100 + 4 * 7.1
    assert min(found) >= 1 / 20


def test_a_planted_phrase_is_found_and_named():
    found = judge(*some_texts(1, items=30, planted=0.9))

    assert found.p_value == 1 / 1000
    assert found.accuracy > 0.8
    assert (found.permutations, found.as_accurate, found.why_none) == (999, 0, None)
    assert found.accuracy == pytest.approx((found.right_a + found.right_b) / 2)
    first = found.telling[0]
    assert (first.subject, first.texts_b) == ("A", 0)
    assert first.texts_a >= 25
    assert "shower" in first.piece


def test_texts_of_one_item_never_judge_each_other():
    # Each subject has its own sign about each item, twice: who has seen the twin knows it.
    texts, subjects, items = [], [], []
    for item in range(20):
        for subject in "AB":
            texts += [chr(0x4E00 + 2 * item + "AB".index(subject)) * 5] * 2
            subjects += [subject] * 2
            items += [item] * 2

    by_item = judge(texts, subjects, items, permutations=99)
    leaking = judge(texts, subjects, range(80), permutations=99)

    assert by_item.accuracy == 0.5
    assert leaking.one_sided_right > 0.9


def test_same_seed_same_result_and_another_name_changes_nothing():
    texts, subjects, items = some_texts(3, planted=0.5)
    swapped = ["B" if subject == "A" else "A" for subject in subjects]

    found = judge(texts, subjects, items, permutations=99, seed=7)
    other = judge(texts, swapped, items, permutations=99, seed=7)

    assert judge(texts, subjects, items, permutations=99, seed=7) == found
    assert (other.accuracy, other.p_value) == (found.accuracy, found.p_value)
    assert (other.right_a, other.right_b) == (found.right_b, found.right_a)


def test_items_with_one_subject_only_have_no_p():
    texts, subjects, _ = some_texts(4, items=10, planted=1)

    apart = judge(texts, subjects, range(20), permutations=9)
    one_pair = judge(texts, subjects, [0, 0, *range(1, 19)], permutations=9)

    assert (apart.accuracy, apart.p_value, apart.telling) == (None, None, ())
    assert apart.why_none == Why.NO_ITEM_WITH_BOTH
    assert (apart.one_sided_texts, apart.one_sided_right > 0.7) == (20, True)
    assert one_pair.one_sided_texts == 18
    assert (one_pair.p_value, one_pair.why_none) == (None, Why.TOO_FEW_ARRANGEMENTS)


def test_topics_of_one_subject_do_not_count():
    # What both write about does not differ; what one writes about alone has words of its own.
    texts, subjects, items = some_texts(5, items=10)
    topics = {"A": "the river runs past bridges and boats", "B": "a hilly path through woods"}
    lot = random.Random(6)
    for number in range(40):
        subject = "AB"[number % 2]
        words = topics[subject].split()
        texts.append(" ".join(lot.choice(words) for _ in range(8)))
        subjects.append(subject)
        items.append(f"topic {number}")

    found = judge(texts, subjects, items, permutations=99)

    assert (found.items_with_both, found.one_sided_texts) == (10, 40)
    assert found.one_sided_right > 0.9
    assert 0.2 < found.accuracy < 0.8
    assert found.p_value > 0.05
    assert not any(piece.piece in "river bridges boats woods" for piece in found.telling)


def test_without_topics_of_one_subject_nothing_is_said_of_them():
    found = judge(*some_texts(1), permutations=9)
    assert (found.one_sided_texts, found.one_sided_right) == (0, None)


@pytest.mark.parametrize(
    ("texts", "subjects", "items", "why"),
    [
        ([], [], [], Why.TOO_FEW_ITEMS),
        (["a", "b"] * 4, ["A", "B"] * 4, [1, 1, 2, 2, 3, 3, 4, 4], Why.TOO_FEW_ITEMS),
        (["a"] * 8, ["A"] * 8, range(8), Why.ONE_SUBJECT),
        (["a"] * 8, ["A"] * 7 + ["B"], range(8), Why.ONE_SUBJECT),
    ],
)
def test_nothing_to_learn_from_is_none_with_a_reason(texts, subjects, items, why):
    found = judge(texts, subjects, items)

    assert (found.accuracy, found.p_value, found.why_none) == (None, None, why)


def test_hostile_texts_are_read():
    texts = ["", "\ud800", "\x00" * 9000, "𝒳" * 3, "<script>", "a", "b", "c", "d", "e"]

    found = judge(texts, ["A", "B"] * 5, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4], permutations=3)

    assert found.accuracy is not None


def test_progress_is_told_and_may_stop_the_work():
    seen = []
    judge(*some_texts(1), progress=lambda done, total: seen.append((done, total)))
    assert [done for done, _ in seen] == list(range(1, len(seen) + 1))
    assert seen[-1][0] == seen[-1][1]

    class StopError(Exception):
        pass

    def stop(done, total):
        raise StopError

    with pytest.raises(StopError):
        judge(*some_texts(1), progress=stop)


@pytest.mark.parametrize(
    ("more", "named"),
    [
        ({"subjects": ["A", "C"]}, "subjects"),
        ({"items": [1]}, "length"),
        ({"permutations": 0}, "permutations"),
        ({"seed": -1}, "seed"),
    ],
)
def test_bad_arguments_are_named(more, named):
    given = {"texts": ["a", "b"], "subjects": ["A", "B"], "items": [1, 2]} | more
    with pytest.raises(ValueError, match=named):
        machine_judge(**given)


def test_large_studies_are_drawn_by_whole_items():
    items = [place // 3 for place in range(3000)]

    some = drawn(items, most=100, seed=1)

    assert len(some) == 99
    assert all(items.count(items[place]) == 3 for place in some[:3])
    assert {items[place] for place in some[::3]} == {items[place] for place in some}
    assert drawn(items, most=100, seed=1) == some != drawn(items, most=100, seed=2)
    assert drawn(items, most=3000, seed=1) == list(range(3000))
