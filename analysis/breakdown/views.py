"""The pages of the breakdowns."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from analysis.breakdown.conditions import condition_rows
from analysis.breakdown.groups import FEWEST_JUDGES, group_tables
from analysis.breakdown.judges import judges_page
from analysis.breakdown.reasons import reason_counts, reasons_page
from analysis.breakdown.texts import MANY_ANSWERS, items_page, texts_page
from analysis.breakdown.texts_chart import standing_out_with_chart, texts_chart
from analysis.charts.dots import dot_axis, seconds_axis
from analysis.results.frame import page_below, svg_file, triad_results_or_404
from analysis.results.standalone_charts import standalone_svg
from analysis.results.study_results import StudyResults
from studies.values.whole_numbers import whole_number
from studies.workbench.downloads import file_name

# No page lies further: the offset of its rows must be a number of the database.
LAST_PAGE = 10**9


@require_safe
@staff_member_required
def judges(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show judge by judge."""
    results = triad_results_or_404(request, code)
    which = request.GET.get("only", "")
    context = {
        "which": which,
        "filters": (
            ("", "all"),
            ("excluded", "excluded by the rule"),
            ("same_browser", "same browser as another"),
            ("withdrawn", "withdrawn"),
        ),
        "after": (after := _after(request)),
        "found": judges_page(results.study, which=which, after=after),
    }
    # One answer of a judge is right or wrong: that is no share.
    if results.study.evaluations_per_judge == 1:
        context["axis"] = seconds_axis()
    return _page(request, results, "analysis/breakdown/judges.html", "Judges", context)


@require_safe
@staff_member_required
def texts(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show text by text."""
    return _texts_or_items(request, code, by_item=False)


@require_safe
@staff_member_required
def texts_chart_file(request: HttpRequest, code: UUID) -> HttpResponse:
    """Send the chart of texts as an SVG file."""
    results = triad_results_or_404(request, code)
    table = texts_chart(results.study, results.snapshot)
    if table is None or table.chart is None:
        raise Http404
    svg = standalone_svg(table.title, table.chart, legend=table.legend)
    return svg_file(svg, file_name(results.study, "texts", "svg"))


@require_safe
@staff_member_required
def items(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show item by item."""
    return _texts_or_items(request, code, by_item=True)


@require_safe
@staff_member_required
def conditions(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show the share right by condition of the odd text."""
    results = triad_results_or_404(request, code)
    context = {"of_conditions": condition_rows(results.study, results.snapshot)}
    return _page(request, results, "analysis/breakdown/conditions.html", "Conditions", context)


def _texts_or_items(request: HttpRequest, code: UUID, *, by_item: bool) -> HttpResponse:
    results = triad_results_or_404(request, code)
    few = results.snapshot.counts.counted <= MANY_ANSWERS
    standing_out = request.GET.get("sort", "out" if few else "listed") == "out"
    number = min(whole_number(request.GET.get("page", "")) or 0, LAST_PAGE)
    study, snapshot = results.study, results.snapshot
    if by_item:
        found = items_page(study, snapshot, standing_out=standing_out, page=number)
        chart = None
    elif standing_out:
        found, chart = standing_out_with_chart(study, snapshot, page=number)
    else:
        found = texts_page(study, snapshot, page=number)
        chart = texts_chart(study, snapshot) if few else None
    context = {
        "by_item": by_item,
        "standing_out": standing_out,
        "slow": not few,
        "number": number,
        "next_number": number + 1 if found.has_next else None,
        "found": found,
        "chart": chart,
    }
    title = "Items" if by_item else "Texts"
    return _page(request, results, "analysis/breakdown/texts.html", title, context)


@require_safe
@staff_member_required
def reasons(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show reasons and sureness, right and wrong apart."""
    results = triad_results_or_404(request, code)
    of = request.GET.get("of", "")
    found = reason_counts(results.study)
    context = {
        "of": of,
        "reasons": found,
        "filters": (
            ("", "all", found.right + found.wrong),
            ("right", "of right answers", found.right),
            ("wrong", "of wrong answers", found.wrong),
        ),
        "after": (after := _after(request)),
        "found": reasons_page(results.study, of=of, after=after),
    }
    return _page(request, results, "analysis/breakdown/reasons.html", "Reasons", context)


@require_safe
@staff_member_required
def groups(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show groups of judges: by what they answered to the questions, and by panel."""
    results = triad_results_or_404(request, code)
    decided = results.snapshot.verdict is not None
    tables = group_tables(results.study, decided=decided)
    context = {
        "tables": tables,
        "tests": sum(table.p_value is not None for table in tables),
        "decided": decided,
        "fewest": FEWEST_JUDGES,
    }
    return _page(
        request, results, "analysis/breakdown/groups.html", "Questions and panels", context
    )


def _page(
    request: HttpRequest, results: StudyResults, template: str, title: str, context: dict[str, Any]
) -> HttpResponse:
    """Return a page with the axis of its dot plots."""
    counts = results.snapshot.counts
    axis = dot_axis(counts.correct, counts.counted)
    return page_below(request, results, template, title, {"axis": axis, **context})


def _after(request: HttpRequest) -> int:
    """Return the key after which the page begins."""
    return whole_number(request.GET.get("after", "")) or 0
