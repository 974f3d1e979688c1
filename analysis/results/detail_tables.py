"""The folded tables of the results page. No database."""

from collections.abc import Callable, Iterator

from analysis import number_format
from analysis.charts.tables import Table
from analysis.recomputation.exact_tests import Plan, Repeats
from analysis.results import conduct_tables
from analysis.results.headline import CONFIDENCE, watched_figures
from analysis.stats import Estimate, estimate
from analysis.verdict_text import GivenVerdict, ResultSnapshot, notes


def tables(snapshot: ResultSnapshot) -> tuple[Table, ...]:
    """The folded tables, for whoever may read."""
    if snapshot.hidden or not snapshot.numbers.counted:
        return ()
    verdict, numbers = snapshot.verdict, snapshot.numbers
    found = [evidence_table(snapshot)]
    if verdict is not None and verdict.tests is not None:
        found = [*_verdict_tables(snapshot.plan, verdict), *found]
    if numbers.judge_results:
        found.append(conduct_tables.judges_table(numbers))
    return (
        *found,
        conduct_tables.orders_table(numbers),
        conduct_tables.positions_table(numbers),
        *([conduct_tables.seconds_table(numbers)] if numbers.seconds else []),
    )


def _verdict_tables(plan: Plan, verdict: GivenVerdict) -> Iterator[Table]:
    yield tests_table(plan, verdict)
    if not plan.has_repeats:
        yield estimate_table(verdict)
    elif verdict.repeats is not None:
        yield repeats_table(verdict.repeats)


def tests_table(plan: Plan, verdict: GivenVerdict) -> Table:
    """Both exact tests, and what the paper's approximations say beside them."""
    tests = verdict.tests
    if tests is None:
        raise ValueError("a sequential verdict has no exact tests")
    difference, similarity = tests.difference, tests.similarity
    rows = [
        (
            f"difference at alpha {number_format.level(plan.alpha)}",
            number_format.p_text(difference.p_value, level=plan.alpha),
            f"{_or_none(difference.min_correct)} needed",
            "shown" if difference.significant else "not shown",
            _limit_or_chance(difference.pd_lower_uncut, number_format.lower_limit)
            if not plan.has_repeats
            else "–",
            f"{difference.paper_min_correct} needed",
        )
    ]
    if similarity is not None:
        rows.append(
            (
                f"similarity at beta {number_format.level(plan.beta)}, pd "
                f"{number_format.percent(plan.pd)}",
                number_format.p_text(similarity.p_value, level=plan.beta),
                f"at most {_or_none(similarity.max_correct)} allowed",
                "shown" if similarity.similar else "not shown",
                _limit_or_chance(similarity.pd_upper_uncut, number_format.upper_limit),
                f"at most {similarity.paper_max_correct} allowed",
            )
        )
    notes_on_paper = (
        notes.paper_difference(plan, tests, verdict.counted),
        notes.paper_similarity(plan, tests, verdict.counted),
    )
    return Table(
        "tests",
        f"Both exact tests: {verdict.correct} of {verdict.counted} right",
        (
            "test",
            "p",
            "right answers",
            "result",
            "limit of pd (one-sided)",
            "paper's approximation",
        ),
        tuple(rows),
        " ".join(note for note in notes_on_paper if note),
    )


def _or_none(number: int | None) -> str:
    return "not reachable" if number is None else str(number)


def _limit_or_chance(uncut: float, printed: Callable[[float], str]) -> str:
    return "below chance" if uncut < 0 else printed(min(uncut, 1.0))


def estimate_table(verdict: GivenVerdict) -> Table:
    """The two-sided estimate: here and nowhere else, and named so."""
    found = estimate(verdict.correct, verdict.counted, confidence=CONFIDENCE)
    parts = (("pd", found.pd, 0.0), ("pc", found.pc, 1 / 3), ("d′", found.d_prime, None))
    return Table(
        "estimate",
        f"Estimate with two-sided {number_format.percent(CONFIDENCE)} limits",
        ("quantity", "estimate", "lower", "upper"),
        tuple((name, *_two_sided(part, chance)) for name, part, chance in parts),
        "Clopper and Pearson's limits. They decide nothing: the verdict's limits are one-sided.",
    )


def _two_sided(part: Estimate, chance: float | None) -> tuple[str, str, str]:
    """Estimate, lower and upper; shares of people or answers, or d-prime where chance is None."""
    lowest = chance or 0.0
    below = "below chance"
    if chance is None:
        texts = (number_format.decimal(part.lower), number_format.decimal(part.upper))
        return (
            number_format.decimal(part.value),
            below if part.lower <= lowest else texts[0],
            below if part.upper <= lowest else texts[1],
        )
    return (
        number_format.estimate(part.value),
        below if part.lower <= lowest else number_format.lower_limit(part.lower),
        below if part.upper <= lowest else number_format.upper_limit(part.upper),
    )


def evidence_table(snapshot: ResultSnapshot) -> Table:
    """E-values and the confidence sequence of all counted answers."""
    numbers = snapshot.numbers
    figures_now = watched_figures(snapshot.plan, numbers)[1:]
    return Table(
        "evidence",
        f"Evidence that may be watched: {numbers.correct} of {numbers.counted} right",
        ("quantity", "value", "what it is"),
        tuple((figure.label, figure.value, figure.note) for figure in figures_now),
        "These hold at every look, and so say less than a test at a planned number.",
    )


def repeats_table(fit: Repeats) -> Table:
    """How much judges differ from one another, where each has several answers."""
    overdispersion = fit.p_overdispersion
    rows = (
        ("judges", str(fit.judges)),
        ("pd", number_format.estimate(fit.pd)),
        ("limits of pd, profile likelihood", number_format.between(fit.pd_lower, fit.pd_upper)),
        ("gamma", number_format.decimal(fit.gamma)),
        (
            "p of judges who do not differ",
            "–" if overdispersion is None else number_format.probability(overdispersion),
        ),
    )
    return Table(
        "repeats",
        "Do judges differ? Chance-corrected beta-binomial estimate",
        ("quantity", "value"),
        rows,
        "Gamma is 0 where all judges are alike and 1 where each is always or never able.",
    )
