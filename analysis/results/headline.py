"""What the results page says beside its sentences: four numbers, cautions. No database."""

from collections.abc import Iterator
from dataclasses import dataclass

from analysis import number_format
from analysis.recomputation.counts import FAST_SECONDS, ORDERS, Numbers
from analysis.recomputation.exact_tests import Plan
from analysis.stats import confidence_sequence, e_value_difference, e_value_similarity, estimate
from analysis.stats.checks import chosen_positions, order_counts, right_by_order
from analysis.verdict_text import GivenVerdict, ResultSnapshot, notes

# The confidence sequence, and the two-sided estimate in the details.
CONFIDENCE = 0.95
# Below this a check of orders or positions is worth a caution; with fewer answers nothing is.
WORTH_A_CAUTION = 0.01
LEAST_ANSWERS = 12


@dataclass(frozen=True, slots=True)
class Figure:
    """One of the four numbers: what it is, the number, and what it rests on."""

    label: str
    value: str
    note: str = ""


def four_numbers(snapshot: ResultSnapshot) -> tuple[Figure, ...]:
    """Right of n, p, the limit of pd, d-prime; what may be watched instead without a verdict."""
    if snapshot.hidden or not snapshot.numbers.counted:
        return ()
    verdict = snapshot.verdict
    if verdict is None or verdict.tests is None:
        return watched_figures(snapshot.plan, snapshot.numbers)
    right = _right(verdict.correct, verdict.counted)
    if snapshot.plan.has_repeats:
        return (right, *_of_repeats(snapshot.plan, verdict))
    return (right, *_of_verdict(snapshot.plan, verdict))


def _right(correct: int, counted: int) -> Figure:
    return Figure(
        "Right",
        f"{correct} of {counted}",
        f"{number_format.estimate(correct / counted)}; guessing gives 33.3 %",
    )


def watched_figures(plan: Plan, numbers: Numbers) -> tuple[Figure, ...]:
    """Right of n and what holds at every look."""
    difference = e_value_difference(numbers.correct, numbers.counted)
    first = (
        _right(numbers.correct, numbers.counted),
        Figure(
            "Evidence of a difference",
            number_format.decimal(difference.e_value),
            "e-value: holds however often one looks; 1 says nothing",
        ),
    )
    if plan.has_repeats:
        none = "not defined where judges repeat"
        return (
            *first,
            Figure("Evidence of similarity", "–", none),
            Figure("Confidence sequence of pd", "–", none),
        )
    similarity = e_value_similarity(numbers.correct, numbers.counted, pd=plan.pd)
    return (
        *first,
        Figure(
            "Evidence of similarity",
            number_format.decimal(similarity.e_value),
            f"e-value against pd {number_format.percent(plan.pd)}",
        ),
        Figure(
            "Confidence sequence of pd",
            sequence_text(numbers),
            f"{number_format.percent(CONFIDENCE)}, two-sided, holds however often one looks",
        ),
    )


def sequence_text(numbers: Numbers) -> str:
    """The confidence sequence of pd as a range: an end below chance is called so."""
    sequence = confidence_sequence(numbers.correct, numbers.counted, confidence=CONFIDENCE)
    if sequence.pd_lower is None or sequence.pd_upper is None:
        return "below chance"
    upper = number_format.upper_limit(sequence.pd_upper)
    if sequence.pd_lower_uncut < 0:
        return f"up to {upper}"
    return number_format.between(sequence.pd_lower, sequence.pd_upper)


def _of_verdict(plan: Plan, verdict: GivenVerdict) -> tuple[Figure, ...]:
    tests = verdict.tests
    if tests is None or tests.similarity is None:
        return ()
    d_prime = estimate(verdict.correct, verdict.counted).d_prime.value
    if plan.is_similarity:
        test, risk, what = tests.similarity, plan.beta, "similarity test, exact"
        limit = Figure(
            "Upper limit of pd",
            "below chance" if test.below_chance else number_format.upper_limit(test.pd_upper),
            (
                f"{number_format.confidence(risk)}, one-sided; the plan allows "
                f"{number_format.percent(plan.pd)}"
            ),
        )
        p_value = test.p_value
    else:
        p_value, risk, what = tests.difference.p_value, plan.alpha, "difference test, exact"
        limit = Figure(
            "Lower limit of pd",
            "below chance"
            if tests.difference.pd_lower_uncut < 0
            else number_format.lower_limit(tests.difference.pd_lower),
            f"{number_format.confidence(risk)}, one-sided",
        )
    return (
        Figure(
            "p",
            number_format.p_text(p_value, level=risk).removeprefix("p = ").removeprefix("p "),
            what,
        ),
        limit,
        Figure("d′", number_format.decimal(d_prime), "Thurstonian distance; 0 at or below chance"),
    )


