"""What the results page says beside its sentences: four numbers, cautions, tables. No database."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from analysis import figures
from analysis.exact import Plan
from analysis.numbers import FAST_SECONDS, ORDERS, Numbers
from analysis.sentences import Given, Standing, notes
from analysis.stats import (
    Estimate,
    confidence_sequence,
    e_value_difference,
    e_value_similarity,
    estimate,
)
from analysis.stats.checks import chosen_positions, order_counts, right_by_order

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


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the details: a caption, the heads of its columns, and rows of text."""

    name: str
    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


def four_numbers(standing: Standing) -> tuple[Figure, ...]:
    """Right of n, p, the limit of pd, d-prime; what may be watched instead without a verdict."""
    if standing.hidden or not standing.numbers.counted:
        return ()
    verdict = standing.verdict
    if verdict is None or verdict.tests is None:
        return _watched(standing.plan, standing.numbers)
    right = _right(verdict.correct, verdict.counted)
    if standing.plan.has_repeats:
        return (right, *_of_repeats(standing.plan, verdict))
    return (right, *_of_verdict(standing.plan, verdict))


def _right(correct: int, counted: int) -> Figure:
    return Figure(
        _("Right"),
        _("%(x)s of %(n)s") % {"x": correct, "n": counted},
        _("%(share)s; guessing gives 33.3 %%") % {"share": figures.estimate(correct / counted)},
    )


def _watched(plan: Plan, numbers: Numbers) -> tuple[Figure, ...]:
    difference = e_value_difference(numbers.correct, numbers.counted)
    first = (
        _right(numbers.correct, numbers.counted),
        Figure(
            _("Evidence of a difference"),
            figures.decimal(difference.e_value),
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
            figures.decimal(similarity.e_value),
            _("e-value against pd %(pd)s") % {"pd": figures.percent(plan.pd)},
        ),
        Figure(
            _("Confidence sequence of pd"),
            sequence_text(numbers),
            _("%(confidence)s, two-sided, holds however often one looks")
            % {"confidence": figures.percent(CONFIDENCE)},
        ),
    )


def sequence_text(numbers: Numbers) -> str:
    """The confidence sequence of pd as a range: an end below chance is called so."""
    sequence = confidence_sequence(numbers.correct, numbers.counted, confidence=CONFIDENCE)
    if sequence.pd_lower is None or sequence.pd_upper is None:
        return _("below chance")
    upper = figures.upper_limit(sequence.pd_upper)
    if sequence.pd_lower_uncut < 0:
        return _("up to %(upper)s") % {"upper": upper}
    return figures.between(sequence.pd_lower, sequence.pd_upper)


def _of_verdict(plan: Plan, verdict: Given) -> tuple[Figure, ...]:
    tests = verdict.tests
    if tests is None or tests.similarity is None:
        return ()
    d_prime = estimate(verdict.correct, verdict.counted).d_prime.value
    if plan.is_similarity:
        test, risk, what = tests.similarity, plan.beta, _("similarity test, exact")
        limit = Figure(
            _("Upper limit of pd"),
            _("below chance") if test.below_chance else figures.upper_limit(test.pd_upper),
            _("%(confidence)s, one-sided; the plan allows %(pd)s")
            % {"confidence": figures.confidence(risk), "pd": figures.percent(plan.pd)},
        )
        p_value = test.p_value
    else:
        p_value, risk, what = tests.difference.p_value, plan.alpha, _("difference test, exact")
        limit = Figure(
            _("Lower limit of pd"),
            _("below chance")
            if tests.difference.pd_lower_uncut < 0
            else figures.lower_limit(tests.difference.pd_lower),
            _("%(confidence)s, one-sided") % {"confidence": figures.confidence(risk)},
        )
    return (
        Figure(
            "p", figures.p_text(p_value, level=risk).removeprefix("p = ").removeprefix("p "), what
        ),
        limit,
        Figure("d′", figures.decimal(d_prime), _("Thurstonian distance; 0 at or below chance")),
    )


def _without_name(p_text: str) -> str:
    return p_text.removeprefix("p = ").removeprefix("p ")


