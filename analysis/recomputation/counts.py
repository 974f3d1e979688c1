"""What is known about a study at one moment, as plain numbers: for pages, exports and an API.

No Django here. `StudyCounts` is stored as JSON in `Result.numbers` and read back from it.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

ORDERS = ("ABB", "ABA", "AAB", "BAA", "BAB", "BBA")
# An answer that came sooner after its texts were shown is called fast.
FAST_SECONDS = 2
# The classes in which answers are shown by the time they took, each by its first second.
SECONDS = (0, 2, 5, 10, 20, 40, 60, 120, 300)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a result was computed from. Every part only ever grows."""

    answers_stored: int
    trials_withdrawn: int
    amendments: int
    method_version: int
    judges_excluded: int = 0

    def covers(self, other: "Inputs") -> bool:
        """No part is smaller than that of `other`."""
        return (
            self.answers_stored >= other.answers_stored
            and self.trials_withdrawn >= other.trials_withdrawn
            and self.amendments >= other.amendments
            and self.method_version >= other.method_version
            and self.judges_excluded >= other.judges_excluded
        )


@dataclass(frozen=True, slots=True)
class Share:
    """So many right of so many counted answers."""

    counted: int = 0
    correct: int = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """The progress of one panel. `lapsed`: the hold ran out before a choice was made."""

    name: str
    counted: int = 0
    correct: int = 0
    reading: int = 0
    lapsed: int = 0
    surplus: int = 0


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """How many judges had `correct` right of `answers`."""

    correct: int
    answers: int
    judges: int


@dataclass(frozen=True, slots=True)
class StudyCounts:
    """The counts of a study. Whatever is about right and wrong is of counted answers only."""

    counted: int = 0
    correct: int = 0
    judges: int = 0
    surplus: int = 0
    pilot: int = 0
    withdrawn: int = 0
    lapsed: int = 0
    reading: int = 0
    fast: int = 0
    # Judges who began; who began and left with evaluations undone; who are excluded by the rule.
    began: int = 0
    left: int = 0
    excluded: int = 0
    median_seconds: float | None = None
    quartiles: tuple[float, float] | None = None
    # How many answers took how long, by the classes of SECONDS.
    seconds: tuple[int, ...] = ()
    panels: tuple[Panel, ...] = ()
    # Counted and right by order, and how often each position was chosen.
    orders: dict[str, Share] = field(default_factory=dict)
    positions: tuple[int, int, int] = (0, 0, 0)
    # Right answers against counted ones in the order in which they were stored: (n, x) with n
    # rising, every answer for small studies, some hundred points for large ones.
    path: tuple[tuple[int, int], ...] = ()
    # With repeats only.
    judge_results: tuple[JudgeResult, ...] = ()
    # Once there is a verdict: what is left of its answers after withdrawals, and what came later.
    verdict_left: Share | None = None
    after_verdict: Share | None = None

    def as_json(self) -> dict[str, Any]:
        """Plain dictionaries and lists; `from_json` is the way back."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "StudyCounts":
        """StudyCounts as they were stored; fields that are missing are those of an empty study."""
        known = {name: stored[name] for name in cls.__slots__ if name in stored}
        if "panels" in known:
            known["panels"] = tuple(Panel(**panel) for panel in known["panels"])
        if "orders" in known:
            known["orders"] = {name: Share(**share) for name, share in known["orders"].items()}
        if "judge_results" in known:
            known["judge_results"] = tuple(JudgeResult(**row) for row in known["judge_results"])
        for name in ("verdict_left", "after_verdict"):
            if known.get(name) is not None:
                known[name] = Share(**known[name])
        for name in ("quartiles", "seconds"):
            if known.get(name) is not None:
                known[name] = tuple(known[name])
        if "path" in known:
            known["path"] = tuple((n, x) for n, x in known["path"])
        if "positions" in known:
            first, second, third = known["positions"]
            known["positions"] = (first, second, third)
        return cls(**known)
