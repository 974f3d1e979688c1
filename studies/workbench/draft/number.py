"""The number of evaluations that a question needs, and what it can show, while it is typed."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis.stats import judges_needed, max_correct, min_correct
from studies.models import Study
from studies.models.study import RECOMMENDED_EVALUATIONS
from studies.workbench.dashboard import power_in_words, sensitivity_in_words
from studies.workbench.forms.study.number import has_sound_risks
from studies.workbench.forms.study.steps import QuestionForm

RISKS = ("goal", "method", "alpha", "beta", "pd", "evaluations_per_judge")


@require_safe
@staff_member_required
@never_cache
def number(request: HttpRequest) -> JsonResponse:
    """Answer with sentences; with none where the number is not defined."""
    return JsonResponse({"sentences": sentences_of(request.GET.dict())})


class _Typed(QuestionForm):
    """What is typed at the moment."""

    def _post_clean(self) -> None:
        """Make no study of it: nothing is stored, and the database is asked nothing."""


def number_of(form: QuestionForm) -> list[str]:
    """Return the sentences of what stands in the form now."""
    values = {name: form[name].value() for name in (*RISKS, "evaluations")}
    return sentences_of({name: "" if v is None else v for name, v in values.items()})


def sentences_of(typed: Mapping[str, Any]) -> list[str]:
    """Return the number and its reason, or what is wrong with the number that was typed."""
    form = _Typed({name: str(value) for name, value in typed.items()} | {"accept_fewer": "on"})
    form.is_valid()  # fields that were not sent are wrong; they are not looked at
    found = form.cleaned_data
    risks = {name: found.get(name) for name in RISKS}
    if None in risks.values() or not has_sound_risks(Study(**risks)):
        return []
    if "evaluations" in form.errors:
        return [str(error) for error in form.errors["evaluations"]]
    is_typed = bool(typed.get("evaluations"))
    sensitivity = sensitivity_in_words(found["pd"])
    return [*_number(found, is_typed=is_typed), *_shows(found), sensitivity, *_recommended(found)]


def _number(plan: Mapping[str, Any], *, is_typed: bool) -> Iterator[str]:
    wanted, each = plan["evaluations"], plan["evaluations_per_judge"]
    needed = judges_needed(**{name: plan[name] for name in ("goal", "alpha", "beta", "pd")})
    if plan["method"] == Study.Method.SEQUENTIAL:
        yield f"At most {wanted:,} evaluations: most sequential studies end long before."
    elif needed is None:
        yield f"{wanted:,} evaluations."
    elif each > 1:
        judges, rest = divmod(wanted, min(each, wanted))
        people = "1 judge" if judges == 1 else f"{judges:,} judges"
        people += f" with {min(each, wanted)} each" + (f" and one with {rest}" if rest else "")
        yield f"{wanted:,} evaluations: {people}."
        yield f"These risks need {needed:,} if judges do not differ, more if they do."
    elif is_typed and wanted != needed:
        yield f"{wanted:,} evaluations. These risks need {needed:,}."
    elif wanted > needed:
        yield f"{wanted:,} evaluations, as ISO 4120 recommends. These risks need {needed:,}."
    else:
        yield f"{wanted:,} evaluations: what these risks need."


def _shows(plan: Mapping[str, Any]) -> Iterator[str]:
    """Say which counts decide, and how likely they are."""
    number = plan["evaluations"]
    if plan["method"] == Study.Method.SEQUENTIAL:
        return
    if plan["goal"] == Study.Goal.DIFFERENCE:
        least = min_correct(number, alpha=plan["alpha"])
        yield f"{least:,} right answers or more of them show a difference."
    else:
        most = max_correct(number, beta=plan["beta"], pd=plan["pd"])
        yield f"{most:,} right answers or fewer of them show similarity."
    yield power_in_words(plan)


def _recommended(plan: Mapping[str, Any]) -> Iterator[str]:
    recommended = RECOMMENDED_EVALUATIONS[plan["goal"]]
    if plan["evaluations"] < recommended:
        yield f"Fewer than the {recommended} that ISO 4120 recommends."