def _of_repeats(plan: Plan, verdict: Given) -> tuple[Figure, ...]:
    tests, fit = verdict.tests, verdict.repeats
    if tests is None:
        return ()
    p_value = figures.p_text(tests.difference.p_value, level=plan.alpha)
    return (
        Figure("p", _without_name(p_value), _("difference test, exact")),
        Figure(
            _("Estimate of pd"),
            figures.estimate(fit.pd) if fit else "–",
            _("beta-binomial, %(range)s (profile likelihood)")
            % {"range": figures.between(fit.pd_lower, fit.pd_upper)}
            if fit
            else _("one judge gives no estimate for people"),
        ),
        Figure("d′", figures.decimal(fit.d_prime if fit else None), _("from the estimate of pd")),
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


# Details


def tables(standing: Standing) -> tuple[Table, ...]:
    """The folded tables, for whoever may read."""
    if standing.hidden or not standing.numbers.counted:
        return ()
    verdict = standing.verdict
    found = [evidence_table(standing)]
    if verdict is not None and verdict.tests is not None:
        found = [*_verdict_tables(standing.plan, verdict), *found]
    return (*found, orders_table(standing.numbers), positions_table(standing.numbers))


def _verdict_tables(plan: Plan, verdict: Given) -> Iterator[Table]:
    yield tests_table(plan, verdict)
    if not plan.has_repeats:
        yield estimate_table(verdict)


def tests_table(plan: Plan, verdict: Given) -> Table:
    """Both exact tests, and what the paper's approximations say beside them."""
    tests = verdict.tests
    if tests is None:
        raise ValueError("a sequential verdict has no exact tests")
    difference, similarity = tests.difference, tests.similarity
    rows = [
        (
            _("difference at alpha %(alpha)s") % {"alpha": figures.level(plan.alpha)},
            figures.p_text(difference.p_value, level=plan.alpha),
            _("%(n)s needed") % {"n": _or_none(difference.min_correct)},
            _("shown") if difference.significant else _("not shown"),
            _limit_or_chance(difference.pd_lower_uncut, figures.lower_limit)
            if not plan.has_repeats
            else "–",
            _("%(n)s needed") % {"n": difference.paper_min_correct},
        )
    ]
    if similarity is not None:
        rows.append(
            (
                _("similarity at beta %(beta)s, pd %(pd)s")
                % {"beta": figures.level(plan.beta), "pd": figures.percent(plan.pd)},
                figures.p_text(similarity.p_value, level=plan.beta),
                _("at most %(n)s allowed") % {"n": _or_none(similarity.max_correct)},
                _("shown") if similarity.similar else _("not shown"),
                _limit_or_chance(similarity.pd_upper_uncut, figures.upper_limit),
                _("at most %(n)s allowed") % {"n": similarity.paper_max_correct},
            )
        )
    notes_on_paper = (
        notes.paper_difference(plan, tests, verdict.counted),
        notes.paper_similarity(plan, tests, verdict.counted),
    )
    return Table(
        "tests",
        _("Both exact tests: %(x)s of %(n)s right") % {"x": verdict.correct, "n": verdict.counted},
        (
            _("test"),
            _("p"),
            _("right answers"),
            _("result"),
            _("limit of pd (one-sided)"),
            _("paper's approximation"),
        ),
        tuple(rows),
        " ".join(note for note in notes_on_paper if note),
    )


def _or_none(number: int | None) -> str:
    return _("not reachable") if number is None else str(number)


def _limit_or_chance(uncut: float, printed: Callable[[float], str]) -> str:
    return _("below chance") if uncut < 0 else printed(min(uncut, 1.0))


def estimate_table(verdict: Given) -> Table:
    """The two-sided estimate: here and nowhere else, and named so."""
    found = estimate(verdict.correct, verdict.counted, confidence=CONFIDENCE)
    parts = (("pd", found.pd, 0.0), ("pc", found.pc, 1 / 3), ("d′", found.d_prime, None))
    return Table(
        "estimate",
        _("Estimate with two-sided %(confidence)s limits")
        % {"confidence": figures.percent(CONFIDENCE)},
        (_("quantity"), _("estimate"), _("lower"), _("upper")),
        tuple((name, *_two_sided(part, chance)) for name, part, chance in parts),
        _("Clopper and Pearson's limits. They decide nothing: the verdict's limits are one-sided."),
    )


def _two_sided(part: Estimate, chance: float | None) -> tuple[str, str, str]:
    """Estimate, lower and upper; shares of people or answers, or d-prime where chance is None."""
    lowest = chance or 0.0
    below = _("below chance")
    if chance is None:
        texts = (figures.decimal(part.lower), figures.decimal(part.upper))
        return (
            figures.decimal(part.value),
            below if part.lower <= lowest else texts[0],
            below if part.upper <= lowest else texts[1],
        )
    return (
        figures.estimate(part.value),
        below if part.lower <= lowest else figures.lower_limit(part.lower),
        below if part.upper <= lowest else figures.upper_limit(part.upper),
    )


def evidence_table(standing: Standing) -> Table:
    """E-values and the confidence sequence of all counted answers."""
    numbers = standing.numbers
    figures_now = _watched(standing.plan, numbers)[1:]
    return Table(
        "evidence",
        _("Evidence that may be watched: %(x)s of %(n)s right")
        % {"x": numbers.correct, "n": numbers.counted},
        (_("quantity"), _("value"), _("what it is")),
        tuple((figure.label, figure.value, figure.note) for figure in figures_now),
        _("These hold at every look, and so say less than a test at a planned number."),
    )


def orders_table(numbers: Numbers) -> Table:
    """Balance of the orders, and right answers in each."""
    return Table(
        "orders",
        _("Orders"),
        (_("order"), _("answers"), _("right")),
        tuple(
            (order, str(numbers.orders[order].counted), str(numbers.orders[order].correct))
            for order in ORDERS
        ),
    )


def positions_table(numbers: Numbers) -> Table:
    """How often each position was chosen."""
    names = (_("first"), _("second"), _("third"))
    return Table(
        "positions",
        _("Chosen positions"),
        (_("position"), _("chosen")),
        tuple(zip(names, map(str, numbers.positions), strict=True)),
    )
