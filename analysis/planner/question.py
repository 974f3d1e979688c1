"""A question: a goal and three of four numbers, as a person types them or a link carries them."""

import math
from dataclasses import dataclass
from typing import Any

from django import forms

from studies.values import typed_numbers
from studies.workbench.forms.numbers import (
    LEAST_RISK,
    RISKS_END_BEFORE,
    DecimalInput,
    WholeInput,
)

LEAST_PD, MOST_PD = 0.01, 0.99
MOST_JUDGES = 1_000_000
UNKNOWNS = ("n", "alpha", "beta", "pd")
# What the page shows at first: the values that a new study begins with.
EXAMPLE = {"goal": "difference", "alpha": "0.05", "beta": "0.05", "pd": "0.3", "n": ""}


@dataclass(frozen=True, slots=True)
class PlannerQuestion:
    """A goal and alpha, beta, pd and n; exactly one of the four is None: the one asked for."""

    goal: str
    alpha: float | None
    beta: float | None
    pd: float | None
    n: int | None

    @property
    def asked(self) -> str:
        """The name of the number that is None."""
        return next(name for name in UNKNOWNS if getattr(self, name) is None)


@dataclass(frozen=True, slots=True)
class PlannerPlan:
    """A plan that keeps both of its risks."""

    goal: str
    alpha: float
    beta: float
    pd: float
    n: int

    @property
    def level(self) -> float:
        """The risk that the power is held against: the power is to be at least 1 minus this."""
        return self.beta if self.goal == "difference" else self.alpha


class ProportionField(forms.CharField):
    """A proportion as people write it: 0.3, 0,3 or 30 %."""

    def clean(self, value: Any) -> float | None:
        """Return the proportion, None where nothing was typed; NaN and infinity are no numbers."""
        if not (value or "").strip():
            return None
        proportion = typed_numbers.proportion(value)
        if proportion is None or not self.allows(proportion):
            raise forms.ValidationError(self.error_messages["invalid"])
        return proportion

    def allows(self, proportion: float) -> bool:
        """Return whether such a risk can be planned with."""
        return math.isfinite(proportion) and LEAST_RISK <= proportion < RISKS_END_BEFORE


class PdField(ProportionField):
    """The proportion of people who perceive a difference."""

    def allows(self, proportion: float) -> bool:
        """Return whether such a pd can be planned with."""
        return math.isfinite(proportion) and LEAST_PD <= proportion <= MOST_PD


class JudgesField(forms.CharField):
    """A number of judges, with or without separators of thousands."""

    most = MOST_JUDGES

    def clean(self, value: Any) -> int | None:
        """Return the number, None where nothing was typed."""
        if not (value or "").strip():
            return None
        number = typed_numbers.whole_number(value)
        if number is None or not 1 <= number <= self.most:
            raise forms.ValidationError(self.error_messages["invalid"])
        return number


def text_field(kind: type[forms.CharField], label: Any, help_text: Any, invalid: Any) -> Any:
    """Return a field for a number that may be left empty."""
    return kind(
        required=False,
        label=label,
        help_text=help_text,
        error_messages={"invalid": invalid},
        widget=(WholeInput if issubclass(kind, JudgesField) else DecimalInput)(),
    )


_RISK = "Write a risk from 0.0001 to below 0.5, for example 0.05."
_PD = "Write a proportion from 0.01 to 0.99, for example 0.3 or 30 %."
_N = "Write a whole number from 1 to 1,000,000."


class PlanForm(forms.Form):
    """A goal and three of four: the empty one is computed."""

    goal = forms.ChoiceField(
        label="What should the study show?",
        choices=[
            ("difference", "Difference: people can tell the texts apart"),
            ("similarity", "Similarity: few people can, if any"),
        ],
        widget=forms.RadioSelect,
        error_messages={
            "required": "Choose what the study should show.",
            "invalid_choice": "Choose difference or similarity.",
        },
    )
    alpha = text_field(
        ProportionField,
        "alpha",
        "risk of claiming a difference that is not there",
        _RISK,
    )
    beta = text_field(
        ProportionField,
        "beta",
        "risk of missing a difference that is there",
        _RISK,
    )
    pd = text_field(
        PdField,
        "pd",
        "share of people who may perceive it before it matters to you",
        _PD,
    )
    n = text_field(
        JudgesField,
        "judges",
        "people who answer one triad each",
        _N,
    )

    def clean(self) -> dict[str, Any]:
        """Check that exactly one is left empty, where nothing else is wrong."""
        found = super().clean() or self.cleaned_data
        if not self.errors:
            empty = [name for name in UNKNOWNS if found[name] is None]
            if not empty:
                self.add_error(None, "All four are filled in. Clear the one to be computed.")
            elif len(empty) > 1:
                self.add_error(
                    None, "Fill in three of the four. The one you leave empty is computed."
                )
        return found

    @property
    def is_overfull(self) -> bool:
        """All four are filled in, and rightly."""
        return all(self.cleaned_data.get(name) is not None for name in ("goal", *UNKNOWNS))

    @property
    def question(self) -> PlannerQuestion:
        """The question of a valid form."""
        return PlannerQuestion(**self.cleaned_data)
