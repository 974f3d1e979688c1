"""Texts that say a value of a slot which other contexts have, and their own has not."""

import pytest

from studies.values.slots import KnownValues

CONTEXTS = (
    "name[Blue Spice], eatType[coffee shop], area[city centre], familyFriendly[yes]",
    "name[Clowns], eatType[pub], near[Blue Spice], customer rating[5]",
    "name[Pub House], eatType[pub], customer rating[high]",
    "name[Giraffe], area[riverside], price[high]",
)


@pytest.mark.parametrize(
    ("context", "text", "found"),
    [
        (0, "Blue Spice is a coffee shop.", []),
        (0, "Blue Spice, a PUB in the\ncity centre.", [("eatType", "pub", "coffee shop")]),
        # Said twice it is one; whole words alone are looked for.
        (0, "A pub is a pub, no matter the publicity.", [("eatType", "pub", "coffee shop")]),
        # Of two values the longer one; what the context itself has is kept.
        (1, "Clowns is a pub near Blue Spice.", []),
        (0, "It is called Pub House.", [("name", "pub house", "Blue Spice")]),
        # Blue Spice and high are values of two slots: which is meant cannot be told.
        (3, "Giraffe, near Blue Spice, is high.", []),
        # A slot that its context does not have is not contradicted, nor a yes by words.
        (3, "Giraffe is a pub.", []),
        (0, "No riverside, but yes.", [("area", "riverside", "city centre")]),
    ],
)
def test_what_a_text_says_against_its_context(context, text, found):
    known = KnownValues.of(CONTEXTS)
    said = known.contradicted(text, CONTEXTS[context])
    assert [(one.slot, one.said, one.context) for one in said] == found


def test_without_structured_contexts_nothing_is_known():
    known = KnownValues.of(["Rain all day.", "Sun, and wind.", "name[A b], eatType[pub]"])
    assert known.contradicted("A pub.", "name[C d], eatType[bar]") == []


def test_values_that_begin_alike_are_looked_up_and_not_tried_one_by_one():
    contexts = [f"k{n % 9}: {'same ' * (n % 11)}w{n}" for n in range(2000)]
    known = KnownValues.of([*contexts, f"k0: {'same ' * 12}end"])
    assert known.lengths["same"] == [*range(11, 1, -1)]
    assert known.contradicted("same " * 1000 + "w1", contexts[0]) == []
    found = known.contradicted("It is same same w2.", "k2: other")
    assert [one.said for one in found] == ["same same w2"]
