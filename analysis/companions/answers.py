"""The judges' answers beside the one-rule judges, for those who may read results."""

from dataclasses import dataclass

from django.db.models import Count, Q

from analysis.companions.job import MOST_TRIADS
from analysis.companions.stored import latest
from analysis.companions.words import beside_judges as beside
from analysis.models import Result
from analysis.recomputation.counts import StudyCounts
from studies.models import Study, Trial

# Of fewer answers a share right says nothing: of one it is 0 or 100 %.
LEAST_ANSWERS = 12


@dataclass(frozen=True, slots=True)
class BesideJudges:
    """What stands beside the results: a sentence for each of the strongest rules; none if stale."""

    known: bool
    lines: list[str]


def beside_judges(study: Study, counts: StudyCounts) -> BesideJudges | None:
    """Return what one-rule judges would do beside the judges; None before any answer counts."""
    if not counts.counted:
        return None
    found = latest(study)
    if found is None or found.is_stale(study):
        return BesideJudges(known=False, lines=[])
    lines = beside(found, _share(counts), is_complete=study.is_complete)
    return BesideJudges(known=True, lines=lines)


def share_right(study: Study) -> float | None:
    """Return the judges' share right in the study's primary set; None of too few answers."""
    result = Result.objects.filter(study=study, analysis_set=study.primary_set).first()
    counts = StudyCounts.from_json(result.numbers) if result else StudyCounts()
    return _share(counts)


def _share(counts: StudyCounts) -> float | None:
    return counts.correct / counts.counted if counts.counted >= LEAST_ANSWERS else None


def answers_by_triad(study: Study) -> dict[int, tuple[int, int]]:
    """Return right and all counted answers by the number of their triad."""
    counted = Trial.objects.counted().filter(study=study, triad__number__lte=MOST_TRIADS)
    rows = (
        counted.order_by()
        .values_list("triad__number")
        .annotate(right=Count("pk", filter=Q(answer__correct=True)), counted=Count("pk"))
    )
    return {number: (right, answers) for number, right, answers in rows}
