"""The report of a study's surface cues."""

from collections.abc import Callable
from typing import cast

from django.db import connection

from studies.models import Job, Study
from studies.stimuli import surface_cues

Progress = Callable[[int, int], None]

# Up to so many texts are measured while the researcher waits, more by a job.
REPORT_AT_ONCE = 2000
# A hash of all that the report depends on but the ticks, and a hash of the ticks.
STATE = """
    SELECT md5(coalesce(string_agg(md5(id || content_hash || context), '' ORDER BY id), '') || %s),
           md5(coalesce(string_agg(id::text, ' ' ORDER BY id) FILTER (WHERE left_out), ''))
    FROM studies_sample WHERE study_id = %s AND kind = 'main'
"""


def report_of(study: Study, *, progress: Progress | None = None) -> surface_cues.Report:
    """Report the surface cues of the texts under judgement as they are now."""
    rows = study.samples.drafted().values_list(
        "pk", "subject", "text", "content_hash", "context", "image_id", "alt_text", "left_out"
    )
    texts = [
        surface_cues.CueText(
            key=pk,
            subject=subject,
            text=text,
            content_hash=content_hash,
            context=bool(context.strip()),
            image=image is not None,
            alt_text=alt_text,
            left_out=left_out,
        )
        for pk, subject, text, content_hash, context, image, alt_text, left_out in rows.iterator()
    ]
    names = (study.subject_a, study.subject_b)
    return surface_cues.report(texts, subject_names=names, progress=progress)


def state_of(study: Study) -> list[str]:
    """Return hashes of the texts that a report is made from, and of the ticks."""
    with connection.cursor() as cursor:
        cursor.execute(STATE, [f"{study.subject_a}\n{study.subject_b}", study.pk])
        return [str(state) for state in cursor.fetchone()]


def stored_report(study: Study) -> tuple[surface_cues.Report, bool] | None:
    """Return a job's report of the texts as they are now, and whether the ticks are the same.

    None where the texts have changed since, or the report has the form of an older release.
    """
    newest = Job.objects.newest_result(study, Job.Kind.SURFACE_CUES)
    if newest is None:
        return None
    texts, ticks = state_of(study)
    report, (texts_then, ticks_then) = newest.result["report"], newest.result["state"]
    if texts_then != texts or "cues" not in report:
        return None
    return cast(surface_cues.Report, report), ticks_then == ticks


def make_report(*, job: Job, progress: Progress) -> None:
    """Make the report of many texts, and store it with the job."""
    state = state_of(job.study)
    result = {"state": state, "report": report_of(job.study, progress=progress)}
    Job.objects.filter(pk=job.pk).update(result=result)
    Job.objects.filter(study=job.study, kind=Job.Kind.SURFACE_CUES, pk__lt=job.pk).delete()


def known_report(study: Study) -> surface_cues.Report | None:
    """Return the report of the texts as they are now; None where a job has to make it first."""
    if is_made_at_once(study):
        return report_of(study)
    found = stored_report(study)
    return found[0] if found and found[1] else None


def is_made_at_once(study: Study) -> bool:
    """Return whether the texts are few enough to be measured while the researcher waits."""
    return study.samples.drafted().count() <= REPORT_AT_ONCE
