"""The words of a verdict, and of a study that has none yet.

No database here: frozen values in (`ResultSnapshot`), sentences out (`Statement`), in the active
language. Percentages of people are pd, never pc; limits are one-sided and rounded to the safe
side.
"""

from analysis.recomputation.counts import Numbers, Share
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.verdict_text import notes, sequential, waiting
from analysis.verdict_text.fixed import fixed
from analysis.verdict_text.snapshot import GivenVerdict, ResultSnapshot, Statement, Wald

__all__ = ["GivenVerdict", "ResultSnapshot", "Statement", "Wald", "statement", "verdict_sentence"]


def statement(snapshot: ResultSnapshot) -> Statement:
    """What is to be said of a study now."""
    if snapshot.hidden:
        return Statement(waiting.hidden(snapshot))
    verdict, plan = snapshot.verdict, snapshot.plan
    if verdict is None:
        return Statement(waiting.waiting(snapshot))
    return Statement(
        sentence=verdict_sentence(plan, verdict),
        warning=notes.far_below_chance(plan, verdict.correct, verdict.counted),
        more=tuple(part for part in _more(snapshot, verdict) if part),
        caveat="" if verdict.outcome == "none" else notes.caveat(verdict.texts),
        footnotes=notes.footnotes(plan, verdict),
    )


def verdict_sentence(plan: Plan, verdict: GivenVerdict) -> str:
    """The verdict of a plan as a sentence."""
    if verdict.wald is not None:
        return sequential.sequential(plan, verdict, verdict.wald)
    if verdict.tests is None:
        raise ValueError("a fixed-number verdict has tests")
    if plan.has_repeats:
        return sequential.repeats(plan, verdict, verdict.tests)
    return fixed(plan, verdict.tests, verdict.correct, verdict.counted)


def _more(snapshot: ResultSnapshot, verdict: GivenVerdict) -> tuple[str, ...]:
    """What else belongs to a verdict, each empty where there is nothing to say."""
    plan = snapshot.plan
    return (
        sequential.judges_differ(verdict.repeats),
        notes.too_few(plan, verdict.judges),
        _after_withdrawal(plan, verdict, snapshot.numbers),
        _raised_since(snapshot, verdict),
        _came_later(snapshot.numbers.after_verdict),
    )


def _after_withdrawal(plan: Plan, verdict: GivenVerdict, numbers: Numbers) -> str:
    """The exact tests at what is left of the verdict's answers; the verdict itself stays."""
    left = numbers.verdict_left
    if left is None or left.counted >= verdict.counted:
        return ""
    begin = (
        "After withdrawal of %(number)s answer:"
        if (verdict.counted - left.counted) == 1
        else "After withdrawal of %(number)s answers:"
    ) % {"number": verdict.counted - left.counted}
    return f"{begin} {_what_is_left(plan, left)}"


def _what_is_left(plan: Plan, left: Share) -> str:
    if plan.is_sequential or not left.counted:
        return f"{left.correct} of {left.counted} right."
    tests = ExactTests.of(plan, left.correct, left.counted)
    if plan.has_repeats:
        return sequential.pooled(plan, tests, left.correct, left.counted)
    similarity = tests.similarity
    if plan.is_similarity and similarity is not None and similarity.max_correct is None:
        return notes.not_reachable(plan, left.counted, goal="similarity")
    if not plan.is_similarity and tests.difference.min_correct is None:
        return notes.not_reachable(plan, left.counted, goal="difference")
    return fixed(plan, tests, left.correct, left.counted)


def _raised_since(snapshot: ResultSnapshot, verdict: GivenVerdict) -> str:
    """A verdict stays on record whatever is amended after it."""
    if snapshot.plan.is_sequential or snapshot.plan.evaluations <= verdict.counted:
        return ""
    return (
        f"The number was raised from {verdict.counted} to {snapshot.plan.evaluations} after this "
        "verdict, which stays on record."
    )


def _came_later(later: Share | None) -> str:
    if later is None or not later.counted:
        return ""
    return (
        "%(n)s answer came after the verdict (%(x)s right) and does not alter it."
        if later.counted == 1
        else "%(n)s answers came after the verdict (%(x)s right) and do not alter it."
    ) % {"n": later.counted, "x": later.correct}
