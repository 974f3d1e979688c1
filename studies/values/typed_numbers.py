"""Numbers as people type them: 0.3, 0,3 or 30 %; 98, 1,000 or 1 000."""

import re

MOST_CHARACTERS = 40
_DECIMAL = re.compile(r"[+-]?(\d+[.,]?\d*|[.,]\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
# Digits, alone or in threes: 1000000, 1,000,000, 1 000 000 or 1.000.000.
_WHOLE = re.compile(r"[+-]?(\d+|\d{1,3}([., ]\d{3})+)", re.ASCII)
_SPACES = re.compile(r"\s+")


def decimal_number(text: str) -> float | None:
    """Return the number, with a point or a comma before its decimals; None for anything else.

    It may be infinite where it is too large.
    """
    number = _SPACES.sub("", text)
    if len(number) > MOST_CHARACTERS or not _DECIMAL.fullmatch(number):
        return None
    return float(number.replace(",", "."))


def proportion(text: str) -> float | None:
    """Return the proportion, which may be written in percent; None for anything else.

    30 % is the same as 0.3, to the last digit.
    """
    text = text.strip()
    number = decimal_number(text.removesuffix("%"))
    if number is None:
        return None
    return float(f"{number / 100 if text.endswith('%') else number:.12g}")


def whole_number(text: str) -> int | None:
    """Return the whole number, with or without separators of thousands; None for anything else."""
    number = _SPACES.sub(" ", text).strip()
    if len(number) > MOST_CHARACTERS or not _WHOLE.fullmatch(number):
        return None
    return int(re.sub(r"[., ]", "", number))
