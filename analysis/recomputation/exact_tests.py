"""A plan and its two exact tests as plain values, for sentences, pages and exports. No Django.

A fixed-number verdict stores its `ExactTests`, so that no later version of a method changes what
was decided.
"""

import math
from dataclasses import asdict, dataclass, fields
from typing import Any, Self

from analysis.stats import difference_test, similarity_test


@dataclass(frozen=True, slots=True)
class Plan:
    """What decides a study's verdict."""

    goal: str
    method: str
    alpha: float
    beta: float
    pd: float
    evaluations: int
    subject_a: str
    subject_b: str
    evaluations_per_judge: int = 1

    @property
    def is_sequential(self) -> bool:
        return self.method == "sequential"

    @property
    def is_similarity(self) -> bool:
        return self.goal == "similarity"

    @property
    def has_repeats(self) -> bool:
        return self.evaluations_per_judge > 1


@dataclass(frozen=True, slots=True)
class Difference:
    """What is kept of `analysis.stats.difference_test`, where the fields are explained."""

    p_value: float
    log_p_value: float | None
    evidence: str
    min_correct: int | None
    significant: bool
    pd_lower: float
    pd_lower_uncut: float
    paper_min_correct: int
    paper_pd_lower: float


@dataclass(frozen=True, slots=True)
class Similarity:
    """What is kept of `analysis.stats.similarity_test`, where the fields are explained."""

    p_value: float
    log_p_value: float | None
    evidence: str
    max_correct: int | None
    similar: bool
    pd_upper: float
    pd_upper_uncut: float
    paper_max_correct: int
    paper_pd_upper: float

    @property
    def below_chance(self) -> bool:
        """Return whether the upper limit of pd is below that of guessing."""
        return self.pd_upper_uncut < 0


@dataclass(frozen=True, slots=True)
class ExactTests:
    """Both exact tests; with repeats there is no similarity test."""

    difference: Difference
    similarity: Similarity | None

    @classmethod
    def of(cls, plan: Plan, correct: int, counted: int) -> Self:
        """Test `correct` right answers of `counted` (1 or more) by a plan."""
        difference = difference_test(correct, counted, alpha=plan.alpha)
        if plan.has_repeats:
            return cls(Difference(**_fields(difference, Difference)), None)
        similarity = similarity_test(correct, counted, beta=plan.beta, pd=plan.pd)
        return cls(
            Difference(**_fields(difference, Difference)),
            Similarity(**_fields(similarity, Similarity)),
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        similarity = stored["similarity"]
        return cls(
            Difference(**stored["difference"]),
            None if similarity is None else Similarity(**similarity),
        )


def _fields(test: object, of: type[Difference] | type[Similarity]) -> dict[str, Any]:
    """Return the fields of a test's result to keep. JSON has no infinity: undefined is None."""
    values = {field.name: getattr(test, field.name) for field in fields(of)}
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in values.items()
    }


@dataclass(frozen=True, slots=True)
class Repeats:
    """The beta-binomial estimate for judges who repeat; limits of the profile likelihood."""

    judges: int
    pd: float
    pd_lower: float
    pd_upper: float
    gamma: float | None
    p_overdispersion: float | None
    d_prime: float | None
