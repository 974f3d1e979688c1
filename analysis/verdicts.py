"""When a verdict is due, and which: the plan applied to counts. Reads, stores nothing."""

import math
from dataclasses import dataclass
from typing import Any

from analysis import counting
from analysis.numbers import Numbers
from analysis.stats import (
    SprtCharacteristics,
    State,
    difference_test,
    similarity_test,
    sprt,
    sprt_characteristics,
)
from analysis.stats.replication import fit_beta_binomial
from studies.models import Amendment, Study


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict that is due: what `Verdict` stores."""

    outcome: str
    counted: int
    correct: int
    last_answer: int
    numbers: dict[str, Any]


def due(study: Study, numbers: Numbers) -> Decision | None:
    """The verdict of the study's plan on what is counted now; None while there is none."""
    if study.method == Study.Method.SEQUENTIAL:
        return _sequential(study)
    if numbers.counted < study.evaluations or raised_after_looking(study):
        return None
    return _fixed(study, numbers)


def raised_after_looking(study: Study) -> Amendment | None:
    """The raise of the number that ended the fixed-number verdict for good, if there was one."""
    return (
        Amendment.objects.filter(
            study=study, kind=Amendment.Kind.EVALUATIONS, after_looking=True
        ).first()
        if study.method == Study.Method.FIXED
        else None
    )


def _fixed(study: Study, numbers: Numbers) -> Decision:
    tests = exact_tests(study, numbers.correct, numbers.counted)
    return Decision(
        outcome=_outcome(study, tests),
        counted=numbers.counted,
        correct=numbers.correct,
        last_answer=counting.answer_at(study, numbers.counted),
        numbers={
            **tests,
            "judges": numbers.judges,
            "texts": counting.texts_used(study),
            "repeats": _repeats(numbers) if study.evaluations_per_judge > 1 else None,
        },
    )


def _outcome(study: Study, tests: dict[str, Any]) -> str:
    if study.goal == Study.Goal.SIMILARITY:
        return "similarity" if tests["similarity"]["similar"] else "not_shown"
    return "difference" if tests["difference"]["significant"] else "not_shown"


def exact_tests(study: Study, correct: int, counted: int) -> dict[str, Any]:
    """Both exact tests as plain numbers; similarity None with repeats, where it does not hold."""
    difference = difference_test(correct, counted, alpha=study.alpha)
    single = study.evaluations_per_judge == 1
    similarity = similarity_test(correct, counted, beta=study.beta, pd=study.pd) if single else None
    return {
        "difference": _fields(difference, *SHARED, "min_correct", "significant", *DIFFERENCE),
        "similarity": similarity
        and _fields(similarity, *SHARED, "max_correct", "similar", *SIMILARITY),
    }


SHARED = ("p_value", "log_p_value", "evidence")
DIFFERENCE = ("pd_lower", "pd_lower_uncut", "paper_min_correct", "paper_pd_lower")
SIMILARITY = ("pd_upper", "pd_upper_uncut", "paper_max_correct", "paper_pd_upper")


def _fields(test: object, *names: str) -> dict[str, Any]:
    """Some fields of a test's result. JSON has no infinity: undefined stays None."""
    values = {name: getattr(test, name) for name in names}
    return {
        name: None if isinstance(value, float) and not math.isfinite(value) else value
        for name, value in values.items()
    }


def _repeats(numbers: Numbers) -> dict[str, Any] | None:
    """The beta-binomial estimate; None for a single judge, who differs from nobody."""
    rows = [row for row in numbers.judge_results for _ in range(row.judges)]
    if len(rows) < 2:
        return None
    fit = fit_beta_binomial(
        [row.correct for row in rows], [row.answers for row in rows], chance_corrected=True
    )
    return {
        "judges": fit.judges,
        "pd": fit.pd.value,
        "pd_lower": fit.pd.lower,
        "pd_upper": fit.pd.upper,
        "gamma": fit.gamma and fit.gamma.value,
        "p_overdispersion": fit.p_overdispersion,
        "d_prime": fit.d_prime.value if math.isfinite(fit.d_prime.value) else None,
    }


def _sequential(study: Study) -> Decision | None:
    """Wald's test over the answers in the order in which they were stored."""
    plan = {"alpha": study.alpha, "beta": study.beta, "pd": study.pd}
    result = sprt(counting.outcomes(study), **plan, maximum=study.evaluations)
    if result.state == State.GOING_ON:
        return None
    shown = {State.DIFFERENCE: "difference", State.SIMILARITY: "similarity"}
    return Decision(
        outcome=shown.get(result.state, "none"),
        counted=result.n,
        correct=result.correct,
        last_answer=counting.answer_at(study, result.n),
        numbers={
            "lower_line": result.lower_line,
            "upper_line": result.upper_line,
            "risk_difference": _ends(study, true_pd=0.0).difference,
            "risk_similarity": _ends(study, true_pd=study.pd).similarity,
            "texts": counting.texts_used(study),
            "judges": result.n,
        },
    )


def _ends(study: Study, *, true_pd: float) -> SprtCharacteristics:
    """How often the plan ends in which way, exactly, where so many people perceive it."""
    return sprt_characteristics(
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd,
        true_pd=true_pd,
        maximum=study.evaluations,
    )
