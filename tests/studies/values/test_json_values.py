"""What JSON and PostgreSQL can hold."""

import json
import math
from typing import Any

import pytest

from studies.values.json_values import (
    DEEPEST,
    HAS_UNSTORABLE,
    NOT_FINITE,
    TOO_DEEP,
    FiniteJSONEncoder,
    problem_with,
)


def nested(levels: int) -> Any:
    found: Any = 1
    for _ in range(levels):
        found = [found]
    return found


@pytest.mark.parametrize(
    ("value", "problem"),
    [
        ("a\0b", HAS_UNSTORABLE),
        ("\ud800", HAS_UNSTORABLE),
        ({"a": {"b": ["\udfff"]}}, HAS_UNSTORABLE),
        ({"\ud800": 1}, HAS_UNSTORABLE),
        ([1, math.inf], NOT_FINITE),
        (math.nan, NOT_FINITE),
        (nested(DEEPEST + 1), TOO_DEEP),
        (nested(10_000), TOO_DEEP),
        (nested(DEEPEST), ""),
        ({"a": ["😀", None, True, -1, 1.5]}, ""),
    ],
)
def test_what_cannot_be_stored_is_said(value: Any, problem: str) -> None:
    assert problem_with(value) == problem


def test_what_has_no_number_is_written_as_null() -> None:
    value = {"a": [math.inf, -math.inf, {"b": math.nan}], "c": (0.5, 1)}
    assert (
        json.dumps(value, cls=FiniteJSONEncoder)
        == '{"a": [null, null, {"b": null}], "c": [0.5, 1]}'
    )
