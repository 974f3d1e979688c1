"""Whole numbers in what browsers and programs send."""

MOST_DIGITS = 18  # what a bigint of the database holds in any case


def whole_number(text: str, *, digits: int = MOST_DIGITS) -> int | None:
    """Return the number from 0 on that the text is; None for anything else, and if it is longer.

    Only ASCII digits: no sign, no space, no digits of other scripts.
    """
    is_number = text.isascii() and text.isdigit() and len(text) <= digits
    return int(text) if is_number else None
