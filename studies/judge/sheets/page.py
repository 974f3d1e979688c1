"""The page of a sheet: texts about one item, each with its fields below it.

Where magnitudes are estimated a reference stands beside the texts, and its number is 100.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language

from studies.judge.pages import JudgePages, WordingPart, by_sentence, progress_of, wording_parts
from studies.judge.sheets.fields import (
    NUMBER,
    SLIDER,
    Field,
    errors_of,
    fields_in_slots,
    how_of,
    sheet_fields,
)
from studies.judge.triad_texts import (
    Slot,
    TriadTexts,
    as_it_is,
    direction_of,
    in_slots,
    labelled,
    triad_texts,
    trial_slots,
)
from studies.kinds import RATING
from studies.models import RatingPlan, Sample, Study, Trial
from studies.models.sample import Kind
from studies.ratings.criteria import Criterion, that_show_context
from studies.services.judging.answering import reading_records
from studies.services.judging.visits import TrialVisit
from studies.wording import criteria_in, own_text


def sheet_page(
    pages: JudgePages, visit: TrialVisit, *, wrong: Mapping[Field, str] | None = None
) -> HttpResponse:
    """Return the page; beside errors, what was given stays.

    What was given, and texts that are covered, make a page of its own; all others are kept.
    """
    trial, study = visit.trial, visit.trial.study
    criteria, language = criteria_in_order(trial)
    masked = reading_records.is_masked(trial)
    slot = as_it_is if masked or wrong or pages.request.POST else pages.slot
    shown = shown_texts(visit.places, trial, criteria, masked=masked)
    by_place = sheet_fields(pages.request, trial, criteria, language, len(shown.texts), wrong or {})
    fields = [one for place in by_place.values() for one in place]
    shown = in_slots(shown, slot)
    context = {
        **_asked(criteria, slot),
        "language": study.language,
        "criteria_language": language,
        "wording": _instructions(study),
        **reference_of(study.rating_plan, criteria),
        "slides": any(one.how == SLIDER for one in fields),
        "shown": shown,
        "texts": tuple(
            (text, fields_in_slots(by_place[text.position], text.position, slot))
            for text in shown.texts
        ),
        "orders": len(shown.texts) > 1,
        "masked": masked,
        "practice": trial.kind == Kind.PRACTICE,
        **trial_slots(pages, visit, slot),
        "number": visit.done + 1,
        "of": progress_of(study),
        "wrong": bool(wrong),
        "errors": by_sentence(errors_of(fields)),
    }
    return pages.render("sheet", context, status=422 if wrong else 200)


def _asked(criteria: Sequence[Criterion], slot: Slot) -> dict[str, Any]:
    """Return the criteria in the judge's order; the title where there is one alone."""
    in_slots = tuple(
        replace(
            one,
            key="",
            label=slot(f"criterion-{number}", one.label),
            question=slot(f"question-{number}", one.question),
            definition=one.definition and slot(f"definition-{number}", one.definition),
        )
        for number, one in enumerate(criteria)
    )
    return {"criteria": in_slots, "title": in_slots[0].question if len(in_slots) == 1 else ""}


def criteria_in_order(trial: Trial) -> tuple[list[Criterion], str]:
    """Return what the trial's sheet asks, in one drawn order on all pages of a judge.

    In the language of the page where the study has the words, and which language it is.
    """
    criteria = sorted(
        RATING.criteria_of(trial.study, trial.sheet),
        key=lambda one: hashlib.sha256(f"{trial.judge.code} {one.key}".encode()).digest(),
    )
    return criteria_in(trial.study, criteria, get_language() or trial.study.language)


def reference_of(plan: RatingPlan, criteria: Sequence[Criterion]) -> dict[str, str]:
    """Return the text of 100, where numbers are given against it.

    With what it is made from where a criterion shows that.
    """
    if not any(how_of(plan, one) in (NUMBER, SLIDER) for one in criteria):
        return {}
    return {
        "reference": plan.reference_text,
        "reference_direction": direction_of(plan.reference_text),
        "reference_context": plan.reference_context if that_show_context(criteria) else "",
        "reference_context_direction": direction_of(plan.reference_context),
    }


def _instructions(study: Study) -> WordingPart | None:
    """Return the study's own instructions, if it has any."""
    if not own_text(study, "instructions", get_language() or ""):
        return None
    return wording_parts(study).instructions


def shown_texts(
    samples: Sequence[Sample], trial: Trial, criteria: Sequence[Criterion], *, masked: bool = False
) -> TriadTexts:
    """Return the texts by place, each under its letter or code.

    Without what they are made from where no criterion shows that.
    """
    shown = triad_texts(samples, study=trial.study, code=trial.code, masked=masked)
    shown = labelled(shown, trial.study.rating_plan.labels_of(trial.code, len(samples)))
    if that_show_context(criteria):
        return shown
    return TriadTexts(tuple(replace(text, context="") for text in shown.texts), "", "")
