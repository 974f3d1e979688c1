"""The four numbers at the head of the results page. No database."""

import math
from dataclasses import dataclass, replace
from functools import partial

from analysis import number_format
from analysis.number_format import limit_or_chance, lower_limit, upper_limit
from analysis.recomputation.counts import Share, StudyCounts
from analysis.recomputation.exact_tests import Difference, ExactTests, Plan, Similarity
from analysis.stats import confidence_sequence, e_value_difference, e_value_similarity, estimate
from analysis.verdict_text import GivenVerdict, ResultSnapshot
from analysis.verdict_text.repeats import TWO_SIDED

# Of the confidence sequence, and of the two-sided estimate in the details.
CONFIDENCE = 0.95
DISTANCE = "Perceived distance (d′)"


@dataclass(frozen=True, slots=True)
class HeadlineNumber:
    """A number of the headline: what it is, its value as printed, and what it rests on."""

    label: str
    value: str
    note: str = ""


def four_numbers(snapshot: ResultSnapshot) -> tuple[HeadlineNumber, ...]:
    """Return right of n, p, the limit of pd and d-prime; before a verdict, numbers to watch."""
    if snapshot.hidden or not snapshot.counts.counted:
        return ()
    plan, verdict = snapshot.plan, snapshot.verdict
    if verdict is None or verdict.tests is None:
        return numbers_to_watch(plan, snapshot.counts)
    right = _right(verdict.correct, verdict.counted)
    if plan.has_repeats:
        return (right, *_of_repeats(plan, verdict, verdict.tests))
    return (right, *_of_tests(plan, verdict, verdict.tests))


def _right(correct: int, counted: int) -> HeadlineNumber:
    share = number_format.estimate(correct / counted)
    return HeadlineNumber("Right", f"{correct} of {counted}", f"{share}; guessing gives 33.3 %")


def numbers_to_watch(plan: Plan, counts: StudyCounts) -> tuple[HeadlineNumber, ...]:
    """Return right of n, both e-values and the confidence sequence, which hold at every look."""
    watched = counts.watched
    right = _right(counts.correct, counts.counted)
    if not watched.counted:
        return (right, *_none_in_order())
    if watched.counted < counts.counted:
        note = f"{watched.correct} of {watched.counted} in the order in which judges began"
        right = replace(right, note=note)
    difference = e_value_difference(watched.correct, watched.counted)
    return (
        right,
        HeadlineNumber(
            "Evidence of a difference",
            number_format.e_value(difference.e_value),
            what_an_e_value_says("alpha", plan.alpha),
        ),
        *(_undefined_with_repeats() if plan.has_repeats else _against_pd(plan, counts)),
    )


def what_an_e_value_says(name: str, risk: float) -> str:
    """Return the scale of an e-value: from 1 over the risk on it may be claimed at any look."""
    # Rounded up: at 0.03 it is 33.34, and 33.33 is not enough.
    enough = f"{math.ceil(100 / risk - number_format.ROUNDING) / 100:,.2f}".removesuffix(".00")
    return f"e-value: 1 says nothing; from {enough} (1/{name}) on it may be claimed at any look"


WATCHED = ("Evidence of a difference", "Evidence of similarity", "Confidence sequence of pd")


def _none_in_order() -> tuple[HeadlineNumber, ...]:
    note = "waits for a judge who began earlier"
    return tuple(HeadlineNumber(label, "–", note) for label in WATCHED)


def _undefined_with_repeats() -> tuple[HeadlineNumber, ...]:
    note = "not defined where judges repeat"
    return tuple(HeadlineNumber(label, "–", note) for label in WATCHED[1:])


def _against_pd(plan: Plan, counts: StudyCounts) -> tuple[HeadlineNumber, ...]:
    watched = counts.watched
    similarity = e_value_similarity(watched.correct, watched.counted, pd=plan.pd)
    return (
        HeadlineNumber(
            "Evidence of similarity",
            number_format.e_value(similarity.e_value),
            f"against pd {number_format.percent(plan.pd)}; "
            f"{what_an_e_value_says('beta', plan.beta)}",
        ),
        HeadlineNumber(
            "Confidence sequence of pd",
            _sequence(watched),
            f"{number_format.percent(CONFIDENCE)}, two-sided, holds however often one looks",
        ),
    )


def _sequence(watched: Share) -> str:
    """Return the confidence sequence of pd as a range: an end below chance is called so."""
    sequence = confidence_sequence(watched.correct, watched.counted, confidence=CONFIDENCE)
    upper = limit_or_chance(sequence.pd_upper, upper_limit)
    if sequence.below_chance:
        return upper
    if sequence.pd_lower_uncut < 0:
        return f"up to {upper}"
    return number_format.between(sequence.pd_lower, sequence.pd_upper)


def _of_tests(plan: Plan, verdict: GivenVerdict, tests: ExactTests) -> tuple[HeadlineNumber, ...]:
    if tests.similarity is None:
        return ()
    if plan.is_similarity:
        p_and_limit = _of_similarity(plan, tests.similarity)
    else:
        p_and_limit = _of_difference(plan, tests.difference)
    found = estimate(verdict.correct, verdict.counted, protocol=plan.protocol)
    d_prime = number_format.decimal(found.d_prime.value)
    model = "Thurstone's model"
    if plan.is_directed:
        model += " of the directed triad (3-AFC)"
    note = f"how far apart the texts seem, by {model}; 0 at or below chance"
    return (*p_and_limit, HeadlineNumber(DISTANCE, d_prime, note))


def _of_similarity(plan: Plan, test: Similarity) -> tuple[HeadlineNumber, ...]:
    p_value = number_format.p_cell(test.p_value, level=plan.beta)
    limit = limit_or_chance(test.pd_upper_uncut, partial(upper_limit, most=plan.pd))
    note = (
        f"{number_format.confidence(plan.beta)}, one-sided; the plan allows "
        f"{number_format.percent(plan.pd)}"
    )
    return (
        HeadlineNumber("p", p_value, "similarity test, exact"),
        HeadlineNumber("Upper limit of pd", limit, note),
    )


def _of_difference(plan: Plan, test: Difference) -> tuple[HeadlineNumber, ...]:
    p_value = number_format.p_cell(test.p_value, level=plan.alpha)
    limit = limit_or_chance(test.pd_lower_uncut, lower_limit)
    note = f"{number_format.confidence(plan.alpha)}, one-sided"
    return (
        HeadlineNumber("p", p_value, "difference test, exact"),
        HeadlineNumber("Lower limit of pd", limit, note),
    )


def _of_repeats(plan: Plan, verdict: GivenVerdict, tests: ExactTests) -> tuple[HeadlineNumber, ...]:
    p_value = number_format.p_cell(tests.difference.p_value, level=plan.alpha)
    fit = verdict.repeats
    pd, note = "–", "one judge gives no estimate for people"
    if fit is not None:
        pd = number_format.estimate(fit.pd)
        limits = number_format.between(fit.pd_lower, fit.pd_upper)
        note = f"beta-binomial, {limits} ({TWO_SIDED})"
    d_prime = number_format.decimal(fit.d_prime if fit else None)
    return (
        HeadlineNumber("p", p_value, "difference test, exact"),
        HeadlineNumber("Estimate of pd", pd, note),
        HeadlineNumber(DISTANCE, d_prime, "from the estimate of pd"),
    )
