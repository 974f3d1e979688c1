"""Who took part in a study: ids, times and progress, no answers. For paying and for excluding."""

from collections.abc import Generator, Sequence

from django.db.models import Count, Max, Min, Q, QuerySet

from studies.exports.snapshot import reading
from studies.exports.writing import Cell, Export
from studies.models import Judge, Study, Trial
from studies.models.judge import PANEL_PARAMETERS
from studies.models.sample import Kind

COLUMNS = (
    *("judge", "panel", "mode", "external_source", "external_id"),
    *(name for name in PANEL_PARAMETERS if name != "turkSubmitTo"),
    *("started_at_utc", "finished_at_utc", "answers", "finished", "same_browser_as"),
)


def judges_of(study: Study) -> Export:
    """Everybody who began, except those who have withdrawn: nothing of them is given out."""
    judges = Judge.objects.filter(study=study, withdrawn_at__isnull=True).order_by("pk")
    return Export(COLUMNS, judges.count(), _rows(study, judges))


def _rows(study: Study, judges: QuerySet[Judge]) -> Generator[Sequence[Cell], None, None]:
    used = Q(trials__kind=Kind.MAIN, trials__state__in=Trial.USED_STATES)
    found = judges.select_related("link", "same_browser_as").annotate(
        used=Count("trials", filter=used),
        began=Min("trials__held_at"),
        last=Max("trials__answer__answered_at", filter=used),
    )
    with reading(found, at_once=2000) as rows:
        for judge in rows:
            finished = judge.used >= study.evaluations_per_judge
            yield (
                *(judge.code, judge.link.panel, judge.mode, judge.source, judge.external_id),
                *(
                    judge.panel_parameters.get(name)
                    for name in PANEL_PARAMETERS
                    if name != "turkSubmitTo"
                ),
                judge.began or judge.consented_at,
                judge.last if finished else None,
                judge.used,
                "yes" if finished else "no",
                judge.same_browser_as.code if judge.same_browser_as else "",
            )
