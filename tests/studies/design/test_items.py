"""What items have of texts by several systems."""

from studies.design import Text
from studies.design.items import item_census


def texts(*rows: str) -> list[Text]:
    """Each row is a system, an item and a content."""
    return [Text(key, row[0], row[1], row[2]) for key, row in enumerate(rows)]


def test_items_lack_texts_have_several_or_say_the_same() -> None:
    found = item_census(
        texts("A1x", "B1x", "C1x", "A2x", "B2y", "C2x", "A3x", "B3x", "A4x", "B4x", "C4z", "C4z"),
        "ABC",
    )
    assert found.items == 4
    assert found.lacking == {"3": ["C"]}
    assert found.several == {"4": ["C"]}
    assert found.incomplete == ["3", "4"]
    assert found.alike == ["1"]
    # Of two texts of one system none is a pair.
    assert (found.identical, found.pairs) == (3 + 1 + 1 + 1, 3 + 3 + 1 + 5)


def test_no_texts_have_no_items() -> None:
    found = item_census([], "AB")
    assert (found.items, found.incomplete, found.alike, found.pairs) == (0, [], [], 0)
