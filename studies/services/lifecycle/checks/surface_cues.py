"""The report of the surface cues of two subjects' texts."""

from collections.abc import Callable
from typing import cast

from django.db import connection

from studies.kinds.pair import Pair
from studies.models import Job
from studies.stimuli.cues import surface_cues
from studies.values.slots import KnownValues

Progress = Callable[[int, int], None]

# Up to so many texts are measured while the researcher waits, more by a job.
REPORT_AT_ONCE = 2000
# A hash of all that the report depends on but the ticks, and a hash of the ticks.
STATE = """
    SELECT md5(coalesce(string_agg(md5(id || content_hash || context), '' ORDER BY id), '') || %s),
           md5(coalesce(string_agg(id::text, ' ' ORDER BY id) FILTER (WHERE left_out), ''))
    FROM studies_sample WHERE study_id = %s AND kind = 'main' AND subject = ANY(%s)
"""


def report_of(pair: Pair, *, progress: Progress | None = None) -> surface_cues.Report:
    """Report the surface cues of the texts under judgement as they are now."""
    rows = pair.samples.drafted().values_list(
        "pk", "subject", "text", "content_hash", "context", "image_id", "alt_text", "left_out"
    )
    known = known_values(pair)
    texts = [
        surface_cues.CueText(
            key=pk,
            subject=pair.side(subject),
            text=text,
            content_hash=content_hash,
            context=bool(context.strip()),
            image=image is not None,
            alt_text=alt_text,
            left_out=left_out,
            contradicts=bool(known.contradicted(text, context)),
        )
        for pk, subject, text, content_hash, context, image, alt_text, left_out in rows.iterator()
    ]
    names = (pair.name_a, pair.name_b)
    return surface_cues.report(texts, subject_names=names, progress=progress)


def known_values(pair: Pair) -> KnownValues:
    """Return the values of slots that the contexts of the two have."""
    contexts = pair.samples.drafted().order_by().values_list("context", flat=True)
    return KnownValues.of(contexts.distinct())


def state_of(pair: Pair) -> list[str]:
    """Return hashes of the texts that a report is made from, and of the ticks."""
    with connection.cursor() as cursor:
        names = f"{pair.name_a}\n{pair.name_b}"
        cursor.execute(STATE, [names, pair.study.pk, [*pair.letters]])
        return [str(state) for state in cursor.fetchone()]


def stored_report(pair: Pair) -> tuple[surface_cues.Report, bool] | None:
    """Return a job's report of the texts as they are now, and whether the ticks are the same.

    None where the texts have changed since, or an older release looked for other cues.
    """
    newest = Job.objects.newest_result(pair.study, Job.Kind.SURFACE_CUES, pair.letters)
    if newest is None:
        return None
    texts, ticks = state_of(pair)
    report, (texts_then, ticks_then) = newest.result["report"], newest.result["state"]
    codes = tuple(cue["code"] for cue in report.get("cues", []))
    if texts_then != texts or codes != surface_cues.CUES:
        return None
    return cast(surface_cues.Report, report), ticks_then == ticks


def make_report(*, job: Job, progress: Progress) -> None:
    """Make the report of many texts, and store it with the job."""
    pair = Pair(job.study, job.pair)
    state = state_of(pair)
    result = {"state": state, "report": report_of(pair, progress=progress)}
    Job.objects.filter(pk=job.pk).update(result=result)
    earlier = Job.objects.filter(study=job.study, kind=job.kind, pair=job.pair, pk__lt=job.pk)
    earlier.delete()


def known_report(pair: Pair) -> surface_cues.Report | None:
    """Return the report of the texts as they are now; None where a job has to make it first."""
    if is_made_at_once(pair):
        return report_of(pair)
    found = stored_report(pair)
    return found[0] if found and found[1] else None


def is_made_at_once(pair: Pair) -> bool:
    """Return whether the texts are few enough to be measured while the researcher waits."""
    return pair.samples.drafted().count() <= REPORT_AT_ONCE
