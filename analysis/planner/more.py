"""What else a plan may ask about: judges who repeat, the number of texts, a d-prime."""

import math
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from analysis.planner.question import JudgesField, ProportionField, text_field

GAMMAS = (
    ("0", "not at all: each perceives it equally often"),
    ("0.1", "a little"),
    ("0.3", "clearly"),
    ("0.6", "much"),
    ("1", "entirely: each always perceives it, or never"),
)
# What is shown, and computed with, where nothing was typed.
DEFAULTS = {"each": "6", "gamma": "0.3", "texts": "", "correlation": "0.05", "d_prime": ""}
MOST_EACH = 100
MOST_TEXTS = 100_000
LEAST_D_PRIME, MOST_D_PRIME = 0.1, 10.0


@dataclass(frozen=True, slots=True)
class PlannerMore:
    """The answers of a judge and how much judges differ, the texts of a subject and how much
    answers about one of them resemble each other, a d-prime. None: not given."""

    each: int
    gamma: float
    texts: int | None
    correlation: float
    d_prime: float | None


class EachField(JudgesField):
    """A number of answers of one judge."""

    most = MOST_EACH


class TextsField(JudgesField):
    """A number of texts."""

    most = MOST_TEXTS


class CorrelationField(ProportionField):
    """A correlation, which may be 0 and 1."""

    def allows(self, proportion: float) -> bool:
        """Return whether such a correlation can be planned with."""
        return math.isfinite(proportion) and 0 <= proportion <= 1


class DPrimeField(ProportionField):
    """A d-prime, in standard deviations."""

    def allows(self, proportion: float) -> bool:
        """Return whether such a d-prime can be planned with."""
        return math.isfinite(proportion) and LEAST_D_PRIME <= proportion <= MOST_D_PRIME


class MoreForm(forms.Form):
    """The fields below the question. None of them must be filled in."""

    each = text_field(
        EachField,
        "answers a judge",
        "triads that each judge answers, if judges repeat",
        "Write a whole number from 1 to 100.",
    )
    gamma = forms.ChoiceField(
        label="judges differ",
        help_text="in how often they perceive the difference (gamma)",
        choices=GAMMAS,
        required=False,
        error_messages={"invalid_choice": "Choose one of these."},
    )
    texts = text_field(
        TextsField,
        "texts a subject",
        "different texts of A, and as many of B",
        "Write a whole number from 1 to 100,000.",
    )
    correlation = text_field(
        CorrelationField,
        "rho",
        "how much answers about one text resemble each other: 0 not at all, 0.05 as usual",
        "Write a number from 0 to 1, for example 0.05.",
    )
    d_prime = text_field(
        DPrimeField,
        "d-prime",
        "distance of A and B in standard deviations; empty: the one that pd means",
        "Write a number from 0.1 to 10, for example 1.",
    )

    @classmethod
    def of(cls, parameters: QueryDict) -> "MoreForm":
        """Return the form with what the address holds, and the defaults."""
        return cls({name: parameters.get(name, value) for name, value in DEFAULTS.items()})

    @property
    def values(self) -> PlannerMore:
        """What was asked, of a valid form; a field that was emptied has its default."""
        found: dict[str, Any] = self.cleaned_data
        return PlannerMore(
            each=found["each"] or int(DEFAULTS["each"]),
            gamma=float(found["gamma"] or DEFAULTS["gamma"]),
            texts=found["texts"],
            correlation=_or(found["correlation"], float(DEFAULTS["correlation"])),
            d_prime=found["d_prime"],
        )

    @property
    def kept(self) -> str:
        """What links to other plans add to their addresses, so that these fields stay."""
        typed = {n: self.data[n] for n, default in DEFAULTS.items() if self.data[n] != default}
        return f"&{urlencode(typed)}" if typed else ""


def _or(value: float | None, default: float) -> float:
    return default if value is None else value
