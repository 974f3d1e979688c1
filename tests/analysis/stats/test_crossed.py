"""Limits over texts, against the method of moments written out with whole matrices."""

import dataclasses

import numpy as np
import pytest

from analysis.stats import (
    answers_over_texts,
    crossed,
    design_effect,
    difference_test,
    limits_over_texts,
    similarity_test,
)
from tests.analysis.stats.reference import rows

SETS = ("different_single", "same_repeats")
FIELDS = {
    "n": "n",
    "correct": "correct",
    "items": "items",
    "judges": "judges",
    "vc_s2": "answer_variance",
    "vc_c_item": "item_variance",
    "vc_c_judge": "judge_variance",
    "vc_se": "se",
    "vc_df": "degrees_of_freedom",
    "vc_t": "t",
    "vc_p": "p_value",
    "vc_pc_lower_95_one_sided": "pc_lower",
    "vc_pc_upper_95_one_sided": "pc_upper",
    "vc_design_effect": "design_effect",
    "leave_one_item_out_p_max": "leave_one_out_largest_p",
    "leave_one_item_out_p_min": "leave_one_out_least_p",
}


def study(name):
    data = rows("crossed_data", set=name)
    return {
        "outcomes": [row["correct"] == "1" for row in data],
        "items": [(row["item_1"], row["item_2"], row["item_3"]) for row in data],
        "judges": [row["judge"] for row in data],
    }


@pytest.mark.parametrize("name", SETS)
def test_values_are_those_of_the_reference(name):
    found = limits_over_texts(**study(name), alpha=0.05, beta=0.05)
    values = {row["quantity"]: float(row["value"]) for row in rows("crossed_values", set=name)}
    compared = FIELDS.keys() & values.keys()
    assert len(compared) >= 14
    for quantity in compared:
        value = getattr(found, FIELDS[quantity])
        assert value == pytest.approx(values[quantity], rel=1e-8, abs=1e-12), quantity


def test_where_judges_do_not_repeat_there_is_no_component_of_judges():
    assert limits_over_texts(**study(SETS[0]), alpha=0.05, beta=0.05).judge_variance is None


def components_by_matrices(outcomes, items, judges):
    """The equations as they are printed, with every matrix whole."""
    y = np.array(outcomes, float)
    n = len(y)
    e, center = y - y.mean(), np.eye(n) - 1 / n
    shared = np.array([[len(set(a) & set(b)) for b in items] for a in items], float)
    same = np.array([[a == b for b in judges] for a in judges], float)
    for matrix in (shared, same):
        np.fill_diagonal(matrix, 0)
    kernels = [np.eye(n), shared, same]
    kept = [0, 1, 2]
    while True:
        centered = [center @ kernels[i] for i in kept]
        left = [[np.trace(a @ b) for b in centered] for a in centered]
        solved = np.linalg.solve(left, [e @ kernels[i] @ e for i in kept])
        negative = [(s, i) for s, i in zip(solved, kept, strict=True) if i and s < 0]
        if not negative:
            break
        kept.remove(min(negative)[1])
    found = dict(zip(kept, solved, strict=True))
    return [found.get(i, 0.0) for i in range(3)]


@pytest.mark.parametrize("seed", range(8))
def test_sparse_equations_agree_with_whole_matrices(seed):
    random = np.random.default_rng(seed)
    n = 60
    data = {
        "outcomes": (random.random(n) < 0.45).tolist(),
        "items": [tuple(random.integers(0, 9, 3)) for _ in range(n)],
        "judges": random.integers(0, 12, n).tolist(),
    }
    found = limits_over_texts(**data, alpha=0.05, beta=0.05)
    given = [found.answer_variance, found.item_variance, found.judge_variance]
    assert given == pytest.approx(components_by_matrices(**data), abs=1e-12)


