"""The page of a sheet: texts about one item, each with a field for a number below it.

Magnitude estimation alone: a reference stands beside the texts, and its number is 100.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from studies.judge.pages import JudgePages, progress_of
from studies.judge.rating_pages import NumberField, said_of_magnitude
from studies.judge.triad_texts import TriadTexts, direction_of, triad_texts
from studies.kinds import RATING
from studies.models import Trial
from studies.ratings.criteria import Criterion
from studies.ratings.follow_up import LARGEST_NUMBER, NumberProblem, read_number
from studies.services.judging.sheet_answers import fields_of
from studies.services.judging.visits import TrialVisit
from studies.values.text_codes import labels_of

# A place on the sheet, and the key of a criterion.
Field = tuple[int, str]


def read_ratings(
    request: HttpRequest, trial: Trial
) -> tuple[dict[Field, int], dict[Field, NumberProblem]]:
    """Return the numbers that were posted, and what is wrong with the others."""
    names = _names(trial)
    read = {
        field: read_number(request.POST.get(name, ""), (1, LARGEST_NUMBER))
        for field, name in names.items()
    }
    numbers = {field: one for field, one in read.items() if isinstance(one, int)}
    wrong = {field: one for field, one in read.items() if isinstance(one, NumberProblem)}
    return numbers, wrong


def sheet_page(
    pages: JudgePages, visit: TrialVisit, *, wrong: Mapping[Field, NumberProblem] | None = None
) -> HttpResponse:
    """Return the page; beside errors, what was typed stays."""
    trial, study = visit.trial, visit.trial.study
    criteria = _in_order(RATING.criteria_of(study, trial.sheet), trial.judge.code)
    fields = _fields(pages.request, trial, criteria, wrong or {})
    shown = _without_context(visit, criteria)
    plan = study.rating_plan
    context = {
        "title": criteria[0].question if len(criteria) == 1 else "",
        "criteria": criteria,
        "language": study.language,
        "reference": plan.reference_text,
        "reference_context": plan.reference_context if _shows_context(criteria) else "",
        "reference_direction": direction_of(plan.reference_text),
        "shown": shown,
        "texts": [
            (text, [one for place, one in fields if place == text.position]) for text in shown.texts
        ],
        "action": pages.address("trial", trial.code),
        "leave": pages.address("leave", trial.code),
        "alive": pages.address("alive", trial.code),
        "renew": pages.address("renew", trial.code),
        "seconds_left": round(visit.seconds_left or 0),
        "number": visit.done + 1,
        "of": progress_of(study),
        "wrong": wrong,
        "errors": [one.field_error for _place, one in fields if one.error],
        "kept": pages.was_kept,
    }
    return pages.render("sheet", context, status=422 if wrong else 200)


def _names(trial: Trial) -> dict[Field, str]:
    """Return the fields' names. Each page has its own, so that no browser fills in another's."""
    fields = fields_of(trial)
    labels = labels_of(trial.code, max(place for place, _key in fields))
    return {(place, key): f"r-{labels[place - 1]}-{key}" for place, key in fields}


def _in_order(criteria: Sequence[Criterion], judge_code: str) -> list[Criterion]:
    """Return the criteria in one drawn order on all pages of a judge."""
    return sorted(
        criteria, key=lambda one: hashlib.sha256(f"{judge_code} {one.key}".encode()).digest()
    )


def _shows_context(criteria: Sequence[Criterion]) -> bool:
    return any(one.shows_context for one in criteria)


def _without_context(visit: TrialVisit, criteria: Sequence[Criterion]) -> TriadTexts:
    """Return the texts by place, without what they are made from where no criterion shows that."""
    trial = visit.trial
    shown = triad_texts(visit.places, study=trial.study, code=trial.code)
    if _shows_context(criteria):
        return shown
    return TriadTexts(tuple(replace(text, context="") for text in shown.texts), "", "")


def _fields(
    request: HttpRequest,
    trial: Trial,
    criteria: Sequence[Criterion],
    wrong: Mapping[Field, NumberProblem],
) -> list[tuple[int, NumberField]]:
    """Return the fields, each with its place, in the order of places and then of criteria."""
    names = _names(trial)
    places = sorted({place for place, _key in names})
    labels = labels_of(trial.code, len(places))
    alone = len(criteria) == 1
    return [
        (
            place,
            NumberField(
                name=names[place, one.key],
                label=_("Your number") if alone else one.label,
                language="" if alone else trial.study.language,
                code=labels[place - 1],
                typed=request.POST.get(names[place, one.key], ""),
                error=said_of_magnitude(wrong[place, one.key]) if (place, one.key) in wrong else "",
                example=100,
            ),
        )
        for place in places
        for one in criteria
    ]
