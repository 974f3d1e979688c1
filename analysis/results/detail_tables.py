"""The folded details of the results page: tables, some with a chart. No database."""

from collections.abc import Callable, Iterator
from functools import partial

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.number_format import limit_or_chance, lower_limit, upper_limit
from analysis.recomputation.exact_tests import (
    Difference,
    ExactTests,
    OverTexts,
    Plan,
    Repeats,
    Similarity,
    TextLimits,
)
from analysis.results import conduct_tables
from analysis.results.headline import CONFIDENCE, numbers_to_watch
from analysis.results.rated_triads.sureness import sureness_table
from analysis.stats import Estimate, estimate, pc_from_pd
from analysis.verdict_text import GivenVerdict, ResultSnapshot, notes
from analysis.verdict_text.over_texts import level_of
from analysis.verdict_text.repeats import DIFFER_AT, TWO_SIDED, gamma_limits
from analysis.verdict_text.roles import CONFIRMATORY, EXPLORATORY

PAPERS_COLUMN = "paper's approximation"


def detail_tables(snapshot: ResultSnapshot) -> tuple[DataTable, ...]:
    """Return the tables; none where results are hidden or nothing is counted."""
    if snapshot.hidden or not snapshot.counts.counted:
        return ()
    return (
        *_verdict_tables(snapshot.plan, snapshot.verdict),
        *((sureness,) if (sureness := sureness_table(snapshot)) else ()),
        evidence_table(snapshot),
        *_conduct_tables(snapshot),
    )


def _verdict_tables(plan: Plan, verdict: GivenVerdict | None) -> Iterator[DataTable]:
    if verdict is None or verdict.tests is None:
        return
    yield tests_table(plan, verdict, verdict.tests)
    if not plan.has_repeats:
        yield estimate_table(plan, verdict)
    elif verdict.repeats is not None:
        yield repeats_table(verdict.repeats)
    if verdict.over_texts is not None and verdict.over_texts.limits is not None:
        yield over_texts_table(plan, verdict.over_texts, verdict.over_texts.limits)


def _conduct_tables(snapshot: ResultSnapshot) -> Iterator[DataTable]:
    counts = snapshot.counts
    if counts.judge_results:
        yield conduct_tables.judges_table(counts)
    yield conduct_tables.orders_table(counts, protocol=snapshot.plan.protocol)
    yield conduct_tables.positions_table(counts)
    if counts.seconds:
        yield conduct_tables.seconds_table(counts)
    if counts.attention is not None and counts.attention.counted:
        yield conduct_tables.attention_table(counts.attention)
    changes = conduct_tables.changes_table(snapshot)
    if changes is not None:
        yield changes


def tests_table(plan: Plan, verdict: GivenVerdict, tests: ExactTests) -> DataTable:
    """Return both exact tests, and the paper's approximations beside them."""
    rows = [_difference_row(plan, tests.difference)]
    if tests.similarity is not None:
        rows.append(_similarity_row(plan, tests.similarity))
    columns = [
        "test",
        "by the plan",
        "p",
        "right answers",
        "result",
        "limit of pd (one-sided)",
        PAPERS_COLUMN,
    ]
    if plan.is_directed:  # the paper's approximation is of the triangle test
        columns, rows = columns[:-1], [row[:-1] for row in rows]
    if plan.has_repeats:  # the pooled count gives no limit for people
        del columns[5]
        rows = [(*row[:5], *row[6:]) for row in rows]
    footnotes = (
        notes.paper_difference(plan, tests, verdict.counted),
        notes.paper_similarity(plan, tests, verdict.counted),
    )
    which = "Both exact tests" if tests.similarity else "The exact test"
    return DataTable(
        "tests",
        f"{which}: {verdict.correct} of {verdict.counted} right",
        tuple(columns),
        tuple(rows),
        " ".join(note for note in footnotes if note),
    )


def _difference_row(plan: Plan, test: Difference) -> tuple[str, ...]:
    return (
        f"difference at alpha {number_format.level(plan.alpha)}",
        EXPLORATORY if plan.is_similarity else CONFIRMATORY,
        number_format.p_text(test.p_value, level=plan.alpha),
        f"{_or_unreachable(test.min_correct)} needed",
        "shown" if test.significant else "not shown",
        limit_or_chance(test.pd_lower_uncut, lower_limit),
        f"{test.paper_min_correct} needed",
    )


def _similarity_row(plan: Plan, test: Similarity) -> tuple[str, ...]:
    return (
        f"similarity at beta {number_format.level(plan.beta)}, pd {number_format.percent(plan.pd)}",
        CONFIRMATORY if plan.is_similarity else EXPLORATORY,
        number_format.p_text(test.p_value, level=plan.beta),
        f"at most {_or_unreachable(test.max_correct)} allowed",
        "shown" if test.similar else "not shown",
        limit_or_chance(test.pd_upper_uncut, partial(upper_limit, most=plan.pd)),
        f"at most {test.paper_max_correct} allowed",
    )


def _or_unreachable(number: int | None) -> str:
    return "not reachable" if number is None else str(number)


