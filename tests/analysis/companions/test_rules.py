"""One-rule judges, against values computed from the restaurants by another program."""

import math
from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from analysis.companions.frames import frame_of
from analysis.companions.rules import (
    Looks,
    Triads,
    differing,
    farthest,
    least_alike,
    likenesses,
    one_rule_judges,
    openings_of,
    pd_of,
    worst,
)
from analysis.stats.surface.grams import features_of
from studies.stimuli.cues.surface_cues import CUES, CueText, values_of
from tests.analysis.companions.restaurants import contexts, expected, restaurants

NAN = float("nan")
RULE = {"n-grams": "letters"}


def drawn(first, second, *, triads):
    """Triads of three items, texts drawn evenly, either subject the odd one."""
    rng = np.random.default_rng(3)
    items = np.array([text.item for text in first + second])
    a, b = (rng.integers(len(first), size=(2, triads)), rng.integers(len(second), size=(2, triads)))
    b += len(first)
    odd_is_b = rng.random(triads) < 0.5
    places = np.where(odd_is_b, np.stack([*a, b[0]]), np.stack([*b, a[0]])).T
    of = items[places]
    apart = (of[:, 0] != of[:, 1]) & (of[:, 0] != of[:, 2]) & (of[:, 1] != of[:, 2])
    return Triads(places[apart], np.full(apart.sum(), 2))


def every(two, one):
    """All triads of three items: two texts of a subject, the odd one of the other."""
    items = np.array([text.item for text in restaurants()[two] + restaurants()[one]])
    pairs = np.stack(np.triu_indices(len(restaurants()[two]), 1), axis=1)
    odd = np.arange(len(restaurants()[two]), len(items))
    places = np.column_stack([np.repeat(pairs, len(odd), axis=0), np.tile(odd, len(pairs))])
    of = items[places]
    apart = (of[:, 0] != of[:, 1]) & (of[:, 0] != of[:, 2]) & (of[:, 1] != of[:, 2])
    return Triads(places[apart], np.full(apart.sum(), 2))


@cache
def exact_shares(pair):
    """The share right by each rule in all triads, each subject the odd one as often."""
    one, two = pair.split(" and ")
    sides = []
    for names in ((one, two), (two, one)):
        looks, triads = looks_of(*(restaurants()[name] for name in names)), every(*names)
        found = one_rule_judges(replace(looks, features=None), triads)
        # All cosines at once: each pair of texts stands in many of a million triads.
        rows = looks.features[: len(restaurants()[one]) + len(restaurants()[two])]
        cosines = (rows @ rows.T).toarray()
        of = triads.texts
        pairs = [cosines[of[:, a], of[:, b]] for a, b in ((1, 2), (0, 2), (0, 1))]
        found["letters"] = triads.right(least_alike(np.stack(pairs, axis=1)))
        sides.append({rule: right.mean() for rule, right in found.items()})
    return {rule: (sides[0][rule] + sides[1][rule]) / 2 for rule in sides[0]}


@cache
def shares(pair):
    """The share right by each rule in 30,000 triads of two subjects."""
    first, second = (restaurants()[name] for name in pair.split(" and "))
    found = one_rule_judges(looks_of(first, second), drawn(first, second, triads=30_000))
    return {rule: right.mean() for rule, right in found.items()}


def looks_of(first, second):
    texts = first + second
    cues = [CueText(key=n, subject="A", text=t.text, content_hash="") for n, t in enumerate(texts)]
    values = values_of(cues, subject_names=("A system", "Another"))
    made = [frame_of(text.text, text.slots) for text in texts]
    features, _ = features_of([*(text.text for text in texts), *contexts().values()])
    by_cue = {
        cue: [row[n] for row in values] for n, cue in enumerate(CUES) if cue in ("length", "words")
    }
    return Looks(by_cue, openings_of(made), made, features)


@pytest.mark.parametrize(("pair", "definition", "value", "within"), expected("one-rule judge"))
def test_one_rule_judges_of_the_restaurants(pair, definition, value, within):
    rule = definition.removeprefix("share right by ").split(",")[0]
    rule = RULE.get(rule, rule)
    if "human" in pair:
        # Both are drawn, 30,000 triads each.
        assert shares(pair)[rule] == pytest.approx(value, abs=within)
    else:
        # Ours is exact: the reference is away by its own draws alone.
        exact = exact_shares(pair)[rule]
        error = math.sqrt(exact * (1 - exact) / 30_000)
        assert value == pytest.approx(exact, abs=min(2.5 * error, 0.006))


def test_the_farthest_from_the_mean_of_the_others_is_picked():
    picked = farthest(np.array([[1.0, 2, 9], [1, 2, 3], [4, 4, 4], [0.1 + 0.2, 0.3, 0.3]]))

    assert picked.tolist() == [
        [False, False, True],
        [True, False, True],
        [True, True, True],
        [True, True, True],
    ]


def test_the_one_that_differs_is_picked_where_the_others_are_alike():
    picked = differing(np.array([[1.0, 0, 1], [1, 1, 1], [1, 2, 3]]))

    assert picked.tolist() == [[False, True, False], [True] * 3, [True] * 3]


def test_the_worst_match_is_picked():
    picked = worst(np.array([[1.0, 1, 7], [1, 3, 3], [1, NAN, 2]]))

    assert picked.tolist() == [[False, False, True], [False, True, True], [True] * 3]


def test_letters_pick_the_one_outside_the_most_alike_pair():
    features, _ = features_of(["the old house", "the old horse", "a green tree", "a green tree"])

    likeness = likenesses(features, np.array([[0, 1, 2], [3, 0, 2]]))
    assert likeness[0].argmax() == 2
    assert likeness[1].tolist() == pytest.approx([likeness[1, 2], 1, likeness[1, 2]])
    assert least_alike(likeness).tolist() == [[False, False, True], [False, True, False]]


def test_ties_are_right_in_part():
    triads = Triads(np.array([[0, 1, 2]] * 3), np.array([0, 1, 2]))

    picked = np.array([[True, False, False], [True, True, False], [True, True, True]])
    assert triads.right(picked).tolist() == pytest.approx([1, 1 / 2, 1 / 3])


def test_a_rule_that_cannot_look_is_left_out():
    found = one_rule_judges(
        Looks({}, ["a", "b", "b"]), Triads(np.array([[0, 1, 2]]), np.array([0]))
    )

    assert {rule: right.tolist() for rule, right in found.items()} == {"opening": [1]}


def test_all_is_right_where_every_perceiver_is():
    assert pd_of(1) == 1
    assert pd_of(1 / 3) == pytest.approx(0)
