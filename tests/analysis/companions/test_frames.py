"""Frames and slots, against values computed from the restaurants by another program."""

import pytest

from analysis.companions.frames import frame_of, frames, opening_of, patterns
from studies.values.slots import KnownValues, slots_of
from tests.analysis.companions.restaurants import expected, restaurants

SLOTS = {"name": "Blue Spice", "area": "city centre"}


@pytest.mark.parametrize(
    "context",
    [
        "name[Blue Spice], area[city centre]",
        "name[Blue Spice];area[ city centre ]",
        "name: Blue Spice\n\n area : city centre\n",
        '{"name": "Blue Spice", "area": "city centre", "near": ["a"]}',
    ],
)
def test_a_structured_context_has_slots(context):
    assert slots_of(context) == SLOTS


@pytest.mark.parametrize(
    "context",
    [
        *("", "Blue Spice is in the centre.", "name: Blue Spice\nIt is nice.", "{not JSON}"),
        *("see [1].", f"{'k' * 61}: a", "name:", '{"name": "\\ud800"}'),
        # Looked at once, however many ways there are to read its blanks.
        *("a [b] " * 800 + "x", f"a{' ' * 4990}b"),
    ],
)
def test_other_contexts_have_none(context):
    assert slots_of(context) == {}


def test_a_frame_has_keys_for_values_the_longest_first():
    slots = {"name": "Spice", "near": "Blue Spice"}

    assert frame_of("SPICE is  near\nBlue Spice.", slots) == "{name} is near {near}."
    assert frame_of("A (b", {"key": "(b", "b": "key"}) == "a {key}"
    assert opening_of("{name} is near {near}.") == "{name} is near"


def test_repeat_is_the_chance_that_two_texts_share_a_frame():
    found = patterns(["a b c d", "a b c d", "a b c e", "f"])

    assert found.repeat == pytest.approx(2 / 12)
    assert found.frequent[0] == ("a b c d", 2)
    assert (found.texts, found.frames, found.openings) == (4, 3, 2)
    assert patterns(["a"]).repeat is None
    assert patterns([]).repeat is None


def made(subject):
    return [frame_of(text.text, text.slots) for text in restaurants()[subject]]


@pytest.mark.parametrize(("subject", "definition", "value", "within"), expected("frames"))
def test_frames_of_the_restaurants(subject, definition, value, within):
    found = patterns(made(subject))

    by_definition = {
        "texts": found.texts,
        "frames": found.frames,
        "texts of the most frequent frame": found.frequent[0][1],
        "repeat: chance that two texts share a frame": found.repeat,
        "openings (first three words)": found.openings,
        "texts of the most frequent opening": found.frequent_openings[0][1],
    }
    assert by_definition[definition] == pytest.approx(value, abs=within)


@pytest.mark.parametrize("subject", ["TGen", "Slug2Slug", "Sheffield NLP", "human"])
def test_mentions_of_the_restaurants(subject):
    own = restaurants()[subject]
    found = frames([t.text for t in own], ["A"] * len(own), [t.slots for t in own])

    mentions = {f"{subject} {mention.slot}": mention for mention in found.mentions}
    for cell, definition, value, within in expected("slots"):
        if cell in mentions:
            mention = mentions[cell]
            is_context = definition == "contexts that have it"
            count = mention.contexts_a if is_context else mention.mentioned_a
            assert count == pytest.approx(value, abs=within), cell
    assert [m.slot for m in found.mentions if not m.searchable] == ["familyFriendly"]


def test_two_subjects_side_by_side():
    both = restaurants()["TGen"] + restaurants()["Sheffield NLP"]
    found = frames([t.text for t in both], ["A"] * 100 + ["B"] * 100, [t.slots for t in both])

    rating = next(m for m in found.mentions if m.slot == "customer rating")
    assert rating.difference == 1
    assert found.repeats_apart == pytest.approx(0.0470707 - 0.0985859, abs=1e-6)
    assert sum(row.texts_a for row in found.key_sets) == 100
    assert sum(row.frames_b for row in found.key_sets) >= found.b.frames
    assert found.unstructured == 0


def test_without_structured_contexts_there_is_nothing_to_say():
    assert frames(["a", "b"], ["A", "B"], [{}, SLOTS]) is None
    with pytest.raises(ValueError, match="one length"):
        frames(["a"], ["A", "B"], [{}, {}])


def test_one_system_of_the_restaurants_says_pub_or_restaurant_of_coffee_shops():
    known = KnownValues.of(text.context for text in restaurants()["TGen"])
    found = {
        name: [
            one.slot
            for text in restaurants()[name]
            for one in known.contradicted(text.text, text.context)
        ]
        for name in ("TGen", "Slug2Slug", "Sheffield NLP")
    }
    assert found == {"TGen": [], "Slug2Slug": [], "Sheffield NLP": ["eatType"] * 27}
