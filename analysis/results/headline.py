"""What the results page says beside its sentences: four numbers, cautions. No database."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analysis import number_format
from analysis.recomputation.counts import FAST_SECONDS, ORDERS, Numbers
from analysis.recomputation.exact_tests import Plan
from analysis.stats import confidence_sequence, e_value_difference, e_value_similarity, estimate
from analysis.stats.checks import chosen_positions, order_counts, right_by_order
from analysis.verdict_text import Given, Standing, notes

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


def four_numbers(standing: Standing) -> tuple[Figure, ...]:
    """Right of n, p, the limit of pd, d-prime; what may be watched instead without a verdict."""
    if standing.hidden or not standing.numbers.counted:
        return ()
    verdict = standing.verdict
    if verdict is None or verdict.tests is None:
        return watched_figures(standing.plan, standing.numbers)
    right = _right(verdict.correct, verdict.counted)
    if standing.plan.has_repeats:
        return (right, *_of_repeats(standing.plan, verdict))
    return (right, *_of_verdict(standing.plan, verdict))


def _right(correct: int, counted: int) -> Figure:
    return Figure(
        _("Right"),
        _("%(x)s of %(n)s") % {"x": correct, "n": counted},
        _("%(share)s; guessing gives 33.3 %%")
        % {"share": number_format.estimate(correct / counted)},
    )


def watched_figures(plan: Plan, numbers: Numbers) -> tuple[Figure, ...]:
    """Right of n and what holds at every look."""
    difference = e_value_difference(numbers.correct, numbers.counted)
    first = (
        _right(numbers.correct, numbers.counted),
        Figure(
            _("Evidence of a difference"),
            number_format.decimal(difference.e_value),
            _("e-value: holds however often one looks; 1 says nothing"),
        ),
    )
    if plan.has_repeats:
        none = _("not defined where judges repeat")
        return (
            *first,
            Figure(_("Evidence of similarity"), "–", none),
            Figure(_("Confidence sequence of pd"), "–", none),
        )
    similarity = e_value_similarity(numbers.correct, numbers.counted, pd=plan.pd)
    return (
        *first,
        Figure(
            _("Evidence of similarity"),
            number_format.decimal(similarity.e_value),
            _("e-value against pd %(pd)s") % {"pd": number_format.percent(plan.pd)},
        ),
        Figure(
            _("Confidence sequence of pd"),
            sequence_text(numbers),
            _("%(confidence)s, two-sided, holds however often one looks")
            % {"confidence": number_format.percent(CONFIDENCE)},
        ),
    )


def sequence_text(numbers: Numbers) -> str:
    """The confidence sequence of pd as a range: an end below chance is called so."""
    sequence = confidence_sequence(numbers.correct, numbers.counted, confidence=CONFIDENCE)
    if sequence.pd_lower is None or sequence.pd_upper is None:
        return _("below chance")
    upper = number_format.upper_limit(sequence.pd_upper)
    if sequence.pd_lower_uncut < 0:
        return _("up to %(upper)s") % {"upper": upper}
    return number_format.between(sequence.pd_lower, sequence.pd_upper)


def _of_verdict(plan: Plan, verdict: Given) -> tuple[Figure, ...]:
    tests = verdict.tests
    if tests is None or tests.similarity is None:
        return ()
    d_prime = estimate(verdict.correct, verdict.counted).d_prime.value
    if plan.is_similarity:
        test, risk, what = tests.similarity, plan.beta, _("similarity test, exact")
        limit = Figure(
            _("Upper limit of pd"),
            _("below chance") if test.below_chance else number_format.upper_limit(test.pd_upper),
            _("%(confidence)s, one-sided; the plan allows %(pd)s")
            % {"confidence": number_format.confidence(risk), "pd": number_format.percent(plan.pd)},
        )
        p_value = test.p_value
    else:
        p_value, risk, what = tests.difference.p_value, plan.alpha, _("difference test, exact")
        limit = Figure(
            _("Lower limit of pd"),
            _("below chance")
            if tests.difference.pd_lower_uncut < 0
            else number_format.lower_limit(tests.difference.pd_lower),
            _("%(confidence)s, one-sided") % {"confidence": number_format.confidence(risk)},
        )
    return (
        Figure(
            "p",
            number_format.p_text(p_value, level=risk).removeprefix("p = ").removeprefix("p "),
            what,
        ),
        limit,
        Figure(
            "d′", number_format.decimal(d_prime), _("Thurstonian distance; 0 at or below chance")
        ),
    )


def _without_name(p_text: str) -> str:
    return p_text.removeprefix("p = ").removeprefix("p ")


def _of_repeats(plan: Plan, verdict: Given) -> tuple[Figure, ...]:
    tests, fit = verdict.tests, verdict.repeats
    if tests is None:
        return ()
    p_value = number_format.p_text(tests.difference.p_value, level=plan.alpha)
    return (
        Figure("p", _without_name(p_value), _("difference test, exact")),
        Figure(
            _("Estimate of pd"),
            number_format.estimate(fit.pd) if fit else "–",
            _("beta-binomial, %(range)s (profile likelihood)")
            % {"range": number_format.between(fit.pd_lower, fit.pd_upper)}
            if fit
            else _("one judge gives no estimate for people"),
        ),
        Figure(
            "d′", number_format.decimal(fit.d_prime if fit else None), _("from the estimate of pd")
        ),
    )


# What to be careful about


def cautions(standing: Standing, *, is_test: bool) -> tuple[str, ...]:
    """Only what there is to say, in words."""
    plan, numbers = standing.plan, standing.numbers
    found = [_("This is a test study: its answers never stand for people.")] if is_test else []
    if standing.verdict is None and standing.opened and not plan.has_repeats:
        found.append(notes.too_few(plan, plan.evaluations))
    if not standing.hidden and numbers.counted:
        found += [*_about_chance(standing), *_about_orders(numbers), _about_speed(numbers)]
    return tuple(text for text in found if text)


def _about_chance(standing: Standing) -> Iterator[str]:
    """Before a verdict the warning comes from the confidence sequence, which may be watched."""
    plan, numbers = standing.plan, standing.numbers
    if standing.verdict is not None or plan.has_repeats:
        return
    sequence = confidence_sequence(numbers.correct, numbers.counted, confidence=CONFIDENCE)
    if sequence.below_chance:
        yield _(
            "Fewer right answers than guessing gives so far (%(x)s of %(n)s). Check the key, the "
            "orders and what the page gives away."
        ) % {"x": numbers.correct, "n": numbers.counted}


def _about_orders(numbers: Numbers) -> Iterator[str]:
    if numbers.counted < LEAST_ANSWERS:
        return
    answered = {order: numbers.orders[order].counted for order in ORDERS}
    right = {order: numbers.orders[order].correct for order in ORDERS}
    if order_counts(answered).p_value <= WORTH_A_CAUTION:
        yield _(
            "The six orders were not answered equally often (%(counts)s): a favourite position "
            "could pass for a difference, or hide one."
        ) % {"counts": ", ".join(f"{order} {n}" for order, n in answered.items())}
    if chosen_positions(numbers.positions).p_value <= WORTH_A_CAUTION:
        first, second, third = numbers.positions
        yield _(
            "Judges favoured a position: they chose the first text %(first)s times, the second "
            "%(second)s, the third %(third)s. With balanced orders this makes no difference "
            "appear, but it can hide one."
        ) % {"first": first, "second": second, "third": third}
    if right_by_order(right, answered).p_value <= WORTH_A_CAUTION:
        yield _(
            "The odd text was found more easily in some orders than in others; see the details."
        )


def _about_speed(numbers: Numbers) -> str:
    if not numbers.fast:
        return ""
    return ngettext(
        "%(number)s answer came within %(seconds)s seconds of the texts being shown.",
        "%(number)s answers came within %(seconds)s seconds of the texts being shown.",
        numbers.fast,
    ) % {"number": numbers.fast, "seconds": FAST_SECONDS}
