"""What a program says of a draft, put into the forms of the pages, by the kind of study.

So the same rules hold, and are said in the same words.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rest_framework.exceptions import ValidationError

from studies.kinds import RATING, TRIANGLE, kind_of
from studies.models import RatingPlan, Study
from studies.models.study import SYSTEMS
from studies.ratings.numbers import SheetNumbers
from studies.services.lifecycle.opening_warnings import FEWER_THAN_RECOMMENDED
from studies.services.lifecycle.plan_fields import FORM_FIELDS
from studies.workbench.forms.rating.plan_fields import PLAN_COLUMNS
from studies.workbench.forms.rating.question import USUAL_ITEMS, RatingForm
from studies.workbench.forms.study.form import StudyForm
from studies.workbench.forms.study.steps import PAGES, DatesForm

Given = Mapping[str, Any]


def forms_of(study: Study, given: Given) -> list[StudyForm]:
    """Return the bound forms that take what was given, of a new study or a stored one.

    The forms share the study: saving each without a commit puts everything into it.
    """
    if given.get("kind", study.kind) != study.kind:
        raise ValidationError({"kind": ["The kind of a study cannot be changed."]})
    named = {name: value for name, value in given.items() if name != "kind"}
    if study.pk is not None and not study.is_draft:
        return [DatesForm({**stored(study), **named}, instance=study)]
    return _FORMS[study.kind](study, named)


def stored(study: Study) -> dict[str, Any]:
    """Return a study's own values, as its form would send them."""
    values = {name: getattr(study, name) for name in FORM_FIELDS}
    return {**values, "accept_fewer": FEWER_THAN_RECOMMENDED in study.accepted_warnings}


def _of_triads(study: Study, given: Given) -> list[StudyForm]:
    _refuse_strange(study, given, known=(*FORM_FIELDS, "accept_fewer"))
    values = {**stored(study), **given}
    if study.pk is None:
        values["evaluations"] = given.get("evaluations")
    return [StudyForm(values, instance=study)]


def _of_ratings(study: Study, given: Given) -> list[StudyForm]:
    # Pages of a new study need its plan too.
    plan = study.rating_plan if study.pk else RatingPlan(study=study)
    asked = RatingForm(_rating_values(study, plan, given), instance=study, plan=plan)
    pages = _Pages({**stored(study), **given}, instance=study)
    own = {*asked.fields, *pages.fields, "systems", "items", "rating"}
    _refuse_strange(study, given, known=own - set(PLAN_COLUMNS))
    return [asked, pages]


class _Pages(StudyForm):
    """What judges read and are asked."""

    sections = PAGES


def _refuse_strange(study: Study, given: Given, *, known: Iterable[str]) -> None:
    """Refuse what studies of this kind do not have, but not what was given as it stands."""
    as_given = {**stored(study), "systems": [*study.subjects.values()], "rating": None}
    strange = [
        name
        for name in sorted(set(given) - set(known))
        if name not in as_given or as_given[name] != given[name]
    ]
    if strange:
        words = f"A study of {kind_of(study).noun}s has no such part."
        raise ValidationError({name: [words] for name in strange})


_FORMS: dict[str, Callable[[Study, Given], list[StudyForm]]] = {
    TRIANGLE.key: _of_triads,
    RATING.key: _of_ratings,
}


def _rating_values(study: Study, plan: RatingPlan, given: Given) -> dict[str, Any]:
    """Return what the form of a rating study would be sent."""
    rating = given.get("rating") or {}
    values = {**stored(study), **given}
    values |= {
        name: rating.get(column, getattr(plan, column)) for name, column in PLAN_COLUMNS.items()
    }
    if study.pk is None:
        # What the form works out from the others where it is left out.
        values["judges"] = rating.get("judges")
        values["evaluations_per_judge"] = given.get("evaluations_per_judge")
    values["items"] = given.get("items") or _items(study, plan)
    names = given.get("systems", list(study.subjects.values()) if study.pk else [])
    values |= {f"systems-{letter}": name for letter, name in zip(SYSTEMS, names, strict=False)}
    criteria = rating.get("criteria", plan.criteria)
    decides = rating.get("primary_criterion", plan.primary_criterion)
    for row, criterion in enumerate(criteria):
        values |= _row(f"criteria-{row}", criterion)
        if criterion.get("key") == decides:
            values["criteria-decides"] = str(row)
    return values


def _items(study: Study, plan: RatingPlan) -> int:
    """Return how many items the draft is planned for."""
    if study.pk is None:
        return USUAL_ITEMS
    of_one_item = SheetNumbers(
        items=1,
        systems=len(study.subjects),
        judges_per_item=plan.judges_per_item,
        criteria=len(plan.criteria),
        side_by_side=plan.method == RatingPlan.Method.RANKME,
        apart=plan.setup == RatingPlan.Setup.APART,
        mixes=plan.mixes_criteria,
    )
    return max(1, study.evaluations // of_one_item.sheets)


def _row(prefix: str, criterion: Mapping[str, Any]) -> dict[str, Any]:
    texts = ("key", "label", "definition", "question", "kind")
    given = {f"{prefix}-{part}": criterion[part] for part in texts if criterion.get(part)}
    shown = criterion.get("shows_context", True)
    return {
        f"{prefix}-label": "",
        **given,
        f"{prefix}-ask": "1",
        **({f"{prefix}-shows_context": "1"} if shown else {}),
    }
