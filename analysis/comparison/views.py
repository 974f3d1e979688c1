"""The page that compares studies, and its forest plot as a file."""

from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.charts.forest import ForestChart, forest_chart
from analysis.comparison.compare import (
    REPEATS,
    ComparedStudy,
    JointResult,
    candidates,
    caution,
    compared_studies,
    joint_result,
    together,
    why_not_pooled,
)
from analysis.comparison.families import family_tables
from analysis.comparison.shared import shared_by
from analysis.results.frame import svg_file
from analysis.results.standalone_charts import standalone_svg

# What the chart may show: the title of each.
MEASURES = {
    "pd": "People who perceive a difference (pd), with two-sided 95 % limits",
    "d_prime": "perceived distance (d′, Thurstone's model), with two-sided 95 % limits",
}


@require_safe
@staff_member_required
def compare(request: HttpRequest) -> HttpResponse:
    """Let the person choose studies, and show those with a verdict side by side."""
    codes, measure = _codes(request), _measure(request)
    found = candidates(request.user, codes)
    studies = compared_studies(found)
    pooled = _pooled(request)
    shared = shared_by(one.study for one in studies if not one.repeats)
    joint = joint_result(studies, same_judges=shared.judges, pooled_all_the_same=pooled)
    chosen = [one for one in found if one.chosen]
    context = {
        "title": "Compare studies",
        "comparable": [one for one in found if not one.why_not],
        "not_comparable": [one for one in found if one.why_not],
        "studies": studies,
        "joint": joint,
        "caution": caution(studies),
        "shared": shared if sum(not one.repeats for one in studies) > 1 else None,
        "together": together(studies),
        "repeats": REPEATS if any(one.repeats for one in studies) else "",
        "why_not_pooled": why_not_pooled(studies, shared.judges),
        "pooled": pooled,
        "families": family_tables([one.study for one in found], request.user),
        "left_out": [one for one in chosen if one.why_not],
        "unknown": _unknown(len(codes) - len(chosen)),
        "subjects_differ": len({(one.study.subject_a, one.study.subject_b) for one in studies}) > 1,
        "questions_differ": any(one.study.is_directed for one in studies),
        "none_chosen": bool(request.GET) and not codes,
        "measure": measure,
        "chart_title": MEASURES[measure],
        "chart": _chart(studies, joint, measure) if studies else None,
        "query": request.GET.urlencode(),
    }
    return render(request, "analysis/compare.html", context)


@require_safe
@staff_member_required
def compare_chart(request: HttpRequest) -> HttpResponse:
    """Send the forest plot of the same studies as an SVG file."""
    studies = compared_studies(candidates(request.user, _codes(request)))
    measure = _measure(request)
    if not studies:
        raise Http404
    shared = shared_by(one.study for one in studies if not one.repeats)
    joint = joint_result(studies, same_judges=shared.judges, pooled_all_the_same=_pooled(request))
    chart = _chart(studies, joint, measure)
    return svg_file(standalone_svg(MEASURES[measure], chart), "studies-compared.svg")


def _codes(request: HttpRequest) -> list[UUID]:
    """Return the chosen codes, each once, and nothing that is no code."""
    found = []
    for text in request.GET.getlist("studies"):
        try:
            found.append(UUID(text))
        except ValueError:
            continue
    return list(dict.fromkeys(found))


def _pooled(request: HttpRequest) -> bool:
    return request.GET.get("pool") == "yes"


def _measure(request: HttpRequest) -> str:
    return "d_prime" if request.GET.get("measure") == "d_prime" else "pd"


def _chart(studies: list[ComparedStudy], joint: JointResult | None, measure: str) -> ForestChart:
    return forest_chart(
        [(one.study.title, getattr(one.found, measure)) for one in studies],
        (together(studies), getattr(joint.common, measure)) if joint and joint.common else None,
        measure=measure,
    )


def _unknown(number: int) -> str:
    if not number:
        return ""
    if number == 1:
        return "1 of the chosen studies is not shown: you cannot read it, or not yet."
    return f"{number} of the chosen studies are not shown: you cannot read them, or not yet."
