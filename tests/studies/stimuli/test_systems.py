"""Which systems a file holds, and what is wrong with their texts."""

import pytest

from studies.stimuli import TextRow, check_systems, guess_systems, with_several_texts
from studies.stimuli.checking import ImageFound

NAMES = {"A": "TGen", "B": "Slug"}
TAKEN = {"TGen": "A", "slug": "B"}


def row(number: int, subject: str, item: str, text: str, **cells: str) -> TextRow:
    return TextRow(number, subject, item, text, **cells)


@pytest.mark.parametrize(
    ("found", "names", "several", "guess"),
    [
        (["x", "y", "z"], {}, (), {"x": "A", "y": "B", "z": "C"}),
        (["x", "ref", "z"], {}, {"ref"}, {"x": "A", "z": "B"}),
        # One that is left of them is a guess about the others, not about itself.
        (["x", "ref"], {}, {"ref"}, {}),
        (list("stuvwxyz!"), {}, (), dict(zip("stuvwxyz", "ABCDEFGH", strict=True))),
        # The study's names: the same, in another case, by letter; others are new, if anything.
        (["slug", "new", "TGen"], NAMES, (), {"TGen": "A", "slug": "B"}),
        (["b", "new"], NAMES, (), {"b": "B"}),
        (["new"], NAMES, (), {}),
    ],
)
def test_systems_are_guessed_by_name_else_in_the_order_of_the_file(found, names, several, guess):
    assert guess_systems(found, names, several) == guess


def test_references_are_known_by_several_main_texts_about_an_item():
    rows = [
        *(row(2, "x", "1", "a"), row(3, "x", "2", "b"), row(4, "ref", "1", "c")),
        *(row(5, "ref", "1", "d"), row(6, "x", "1", "e", kind="practice")),
    ]
    assert with_several_texts(rows) == {"ref"}


def found_in(*rows: TextRow, **values: object) -> dict[str, int]:
    return dict(check_systems(rows, names=NAMES, subjects=TAKEN, **values).counts)


def test_what_some_systems_lack_is_pointed_out():
    images = {"x.png": ImageFound(pk=1, sha256="0" * 64)}
    picture = {"image": "x.png", "alt_text": "x"}
    assert found_in(row(2, "TGen", "1", "a")) == {"no_texts_of_system": 1}
    pair = row(2, "TGen", "1", "a", context="mr"), row(3, "slug", "1", "b")
    assert found_in(*pair) == {"no_context_of_system": 1, "other_context": 1}
    pair = row(2, "TGen", "1", "a", **picture), row(3, "slug", "1", "b")
    assert found_in(*pair, images=images) == {"no_image_of_system": 1}
    alone = row(2, "TGen", "1", "", **picture), row(3, "slug", "1", "b")
    assert found_in(*alone, images=images) == {"no_image_of_system": 1, "no_image": 1}


def test_items_and_identical_texts_are_told():
    rows = [
        *(row(2, "TGen", "1", "same"), row(3, "slug", "1", "same"), row(4, "TGen", "2", "same")),
        *(row(5, "slug", "2", "b"), row(6, "slug", "2", "c"), row(7, "TGen", "3", "Slug says")),
        *(row(8, "human", "1", "x"), row(9, "TGen", "4", "same", kind="practice")),
    ]
    assert found_in(*rows) == {
        "identical_in_item": 1,
        "identical_of_items": 1,
        "item_with_several": 1,
        "item_without": 1,
        "contains_name": 1,
        "other_system": 1,
    }
