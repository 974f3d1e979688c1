"""A plan and its two exact tests as plain values, for sentences, pages and exports. No Django.

A fixed-number verdict stores its `ExactTests`, so that no later version of a method changes what
was decided.
"""

from dataclasses import asdict, dataclass, fields
from enum import StrEnum
from typing import Any, Self

from analysis import stats
from analysis.stats import difference_test, similarity_test
from analysis.stats.sureness import WEIGHTS
from studies.values.json_values import finite


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
    # What judges were asked: of a directed triad the question is quoted by its verdict.
    protocol: str = "triangle"
    question: str = ""
    # Of the levels of sureness, from a guess to certain.
    sureness_weights: tuple[int, ...] = WEIGHTS

    @property
    def is_directed(self) -> bool:
        return self.protocol == "directed"

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


def _fields(test: object, of: type[Any]) -> dict[str, Any]:
    """Return the fields of a test's result to keep: undefined is None, as it will be stored."""
    values: dict[str, Any] = finite({field.name: getattr(test, field.name) for field in fields(of)})
    return values


@dataclass(frozen=True, slots=True)
class Repeats:
    """The beta-binomial estimate for judges who repeat; limits of the profile likelihood.

    Those of gamma are None in verdicts of earlier versions, and with gamma.
    """

    judges: int
    pd: float
    pd_lower: float
    pd_upper: float
    gamma: float | None
    p_overdispersion: float | None
    d_prime: float | None
    gamma_lower: float | None = None
    gamma_upper: float | None = None

    @classmethod
    def of(cls, fit: stats.BetaBinomialFit) -> Self:
        """Keep what `fit_beta_binomial` found."""
        return cls(
            judges=fit.judges,
            pd=fit.pd.value,
            pd_lower=fit.pd.lower,
            pd_upper=fit.pd.upper,
            gamma=None if fit.gamma is None else fit.gamma.value,
            p_overdispersion=fit.p_overdispersion,
            d_prime=finite(fit.d_prime.value),
            gamma_lower=None if fit.gamma is None else fit.gamma.lower,
            gamma_upper=None if fit.gamma is None else fit.gamma.upper,
        )


class NoLimits(StrEnum):
    """Why a verdict has no limits over other texts."""

    SEQUENTIAL = "sequential"
    FEW_ITEMS = "few_items"
    NOT_ESTIMABLE = "not_estimable"
    TOO_MANY = "too_many"
    EARLIER = "earlier"


@dataclass(frozen=True, slots=True)
class TextLimits:
    """What is kept of `analysis.stats.limits_over_texts`, where the fields are explained.

    The tests are those of the plan's goal.
    """

    p_value: float
    pc_lower: float
    pc_upper: float
    design_effect: float
    leave_one_out_least_p: float
    leave_one_out_largest_p: float
    se: float
    t: float
    degrees_of_freedom: int
    item_variance: float
    judge_variance: float | None
    answer_variance: float
    residual_variance: float | None

    @classmethod
    def of(cls, found: stats.OverTexts) -> Self:
        """Keep what `limits_over_texts` found."""
        return cls(**_fields(found, cls))

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        """Read what was stored; earlier versions called the variance of an answer residual."""
        if "answer_variance" in stored:
            return cls(**stored)
        whole = stored["residual_variance"]
        return cls(**stored | {"answer_variance": whole, "residual_variance": None})


@dataclass(frozen=True, slots=True)
class OverTexts:
    """What the answers of a verdict say of other texts: limits, or why there are none.

    `confounded`: no item of the study has texts of both subjects; None where that was not looked
    at. Items are those that were read: all, those with texts of A, those with texts of B; None
    where they were not counted.
    """

    confounded: bool | None
    items: int | None = None
    items_a: int | None = None
    items_b: int | None = None
    limits: TextLimits | None = None
    none_because: NoLimits | None = None

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        limits, because = stored["limits"], stored["none_because"]
        return cls(
            **stored
            | {
                "limits": None if limits is None else TextLimits.from_json(limits),
                "none_because": None if because is None else NoLimits(because),
            }
        )
