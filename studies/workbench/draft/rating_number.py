"""How many sheets a plan of ratings has, for how many judges, and what these can decide."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, JsonResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis.stats import fewest_judges
from studies.kinds import RATING
from studies.models import Study
from studies.models.study import SYSTEMS
from studies.ratings.numbers import RECOMMENDED_JUDGES, SheetNumbers
from studies.reading_time import characters_of_text, pages_of
from studies.values.reading_minutes import SECONDS_A_NUMBER
from studies.values.whole_numbers import whole_number
from studies.workbench.forms.rating.question import RatingForm, numbers_of
from studies.workbench.forms.study.number import has_sound_risks

MOST_MINUTES = 30


@require_safe
@staff_member_required
@never_cache
def rating_number(request: HttpRequest) -> JsonResponse:
    """Answer with sentences; with none where the number is not defined."""
    typed = request.GET.dict()
    if not (typed.get("systems-A") and typed.get("systems-B")):
        typed |= _assumed(whole_number(typed.get("systems-shown", ""), digits=1) or 2)
    number = {name: whole_number(typed.get(name, ""), digits=6) or 0 for name in asdict(Reading())}
    form = _Typed(typed, instance=_no_study())
    return JsonResponse({"sentences": sentences_of(form, Reading(**number))})


@dataclass(frozen=True, slots=True)
class Reading:
    """What of a draft the time of a judge depends on beside the form, as the card's address has it.

    Characters of a text, and the sheets of a judge that do not count.
    """

    characters: int = 0
    beside: int = 0

    @classmethod
    def of(cls, study: Study) -> Self:
        """Return it of a stored draft; nothing is known of one that is not stored."""
        if study.pk is None:
            return cls()
        beside = pages_of(study) - study.evaluations_per_judge + study.practice_triads
        return cls(round(characters_of_text(study)), beside)


class _Typed(RatingForm):
    """What is typed at the moment; nothing is stored, and the database is asked nothing."""

    def _post_clean(self) -> None:
        """Make no study of it."""


def _no_study() -> Study:
    return Study(kind=RATING.key)


def number_of_ratings(form: RatingForm, reading: Reading) -> list[str]:
    """Return the sentences of what stands in the form now."""
    if form.is_bound:
        return sentences_of(form, reading)
    values = {name: form[name].value() for name in form.fields}
    typed = _Typed(_flat(values, form.systems_shown), instance=_no_study())
    return sentences_of(typed, reading)


def _assumed(number: int) -> dict[str, str]:
    """Return names for so many systems, while none are written."""
    return {f"systems-{letter}": letter for letter in SYSTEMS[: max(number, 2)]}


def _flat(values: dict[str, Any], shown: int) -> dict[str, Any]:
    """Return values as a form sends them."""
    flat = {name: "" if value is None else value for name, value in values.items()}
    flat |= _assumed(shown)
    for letter, name in zip(SYSTEMS, flat.pop("systems"), strict=False):
        flat[f"systems-{letter}"] = name
    for row, one in enumerate(flat.pop("criteria")):
        flat[f"criteria-{row}-label"] = one["label"]
        flat[f"criteria-{row}-question"] = one["question"]
        flat[f"criteria-{row}-ask"] = "on" if one["asked"] else ""
        if one["decides"]:
            flat["criteria-decides"] = str(row)
    return {name: value for name, value in flat.items() if value is not False}


def sentences_of(form: RatingForm, reading: Reading) -> list[str]:
    """Return what the plan comes to, or what is wrong with its numbers."""
    form.is_valid()  # fields that were not sent are wrong; they are not looked at
    found = form.cleaned_data
    numbers, alpha = numbers_of(found), found.get("alpha")
    if numbers is None or alpha is None or not has_sound_risks(Study(alpha=alpha)):
        return []
    names = ("judges", "evaluations_per_judge", "judges_per_item", "items")
    if wrong := [str(error) for name in names for error in form.errors.get(name, ())]:
        return wrong
    judges, each = found["judges"], found["evaluations_per_judge"]
    numbers = replace(numbers, **asdict(reading))
    return [
        _sheets(numbers, judges, each),
        _of_one_judge(numbers, each),
        _deciding(numbers, judges, alpha),
        *_to_think_of(numbers, judges, each),
    ]


def _sheets(numbers: SheetNumbers, judges: int, each: int) -> str:
    sheets, people = _many(numbers.sheets, "sheet"), _many(judges, "judge")
    return f"{sheets}: {people} rate up to {each:,} each."


def _of_one_judge(numbers: SheetNumbers, each: int) -> str:
    texts = _many(numbers.texts_a_sheet, "text")
    if 1 < numbers.texts_a_sheet < numbers.systems:
        texts = f"{numbers.texts_a_sheet} texts of the {numbers.systems} about an item"
    asked = _many(numbers.numbers_a_sheet, "number")
    minutes = _many(numbers.minutes(each), "minute")
    rest = "and the time to read" if numbers.characters else "without the time to read"
    return (
        f"A sheet has {texts} and asks for {asked}. A judge takes about {minutes}, at "
        f"{SECONDS_A_NUMBER} seconds a number {rest}."
    )


def _deciding(numbers: SheetNumbers, judges: int, alpha: float) -> str:
    fewest = fewest_judges(numbers.systems, alpha=alpha)
    group = judges // numbers.groups
    of_one = " for each criterion" if numbers.groups > 1 else ""
    systems = f"among {numbers.systems} systems"
    if group < fewest:
        needed = f"it takes at least {fewest}, and more to show any but the largest difference"
        return f"{_many(group, 'judge')}{of_one} can never decide {systems}: {needed}."
    return (
        f"{_many(group, 'judge')}{of_one}: {RECOMMENDED_JUDGES} or more are recommended, a small "
        f"difference takes more, and fewer than {fewest} can never decide {systems}."
    )


def _to_think_of(numbers: SheetNumbers, judges: int, each: int) -> Iterator[str]:
    rated = judges * each
    if rated < numbers.sheets:
        yield f"They rate {rated:,} sheets at most: ask each for more, or plan more judges."
    if each * numbers.groups > 0.1 * numbers.sheets:
        yield "One judge may rate more than 10 % of the sheets, and so weigh much."
    if numbers.minutes(each) > MOST_MINUTES:
        yield f"More than {MOST_MINUTES} minutes tire people."


def _many(number: int, noun: str) -> str:
    return f"1 {noun}" if number == 1 else f"{number:,} {noun}s"
