"""The fields of the planning page for ratings: all filled in at first, each may be changed."""

from dataclasses import dataclass
from typing import Any

from django import forms
from django.http import QueryDict

from analysis.planner.ratings.variances import Variances
from studies.workbench.forms.numbers import DecimalField, ProportionField, WholeField

METHODS = (
    ("rankme", "RankME: a number for each system's text, up to 5 of an item on one page"),
    ("plain_me", "Magnitude estimation, one text a page"),
    ("likert", "A scale of points, one text a page"),
)
SETUPS = (
    ("apart", "apart"),
    ("together", "together"),
)
DEFAULTS = {
    "method": "rankme",
    "setup": "apart",
    "systems": "3",
    "items": "100",
    "each": "3",
    "judges": "20",
    "criteria": "3",
    "seconds": "20",
    "difference": "5 %",
    "alpha": "0.05",
    "power": "80 %",
    "width": "0.2",
    "item": "",
    "rest": "",
    "judge": "",
}


@dataclass(frozen=True, slots=True)
class RatingQuestion:
    """What is planned; `own`: variances of a pilot, None where the data set's stand."""

    method: str
    setup: str
    systems: int
    items: int
    each: int
    judges: int
    criteria: int
    seconds: int
    difference: float
    alpha: float
    power: float
    width: float
    own: Variances | None


def _words(invalid: str, *codes: str) -> dict[str, str]:
    return dict.fromkeys(("required", "invalid", "min_value", "max_value", *codes), invalid)


def _whole(label: str, help_text: str, least: int, most: int) -> WholeField:
    invalid = f"Write a whole number from {least} to {most:,}."
    return WholeField(
        label=label,
        help_text=help_text,
        min_value=least,
        max_value=most,
        error_messages=_words(invalid),
    )


def _share(label: str, help_text: str, least: float, most: float, example: str) -> ProportionField:
    invalid = f"Write a number from {least:g} to {most:g}, for example {example}."
    return ProportionField(
        label=label,
        help_text=help_text,
        min_value=least,
        max_value=most,
        error_messages=_words(invalid),
    )


def _variance(label: str, help_text: str) -> DecimalField:
    return DecimalField(
        required=False,
        label=label,
        help_text=help_text,
        min_value=0,
        max_value=100,
        error_messages=_words("Write a number from 0 to 100, for example 0.08, or nothing."),
    )


class RatingPlanForm(forms.Form):
    """What a rating study is to be."""

    method = forms.ChoiceField(
        label="How are texts rated?",
        choices=METHODS,
        widget=forms.RadioSelect,
        error_messages=_words("Choose one of the three.", "invalid_choice"),
    )
    systems = _whole("systems", "who or what wrote the texts", 2, 8)
    items = _whole("items", "what the texts are about; one text of each system", 2, 100_000)
    each = _whole("judges an item", "who rate the same text", 1, 100)
    judges = _whole("judges", "at least, for each criterion; they share its pages", 1, 100_000)
    difference = _share("difference", "how much higher one must be to matter", 0.005, 9, "0.05")
    criteria = _whole("criteria", "such as quality", 1, 10)
    setup = forms.ChoiceField(
        label="asked",
        help_text="apart: one a page, the same for a judge",
        choices=SETUPS,
        error_messages=_words("Choose one of the two.", "invalid_choice"),
    )
    seconds = _whole("seconds", "a judge takes for one number", 1, 600)
    alpha = _share("alpha", "risk of a false claim", 0.0001, 0.499, "0.05")
    power = _share("power", "to show the difference", 0.5, 0.999, "0.8")
    width = _share("width", "of the limits of agreement (ICC)", 0.01, 1.99, "0.2")
    item = _variance("between items", "variance of a pair's difference, in a pilot")
    rest = _variance("within items", "between judges of one item")
    judge = _variance("between judges", "of a judge's mean difference")

    question_fields = ("systems", "items", "each", "judges")
    effort_fields = ("criteria", "setup", "seconds")
    risk_fields = ("difference", "alpha", "power", "width")
    own_fields = ("item", "rest", "judge")

    @classmethod
    def of(cls, parameters: QueryDict) -> "RatingPlanForm":
        """Return the form with what the address holds, and the defaults."""
        return cls({name: parameters.get(name, value) for name, value in DEFAULTS.items()})

    def fields_of(self, *names: str) -> list[forms.BoundField]:
        """Return these fields for a template."""
        return [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        """Refuse more judges of an item than there are, and a part of the variances."""
        found = super().clean() or self.cleaned_data
        each, judges = found.get("each"), found.get("judges")
        if each and judges and each > judges:
            self.add_error("each", "No more than there are judges: each rates a text once.")
        given = [name for name in self.own_fields if found.get(name) is not None]
        missing = [name for name in self.own_fields if name not in given]
        if given and missing and not set(missing) & set(self.errors):
            self.add_error(missing[0], "Write all three of a pilot, or none.")
        return found

    @property
    def question(self) -> RatingQuestion:
        """What was asked, of a valid form."""
        found = dict(self.cleaned_data)
        parts = [found.pop(name) for name in self.own_fields]
        return RatingQuestion(**found, own=None if None in parts else Variances(*parts))
