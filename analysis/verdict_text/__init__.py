"""The sentences of a verdict, and of a study that has none yet.

No database here: frozen values in (`ResultSnapshot`), sentences out (`Statement`). Percentages of
people are pd, never pc; limits are one-sided and rounded to the safe side.
"""

from collections.abc import Callable, Iterator

from analysis.recomputation.counts import Share
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.verdict_text import notes, waiting
from analysis.verdict_text.asked import only_this
from analysis.verdict_text.conduct import attention, conduct_sentences, held_then
from analysis.verdict_text.family import family_sentence
from analysis.verdict_text.fixed import fixed
from analysis.verdict_text.over_texts import confounded, other_texts
from analysis.verdict_text.ratings.statement import rating_statement
from analysis.verdict_text.repeats import (
    how_estimated,
    judges_differ,
    pooled,
    repeats,
    what_may_be_said,
)
from analysis.verdict_text.sequential import after_wald, order_of_answers, sequential
from analysis.verdict_text.snapshot import (
    Conduct,
    FamilyResult,
    GivenVerdict,
    ResultSnapshot,
    Statement,
    WaldTest,
)

__all__ = [
    "Conduct",
    "FamilyResult",
    "GivenVerdict",
    "ResultSnapshot",
    "Statement",
    "WaldTest",
    "statement",
]


def statement(snapshot: ResultSnapshot) -> Statement:
    """Return what is to be said of a study now."""
    return STATEMENTS[snapshot.kind](snapshot)


def _of_triads(snapshot: ResultSnapshot) -> Statement:
    if snapshot.hidden:
        return Statement(waiting.hidden(snapshot))
    verdict, plan = snapshot.verdict, snapshot.plan
    if verdict is None:
        more = (family_sentence(plan.goal, snapshot.family), *conduct_sentences(snapshot))
        return Statement(waiting.waiting(snapshot), more=tuple(filter(None, more)))
    return Statement(
        sentence=_verdict_sentence(plan, verdict),
        warning=_warning(plan, verdict),
        more=tuple(part for part in _more(snapshot, verdict) if part),
        caveat=notes.caveat(verdict.texts) if _has_limits(verdict) else "",
        footnotes=(*_of_repeats(plan, verdict), *notes.footnotes(plan, verdict)),
    )


def _of_repeats(plan: Plan, verdict: GivenVerdict) -> Iterator[str]:
    tests = verdict.tests
    if not plan.has_repeats or tests is None:
        return
    if tests.difference.significant or verdict.repeats is not None:
        yield how_estimated(verdict.repeats)


def _warning(plan: Plan, verdict: GivenVerdict) -> str:
    parts = (
        notes.far_below_chance(plan, verdict.correct, verdict.counted),
        confounded(plan, verdict.over_texts),
    )
    return " ".join(part for part in parts if part)


def _verdict_sentence(plan: Plan, verdict: GivenVerdict) -> str:
    """Return the verdict of a plan as a sentence."""
    if verdict.wald is not None:
        return sequential(plan, verdict, verdict.wald)
    if verdict.tests is None:
        raise ValueError("a fixed-number verdict has tests")
    if plan.has_repeats:
        return repeats(plan, verdict, verdict.tests)
    return fixed(plan, verdict.tests, verdict.correct, verdict.counted)


def _has_limits(verdict: GivenVerdict) -> bool:
    """A verdict of Wald's test alone gives no limit for people."""
    return verdict.wald is None or verdict.estimate is not None


def _more(snapshot: ResultSnapshot, verdict: GivenVerdict) -> tuple[str, ...]:
    """Return what else belongs to a verdict, each empty where there is nothing to say."""
    plan, counts = snapshot.plan, snapshot.counts
    return (
        _after_withdrawal(plan, verdict, counts.verdict_left),
        only_this(plan),
        order_of_answers(verdict),
        after_wald(plan, verdict.estimate),
        what_may_be_said(plan, verdict),
        other_texts(plan, verdict),
        judges_differ(verdict.repeats),
        notes.too_few(plan, verdict.judges),
        _raised_since(plan, verdict),
        _came_later(counts.after_verdict),
        family_sentence(plan.goal, snapshot.family),
        attention(snapshot, verdict),
        *conduct_sentences(snapshot),
    )


def _after_withdrawal(plan: Plan, verdict: GivenVerdict, left: Share | None) -> str:
    """Return the exact tests at what is left of the verdict's answers; the verdict stays."""
    if left is None or left.counted >= verdict.counted:
        return ""
    gone = verdict.counted - left.counted
    answers = "1 answer" if gone == 1 else f"{gone} answers"
    return (
        f"{held_then(verdict, gone, 'answer')} After withdrawal of {answers}: "
        f"{_what_is_left(plan, left)}"
    )


def _what_is_left(plan: Plan, left: Share) -> str:
    if plan.is_sequential or not left.counted:
        return f"{left.correct} of {left.counted} right."
    tests = ExactTests.of(plan, left.correct, left.counted)
    if plan.has_repeats:
        return pooled(plan, tests, left.correct, left.counted)
    similarity = tests.similarity
    if plan.is_similarity and similarity is not None and similarity.max_correct is None:
        return notes.not_reachable(plan, left.counted)
    if not plan.is_similarity and tests.difference.min_correct is None:
        return notes.not_reachable(plan, left.counted)
    return fixed(plan, tests, left.correct, left.counted)


def _raised_since(plan: Plan, verdict: GivenVerdict) -> str:
    """Return that the number was raised after the verdict, which stays all the same."""
    if plan.is_sequential or plan.evaluations <= verdict.counted:
        return ""
    return (
        f"The number was raised from {verdict.counted} to {plan.evaluations} after this "
        "verdict, which stays on record."
    )


def _came_later(later: Share | None) -> str:
    if later is None or not later.counted:
        return ""
    if later.counted == 1:
        return f"1 answer came after the verdict ({later.correct} right) and does not alter it."
    return (
        f"{later.counted} answers came after the verdict ({later.correct} right) and do not alter "
        "it."
    )


# What is said of a study, by its kind (docs/adr/0026).
STATEMENTS: dict[str, Callable[[ResultSnapshot], Statement]] = {
    "triangle": _of_triads,
    "rating": rating_statement,
}
