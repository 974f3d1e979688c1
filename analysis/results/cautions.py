"""What to be careful about when reading a study's results. No database."""

from collections.abc import Collection, Iterator

from analysis import number_format
from analysis.recomputation.counts import FAST_SECONDS, StudyCounts
from analysis.recomputation.exact_tests import ExactTests
from analysis.results.headline import CONFIDENCE
from analysis.stats import confidence_sequence, e_value_orders, e_value_positions, orders_of
from analysis.stats.checks import chosen_positions, order_counts, right_by_order
from analysis.verdict_text import ResultSnapshot, notes
from analysis.verdict_text.over_texts import one_item_carries

# Orders and positions are checked from so many answers on, and cautioned about at such a p, or
# while answers come in at an e-value of one over it: the risks of p add up over many looks.
LEAST_ANSWERS = 12
CAUTION_AT = 0.01
NUMBER_WORDS = {3: "three", 6: "six"}


def cautions(
    snapshot: ResultSnapshot, *, is_test: bool, known: Collection[str] = ()
) -> tuple[str, ...]:
    """Return the cautions of a study, empty where there is nothing to be careful about.

    `known` says in words what was known before opening to give texts away.
    """
    plan, counts = snapshot.plan, snapshot.counts
    found = ["This is a test study: its answers never stand for people."] if is_test else []
    if snapshot.verdict is None and snapshot.opened and not plan.has_repeats:
        found.append(notes.too_few(plan, plan.evaluations))
    if not snapshot.hidden and counts.counted:
        found += [
            *(f"Known before opening: {words}." for words in known),
            *_about_exclusion(snapshot),
            *_about_chance(snapshot),
            *_about_orders(snapshot),
            one_item_carries(plan, snapshot.verdict),
            _about_speed(counts),
        ]
    return tuple(text for text in found if text)


def _about_exclusion(snapshot: ResultSnapshot) -> Iterator[str]:
    """Say how many judges failed a rule that does not decide, and the numbers without them.

    A p is told only beside a verdict, and only of the test that gives it.
    """
    plan, counts, other = snapshot.plan, snapshot.counts, snapshot.other_set
    if other is None or snapshot.primary_set != "all" or not counts.excluded:
        return
    judges = "1 judge" if counts.excluded == 1 else f"{counts.excluded} judges"
    without = f"{other.correct} of {other.counted} right"
    if snapshot.verdict is not None and snapshot.verdict.tests is not None and other.counted:
        tests = ExactTests.of(plan, other.correct, other.counted)
        p_value, level = tests.difference.p_value, plan.alpha
        if plan.is_similarity and tests.similarity is not None:
            p_value, level = tests.similarity.p_value, plan.beta
        without += f", {number_format.p_text(p_value, level=level)}"
    yield (
        f"{judges} of {counts.people.began} failed the exclusion rule, and their answers count by "
        f"this plan; without them: {without}."
    )


def _about_chance(snapshot: ResultSnapshot) -> Iterator[str]:
    """Warn by the confidence sequence, which holds at every look; a verdict has its own warning."""
    plan, counts = snapshot.plan, snapshot.counts
    if snapshot.verdict is not None or plan.has_repeats:
        return
    watched = counts.watched
    if not watched.counted:
        return
    sequence = confidence_sequence(watched.correct, watched.counted, confidence=CONFIDENCE)
    if sequence.below_chance:
        yield (
            f"Fewer right answers than guessing gives so far ({watched.correct} of "
            f"{watched.counted}). Check the key, the orders and what the page gives away."
            f"{notes.the_other_way_round(plan)}"
        )


def _about_orders(snapshot: ResultSnapshot) -> Iterator[str]:
    counts, protocol = snapshot.counts, snapshot.plan.protocol
    if counts.counted < LEAST_ANSWERS:
        return
    orders = orders_of(protocol)
    answered = {order: counts.orders[order].counted for order in orders}
    right = {order: counts.orders[order].correct for order in orders}
    # Served in blocks, the orders stay more even than chance at every look.
    if order_counts(answered, protocol=protocol).p_value <= CAUTION_AT:
        listed = ", ".join(f"{order} {n}" for order, n in answered.items())
        yield (
            f"The {NUMBER_WORDS[len(orders)]} orders were not answered equally often ({listed}): "
            "a favourite position could pass for a difference, or hide one."
        )
    if _is_last_look(snapshot):
        uneven = chosen_positions(counts.positions).p_value <= CAUTION_AT
        easier = right_by_order(right, answered).p_value <= CAUTION_AT
    else:
        uneven = e_value_positions(counts.positions).e_value >= 1 / CAUTION_AT
        easier = e_value_orders(right, answered).e_value >= 1 / CAUTION_AT
    if uneven:
        first, second, third = counts.positions
        yield (
            f"Judges favoured a position: they chose the first text {first} times, the second "
            f"{second}, the third {third}. With balanced orders this makes no difference "
            "appear, but it can hide one."
        )
    if easier:
        yield "The odd text was found more easily in some orders than in others; see the details."


def _is_last_look(snapshot: ResultSnapshot) -> bool:
    """Return whether no more answers come: the study is closed, or at the number of its verdict."""
    verdict = snapshot.verdict
    return snapshot.closed or (verdict is not None and snapshot.counts.counted <= verdict.counted)


def _about_speed(counts: StudyCounts) -> str:
    if not counts.fast:
        return ""
    answers = "1 answer" if counts.fast == 1 else f"{counts.fast} answers"
    return f"{answers} came within {FAST_SECONDS} seconds of the texts being shown."
