"""The fields of a sheet: a number, a slider, points or ticks for each text and criterion.

Names are `r-{number}-{criterion}`; the number is drawn for the text's place on this page. What
stands above the text, the plan says (`RatingPlan.text_labels`). A number is posted as it is typed,
in whatever way it was given (a slider moves a field of numbers); a point as 1 to
`scale_points`; ticks as `added` and `missing`, or `neither` alone.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from studies.judge.pages import FieldError
from studies.judge.triad_texts import Slot
from studies.models import RatingPlan, Trial
from studies.ratings.criteria import Criterion, CriterionKind, Tick
from studies.ratings.follow_up import LARGEST_NUMBER, NumberProblem, read_number
from studies.services.judging.answering.sheet_answers import fields_of
from studies.services.judging.visits import TrialVisit
from studies.values.text_codes import labels_of
from studies.wording import scale_in

# A place on the sheet, and the key of a criterion.
Field = tuple[int, str]
NEITHER = "neither"
# What is posted, and what it is stored as.
TICKED = {"added": Tick.ADDED, "missing": Tick.MISSING, NEITHER: Tick(0)}
NUMBER, SLIDER, SCALE, TICKS = "number", "slider", "scale", "ticks"


@dataclass(frozen=True, slots=True)
class SheetField:
    """A field as it stands on the page, with what was given and what is wrong with it."""

    how: str
    name: str
    # The criterion in words; `alone` where the page asks for no other.
    label: str
    language: str
    alone: bool
    # What stands above the text.
    text: str
    given: tuple[str, ...]
    error: str
    # Of a scale: the highest point, and what its ends are called in which language.
    points: int = 0
    ends: tuple[str, str] = ("", "")
    ends_language: str = ""

    @property
    def typed(self) -> str:
        """What stands in the field."""
        return self.given[0] if self.given else ""

    @property
    def options(self) -> list[tuple[str, str, bool]]:
        """What is posted for each choice, what is read, and whether it was chosen."""
        values = {str(point): str(point) for point in range(1, self.points + 1)}
        if self.how == TICKS:
            values = tick_words()
        return [(value, words, value in self.given) for value, words in values.items()]

    @property
    def field_error(self) -> FieldError:
        """The error, with a link's way to the field."""
        return FieldError(self.name, self.error, f"{self.named}: {self.label}", self.language)

    @property
    def named(self) -> str:
        """How the text is called in words."""
        return named_text(self.text)


def named_text(label: str) -> str:
    """Return how a page calls the text that stands under this letter or code."""
    return _("Text %(label)s") % {"label": label}


def tick_words() -> dict[str, str]:
    """Return what is posted for each tick, and what judges read."""
    return {
        "added": _("Something is added"),
        "missing": _("Something is missing"),
        NEITHER: _("Neither"),
    }


def how_of(plan: RatingPlan, criterion: Criterion) -> str:
    """Return in which way a criterion of the plan is rated."""
    if criterion.kind == CriterionKind.TICKS:
        return TICKS
    if plan.method == RatingPlan.Method.LIKERT:
        return SCALE
    return SLIDER if plan.entry == RatingPlan.Entry.SLIDER else NUMBER


def read_ratings(
    request: HttpRequest, visit: TrialVisit
) -> tuple[dict[Field, int], dict[Field, str]]:
    """Return the ratings that were posted, and what is wrong with the others."""
    plan = visit.trial.study.rating_plan
    hows = {one.key: how_of(plan, one) for one in plan.rated_by}
    numbers: dict[Field, int] = {}
    wrong: dict[Field, str] = {}
    for field, name in _names(visit.trial, len(visit.keys)).items():
        how, given = hows[field[1]], request.POST.getlist(name)
        if how == TICKS:
            read = _ticks(given)
        elif how == SCALE:
            read = _point(given, plan.scale_points)
        else:
            read = _number(given)
        if isinstance(read, int):
            numbers[field] = read
        else:
            wrong[field] = read
    return numbers, wrong


def _ticks(given: Sequence[str]) -> int | str:
    chosen = set(given).intersection(TICKED)
    if not chosen:
        return _("Please tick what is true of this text, or “neither”.")
    if NEITHER in chosen and len(chosen) > 1:
        return _("“Neither” cannot be ticked together with another answer: please remove a tick.")
    return sum(int(TICKED[one]) for one in chosen)


def _point(given: Sequence[str], points: int) -> int | str:
    scale = {str(point): point for point in range(1, points + 1)}
    point = scale.get(given[0]) if given else None
    return point or _("Please choose a point of the scale.")


def _number(given: Sequence[str]) -> int | str:
    read = read_number(given[0] if given else "", (1, LARGEST_NUMBER))
    match read:
        case NumberProblem.NOT_WHOLE:
            return _("Please write a whole number.")
        case NumberProblem.TOO_LARGE:
            return _("Please write a number up to %(most)s.") % {"most": LARGEST_NUMBER}
        case NumberProblem():
            return _("Please write a number above 0.")
    return read


def sheet_fields(
    request: HttpRequest,
    trial: Trial,
    criteria: Sequence[Criterion],
    language: str,
    places: int,
    wrong: Mapping[Field, str],
) -> dict[int, tuple[SheetField, ...]]:
    """Return the fields of each place, by criterion; the criteria's words are in `language`."""
    plan = trial.study.rating_plan
    labels, codes = plan.labels_of(trial.code, places), labels_of(trial.code, places)
    return {
        place: tuple(
            SheetField(
                how=how_of(plan, one),
                name=(name := _name(code, one.key)),
                label=one.label,
                language=language,
                alone=len(criteria) == 1,
                text=label,
                given=tuple(request.POST.getlist(name)),
                error=wrong.get((place, one.key), ""),
                **(_scale_of(trial) if how_of(plan, one) == SCALE else {}),
            )
            for one in criteria
        )
        for place, (label, code) in enumerate(zip(labels, codes, strict=True), 1)
    }


def _scale_of(trial: Trial) -> dict[str, Any]:
    """Return the highest point of the plan's scale and what its ends are called."""
    plan = trial.study.rating_plan
    page_language = get_language() or trial.study.language
    ends, ends_language = scale_in(trial.study, (plan.scale_low, plan.scale_high), page_language)
    return {"points": plan.scale_points, "ends": ends, "ends_language": ends_language}


def fields_in_slots(fields: Sequence[SheetField], place: int, slot: Slot) -> tuple[SheetField, ...]:
    """Return the fields of a place for a page that is kept: what another judge reads otherwise."""
    return tuple(
        replace(
            field,
            name=slot(f"name-{place}-{number}", field.name),
            label=slot(f"criterion-{number}", field.label),
            text=slot(f"label-{place}", field.text),
        )
        for number, field in enumerate(fields)
    )


def _names(trial: Trial, places: int) -> dict[Field, str]:
    """Return the fields' names. Each page has its own, so that no browser fills in another's."""
    codes = labels_of(trial.code, places)
    fields = fields_of(trial, places=places)
    return {(place, key): _name(codes[place - 1], key) for place, key in fields}


def _name(code: int, key: str) -> str:
    return f"r-{code}-{key}"


def errors_of(fields: Iterable[SheetField]) -> list[FieldError]:
    """Return the errors, each with the way to its field."""
    return [one.field_error for one in fields if one.error]