@pytest.mark.parametrize("name", SETS)
def test_the_variance_of_an_answer_is_the_sum_of_its_parts(name):
    data = study(name)
    found = limits_over_texts(**data, alpha=0.05, beta=0.05)
    items = found.item_variance * np.mean([len(set(of_one)) for of_one in data["items"]])
    parts = items + (found.judge_variance or 0) + found.residual_variance
    assert parts == pytest.approx(found.answer_variance, rel=1e-12)
    # A right or wrong answer varies by pc (1 - pc), and no more.
    mean = np.mean(data["outcomes"])
    assert found.answer_variance == pytest.approx(mean * (1 - mean), rel=0.1)
    assert 0 < found.residual_variance < found.answer_variance


@pytest.mark.parametrize("name", SETS)
def test_arrays_of_codes_give_the_same_as_names(name):
    data = study(name)
    codes = {text: number for number, text in enumerate(sorted({*sum(data["items"], ())}))}
    owners = {text: 7 * number for number, text in enumerate(sorted({*data["judges"]}))}
    coded = limits_over_texts(
        np.array(data["outcomes"]),
        np.array([[codes[item] for item in items] for items in data["items"]]),
        judges=np.array([owners[judge] for judge in data["judges"]]),
        alpha=0.05,
        beta=0.05,
    )
    named = limits_over_texts(**data, alpha=0.05, beta=0.05)
    for field in dataclasses.fields(named):
        one, other = (getattr(found, field.name) for found in (coded, named))
        assert one == other or one == pytest.approx(other, rel=1e-12), field.name


def test_a_similarity_test_is_against_its_pd_and_agrees_with_the_upper_limit():
    found = limits_over_texts(**study(SETS[0]), alpha=0.05, beta=0.05)
    at_limit = 1.5 * found.pc_upper - 0.5
    at = limits_over_texts(**study(SETS[0]), alpha=0.05, beta=0.05, pd=at_limit)
    assert at.p_value == pytest.approx(0.05, rel=1e-9)
    assert (at.pc_lower, at.pc_upper, at.se) == (found.pc_lower, found.pc_upper, found.se)
    without = [
        similarity_test(*pair, beta=0.05, pd=at_limit).p_value for pair in without_one_item(SETS[0])
    ]
    assert at.leave_one_out_least_p == pytest.approx(min(without), rel=1e-9)
    assert at.leave_one_out_largest_p == pytest.approx(max(without), rel=1e-9)


def without_one_item(name):
    """(right answers, answers) without the triads of each item."""
    data = study(name)
    pairs = list(zip(data["outcomes"], data["items"], strict=True))
    for item in {*sum(data["items"], ())}:
        left = [right for right, items in pairs if item not in items]
        yield sum(left), len(left)


def test_where_no_item_is_shared_the_answers_are_independent():
    outcomes = [True, False, False] * 20
    found = limits_over_texts(
        outcomes, [(n,) for n in range(60)], judges=range(60), alpha=0.05, beta=0.05
    )
    assert found.item_variance == 0
    assert found.design_effect == pytest.approx(60 / 59)
    assert found.t == pytest.approx(0, abs=1e-12)


