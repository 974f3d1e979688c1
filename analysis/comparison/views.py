"""The page that compares studies, and its forest plot as a file."""

from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.defaultfilters import truncatechars
from django.views.decorators.http import require_safe

from analysis.charts.forest import Forest, forest
from analysis.comparison.compare import Row, Together, candidates, rows_of, together
from analysis.results.standalone_charts import alone
from analysis.results.views import svg_file

# As many letters of a title as a row of the picture holds.
LABEL = 52


@require_safe
@staff_member_required
def compare(request: HttpRequest) -> HttpResponse:
    """Choose studies; those with a verdict stand side by side."""
    codes = _codes(request)
    found = candidates(request.user, codes)
    rows = rows_of(found)
    both = together(rows)
    shown = [one for one in found if one.chosen]
    context = {
        **admin.site.each_context(request),
        "title": "Compare studies",
        "candidates": found,
        "rows": rows,
        "together": both,
        "left_out": [one for one in shown if one.why_not],
        "unknown": _unknown(len(codes) - len(shown)),
        "measure": _measure(request),
        "forest": _drawn(request, rows, both) if rows else None,
        "query": request.GET.urlencode(),
    }
    response = render(request, "analysis/compare.html", context)
    response["Cache-Control"] = "private, no-store"
    return response


@require_safe
@staff_member_required
def compare_picture(request: HttpRequest) -> HttpResponse:
    """The forest plot of the same studies as an SVG file."""
    rows = rows_of(candidates(request.user, _codes(request)))
    if not rows:
        raise Http404
    drawn = _drawn(request, rows, together(rows))
    return svg_file(alone("forest", drawn, height=drawn.height), "studies-compared.svg")


def _codes(request: HttpRequest) -> list[UUID]:
    """The chosen codes, each once; what is none is passed over."""
    found = []
    for text in request.GET.getlist("studies"):
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return list(dict.fromkeys(found))


def _measure(request: HttpRequest) -> str:
    return "d_prime" if request.GET.get("measure") == "d_prime" else "pd"


def _drawn(request: HttpRequest, rows: list[Row], both: Together | None) -> Forest:
    measure = _measure(request)
    titles = {
        "pd": "People who perceive a difference (pd), with two-sided 95 % limits",
        "d_prime": "Thurstonian distance (d′), with two-sided 95 % limits",
    }
    return forest(
        titles[measure],
        [(truncatechars(row.study.title, LABEL), getattr(row.found, measure)) for row in rows],
        ("all together", getattr(both.common, measure)) if both else None,
        measure=measure,
    )


def _unknown(number: int) -> str:
    if not number:
        return ""
    return (
        "%(number)s of the chosen studies is not shown: you cannot read it, or not yet."
        if number == 1
        else "%(number)s of the chosen studies are not shown: you cannot read them, or not yet."
    ) % {"number": number}
