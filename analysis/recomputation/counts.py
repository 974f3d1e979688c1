"""What was counted of a study at one moment, for pages, exports and the API. No Django.

`StudyCounts` is stored as JSON in `Result.numbers` and read back from it.
"""

from dataclasses import asdict, astuple, dataclass, field
from typing import Any

from analysis.recomputation.rating_study.numbers import RatingNumbers
from studies.values.people import People

ORDERS = ("ABB", "ABA", "AAB", "BAA", "BAB", "BBA")
# An answer in less time after its texts were shown is called fast; a sheet in less than a second
# for each of its numbers.
FAST_SECONDS = 2
# The first second of each class of times that answers took.
SECONDS = (0, 2, 5, 10, 20, 40, 60, 120, 300)


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a result was computed from. No part ever shrinks."""

    answers_stored: int
    trials_withdrawn: int
    amendments: int
    method_version: int
    judges_excluded: int = 0

    def covers(self, other: "Inputs") -> bool:
        """Return whether no part is smaller than that of `other`."""
        return all(
            ours >= theirs for ours, theirs in zip(astuple(self), astuple(other), strict=True)
        )


@dataclass(frozen=True, slots=True)
class Share:
    """Right answers of counted ones."""

    counted: int = 0
    correct: int = 0


@dataclass(frozen=True, slots=True)
class Panel:
    """The progress of one panel. `lapsed`: holds that ran out before a choice."""

    name: str
    counted: int = 0
    correct: int = 0
    reading: int = 0
    lapsed: int = 0
    surplus: int = 0


@dataclass(frozen=True, slots=True)
class JudgeResult:
    """`judges` had `correct` right of `answers`."""

    correct: int
    answers: int
    judges: int


@dataclass(frozen=True, slots=True)
class StudyCounts:
    """The counts of a study. Right and wrong, times and positions are of counted answers only."""

    counted: int = 0
    correct: int = 0
    judges: int = 0
    surplus: int = 0
    pilot: int = 0
    withdrawn: int = 0
    lapsed: int = 0
    reading: int = 0
    fast: int = 0
    fast_seconds: int = 0
    # The live judges, and those whom the rule excludes.
    people: People = field(default_factory=People)
    excluded: int = 0
    median_seconds: float | None = None
    quartiles: tuple[float, float] | None = None
    # Answers by the classes of SECONDS.
    seconds: tuple[int, ...] = ()
    panels: tuple[Panel, ...] = ()
    # By order of the triad; how often each position was chosen.
    orders: dict[str, Share] = field(default_factory=dict)
    positions: tuple[int, int, int] = (0, 0, 0)
    # The answers in the order of assignment, as far as every earlier one is settled; None where
    # judges repeat, since then nothing depends on the order.
    in_order: Share | None = None
    # Right answers against these (where judges repeat, against all counted ones): (n, x) with n
    # rising, every answer for small studies, some hundred points for large ones.
    path: tuple[tuple[int, int], ...] = ()
    # By how sure judges said they were, where that is asked and was said.
    sureness: dict[str, Share] = field(default_factory=dict)
    # With repeats only.
    judge_results: tuple[JudgeResult, ...] = ()
    # The newest answer that was stored, counted or not; None before any was counted.
    last_answer: int | None = None
    # When the first live answer came, in ISO 8601.
    first_answer_at: str | None = None
    # Attention triads of live judges with counted answers, and those of them passed.
    attention: Share | None = None
    # Counted answers withdrawn before the verdict while results could be seen; judges with
    # counted answers who had been pilot judges before.
    withdrawn_in_sight: int = 0
    back_from_pilot: int = 0
    # Once there is a verdict: its answers that were not withdrawn, and those that came later.
    verdict_left: Share | None = None
    after_verdict: Share | None = None
    # Of a rating study: what its sheets were rated. Nothing is right or wrong there.
    ratings: RatingNumbers | None = None

    @property
    def fast_within(self) -> int:
        """Within how many seconds an answer is fast; earlier counts do not say it."""
        return self.fast_seconds or FAST_SECONDS

    @property
    def watched(self) -> Share:
        """The answers that evidence rests on while there is no verdict: those in order."""
        return Share(self.counted, self.correct) if self.in_order is None else self.in_order

    def as_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> "StudyCounts":
        """Read what `as_json` gave; a missing field is that of an empty study."""
        known = {name: stored[name] for name in cls.__slots__ if name in stored}
        known["panels"] = tuple(Panel(**panel) for panel in known.get("panels", ()))
        for name in ("orders", "sureness"):
            known[name] = {key: Share(**share) for key, share in known.get(name, {}).items()}
        if "judge_results" in known:
            known["judge_results"] = tuple(JudgeResult(**row) for row in known["judge_results"])
        for name in ("in_order", "attention", "verdict_left", "after_verdict"):
            if known.get(name) is not None:
                known[name] = Share(**known[name])
        known["people"] = People.stored(known.get("people", {}))
        if known.get("ratings") is not None:
            known["ratings"] = RatingNumbers.from_json(known["ratings"])
        for name in ("quartiles", "seconds"):
            if known.get(name) is not None:
                known[name] = tuple(known[name])
        if "path" in known:
            known["path"] = tuple((n, x) for n, x in known["path"])
        if "positions" in known:
            first, second, third = known["positions"]
            known["positions"] = (first, second, third)
        return cls(**known)
