"""A verdict that is due."""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict that is due, with the fields that `Verdict` stores."""

    outcome: str
    counted: int
    correct: int
    last_answer: int
    numbers: dict[str, Any]
