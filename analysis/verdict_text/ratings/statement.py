"""All that is said of a rating study at the head of its page."""

from collections.abc import Iterator

from analysis.recomputation.rating_study.numbers import CriterionNumbers, RatingNumbers
from analysis.verdict_text.conduct import conduct_sentences, held_then, number_of
from analysis.verdict_text.ratings.over_criteria import over_criteria
from analysis.verdict_text.ratings.reference import reference_sentence
from analysis.verdict_text.ratings.result import CriterionResult
from analysis.verdict_text.ratings.sentences import rating_sentences
from analysis.verdict_text.snapshot import GivenVerdict, RatedPlan, ResultSnapshot, Statement
from studies.ratings.criteria import in_sentence


def rating_statement(snapshot: ResultSnapshot) -> Statement:
    """Return the sentences by each criterion, the primary one's first; or how far the study is."""
    return _statement(snapshot, most=None)


def head_statement(snapshot: ResultSnapshot) -> Statement:
    """Return the same with the sentences by the primary criterion alone."""
    return _statement(snapshot, most=1)


def _statement(snapshot: ResultSnapshot, *, most: int | None) -> Statement:
    plan, verdict = snapshot.rated, snapshot.verdict
    if snapshot.hidden:
        return Statement(_hidden(snapshot))
    if plan is None or verdict is None or verdict.ratings is None:
        return Statement(_waiting(snapshot), more=conduct_sentences(snapshot))
    first, *others = _all_told(verdict.ratings, plan, most=most)
    more = (
        *others,
        _over_criteria(verdict.ratings, plan),
        *_since(snapshot, verdict, plan, most=most),
        *conduct_sentences(snapshot),
    )
    return Statement(first, more=tuple(filter(None, more)), caveat=_caveat(verdict))


def told(found: CriterionNumbers, plan: RatedPlan) -> tuple[str, ...]:
    """Return what the ratings show by a criterion, in sentences."""
    return rating_sentences(result_of(found, plan))


def _all_told(ratings: RatingNumbers, plan: RatedPlan, *, most: int | None) -> list[str]:
    found = [sentence for one in ratings.criteria[:most] for sentence in told(one, plan)]
    return found or ["Nothing was rated by a number: there is nothing to compare."]


def _over_criteria(ratings: RatingNumbers, plan: RatedPlan) -> str:
    return over_criteria([result_of(one, plan) for one in ratings.criteria])


def to_the_reference(found: CriterionNumbers, plan: RatedPlan) -> str:
    """Say how the systems stand to the reference; nothing of points, which have none."""
    if not found.log:
        return ""
    means = sorted(found.systems, key=lambda one: -(one.geometric or 0.0))
    named = [(plan.names[one.system], one.geometric) for one in means]
    return reference_sentence(in_sentence(found.label), named)


def result_of(criterion: CriterionNumbers, plan: RatedPlan) -> CriterionResult:
    """Return what the sentences of a criterion are made from."""
    return CriterionResult(
        criterion=in_sentence(criterion.label),
        names=plan.names,
        pairs=criterion.pairs,
        busiest=criterion.busiest,
        log=criterion.log,
        alpha=plan.rules.alpha,
        margin=plan.rules.margin,
    )


def _hidden(snapshot: ResultSnapshot) -> str:
    counted, planned = snapshot.counts.counted, snapshot.plan.evaluations
    sheets = f"{counted} of {planned} sheets"
    if not snapshot.sealed:
        return f"{sheets}. You can follow the progress of this study, not its results."
    if snapshot.closed:
        return (
            f"Closed at {sheets}: no verdict under this plan. Results stay hidden until the study "
            "is unsealed."
        )
    return f"{sheets}. Results are hidden until all are in."


def _waiting(snapshot: ResultSnapshot) -> str:
    counts, planned = snapshot.counts, snapshot.plan.evaluations
    if not snapshot.opened:
        return "This study has not been opened yet: it has no ratings."
    if snapshot.closed:
        return f"Closed early, at {counts.counted} of {planned} sheets: no verdict under this plan."
    if snapshot.raised_from is not None:
        return (
            f"Number raised from {snapshot.raised_from} to {planned} sheets after results could be "
            "seen: no verdict under this plan."
        )
    if not counts.counted:
        if counts.pilot:
            return f"{number_of(counts.pilot, 'pilot sheet')}, none counted."
        return "No ratings yet. Send the recruitment link to begin."
    return (
        f"{counts.counted} of {planned} sheets. No verdict yet: this plan decides once all are in. "
        "Until then there are means, without limits or tests: looking is not deciding."
    )


def _since(
    snapshot: ResultSnapshot, verdict: GivenVerdict, plan: RatedPlan, *, most: int | None
) -> Iterator[str]:
    """Yield what happened after the verdict, which stays as it was given."""
    left, later, now = (
        snapshot.counts.verdict_left,
        snapshot.counts.after_verdict,
        snapshot.counts.ratings,
    )
    if left is not None and left.counted < verdict.counted:
        gone = number_of(verdict.counted - left.counted, "sheet")
        rest = "nothing is left."
        if now is not None and now.tested:
            rest = " ".join(_all_told(now, plan, most=most))
        then = held_then(verdict, verdict.counted - left.counted, "sheet")
        yield f"{then} After withdrawal of {gone}: {rest}"
    if snapshot.plan.evaluations > verdict.counted:
        yield (
            f"The number was raised from {verdict.counted} to {snapshot.plan.evaluations} sheets "
            "after this verdict, which stays on record."
        )
    if later is not None and later.counted:
        came, do = number_of(later.counted, "sheet"), "do" if later.counted > 1 else "does"
        yield f"{came} came after the verdict and {do} not alter it."


def _caveat(verdict: GivenVerdict) -> str:
    return (
        f"Limits are for people like these {number_of(verdict.judges, 'judge')} and for texts like "
        f"the {verdict.texts:,} rated; each "
        "p is the larger of one over judges and one over items."
    )
