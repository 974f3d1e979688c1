"""What the sentences are made from and into, as frozen values."""

from collections.abc import Mapping
from dataclasses import dataclass

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import ExactTests, OverTexts, Plan, Repeats
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.recomputation.rating_study.rules import Rules


@dataclass(frozen=True, slots=True)
class WaldTest:
    """The lines at which a sequential plan was decided, and its exact risks."""

    lower_line: int | None
    upper_line: int | None
    risk_difference: float
    risk_similarity: float


@dataclass(frozen=True, slots=True)
class SequentialEstimate:
    """pc after Wald's test with its two-sided 95 % limits, and p (analysis.stats.sprt_estimate)."""

    pc: float
    pc_lower: float
    pc_upper: float
    p_value: float


@dataclass(frozen=True, slots=True)
class GivenVerdict:
    """A verdict on record: `tests` of a fixed-number plan, `wald` of a sequential one."""

    outcome: str
    counted: int
    correct: int
    judges: int
    texts: int
    tests: ExactTests | None = None
    repeats: Repeats | None = None
    wald: WaldTest | None = None
    # A sequential verdict of an earlier version: answers in the order of completion.
    by_completion: bool = False
    estimate: SequentialEstimate | None = None
    over_texts: OverTexts | None = None
    # Of a rating study: what was shown by each criterion.
    ratings: RatingNumbers | None = None


@dataclass(frozen=True, slots=True)
class RatedPlan:
    """What only a rating study plans: how its systems are called, and what is compared."""

    names: Mapping[str, str]
    rules: Rules


@dataclass(frozen=True, slots=True)
class Conduct:
    """What happened beside the plan, as far as the counts do not hold it.

    Live links and the list of excluded ids, changed between the first answer and the verdict; how
    often the study was closed and `reopened` then, when results could be seen; and
    other opened studies of the same texts: codes and titles of those that the reader may see, the
    number of all, and how many were erased with their answers.
    """

    links_added: int = 0
    links_revoked: int = 0
    links_changed: int = 0
    excluded_ids_changed: int = 0
    reopened: int = 0
    same_texts: tuple[str, ...] = ()
    same_texts_titles: tuple[str, ...] = ()
    same_texts_number: int = 0
    same_texts_erased: int = 0


@dataclass(frozen=True, slots=True)
class FamilyResult:
    """The study's family, as far as one reader may know it.

    `ended`: how many of its `size` studies have ended, of those that the reader may read; `unseen`:
    how many opened ones the reader may not. Holm's adjusted p and the family's level only where all
    have ended and may be read.
    """

    name: str
    size: int
    ended: int
    unseen: int = 0
    p_adjusted: float | None = None
    level: float | None = None


@dataclass(frozen=True, slots=True)
class ResultSnapshot:
    """A study as one person sees it now.

    `hidden`: the person may not see results; `sealed`: no person may yet. `raised_from`: the number
    before the first raise that was made after results could be seen. `other_set`: the counts of the
    analysis set that the plan does not name, where it has an exclusion rule. `kind` is the study's;
    `rated`: what a rating study plans.
    """

    plan: Plan
    counts: StudyCounts
    verdict: GivenVerdict | None = None
    hidden: bool = False
    sealed: bool = False
    opened: bool = True
    closed: bool = False
    raised_from: int | None = None
    primary_set: str = "all"
    other_set: StudyCounts | None = None
    conduct: Conduct = Conduct()
    family: FamilyResult | None = None
    kind: str = "triangle"
    rated: RatedPlan | None = None

    @property
    def is_tested(self) -> bool:
        """Whether p and limits may be seen: the plan has had its fixed-number verdict."""
        return self.verdict is not None and self.verdict.tests is not None


@dataclass(frozen=True, slots=True)
class Statement:
    """The head of the page: `warning` stands above the sentence, the rest below it."""

    sentence: str
    warning: str = ""
    more: tuple[str, ...] = ()
    caveat: str = ""
    footnotes: tuple[str, ...] = ()

    def as_text(self) -> str:
        """Return the whole statement as lines of plain text."""
        parts = (self.warning, self.sentence, *self.more, self.caveat, *self.footnotes)
        return "\n".join(part for part in parts if part)
