"""What gives a study's texts away, and which of them are left out of it."""

from collections.abc import Callable, Collection
from typing import cast

from django.db import connection, transaction

from studies.models import Event, Job, Sample, Study, User
from studies.services.events import log
from studies.services.texts.upload import draft_of
from studies.stimuli import surface_cues

Progress = Callable[[int, int], None]

# Up to so many texts are looked through while the researcher waits, more by a job.
LOOK_AT_ONCE = 2000
# The same texts give the same report; the second name is that of the ticks.
STATE = """
    SELECT md5(coalesce(string_agg(md5(id || content_hash || context), '' ORDER BY id), '') || %s),
           md5(coalesce(string_agg(id::text, ' ' ORDER BY id) FILTER (WHERE left_out), ''))
    FROM studies_sample WHERE study_id = %s AND kind = 'main'
"""


def report_of(study: Study, *, progress: Progress | None = None) -> surface_cues.Report:
    """What gives the texts under judgement away, as they stand now."""
    rows = study.samples.drafted().values_list(
        "pk", "subject", "text", "content_hash", "context", "image_id", "left_out"
    )
    texts = [
        surface_cues.Seen(pk, subject, text, content_hash, bool(context.strip()), bool(image), out)
        for pk, subject, text, content_hash, context, image, out in rows.iterator()
    ]
    names = (study.subject_a, study.subject_b)
    return surface_cues.report(texts, subject_names=names, progress=progress)


def state_of(study: Study) -> list[str]:
    """Names of the texts that a report is made from, and of the ticks."""
    with connection.cursor() as cursor:
        cursor.execute(STATE, [f"{study.subject_a}\n{study.subject_b}", study.pk])
        return [str(name) for name in cursor.fetchone()]


def stored_report(study: Study) -> tuple[surface_cues.Report, bool] | None:
    """The report that a job made of the texts as they stand, and whether the ticks are the same."""
    newest = Job.objects.newest_result(study, Job.Kind.TELLS)
    if newest is None:
        return None
    texts, ticks = state_of(study)
    if newest.result["state"][0] != texts:
        return None
    return cast(surface_cues.Report, newest.result["report"]), newest.result["state"][1] == ticks


def make_report(*, job: Job, progress: Progress) -> None:
    """Look through many texts, and keep with the job what was found."""
    state = state_of(job.study)
    result = {"state": state, "report": report_of(job.study, progress=progress)}
    Job.objects.filter(pk=job.pk).update(result=result)
    Job.objects.filter(study=job.study, kind=Job.Kind.TELLS, pk__lt=job.pk).delete()


def leave_out(*, study: Study, user: User, among: Collection[int], out: Collection[int]) -> int:
    """Of the texts `among`, leave those of `out` out of the draft and take the others back.

    How many changed. They stay in the draft, marked, until the ticks are changed again; they take
    no part in the plan. Raises `WrongStateError` where the study is no draft any more.
    """
    with transaction.atomic():
        study = draft_of(study)
        texts = Sample.objects.drafted().filter(study=study, pk__in=among)
        left = texts.filter(pk__in=out, left_out=False).update(left_out=True)
        back = texts.exclude(pk__in=out).filter(left_out=True).update(left_out=False)
        if left or back:
            log(study, Event.What.TEXTS_LEFT_OUT, who=user, left_out=left, taken_back=back)
    return left + back
