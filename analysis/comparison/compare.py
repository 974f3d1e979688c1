"""Studies side by side: which can be compared, and what they say together."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from uuid import UUID

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from analysis import number_format
from analysis.number_format import limit_or_chance
from analysis.recomputation.exact_tests import Repeats
from analysis.results.headline import CONFIDENCE
from analysis.results.study_results import given_verdict
from analysis.stats import (
    Estimate,
    Estimation,
    GroupsTest,
    d_prime_from_pc,
    estimate,
    holm,
    pc_from_pd,
    right_by_group,
)
from analysis.verdict_text.conduct import number_of
from studies.kinds import kind_of
from studies.models import Study, User
from studies.models.visibility import May

# How many of the newest studies are offered, how many may be chosen, and up to how many pairs are
# shown.
OFFERED = 50
MOST = 50
MOST_PAIRS = 45
# At such a p studies are said to differ, and no value is given for all of them.
DIFFER_AT = 0.05


@dataclass(frozen=True, slots=True)
class Candidate:
    """A study that may be chosen, or why it may not."""

    study: Study
    chosen: bool
    why_not: str


@dataclass(frozen=True, slots=True)
class AmongPeople:
    """The estimate of a study whose judges repeat: of the model in which they differ."""

    pd: Estimate
    d_prime: Estimate

    @classmethod
    def of(cls, found: Repeats, protocol: str) -> "AmongPeople":
        """Return the stored estimate of pd with its limits, also as distances."""
        pd = Estimate(found.pd, None, found.pd_lower, found.pd_upper)
        value, lower, upper = (
            d_prime_from_pc(pc_from_pd(share), protocol=protocol)
            for share in (pd.value, pd.lower, pd.upper)
        )
        return cls(pd, Estimate(value, None, lower, upper))


@dataclass(frozen=True, slots=True)
class ComparedStudy:
    """A study of the comparison: the counts of its verdict, and the estimate from them."""

    study: Study
    correct: int
    counted: int
    found: Estimation | AmongPeople

    @property
    def repeats(self) -> bool:
        """Whether judges gave several answers each: it shares no value and is not tested."""
        return self.study.evaluations_per_judge > 1

    @property
    def right(self) -> str:
        """Right of n."""
        return f"{self.correct} of {self.counted}"

    @property
    def pd(self) -> str:
        """The share of people who perceive the difference, with its limits."""
        return pd_text(self.found.pd)

    @property
    def d_prime(self) -> str:
        """Thurstone's distance with its limits."""
        return d_prime_text(self.found.d_prime)


@dataclass(frozen=True, slots=True)
class StudyPair:
    """Two of the studies against each other."""

    first: str
    second: str
    difference: str
    p_value: str
    p_adjusted: str


@dataclass(frozen=True, slots=True)
class JointResult:
    """What the studies say together: `common` is None where they differ, by `tested`."""

    common: Estimation | None
    tested: GroupsTest
    pairs: tuple[StudyPair, ...]

    @property
    def sentence(self) -> str:
        """Whether they differ, and the value of all where that was not shown."""
        p = number_format.p_text(self.tested.p_value, level=DIFFER_AT)
        if self.common is None:
            return f"These studies differ ({p}): no one value of pd or d′ describes them all."
        return (
            f"No difference between these studies was shown ({p}). If they share one value, it is "
            f"pd {self.pd}, d′ {self.d_prime}."
        )

    @property
    def pd(self) -> str:
        """The common share of people, with its limits."""
        return pd_text(self.common.pd) if self.common else ""

    @property
    def d_prime(self) -> str:
        """The common distance, with its limits."""
        return d_prime_text(self.common.d_prime) if self.common else ""

    @property
    def test(self) -> str:
        """How it was tested whether studies differ."""
        which = "Fisher's exact test (of more than two studies Freeman and Halton's)"
        if not self.tested.exact:
            which = (
                "Pearson's chi-square test, an approximation, since there are too many studies or "
                "answers for the exact one"
            )
        return (
            f"Tested by {which}, at {number_format.level(DIFFER_AT)}: whether right answers are as "
            "frequent in each study. It takes every answer as another judge's. No difference shown "
            "does not mean that the studies are alike."
        )


def candidates(user: User | AnonymousUser, codes: Sequence[UUID]) -> list[Candidate]:
    """Return the chosen studies that the person may read, and the newest others; two queries."""
    readable = (
        Study.objects.visible_to(user, May.READ)
        .filter(opened_at__isnull=False)
        .select_related("verdict")
        .defer("plan_json")
    )
    offered = list(readable.order_by("-opened_at", "-pk")[:OFFERED])
    seen = {study.pk for study in offered}
    chosen = Q(code__in=codes[:MOST]) & ~Q(pk__in=seen)
    whole = [*offered, *readable.filter(chosen)]
    return [Candidate(study, study.code in codes[:MOST], why_not(study)) for study in whole]


def why_not(study: Study) -> str:
    """Return why a study's limits and d-prime cannot stand beside those of others; else empty."""
    if not kind_of(study).tells_apart:
        return "it rates texts: no answer is right or wrong"
    if study.method == Study.Method.SEQUENTIAL:
        return "sequential: its answers decided when it ended, so these limits do not hold"
    if not hasattr(study, "verdict"):
        return "no verdict yet"
    if study.evaluations_per_judge > 1 and given_verdict(study.verdict).repeats is None:
        return "one judge gave all answers: no estimate for people follows from them"
    return ""


def compared_studies(found: Sequence[Candidate]) -> list[ComparedStudy]:
    """Return the chosen studies that can be compared, oldest first."""
    studies = [one.study for one in found if one.chosen and not one.why_not]
    return [
        ComparedStudy(
            study=study,
            correct=study.verdict.correct,
            counted=study.verdict.counted,
            found=_estimate(study),
        )
        for study in sorted(studies, key=lambda study: (study.opened_at, study.pk))
    ]


