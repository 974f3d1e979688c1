"""The page of the rehearsal, and its pictures as files."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from analysis.machine_judge.views import begin, context_of
from analysis.results.standalone_charts import alone
from analysis.results.views import svg_file
from analysis.simulation import summary
from analysis.simulation.forms import RehearsalForm
from analysis.simulation.job import Rehearsed, last, plan_now
from studies.models import Job, Study
from studies.models.visibility import May


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def rehearse(request: HttpRequest, code: UUID) -> HttpResponse:
    """What came of it; POST rehearses, by a job. For whoever may change the plan."""
    study = _study(request, code)
    before = Job.objects.filter(study=study, kind=Job.Kind.REHEARSE).order_by("-pk").first()
    data = request.POST if request.method == "POST" else None
    form = RehearsalForm(data, study=study, before=before.arguments if before else None)
    if form.is_valid():
        return begin(request, study, Job.Kind.REHEARSE, **form.arguments)
    found = last(study)
    context = {
        **context_of(request, study, Job.Kind.REHEARSE),
        "title": "Rehearse",
        "form": form,
        "has_texts": study.samples.main().exists(),
        "found": found,
        **(_said(study, found) if found else {}),
    }
    return render(request, "analysis/rehearse.html", context)


def _said(study: Study, found: Rehearsed) -> dict[str, Any]:
    return {
        "headline": summary.headline(found),
        "warnings": summary.warnings(found),
        "judges": summary.judges(found),
        "drawings": list(summary.drawings(found).values()),
        "is_stale": found.plan != plan_now(study),
    }


@require_safe
@staff_member_required
def picture(request: HttpRequest, code: UUID, name: str) -> HttpResponse:
    """One of the pictures as an SVG file."""
    found = last(_study(request, code))
    drawing = summary.drawings(found).get(name) if found else None
    if drawing is None:
        raise Http404
    inside = "risks" if name == "risks" else "bars"
    svg = alone(inside, drawing, height=drawing.height, legend=drawing.legend)
    return svg_file(svg, f"rehearsal-{name}.svg")


def _study(request: HttpRequest, code: UUID) -> Study:
    study: Study = get_object_or_404(Study.objects.visible_to(request.user, May.EDIT), code=code)
    return study
