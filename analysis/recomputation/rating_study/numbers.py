"""What a result and a verdict hold of ratings, as JSON and back. No Django.

While answers come in there are means; limits, p and agreement only once all are in (`tested`).
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Self, TypeVar

from analysis.stats import (
    Agreement,
    Alpha,
    Busiest,
    Correlation,
    IdenticalTexts,
    Outcomes,
    Pair,
    TicksTest,
)

Stored = Mapping[str, Any]
Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class SystemNumbers:
    """A system's ratings: means, and how it stands to the mean of all systems.

    `relative` is a ratio to the geometric mean (magnitude estimation) or a difference from the
    arithmetic one (Likert), with two-sided `limits` by drawing judges and items anew.
    """

    system: str
    ratings: int
    arithmetic: float | None
    geometric: float | None
    relative: float | None = None
    limits: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class FarRating:
    """A rating more than ten times as high or as low as the median of its text."""

    item: str
    system: str
    value: float
    median: float
    judge: int


@dataclass(frozen=True, slots=True)
class StandingOut:
    """A text that is rated other than its item and its system let expect.

    `away` is a ratio (magnitude estimation) or a difference of points (Likert).
    """

    item: str
    system: str
    ratings: int
    mean: float
    away: float


@dataclass(frozen=True, slots=True)
class EqualTexts:
    """Two systems with the same text in `items` of `of_items` items, each rated once for both.

    `others`: their ratio or difference over the other items; None where there are none.
    """

    first: str
    second: str
    items: int
    of_items: int
    others: float | None


@dataclass(frozen=True, slots=True)
class CriterionNumbers:
    """The ratings by one criterion; `log`: estimates are ratios. See `analysis.stats.ratings`.

    `agreement` is of what the plan compares (logarithms, or points), `within` of logarithms less
    the page's mean; both, and `alpha`, take a text that systems share once. Ratings in `far` and
    texts in `standing_out` are the first of `far_number`, and the ten furthest away; a verdict has
    neither, since it stays when a judge withdraws.
    """

    key: str
    label: str
    log: bool
    sheets: int
    judges: int
    items: int
    ratings: int
    systems: tuple[SystemNumbers, ...]
    busiest: Busiest
    tested: bool = False
    pairs: tuple[Pair, ...] = ()
    outcomes: tuple[Outcomes, ...] = ()
    agreement: Agreement | None = None
    within: Agreement | None = None
    alpha: Alpha | None = None
    identical: IdenticalTexts | None = None
    equal: tuple[EqualTexts, ...] = ()
    far_number: int = 0
    far: tuple[FarRating, ...] = ()
    standing_out: tuple[StandingOut, ...] = ()
    # By `analysis.stats.ratings.normalise`: each system's mean less the mean of all systems.
    by_normalisation: tuple["Normalised", ...] = ()

    @classmethod
    def from_json(cls, stored: Stored) -> Self:
        """Read what `asdict` gave."""
        parts = {
            "systems": _rows(SystemNumbers, stored.get("systems")),
            "busiest": _read(Busiest, stored["busiest"]),
            "pairs": _rows(Pair, stored.get("pairs")),
            "outcomes": _rows(Outcomes, stored.get("outcomes")),
            "agreement": _read(Agreement, stored.get("agreement")),
            "within": _read(Agreement, stored.get("within")),
            "alpha": _read(Alpha, stored.get("alpha")),
            "identical": _read(IdenticalTexts, stored.get("identical")),
            "equal": _rows(EqualTexts, stored.get("equal")),
            "far": _rows(FarRating, stored.get("far")),
            "standing_out": _rows(StandingOut, stored.get("standing_out")),
            "by_normalisation": _rows(Normalised, stored.get("by_normalisation")),
        }
        return cls(**{**_known(cls, stored), **parts})


@dataclass(frozen=True, slots=True)
class Normalised:
    """A system's mean by one normalisation, less that of all systems: a ratio where `log`."""

    how: str
    log: bool
    system: str
    relative: float | None


@dataclass(frozen=True, slots=True)
class SystemTicks:
    """How many texts of a system were ticked as adding something, and as lacking something."""

    system: str
    ratings: int
    added: int
    missing: int


@dataclass(frozen=True, slots=True)
class TicksNumbers:
    """The ticks of one criterion; `test` once all are in."""

    key: str
    label: str
    judges: int
    systems: tuple[SystemTicks, ...]
    test: TicksTest | None = None

    @classmethod
    def from_json(cls, stored: Stored) -> Self:
        """Read what `asdict` gave."""
        parts = {
            "systems": _rows(SystemTicks, stored.get("systems")),
            "test": _read(TicksTest, stored.get("test")),
        }
        return cls(**{**_known(cls, stored), **parts})


@dataclass(frozen=True, slots=True)
class JudgeNumbers:
    """One judge's ratings by all criteria together.

    `equal` of the `pages` with several texts gave all the same number. Of `repeated` texts that
    were rated twice, `repeated_log_ratio` is the mean distance, a logarithm (Likert: in points).
    """

    judge: int
    sheets: int
    ratings: int
    median: float
    pages: int = 0
    equal: int = 0
    identical: int = 0
    identical_differ: int = 0
    repeated: int = 0
    repeated_log_ratio: float | None = None


@dataclass(frozen=True, slots=True)
class RatingNumbers:
    """All that is stored of a study's ratings; the primary criterion comes first.

    `fingerprint` is of the ratings that this was made from, and of what was asked of them: once
    they are tested, empty before.
    `judges` are those with the most sheets; a verdict has none.
    """

    fingerprint: str = ""
    tested: bool = False
    criteria: tuple[CriterionNumbers, ...] = ()
    ticks: tuple[TicksNumbers, ...] = ()
    correlations: tuple[Correlation, ...] = ()
    judges: tuple[JudgeNumbers, ...] = ()

    @property
    def limits_by_tests(self) -> bool:
        """Whether limits of pairs are those of the tests; in older verdicts they are drawn."""
        pairs = [pair for one in self.criteria for pair in one.pairs]
        return all(pair.resampled_limits for pair in pairs if pair.limits)

    def as_json(self) -> dict[str, Any]:
        """Return plain dictionaries and lists."""
        return asdict(self)

    @classmethod
    def from_json(cls, stored: Stored) -> Self:
        """Read what `as_json` gave; a missing field is that of a study without ratings."""
        parts = {
            "criteria": tuple(CriterionNumbers.from_json(one) for one in stored["criteria"]),
            "ticks": tuple(TicksNumbers.from_json(one) for one in stored.get("ticks", ())),
            "correlations": _rows(Correlation, stored.get("correlations")),
            "judges": _rows(JudgeNumbers, stored.get("judges")),
        }
        return cls(**{**_known(cls, stored), **parts})


def _known(cls: type[Any], stored: Stored) -> dict[str, Any]:
    """Return the fields that this version has, lists as tuples."""
    names = cls.__match_args__  # the fields of a dataclass, found sooner than by `fields`
    return {
        name: tuple(value) if isinstance(value, list) else value
        for name, value in stored.items()
        if name in names
    }


def _read(cls: type[Row], stored: Stored | None) -> Row | None:
    return None if stored is None else cls(**_known(cls, stored))


def _rows(cls: type[Row], stored: list[Stored] | None) -> tuple[Row, ...]:
    return tuple(cls(**_known(cls, row)) for row in stored or ())
