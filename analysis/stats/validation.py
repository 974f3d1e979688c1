"""What the functions of this package accept, checked in one place.

Every public function checks its arguments here first, so that bad input is one
``ValueError`` which names the argument and its allowed range, and never a NaN, a zero or
an exception from deep inside.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import SupportsFloat, SupportsIndex, cast

import numpy as np

GOALS = ("difference", "similarity")

MOST_ANSWERS = 10**12
"""More answers than this are refused: doubles no longer count so far without gaps in the
tails, and no study has so many."""


def check_integer(name: str, value: object, *, least: int, most: int | None = None) -> int:
    """The value as a Python int; a bool or a float is no count, even 3.0."""
    allowed = f"{least} or more" if most is None else f"from {least} to {most}"
    try:
        if isinstance(value, bool):
            raise TypeError
        number = index(cast(SupportsIndex, value))
    except TypeError:
        raise ValueError(f"{name} must be a whole number {allowed}, not {value!r}") from None
    if number < least or (most is not None and number > most):
        raise ValueError(f"{name} must be a whole number {allowed}, not {number}")
    return number


def check_number_of_answers(n: object, *, name: str = "n") -> int:
    """A number of answers: 1 or more, and not beyond what doubles can count."""
    number = check_integer(name, n, least=1)
    if number > MOST_ANSWERS:
        raise ValueError(f"{name} must be a whole number 1 or more, and at most {MOST_ANSWERS:,}")
    return number


def check_counts(correct: object, n: object) -> tuple[int, int]:
    """Right answers out of n: n of 1 or more, correct from 0 to n."""
    number = check_number_of_answers(n)
    return check_integer("correct", correct, least=0, most=number), number


def check_count_lists(
    correct: object, n: object, *, least: int, of: str
) -> tuple[list[int], list[int]]:
    """Right answers and answers, one entry each for every judge (or study)."""
    right, totals = check_list("correct", correct), check_list("n", n)
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
    try:
        if isinstance(value, bool | np.bool_ | np.ndarray | str | bytes):
            raise TypeError
        number = float(cast(SupportsFloat, value))
    except (TypeError, ValueError, OverflowError):
        raise ValueError(f"{name} must be a number {allowed}, not {value!r}") from None
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
        if isinstance(value, str) and value == choice:
            return choice
    raise ValueError(f"{name} must be one of {', '.join(choices)}, not {value!r}")


def check_outcome(outcome: object) -> int:
    """Whether an answer was right: a bool, or 0 or 1."""
    if isinstance(outcome, bool | np.bool_):
        return int(outcome)
    return check_integer("outcomes", outcome, least=0, most=1)


def check_flag(name: str, value: object) -> bool:
    """True or False; a word such as "no" would count as true otherwise."""
    if not isinstance(value, bool | np.bool_):
        raise ValueError(f"{name} must be True or False, not {value!r}")
    return bool(value)


def check_list(name: str, values: object) -> list[object]:
    """The entries of any iterable but a string."""
    if isinstance(values, str | bytes | Mapping):
        raise ValueError(f"{name} must be a list, not {values!r}")
    try:
        return list(cast(Iterable[object], values))
    except TypeError:
        raise ValueError(f"{name} must be a list, not {values!r}") from None


_OPEN_UNIT = "above 0 and below 1"
_CLOSED_UNIT = "from 0 to 1"
