"""The planning page for ratings: a plan in its address and what it comes to, without an account."""

from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis import number_format
from analysis.planner.ratings import summary
from analysis.planner.ratings.answers import RatingAnswer, answer
from analysis.planner.ratings.form import RatingPlanForm
from analysis.planner.summary import unbroken


@require_safe
def plan_ratings(request: HttpRequest) -> HttpResponse:
    """Show what was planned and what follows from it."""
    form = RatingPlanForm.of(request.GET)
    context: dict[str, Any] = {
        "form": form,
        "question_fields": form.fields_of(*form.question_fields),
        "effort_fields": form.fields_of(*form.effort_fields),
        "risk_fields": form.fields_of(*form.risk_fields),
        "own_fields": form.fields_of(*form.own_fields),
    }
    if form.is_valid():
        context |= _answered(answer(form.question))
    context["own_open"] = any(form.data[name] for name in form.own_fields)
    return render(request, "analysis/planner/ratings/plan.html", context)


def _use(found: RatingAnswer) -> str:
    """Return the address of the form of a new rating study, filled in."""
    asked = found.question
    values = {
        "rating_method": asked.method,
        "setup": asked.setup,
        "systems": asked.systems,
        "items": asked.items,
        "judges_per_item": asked.each,
        "judges": found.effort.all_judges,
        "alpha": asked.alpha,
    }
    return f"{reverse('studies:new_ratings')}?{urlencode(values)}"


def _answered(found: RatingAnswer) -> dict[str, Any]:
    asked = found.question
    return {
        "answer": found,
        "headline": summary.headline(found),
        "meaning": summary.meaning(found),
        "warnings": summary.warnings(found),
        "difference": summary.difference(found),
        "power": unbroken(number_format.percent(asked.power)),
        "alpha": number_format.level(asked.alpha),
        "width": number_format.level(asked.width),
        "texts": f"{asked.items * asked.systems:,}",
        "needed": summary.needed_rows(found.needed),
        "widths": summary.width_rows(found.widths),
        "systems": summary.systems_rows(found),
        "chosen": str(asked.systems),
        "pairs": summary.alpha_of_all(found),
        "use": _use(found),
    }
