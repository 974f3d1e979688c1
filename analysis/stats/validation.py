"""What the functions of this package accept, checked in one place.

Every public function checks its arguments here first, so that bad input is one
``ValueError`` which names the argument and its allowed range, and never a NaN, a zero or
an exception from deep inside.
"""

import math
from collections.abc import Iterable, Sequence
from numbers import Real
from operator import index
from typing import SupportsFloat, cast

GOALS = ("difference", "similarity")


def check_integer(name: str, value: object, *, least: int, most: int | None = None) -> int:
    """The value as a Python int; a bool or a float is no count, even 3.0."""
    allowed = f"{least} or more" if most is None else f"from {least} to {most}"
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise ValueError(f"{name} must be a whole number {allowed}, not {value!r}")
    number = index(value)
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name} must be a whole number {allowed}, not {number}")
    return number


def check_number_of_answers(n: object, *, name: str = "n") -> int:
    """A number of answers: 1 or more."""
    return check_integer(name, n, least=1)


def check_counts(correct: object, n: object) -> tuple[int, int]:
    """Right answers out of n: n of 1 or more, correct from 0 to n."""
    number = check_number_of_answers(n)
    return check_integer("correct", correct, least=0, most=number), number


def check_count_lists(
    correct: Iterable[object], n: Iterable[object], *, least: int, of: str
) -> tuple[list[int], list[int]]:
    """Right answers and answers, one entry each for every judge (or study)."""
    right, totals = list(correct), list(n)
    if len(right) != len(totals):
        raise ValueError(
            f"correct and n must have the same length, not {len(right)} and {len(totals)}"
        )
    if len(totals) < least:
        raise ValueError(f"correct and n must hold at least {least} {of}, not {len(totals)}")
    pairs = [check_counts(x, total) for x, total in zip(right, totals, strict=True)]
    return [x for x, _ in pairs], [total for _, total in pairs]


def check_real(name: str, value: object, *, allowed: str) -> float:
    """A finite number as a Python float. Decimals are welcome, strings are not."""
    if isinstance(value, bool | str | bytes) or not (
        isinstance(value, Real) or hasattr(value, "__float__")
    ):
        raise ValueError(f"{name} must be a number {allowed}, not {value!r}")
    number = float(cast(SupportsFloat, value))
    if not math.isfinite(number):
        raise ValueError(f"{name} must be a number {allowed}, not {number}")
    return number


def check_open_unit(name: str, value: object) -> float:
    """A risk, a confidence or a proportion of discriminators: above 0 and below 1."""
    number = value if type(value) is float else check_real(name, value, allowed=_OPEN_UNIT)
    if not 0.0 < number < 1.0:
        raise ValueError(f"{name} must be a number {_OPEN_UNIT}, not {number}")
    return number


def check_closed_unit(name: str, value: object) -> float:
    """A proportion that may be 0 or 1."""
    number = check_real(name, value, allowed=_CLOSED_UNIT)
    if not 0.0 <= number <= 1.0:
        raise ValueError(f"{name} must be a number {_CLOSED_UNIT}, not {number}")
    return number


def check_choice(name: str, value: object, choices: Sequence[str]) -> str:
    """One of the words listed; members of a str enumeration count as their words."""
    for choice in choices:
        if value == choice:
            return choice
    raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


_OPEN_UNIT = "above 0 and below 1"
_CLOSED_UNIT = "from 0 to 1"
