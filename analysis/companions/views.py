"""The page of the companions: what could give the texts away, and why they were told apart."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from analysis.charts.dots import SHARES, Dot, DotAxis
from analysis.companions import words
from analysis.companions.answers import answers_by_triad, share_right
from analysis.companions.stored import Companions, Misfit, latest
from studies.models import Job, Sample, Study
from studies.models.visibility import May
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import draft_texts
from studies.stimuli.cues.cue_order import GUESSING
from studies.values.whole_numbers import whole_number
from studies.workbench.frame import StudyHeader, frame_of, study_of_two_for, user_of
from studies.workbench.jobs import start_job
from studies.workbench.texts.views import fixed

SHOWN_RULES = 5
SHOWN_MISFITS = 50


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def companions(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what was found; POST looks again by a job, or leaves texts out of a draft."""
    study = study_of_two_for(request, code, May.EDIT)
    if request.method == "POST" and request.POST.get("action") == "leave_out":
        return _left_out(request, study)
    if request.method == "POST":
        return start_job(request, study, Job.Kind.COMPANIONS)
    title = "Why were they told apart, or not?" if study.opened_at else "What could give them away"
    frame = frame_of(request, study, title)
    found = latest(study)
    context = {
        **frame,
        "running": Job.objects.running(study, Job.Kind.COMPANIONS),
        "has_texts": study.samples.main().exists(),
        "found": found,
        **(_in_words(study, found, frame["study_header"]) if found else {}),
    }
    return render(request, "analysis/companions/page.html", context)


def _left_out(request: HttpRequest, study: Study) -> HttpResponse:
    among, out = (
        [key for sent in request.POST.getlist(name) if (key := whole_number(sent)) is not None]
        for name in ("shown", "out")
    )
    try:
        changed = draft_texts.leave_out(study=study, user=user_of(request), among=among, out=out)
    except WrongStateError:
        return fixed(request, study)
    texts = "1 text" if changed == 1 else f"{changed} texts"
    said = f"The ticks of {texts} were stored."
    messages.success(request, said)
    return redirect("analysis:companions", code=study.code)


def _in_words(study: Study, found: Companions, header: StudyHeader) -> dict[str, Any]:
    reads = study.opened_at is not None and May.READ in header.permissions
    judges = share_right(study) if reads else None
    answers = answers_by_triad(study) if judges is not None else None
    rows = words.rows(found.rules, answers)
    strong = {rule.looks_at for rule in words.strongest(found)[:SHOWN_RULES]}
    passing = words.passing(study, found)
    return {
        "verdict": words.verdict(found, judges),
        "beside": _beside(study, found, judges, answers),
        "openings": words.of_openings(study, found.frames),
        "warning": words.warning(study, passing[0]) if passing and judges is None else "",
        "advice": words.advice(passing[0]) if passing and study.is_draft else "",
        "is_part": found.triads < found.planned,
        "of_content": words.of_content(study, found.contexts, listed=bool(found.misfits)),
        "of_frames": words.of_frames(study, found.frames),
        "is_stale": found.is_stale(study),
        "axis": _axis(judges),
        "judges": judges is not None,
        "strong": [(row, Dot(SHARES.at(row.right))) for row in rows if row.looks_at in strong],
        "all_rules": rows,
        "pools": words.pool_rows(found),
        "patterns": words.pattern_rows(study, found.frames),
        "misfits": _misfits(study, found.misfits),
        "shown_misfits": SHOWN_MISFITS,
    }


def _beside(
    study: Study,
    found: Companions,
    judges: float | None,
    answers: dict[int, tuple[int, int]] | None,
) -> list[str]:
    """Return what follows the first sentence; empty where the judges' share may not be read."""
    if judges is None or answers is None:
        return []
    lines = words.beside_judges(found, judges, is_complete=study.is_complete)[1:]
    best = words.strongest(found)
    of_answers = words.of_answers(best[0], answers) if best and study.is_complete else ""
    return [*([of_answers] if of_answers else []), *lines]


def _axis(judges: float | None) -> DotAxis:
    return DotAxis(
        title="share right",
        ticks=SHARES.ticks((0, 0.5, 1), words.percent),
        guessing=SHARES.at(GUESSING),
        whole="" if judges is None else SHARES.at(judges),
    )


def _misfits(study: Study, found: tuple[Misfit, ...]) -> list[tuple[Misfit, Sample]]:
    """Return the texts that fit another item better, those that are still there."""
    samples = study.samples.drafted().in_bulk([one.key for one in found[:SHOWN_MISFITS]])
    return [(one, samples[one.key]) for one in found if one.key in samples]
