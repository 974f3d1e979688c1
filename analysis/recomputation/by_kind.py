"""What a recomputation asks of a study of each kind (docs/adr/0026)."""

from collections.abc import Callable
from dataclasses import dataclass

from analysis.models import Verdict
from analysis.recomputation import counting, order, verdicts
from analysis.recomputation.counts import Inputs, Share, StudyCounts
from analysis.recomputation.decision import Decision
from analysis.recomputation.rating_study import counting as rating_counting
from analysis.recomputation.rating_study import verdicts as rating_verdicts
from studies.kinds import RATING, TRIANGLE
from studies.models import Study


@dataclass(frozen=True, slots=True)
class Recomputation:
    """How studies of one kind are counted and decided. None of these functions writes.

    `count` gives the counts by analysis set, `due` the verdict if it is due, `since` what is left
    of a verdict's answers and what came later.
    """

    count: Callable[[Study], tuple[Inputs, dict[str, StudyCounts]]]
    due: Callable[[Study, StudyCounts], Decision | None]
    since: Callable[[Study, Verdict], tuple[Share, Share]]


def _since(study: Study, verdict: Verdict) -> tuple[Share, Share]:
    """Return what is left of a verdict on triads and what came later, in its own order."""
    if verdict.numbers.get("in_order"):
        return order.since_verdict(study, last_answer=verdict.last_answer)
    return counting.since_verdict(
        study, last_answer=verdict.last_answer, planned=verdict.evaluations
    )


RECOMPUTATIONS: dict[str, Recomputation] = {
    TRIANGLE.key: Recomputation(counting.count, verdicts.due, _since),
    RATING.key: Recomputation(
        rating_counting.count, rating_verdicts.due, rating_counting.since_verdict
    ),
}


def recomputation_of(study: Study) -> Recomputation:
    """Return how the study is counted and decided."""
    return RECOMPUTATIONS[study.kind]
