"""The page of the machine judge."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from analysis.machine_judge import summary
from analysis.machine_judge.job import MachineJudgeResult, latest
from studies.models import Job, Study
from studies.models.visibility import May
from studies.workbench.frame import frame_of
from studies.workbench.jobs import start_job


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def machine_judge(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what it found; POST asks it, by a job. For people who may change the texts."""
    study = get_object_or_404(Study.objects.visible_to(request.user, May.EDIT), code=code)
    if request.method == "POST":
        return start_job(request, study, Job.Kind.MACHINE_JUDGE)
    result = latest(study)
    context = {
        **frame_of(request, study, "Machine judge"),
        "running": Job.objects.running(study, Job.Kind.MACHINE_JUDGE),
        "has_texts": study.samples.main().exists(),
        "result": result,
        **(_in_words(study, result) if result else {}),
    }
    return render(request, "analysis/machine_judge.html", context)


def _in_words(study: Study, result: MachineJudgeResult) -> dict[str, Any]:
    found = result.found
    return {
        "verdict": summary.verdict(study, found),
        "advice": summary.advice(found),
        "is_warning": summary.is_warning(found),
        "topics": summary.topics(found),
        "size": summary.size(result),
        "is_stale": result.texts != study.samples.main().fingerprint(),
        "right": [
            (name, summary.whole_percent(share))
            for name, share in ((study.subject_a, found.right_a), (study.subject_b, found.right_b))
            if share is not None
        ],
        "telling": [
            (subject, [one for one in found.telling if one.subject == letter])
            for letter, subject in study.subjects.items()
        ],
    }