def over_texts_table(plan: Plan, found: OverTexts, limits: TextLimits) -> DataTable:
    """Return what the answers say of other texts, and what one item does to the exact test."""
    goal = "difference"
    if plan.is_similarity:
        goal = f"similarity, pd {number_format.percent(plan.pd)}"
    read = (
        f"{found.items} ({found.items_a} of {plan.subject_a}, {found.items_b} of {plan.subject_b})"
    )
    return DataTable(
        "over-texts",
        "Over other texts like these",
        ("quantity", "value"),
        (
            ("items read", read),
            (
                f"t test over items, {goal}",
                number_format.p_text(limits.p_value, level=level_of(plan)),
            ),
            ("degrees of freedom", str(limits.degrees_of_freedom)),
            (
                f"lower limit of pc, {number_format.one_sided(plan.alpha)}",
                lower_limit(limits.pc_lower),
            ),
            (
                f"upper limit of pc, {number_format.one_sided(plan.beta)}",
                upper_limit(limits.pc_upper, most=pc_from_pd(plan.pd)),
            ),
            ("design effect", number_format.decimal(limits.design_effect)),
            *_variances(limits),
            ("exact test without any one item", _without_one_item(plan, limits)),
        ),
        _what_the_design_effect_comes_from(limits),
    )


def _variances(limits: TextLimits) -> Iterator[tuple[str, str]]:
    """Yield the variance of an answer and its parts, as far as they were stored."""
    left, judges = limits.residual_variance, limits.judge_variance
    yield "variance of an answer", number_format.decimal(limits.answer_variance, 4)
    if left is None:
        yield "of it, each item of its triad", number_format.decimal(limits.item_variance, 4)
    else:
        items = limits.answer_variance - (judges or 0.0) - left
        yield "of it, the items of its triad", number_format.decimal(items, 4)
    if judges is not None:
        yield "of it, its judge", number_format.decimal(judges, 4)
    if left is not None:
        yield "of it, what is left", number_format.decimal(left, 4)


def _without_one_item(plan: Plan, limits: TextLimits) -> str:
    least, largest = (
        number_format.p_text(p, level=level_of(plan))
        for p in (limits.leave_one_out_least_p, limits.leave_one_out_largest_p)
    )
    return f"{least} each time" if least == largest else f"{least} to {largest}"


def _what_the_design_effect_comes_from(limits: TextLimits) -> str:
    """Return which answers were found to resemble each other, and what the design effect says."""
    kinds = (("that share an item", limits.item_variance), ("of one judge", limits.judge_variance))
    alike = ", and so do answers ".join(
        f"{kind} resemble each other" if place == 0 else kind
        for place, kind in enumerate(kind for kind, variance in kinds if variance)
    )
    unlike = " or ".join(kind for kind, variance in kinds if variance == 0)
    parts = (
        f"Answers {alike}." if alike else "",
        f"No likeness was found of answers {unlike}." if unlike else "",
        "The design effect says how many times more the share of right answers varies over other "
        f"texts{' and judges' if limits.judge_variance is not None else ''} than that of as many "
        "independent answers.",
    )
    return " ".join(part for part in parts if part)


def estimate_table(plan: Plan, verdict: GivenVerdict) -> DataTable:
    """Return the two-sided estimate, which stands here alone and is named so."""
    found = estimate(
        verdict.correct, verdict.counted, confidence=CONFIDENCE, protocol=plan.protocol
    )
    proportion = (number_format.estimate, lower_limit, upper_limit)
    model = "directed triad, Thurstone's model" if plan.is_directed else "Thurstone's model"
    return DataTable(
        "estimate",
        f"Estimate with two-sided {number_format.percent(CONFIDENCE)} limits",
        ("quantity", "estimate", "lower", "upper"),
        (
            ("people who perceive a difference (pd)", *_two_sided(found.pd, *proportion)),
            ("right answers (pc)", *_two_sided(found.pc, *proportion, chance=1 / 3)),
            (
                f"perceived distance (d′; {model})",
                *_two_sided(found.d_prime, *[number_format.decimal] * 3),
            ),
        ),
        "Clopper and Pearson's limits. They decide nothing: the verdict's limits are one-sided.",
    )


def _two_sided(
    part: Estimate,
    value: Callable[[float], str],
    lower: Callable[[float], str],
    upper: Callable[[float], str],
    *,
    chance: float = 0.0,
) -> tuple[str, str, str]:
    """Return estimate, lower and upper limit, each printed by its own function."""
    return (
        value(part.value),
        limit_or_chance(part.lower, lower, chance=chance),
        limit_or_chance(part.upper, upper, chance=chance),
    )


def evidence_table(snapshot: ResultSnapshot) -> DataTable:
    """Return the e-values and the confidence sequence of all counted answers."""
    counts = snapshot.counts
    _right, *evidence = numbers_to_watch(snapshot.plan, counts)
    return DataTable(
        "evidence",
        f"Evidence that may be watched: {counts.correct} of {counts.counted} right",
        ("quantity", "value", "what it is"),
        tuple((number.label, number.value, number.note) for number in evidence),
        "These hold at every look, and so say less than a test at a planned number.",
    )


def repeats_table(fit: Repeats) -> DataTable:
    """Return how much judges differ from one another, where each has several answers."""
    p_alike = fit.p_overdispersion
    return DataTable(
        "repeats",
        "Do judges differ? Chance-corrected beta-binomial estimate",
        ("quantity", "value"),
        (
            ("judges", str(fit.judges)),
            ("people who perceive a difference (pd)", number_format.estimate(fit.pd)),
            (f"limits of pd, {TWO_SIDED}", number_format.between(fit.pd_lower, fit.pd_upper)),
            ("how much judges differ (gamma)", number_format.decimal(fit.gamma)),
            (f"limits of gamma, {TWO_SIDED}", gamma_limits(fit)),
            (
                "p, where 0.05 or less shows that judges differ",
                "–" if p_alike is None else number_format.p_cell(p_alike, level=DIFFER_AT),
            ),
        ),
        "Gamma is 0 where all judges are alike and 1 where each is always or never able. Few "
        "answers a judge hardly tell one from the other: read it with its limits. They are those "
        "of the profile likelihood and two-sided; p is one-sided, so they may hold 0 where it is "
        "small.",
    )
