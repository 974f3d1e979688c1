"""Orders of a triad, and the hash by which texts that look the same are found."""

import pytest

from studies.design import ORDERS, content_hash, odd_position


def test_odd_position_of_each_order() -> None:
    assert [odd_position(order) for order in ORDERS] == [1, 2, 3, 1, 2, 3]


@pytest.mark.parametrize("order", ["AAA", "AB", "aab", ""])
def test_odd_position_refuses_what_is_no_order(order: str) -> None:
    with pytest.raises(ValueError, match="order must be one of"):
        odd_position(order)


def test_content_hash_ignores_only_what_cannot_be_seen() -> None:
    text = "  café\n\tx y"
    for alike in ("  cafe\u0301\n\tx y", "  café\r\n\tx y", "  café \n\tx y\n"):
        assert content_hash(alike) == content_hash(text)
    for other in (" café\n\tx y", "  café\n\tx  y", "  Café\n\tx y", "  café\n\n\tx y"):
        assert content_hash(other) != content_hash(text)
    assert content_hash(text, b"image") != content_hash(text)
    assert content_hash("ab", b"c") != content_hash("a", b"bc")


def test_content_hash_is_the_same_everywhere() -> None:
    expected = "1acf212e92da4c52b0447b0672c108e5d534019530b1a9dd7a6717014103b686"
    assert content_hash("Blue Spice is a coffee shop.") == expected