def _estimate(study: Study) -> Estimation | AmongPeople:
    """Return the estimate of a study at its verdict; with repeats that of its verdict."""
    repeats = given_verdict(study.verdict).repeats if study.evaluations_per_judge > 1 else None
    if repeats is not None:
        return AmongPeople.of(repeats, study.protocol)
    return estimate(
        study.verdict.correct,
        study.verdict.counted,
        confidence=CONFIDENCE,
        protocol=study.protocol,
    )


def joint_result(
    chosen: Sequence[ComparedStudy], *, same_judges: int = 0, pooled_all_the_same: bool = False
) -> JointResult | None:
    """Return the test of any difference, a common value or none, and each pair, without repeats.

    None of fewer than two, and of several protocols: an equal share of right answers, or of
    people, does not mean the same in both. None also where `why_not_pooled` says something, unless
    they are to be pooled all the same.
    """
    studies = [one for one in chosen if not one.repeats]
    protocols = {one.study.protocol for one in studies}
    if len(studies) < 2 or len(protocols) > 1:
        return None
    if why_not_pooled(studies, same_judges) and not pooled_all_the_same:
        return None
    [protocol] = protocols
    correct = [one.correct for one in studies]
    counted = [one.counted for one in studies]
    tested = right_by_group(correct, counted)
    if tested is None:
        return None
    common = None
    if tested.p_value > DIFFER_AT:
        common = estimate(sum(correct), sum(counted), confidence=CONFIDENCE, protocol=protocol)
    return JointResult(common, tested, _pairs(studies))


def together(chosen: Sequence[ComparedStudy]) -> str:
    """Return how the studies are called that share the common value."""
    return "all with one answer a judge" if any(one.repeats for one in chosen) else "all together"


def why_not_pooled(chosen: Sequence[ComparedStudy], same_judges: int = 0) -> str:
    """Return why a value that all share would mislead; empty where nothing speaks against it."""
    studies = [one for one in chosen if not one.repeats]
    tests = sum(one.study.is_test for one in studies)
    subjects = {
        frozenset(name.strip().casefold() for name in (one.study.subject_a, one.study.subject_b))
        for one in studies
    }
    reasons = []
    if tests and len(studies) > 1:
        reasons.append("test studies are among them, which do not stand for people")
    if len(subjects) > 1:
        reasons.append("their subjects differ, so that a common value would describe none")
    if same_judges:
        judges = number_of(same_judges, "judge")
        reasons.append(f"{judges} took part in more than one, so that answers are not independent")
    return " and ".join(reasons)


REPEATS = (
    "Where judges gave several answers each, pd, d′ and their limits are those of the verdict's "
    "model, in which judges differ. Such studies have no part in a value common to all, nor in the "
    "tests, which take every answer as another judge's. Limits that do not overlap are a sign that "
    "two studies differ; limits that overlap say nothing. To test studies against one another, "
    "plan them with one answer a judge."
)


SEVERAL_PROTOCOLS = (
    "These studies asked different things, so they share no value and are not tested against one "
    "another: the same distance gives more right answers, and a larger pd, in a directed triad "
    "than in a triangle. Only d′ may be compared, as a distance between the texts, and only where "
    "Thurstone's model holds: the judges of the triangle must go by what the directed question "
    "names."
)
SEVERAL_QUESTIONS = (
    "The directed triads asked different questions: a value common to all would describe no "
    "single difference."
)


def caution(chosen: Sequence[ComparedStudy]) -> str:
    """Return what must be known of studies that asked different things; else empty."""
    studies = [one for one in chosen if not one.repeats]
    if len({one.study.protocol for one in studies}) > 1:
        return SEVERAL_PROTOCOLS
    questions = {" ".join(one.study.question.split()) for one in studies if one.study.is_directed}
    return SEVERAL_QUESTIONS if len(questions) > 1 else ""


def _pairs(studies: Sequence[ComparedStudy]) -> tuple[StudyPair, ...]:
    """Return each two of three studies or more, by the same test; none of too many."""
    pairs = list(combinations(studies, 2))
    if not 1 < len(pairs) <= MOST_PAIRS:
        return ()
    tests = [right_by_group([a.correct, b.correct], [a.counted, b.counted]) for a, b in pairs]
    p_values = [test.p_value for test in tests if test is not None]
    return tuple(
        StudyPair(
            first=first.study.title,
            second=second.study.title,
            difference=_distance_between(first.found.d_prime.value, second.found.d_prime.value),
            p_value=number_format.p_cell(p_value, level=DIFFER_AT),
            p_adjusted=number_format.p_cell(p_adjusted, level=DIFFER_AT),
        )
        for (first, second), p_value, p_adjusted in zip(
            pairs, p_values, holm(p_values), strict=True
        )
    )


def _distance_between(first: float, second: float) -> str:
    """Return the first d-prime less the second; a dash where both are infinite."""
    both = math.isinf(first) and math.isinf(second)
    return number_format.decimal(None if both else first - second)


def pd_text(part: Estimate) -> str:
    """Return an estimate of pd with two-sided limits."""
    lower = limit_or_chance(part.lower, number_format.lower_limit)
    upper = limit_or_chance(part.upper, number_format.upper_limit)
    return f"{number_format.estimate(part.value)} ({lower} to {upper})"


def d_prime_text(part: Estimate) -> str:
    """Return an estimate of d-prime with two-sided limits."""
    lower = limit_or_chance(part.lower, number_format.decimal)
    upper = limit_or_chance(part.upper, number_format.decimal)
    return f"{number_format.decimal(part.value)} ({lower} to {upper})"