def test_where_items_and_judges_are_one_and_the_same_nothing_is_said():
    owners = [n // 6 for n in range(60)]
    found = limits_over_texts(
        [True, False, False] * 20, [(n,) for n in owners], judges=owners, alpha=0.05, beta=0.05
    )
    assert found is None


def test_where_every_answer_is_about_every_item_nothing_is_said():
    items = [range(6)] * 30
    found = limits_over_texts([True, False] * 15, items, judges=range(30), alpha=0.05, beta=0.05)
    assert found is None


def test_lower_and_upper_limit_have_risks_of_their_own():
    strict = limits_over_texts(**study(SETS[1]), alpha=0.01, beta=0.2)
    usual = limits_over_texts(**study(SETS[1]), alpha=0.05, beta=0.05)
    assert strict.pc_lower < usual.pc_lower
    assert strict.pc_upper < usual.pc_upper


def test_with_fewer_than_five_items_nothing_is_said():
    few = {"items": [(n % 4,) for n in range(40)], "judges": list(range(40))}
    assert crossed.LEAST_ITEMS == 5
    assert limits_over_texts([True, False] * 20, alpha=0.05, beta=0.05, **few) is None
    few["items"] = [(n % 5,) for n in range(40)]
    assert limits_over_texts([True, False] * 20, alpha=0.05, beta=0.05, **few) is not None


@pytest.mark.parametrize("right", [True, False])
def test_answers_that_do_not_vary_say_nothing(right):
    items = [(n % 6,) for n in range(12)]
    found = limits_over_texts([right] * 12, items, judges=range(12), alpha=0.05, beta=0.05)
    assert found is None


@pytest.mark.slow
def test_where_a_and_b_are_one_kind_of_texts_the_t_test_keeps_its_level():
    """Some texts of both subjects attract choices: the exact test errs too often."""
    random = np.random.default_rng(11)
    studies, texts, alone, over_texts = 1000, 3, 0, 0
    for _ in range(studies):
        pull = np.exp(random.normal(0, 1.5, 2 * texts))
        subject = random.integers(0, 2, 98)
        odd = subject * texts + random.integers(0, texts, 98)
        others = np.array([random.permutation(texts)[:2] for _ in range(98)])
        others += ((1 - subject) * texts)[:, None]
        right = random.random(98) < pull[odd] / (pull[odd] + pull[others].sum(axis=1))
        items = list(zip(odd.tolist(), *others.T.tolist(), strict=True))
        found = limits_over_texts(right.tolist(), items, judges=range(98), alpha=0.05, beta=0.05)
        alone += difference_test(int(right.sum()), 98, alpha=0.05).significant
        over_texts += found.p_value <= 0.05
    error = 3 * (0.05 * 0.95 / studies) ** 0.5
    assert alone / studies > 0.05 + error
    assert over_texts / studies < 0.05 + error


@pytest.mark.parametrize(
    ("n", "texts", "correlation", "factor"),
    [(98, 98, 0.5, 1.0), (98, 200, 0.5, 1.0), (98, 7, 0.05, 1.65), (98, 2, 1.0, 49.0)],
)
def test_design_effect(n, texts, correlation, factor):
    assert design_effect(n, texts=texts, correlation=correlation) == pytest.approx(factor)


@pytest.mark.parametrize("broken", ["items", "judges"])
def test_lists_of_different_length_are_refused(broken):
    data = study(SETS[0])
    data[broken] = data[broken][1:]
    with pytest.raises(ValueError, match="one entry for each answer"):
        limits_over_texts(**data, alpha=0.05, beta=0.05)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ({"n": 0, "texts": 5, "correlation": 0.1}, "n"),
        ({"n": 98, "texts": 0, "correlation": 0.1}, "texts"),
        ({"n": 98, "texts": 5, "correlation": 1.1}, "correlation"),
    ],
)
def test_bad_arguments_of_the_design_effect_are_named(arguments, name):
    with pytest.raises(ValueError, match=f"^{name} must be"):
        design_effect(**arguments)


@pytest.mark.parametrize(
    ("n", "texts", "correlation"), [(98, 12, 0.05), (98, 24, 0.1), (66, 10, 0.02), (500, 48, 0.05)]
)
def test_answers_over_texts_are_the_fewest_that_are_worth_so_many(n, texts, correlation):
    found = answers_over_texts(n, texts=texts, correlation=correlation)

    def worth(answers):
        return answers / design_effect(answers, texts=texts, correlation=correlation)

    assert worth(found) >= n - 1e-9
    assert worth(found - 1) < n


def test_no_number_of_answers_makes_good_for_too_few_texts():
    # Two texts a subject at 0.05 are never worth 40 independent answers.
    assert answers_over_texts(40, texts=2, correlation=0.05) is None
    assert answers_over_texts(39, texts=2, correlation=0.05) == 1482
    assert answers_over_texts(98, texts=98, correlation=1) == 98
    assert answers_over_texts(99, texts=98, correlation=1) is None
    assert answers_over_texts(98, texts=2, correlation=0) == 98
