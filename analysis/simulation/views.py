"""The page of the simulation ("rehearsal" to researchers), and its charts as files."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from analysis.results.frame import svg_file
from analysis.results.standalone_charts import standalone_svg
from analysis.simulation import summary
from analysis.simulation.forms import SimulationForm
from analysis.simulation.job import SimulationResult, dependencies, latest
from analysis.simulation.page import simulation_page
from analysis.simulation.ratings.views import rating_simulation
from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.models.visibility import May
from studies.workbench.frame import study_for, study_of_two_for


@require_http_methods(["GET", "HEAD", "POST"])
@staff_member_required
@never_cache
def simulation(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show what came of it; POST simulates, by a job. For people who may change the plan."""
    study = study_for(request, code, May.EDIT)
    return _PAGES[study.kind](request, study)


def _of_triads(request: HttpRequest, study: Study) -> HttpResponse:
    return simulation_page(
        request,
        study,
        form_class=SimulationForm,
        result=latest(study),
        in_words=_in_words,
        template="analysis/simulation.html",
    )


_PAGES = {TRIANGLE.key: _of_triads, RATING.key: rating_simulation}


def _in_words(study: Study, result: SimulationResult) -> dict[str, Any]:
    return {
        "headline": summary.headline(result),
        "warnings": summary.warnings(result),
        "judges": summary.judges(result),
        "tables": summary.tables(result),
        "is_stale": result.plan != dependencies(study),
    }


@require_safe
@staff_member_required
def chart(request: HttpRequest, code: UUID, name: str) -> HttpResponse:
    """Send one of the charts as an SVG file."""
    result = latest(study_of_two_for(request, code, May.EDIT))
    tables = {table.name: table for table in summary.tables(result)} if result else {}
    table = tables.get(name)
    if table is None or table.chart is None:
        raise Http404
    svg = standalone_svg(table.title, table.chart, legend=table.legend)
    return svg_file(svg, f"rehearsal-{name}.svg")
