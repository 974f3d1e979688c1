"""What a practice sheet tells its judge: what the given numbers, points and ticks mean.

No answer is right or wrong, and no other's is shown: a number to go by would be an anchor.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpResponse
from django.utils.formats import number_format
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from studies.judge.pages import JudgePages
from studies.judge.sheets.fields import NEITHER, SCALE, TICKED, TICKS, how_of, tick_words
from studies.judge.sheets.page import criteria_in_order, reference_of, shown_texts
from studies.models import Rating, RatingPlan, Sample, Trial
from studies.ratings.criteria import Criterion
from studies.services.judging.visits import TrialVisit
from studies.wording import scale_in


@dataclass(frozen=True, slots=True)
class Meaning:
    """What the rating of a text by one criterion means; `label` is empty where there is one."""

    label: str
    words: str


def feedback_page(pages: JudgePages, visit: TrialVisit) -> HttpResponse:
    """Return the texts of a practice sheet, each with what its ratings mean."""
    trial, study = visit.trial, visit.trial.study
    criteria, criteria_language = criteria_in_order(trial)
    found = Sample.objects.with_images().in_bulk(visit.text_keys)
    shown = shown_texts([found[key] for key in visit.text_keys], trial, criteria)
    given = _given(trial) if trial.pk else example_ratings(visit)
    context = {
        "language": study.language,
        "criteria_language": criteria_language,
        **reference_of(study.rating_plan, criteria),
        "shown": shown,
        "texts": [
            (text, _meanings(study.rating_plan, criteria, given, visit.keys[text.position - 1][0]))
            for text in shown.texts
        ],
        "action": pages.address("next", trial.code),
        "leave": pages.address("leave", trial.code),
    }
    return pages.render("sheet_feedback", context)


def _given(trial: Trial) -> dict[tuple[int, str], int]:
    rows = Rating.objects.filter(answer__trial=trial).values_list("sample", "criterion", "value")
    return {(sample, criterion): value for sample, criterion, value in rows}


def example_ratings(visit: TrialVisit) -> dict[tuple[int, str], int]:
    """Return ratings for a preview, in which nothing is stored."""
    plan = visit.trial.study.rating_plan
    numbers = {TICKS: (1, 0, 2, 3), SCALE: (plan.scale_points, 1)}
    return {
        (keys[0], one.key): of_kind[place % len(of_kind)]
        for place, keys in enumerate(visit.keys)
        for one in plan.rated_by
        for of_kind in [numbers.get(how_of(plan, one), (50, 100, 150, 200))]
    }


def _meanings(
    plan: RatingPlan,
    criteria: Sequence[Criterion],
    given: dict[tuple[int, str], int],
    sample: int,
) -> list[Meaning]:
    return [
        Meaning(
            "" if len(criteria) == 1 else one.label,
            _in_words(plan, how_of(plan, one), given[sample, one.key]),
        )
        for one in criteria
    ]


def _in_words(plan: RatingPlan, how: str, value: int) -> str:
    if how == TICKS:
        return _("You ticked: %(ticks)s") % {"ticks": _ticks_in_words(value)}
    if how == SCALE:
        own = plan.scale_low, plan.scale_high
        (low, high), _language = scale_in(plan.study, own, get_language() or "")
        return _("You gave %(point)s: 1 means “%(low)s”, and %(points)s means “%(high)s”.") % {
            "point": value,
            "points": plan.scale_points,
            "low": low,
            "high": high,
        }
    return magnitude_in_words(value)


def _ticks_in_words(value: int) -> str:
    words = tick_words()
    ticked = [words[name] for name, tick in TICKED.items() if value & tick]
    return " · ".join(ticked) or words[NEITHER]


def magnitude_in_words(number: int) -> str:
    """Say how a text with this number compares to the reference."""
    words = {
        50: _("You gave 50: half as good as the reference."),
        100: _("You gave 100: as good as the reference."),
        200: _("You gave 200: twice as good as the reference."),
    }
    if number in words:
        return words[number]
    return _("You gave %(number)s: %(times)s times as good as the reference.") % {
        "number": number,
        "times": number_format(f"{number / 100:.4g}"),
    }