def _without_name(p_text: str) -> str:
    return p_text.removeprefix("p = ").removeprefix("p ")


def _of_repeats(plan: Plan, verdict: GivenVerdict) -> tuple[Figure, ...]:
    tests, fit = verdict.tests, verdict.repeats
    if tests is None:
        return ()
    p_value = number_format.p_text(tests.difference.p_value, level=plan.alpha)
    return (
        Figure("p", _without_name(p_value), "difference test, exact"),
        Figure(
            "Estimate of pd",
            number_format.estimate(fit.pd) if fit else "–",
            (
                f"beta-binomial, {number_format.between(fit.pd_lower, fit.pd_upper)} (profile "
                "likelihood)"
            )
            if fit
            else "one judge gives no estimate for people",
        ),
        Figure(
            "d′", number_format.decimal(fit.d_prime if fit else None), "from the estimate of pd"
        ),
    )


# What to be careful about


def cautions(snapshot: ResultSnapshot, *, is_test: bool) -> tuple[str, ...]:
    """Only what there is to say, in words."""
    plan, numbers = snapshot.plan, snapshot.numbers
    found = ["This is a test study: its answers never stand for people."] if is_test else []
    if snapshot.verdict is None and snapshot.opened and not plan.has_repeats:
        found.append(notes.too_few(plan, plan.evaluations))
    if not snapshot.hidden and numbers.counted:
        found += [*_about_chance(snapshot), *_about_orders(numbers), _about_speed(numbers)]
    return tuple(text for text in found if text)


def _about_chance(snapshot: ResultSnapshot) -> Iterator[str]:
    """Before a verdict the warning comes from the confidence sequence, which may be watched."""
    plan, numbers = snapshot.plan, snapshot.numbers
    if snapshot.verdict is not None or plan.has_repeats:
        return
    sequence = confidence_sequence(numbers.correct, numbers.counted, confidence=CONFIDENCE)
    if sequence.below_chance:
        yield (
            f"Fewer right answers than guessing gives so far ({numbers.correct} of "
            f"{numbers.counted}). Check the key, the orders and what the page gives away."
        )


def _about_orders(numbers: Numbers) -> Iterator[str]:
    if numbers.counted < LEAST_ANSWERS:
        return
    answered = {order: numbers.orders[order].counted for order in ORDERS}
    right = {order: numbers.orders[order].correct for order in ORDERS}
    if order_counts(answered).p_value <= WORTH_A_CAUTION:
        yield (
            "The six orders were not answered equally often ({counts}): a favourite position "
            "could pass for a difference, or hide one."
        ).format(counts=", ".join(f"{order} {n}" for order, n in answered.items()))
    if chosen_positions(numbers.positions).p_value <= WORTH_A_CAUTION:
        first, second, third = numbers.positions
        yield (
            f"Judges favoured a position: they chose the first text {first} times, the second "
            f"{second}, the third {third}. With balanced orders this makes no difference "
            "appear, but it can hide one."
        )
    if right_by_order(right, answered).p_value <= WORTH_A_CAUTION:
        yield "The odd text was found more easily in some orders than in others; see the details."


def _about_speed(numbers: Numbers) -> str:
    if not numbers.fast:
        return ""
    return (
        "%(number)s answer came within %(seconds)s seconds of the texts being shown."
        if numbers.fast == 1
        else "%(number)s answers came within %(seconds)s seconds of the texts being shown."
    ) % {"number": numbers.fast, "seconds": FAST_SECONDS}
