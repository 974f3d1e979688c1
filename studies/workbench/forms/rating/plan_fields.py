"""The fields of a plan of ratings, each with its limits and what is said where they are passed."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.html import format_html

from studies.models import RatingPlan
from studies.ratings.numbers import RECOMMENDED_JUDGES
from studies.workbench.forms.fields import ShownField
from studies.workbench.forms.numbers import DecimalField, WholeField
from studies.workbench.forms.rating.criteria import CriteriaField
from studies.workbench.forms.rating.systems import SystemsField

# Each choice has a name and a sentence.
METHODS = {
    RatingPlan.Method.RANKME: (
        "RankME",
        "A number for each text, up to 5 systems' texts about an item on one page. Judges "
        "compare them with each other and with a reference that has the number 100; small "
        "differences show best.",
    ),
    RatingPlan.Method.PLAIN_ME: (
        "Magnitude estimation",
        "A number for one text a page, compared with a reference that has the number 100.",
    ),
    RatingPlan.Method.LIKERT: (
        "A scale of points (Likert)",
        "One text a page, 2 to 11 points with labelled ends. Familiar to judges, and coarser.",
    ),
}
SETUPS = {
    RatingPlan.Setup.APART: (
        "Apart",
        "A page asks for one criterion, so that a judge's rating by one does not influence the "
        "next. Each "
        "criterion has judges of its own.",
    ),
    RatingPlan.Setup.TOGETHER: (
        "Together",
        "Each page asks for all criteria. Fewer judges are needed.",
    ),
}
ENTRIES = {
    RatingPlan.Entry.NUMBER: ("Typed", "Any whole number from 1 to 999,999."),
    RatingPlan.Entry.SLIDER: ("By a slider", "From an eighth to eight times the reference."),
}
IDENTICAL = {
    RatingPlan.Identical.MERGE: ("Shown once", "The rating counts for each of the systems."),
    RatingPlan.Identical.KEEP: (
        "Shown as often as they occur",
        "Tells how steady judges are.",
    ),
}
POINTS = "Write a whole number from 2 to 11."
MARGIN = "Write a ratio from 1.001 to 10, for example 1.1, or leave the field empty."
LEAST_RATIO = 1.001


def _words(invalid: str) -> dict[str, str]:
    codes = ("required", "invalid", "min_value", "max_value", "invalid_choice")
    return dict.fromkeys(codes, invalid)


def _whole(label: str, most: int, help_text: str, *, least: int = 1, **more: Any) -> WholeField:
    invalid = f"Write a whole number from {least:,} to {most:,}"
    empty = "." if more.get("required", True) else ", or leave the field empty."
    return WholeField(
        label=label,
        help_text=help_text,
        min_value=least,
        max_value=most,
        error_messages=_words(f"{invalid}{empty}"),
        **more,
    )


def _choice(label: str, words: Mapping[Any, tuple[str, str]]) -> forms.ChoiceField:
    shown = '<strong>{}</strong> <span class="quiet">{}</span>'
    return forms.ChoiceField(
        label=label,
        choices=[(value, format_html(shown, *said)) for value, said in words.items()],
        widget=forms.RadioSelect,
        error_messages=_words("Choose one of these."),
    )


def _label_of_point(label: str) -> ShownField:
    return ShownField(
        label=label, max_length=100, error_messages=_words("Write what judges read at this end.")
    )


def _text(label: str, help_text: str, rows: int, most: int) -> forms.CharField:
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=False,
        max_length=most,
        widget=forms.Textarea(attrs={"rows": rows}),
    )


class RatingFields(forms.Form):
    """What only a plan of ratings asks, beside what studies of all kinds have."""

    systems = SystemsField(
        label="Systems",
        help_text=(
            "Who or what wrote the texts: two to eight names, never shown to judges. Leave all "
            "empty to take them from the file of the texts."
        ),
    )
    # A study has a column `method` of its own.
    rating_method = _choice("Way of rating", METHODS)
    scale_points = WholeField(
        label="Points of the scale", min_value=2, max_value=11, error_messages=_words(POINTS)
    )
    scale_low = _label_of_point("Label of the lowest point")
    scale_high = _label_of_point("Label of the highest point")
    reference_text = _text(
        "Reference, with the number 100",
        "A text of middling quality that stands on each page, and is not one of the rated texts. "
        "You can write it later, before the study opens.",
        *(3, 50_000),
    )
    reference_context = _text(
        "What the reference was made from",
        "Shown above it where a criterion shows that. May be empty.",
        *(2, 20_000),
    )
    entry = _choice("How judges give a number", ENTRIES)
    criteria = CriteriaField(
        label="Criteria",
        help_text=(
            "In the language of the texts. The one that decides is named first in the verdict."
        ),
    )
    setup = _choice("How criteria are asked", SETUPS)
    mixes_criteria = forms.BooleanField(
        label="A judge may get pages of several criteria", required=False
    )
    items = _whole(
        "Items",
        100_000,
        "What texts are about, each with a text of every system. This is only for the numbers "
        "here: the texts that you add decide.",
    )
    judges_per_item = _whole("Judges an item", 100, "How many rate the same text; 3 is usual.")
    judges = _whole(
        "Judges planned",
        100_000,
        f"In all. Empty: {RECOMMENDED_JUDGES}, and for each criterion if they are asked apart.",
        required=False,
    )
    evaluations_per_judge = _whole(
        "Sheets a judge",
        100,
        "At most. Empty: as many as are needed if all judges rate the same number.",
        required=False,
    )
    identical = _choice("Identical texts about an item", IDENTICAL)
    repeats_one = forms.BooleanField(
        label="Each judge rates one sheet twice",
        required=False,
        help_text=(
            "With three sheets or more: before the last one the first comes again, with its "
            "texts in other places. It shows how consistently a judge rates, and does not "
            "count."
        ),
    )
    margin = DecimalField(
        label="Margin",
        required=False,
        min_value=0.001,
        max_value=10,
        help_text=(
            "Two systems within this ratio are called similar: 1.1 is 10 %. On a scale of points "
            "it is a number of points. Empty: none are."
        ),
        error_messages=_words(f"{MARGIN} On a scale of points: from 0.001 on."),
    )
    resamples = _whole(
        "Resamples", 100_000, "For the limits of systems and of agreement.", least=1000
    )


# What applies to some methods or setups only.
ONLY_LIKERT = ("scale_points", "scale_low", "scale_high")
ONLY_MAGNITUDE = ("reference_text", "reference_context", "entry")
ONLY_APART = ("mixes_criteria",)
# Columns of `RatingPlan` by the names of their fields.
PLAN_COLUMNS = {"rating_method": "method"} | {
    name: name
    for name in (
        *("setup", "mixes_criteria", *ONLY_LIKERT, *ONLY_MAGNITUDE),
        *("judges_per_item", "judges", "identical", "repeats_one", "margin", "resamples"),
    )
}
