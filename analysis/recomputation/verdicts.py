"""When a verdict is due, and which: the plan applied to the counts. These functions only read."""

from dataclasses import asdict
from typing import Any

from analysis.recomputation import counting, order
from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.decision import Decision
from analysis.recomputation.exact_tests import ExactTests, Plan, Repeats
from analysis.recomputation.over_texts import over_texts
from analysis.stats import (
    Sprt,
    SprtCharacteristics,
    State,
    sprt,
    sprt_characteristics,
    sprt_estimate,
)
from analysis.stats.repeats.fit import fit_beta_binomial
from analysis.stats.sequential.estimate import MOST_ANSWERS as MOST_ESTIMATED
from studies.models import Amendment, Study
from studies.models.study import SURENESS_WEIGHTS


def due(study: Study, counts: StudyCounts) -> Decision | None:
    """Return the verdict of the study's plan on what is counted now, if it is due."""
    if study.method == Study.Method.SEQUENTIAL:
        return _sequential(study)
    # Only once the study is complete: from then on no exclusion takes an answer out.
    if not study.is_complete or counts.counted < study.evaluations or raised_after_looking(study):
        return None
    return _fixed(study, counts)


def raised_after_looking(study: Study) -> Amendment | None:
    """Return the raise of the number that ended the fixed-number verdict for good, if any."""
    return (
        Amendment.objects.raised_after_looking().filter(study=study).first()
        if study.method == Study.Method.FIXED
        else None
    )


def _fixed(study: Study, counts: StudyCounts) -> Decision:
    tests = ExactTests.of(plan_of(study), counts.correct, counts.counted)
    return Decision(
        outcome=_outcome(study, tests),
        counted=counts.counted,
        correct=counts.correct,
        last_answer=counting.answer_at(study, counts.counted),
        numbers={
            **tests.as_json(),
            "judges": counts.judges,
            "texts": counting.texts_used(study),
            "repeats": _repeats(study, counts) if study.evaluations_per_judge > 1 else None,
            "over_texts": asdict(over_texts(study, counted=counts.counted)),
        },
    )


def plan_of(study: Study, *, evaluations: int | None = None) -> Plan:
    """Return the study's plan, or the plan with an earlier number of evaluations."""
    return Plan(
        goal=study.goal,
        method=study.method,
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd,
        evaluations=evaluations or study.evaluations,
        subject_a=study.subject_a,
        subject_b=study.subject_b,
        evaluations_per_judge=study.evaluations_per_judge,
        protocol=study.protocol,
        question=study.question,
        sureness_weights=tuple(study.sureness_weights or SURENESS_WEIGHTS),
    )


def _outcome(study: Study, tests: ExactTests) -> str:
    if study.goal == Study.Goal.SIMILARITY:
        shown = tests.similarity is not None and tests.similarity.similar
    else:
        shown = tests.difference.significant
    return study.goal if shown else "not_shown"


def _repeats(study: Study, counts: StudyCounts) -> dict[str, Any] | None:
    """Return the beta-binomial estimate; None of a single judge, since it compares judges."""
    rows = [row for row in counts.judge_results for _ in range(row.judges)]
    if len(rows) < 2:
        return None
    fit = fit_beta_binomial(
        [row.correct for row in rows],
        [row.answers for row in rows],
        chance_corrected=True,
        protocol=study.protocol,
    )
    return asdict(Repeats.of(fit))


def _sequential(study: Study) -> Decision | None:
    """Wald's test over the answers in the order in which their triads were first held."""
    plan = {"alpha": study.alpha, "beta": study.beta, "pd": study.pd}
    result = sprt(order.outcomes(study), **plan, maximum=study.evaluations)
    if result.state == State.GOING_ON:
        return None
    shown = {State.DIFFERENCE: "difference", State.SIMILARITY: "similarity"}
    last_answer = order.answer_at(study, result.n)
    return Decision(
        outcome=shown.get(result.state, "none"),
        counted=result.n,
        correct=result.correct,
        last_answer=last_answer,
        numbers={
            "in_order": True,
            "lower_line": result.lower_line,
            "upper_line": result.upper_line,
            "risk_difference": _ends(study, true_pd=0.0).difference,
            "risk_similarity": _ends(study, true_pd=study.pd).similarity,
            "estimate": _estimate(study, result),
            "texts": order.texts_up_to(study, last_answer=last_answer),
            "judges": result.n,
            "over_texts": asdict(over_texts(study, counted=result.n)),
        },
    )


def _estimate(study: Study, result: Sprt) -> dict[str, float] | None:
    """Estimate and limits of pc by stagewise ordering; None where the plan is too long for it."""
    if study.evaluations > MOST_ESTIMATED:
        return None
    found = sprt_estimate(
        result.correct,
        result.n,
        end=result.state,
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd,
        maximum=study.evaluations,
    )
    return {name: getattr(found, name) for name in ("pc", "pc_lower", "pc_upper", "p_value")}


def _ends(study: Study, *, true_pd: float) -> SprtCharacteristics:
    """Return the exact probabilities of the plan's ends where `true_pd` perceive the difference."""
    return sprt_characteristics(
        alpha=study.alpha,
        beta=study.beta,
        pd=study.pd,
        true_pd=true_pd,
        maximum=study.evaluations,
    )
