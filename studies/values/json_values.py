"""What JSON and PostgreSQL can hold: asked of what comes in, and kept to by what goes out."""

import json
import math
import re
from collections.abc import Iterator
from typing import Any

DEEPEST = 20
UNSTORABLE = re.compile("[\0\ud800-\udfff]")
HAS_UNSTORABLE = "This holds a character that cannot be stored (NUL, or half of a surrogate pair)."
TOO_DEEP = f"This is nested more than {DEEPEST} levels deep."
NOT_FINITE = "Write a finite number."


def problem_with(value: Any, depth: int = 0) -> str:
    """Return why a value that was read from JSON cannot be stored, in words; empty if it can."""
    if depth > DEEPEST:
        return TOO_DEEP
    if isinstance(value, str):
        return HAS_UNSTORABLE if UNSTORABLE.search(value) else ""
    if isinstance(value, float):
        return "" if math.isfinite(value) else NOT_FINITE
    parts: Iterator[Any] = iter(())
    if isinstance(value, dict):
        parts = (part for pair in value.items() for part in pair)
    elif isinstance(value, list):
        parts = iter(value)
    return next(filter(None, (problem_with(part, depth + 1) for part in parts)), "")


def finite(value: Any) -> Any:
    """Return the value with None for each number that JSON has no way to write."""
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, dict):
        return {key: finite(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [finite(part) for part in value]
    return value


class FiniteJSONEncoder(json.JSONEncoder):
    """JSON as its standard has it: null for infinity and for what is no number."""

    def iterencode(self, o: Any, _one_shot: bool = False) -> Iterator[str]:  # noqa: FBT001, FBT002 - the base's signature
        return super().iterencode(finite(o), _one_shot)
