"""The machine judge text by text, and on the texts of the restaurants."""

import math

import numpy as np
import pytest

from analysis.stats import d_prime_from_pc, machine_judge
from analysis.stats.surface import MachineJudge, told_as
from tests.analysis.companions.restaurants import expected, restaurants
from tests.analysis.stats.surface.test_surface import some_texts

CELLS = sorted({cell for cell, *_ in expected("machine judge")} | {"TGen and human"})


@pytest.fixture(scope="module")
def judged():
    """What the program finds of two kinds of texts, each asked once."""
    found = {}

    def ask(cell):
        if cell not in found:
            of = restaurants()
            chosen = [text for name in cell.split(" and ") for text in of[name]]
            a = chosen[0].subject
            found[cell] = machine_judge(
                [text.text for text in chosen],
                ["A" if text.subject == a else "B" for text in chosen],
                items=[text.item for text in chosen],
                permutations=99,
                seed=1,
            )
        return found[cell]

    return ask


@pytest.mark.parametrize(("cell", "definition", "value", "tolerance"), expected("machine judge"))
def test_reference(judged, cell, definition, value, tolerance):
    name = definition.split(",")[0]
    assert getattr(judged(cell), name) == pytest.approx(value, abs=tolerance)


def test_a_quarter_of_the_human_texts_pass_for_a_system(judged):
    found = judged("TGen and human")
    assert (found.accuracy, found.right_a) == (pytest.approx(31 / 36), 1)
    assert 1 - found.right_b == pytest.approx(0.278, abs=5e-4)


@pytest.mark.parametrize("cell", CELLS)
def test_the_shares_told_right_are_those_of_the_scores(judged, cell):
    found = judged(cell)
    told = [told_as(score) for score in found.scores]
    a, b = told[: found.texts_a], told[found.texts_a :]
    assert len(b) == found.texts_b
    assert (a.count("A") + a.count("") / 2) / len(a) == pytest.approx(found.right_a)
    assert (b.count("B") + b.count("") / 2) / len(b) == pytest.approx(found.right_b)


def test_a_score_near_nothing_is_no_choice():
    assert [told_as(score) for score in (0.1, 1e-12, -1e-12, -0.1)] == ["A", "", "", "B"]


def test_exchanged_names_exchange_the_signs():
    texts, subjects, items = some_texts(3, planted=0.5)
    swapped = ["B" if subject == "A" else "A" for subject in subjects]
    found, other = (
        machine_judge(texts, names, items=items, permutations=1) for names in (subjects, swapped)
    )
    assert np.allclose(found.scores, np.negative(other.scores))


def test_texts_without_the_others_have_scores_and_those_of_too_few_items_none():
    texts, subjects, _ = some_texts(4, items=10)
    assert len(machine_judge(texts, subjects, items=range(20), permutations=1).scores) == 20
    assert machine_judge(texts, subjects, items=[0] * 20).scores == ()


@pytest.mark.parametrize(
    ("accuracy", "d_prime"), [(31 / 36, 2.17), (0.5, 0), (0.4, 0), (1.0, math.inf), (None, None)]
)
def test_the_accuracy_on_the_scale_of_judges(accuracy, d_prime):
    found = MachineJudge(1, 1, 1, 1, accuracy=accuracy)
    assert found.d_prime == (None if d_prime is None else pytest.approx(d_prime, abs=5e-3))


def test_judges_who_were_right_in_44_9_per_cent_stand_at_1_19():
    assert d_prime_from_pc(0.449) == pytest.approx(1.19, abs=5e-3)
