"""What a simulation supposes, as a researcher types it."""

from dataclasses import asdict
from typing import Any

from django import forms

from analysis.simulation.number_of_studies import check_work, studies_field
from analysis.simulation.one_study import SupposedJudges
from studies.models import Study
from studies.workbench.forms.numbers import (
    DecimalField,
    PercentField,
    ProportionField,
    WholeField,
)

# Answers of all studies under one truth: about a minute's work.
MOST_ANSWERS = 4_000_000
PLACES = (
    (0, "each a place of their own"),
    (1, "the first"),
    (2, "the second"),
    (3, "the third"),
)


class SimulationForm(forms.Form):
    """Shares of judges are typed in percent, pd as everywhere as a proportion."""

    studies = studies_field(most=10_000, initial=2000)
    pd = ProportionField(
        label="proportion of people who perceive a difference (pd)",
        min_value=0.01,
        max_value=0.99,
        help_text="Between 0.01 and 0.99. Studies in which no one does are always added.",
    )
    leaving = PercentField(
        label="judges who leave before they are done, %",
        min_value=0,
        max_value=80,
        initial=10,
    )
    one_place = PercentField(
        label="judges who always take one place, %",
        min_value=0,
        max_value=100,
        initial=0,
        help_text="They do not look at the texts.",
    )
    place = forms.TypedChoiceField(
        label="the place that these take", choices=PLACES, coerce=int, initial=0
    )
    at_once = WholeField(
        label="judges who are there at the same time",
        min_value=1,
        max_value=200,
        initial=5,
    )
    slower = DecimalField(
        label="judges who perceive the difference read longer by the factor",
        min_value=0.2,
        max_value=10,
        initial=1.5,
        help_text="1: as long as those who guess.",
    )
    spread = DecimalField(
        label="how much judges differ (gamma)",
        min_value=0,
        max_value=1,
        initial=0,
        help_text=(
            "From 0 (all alike) to 1 (each perceives it always or never): the overdispersion of "
            "judges who repeat."
        ),
    )

    def __init__(self, data: Any = None, *, study: Study, before: dict[str, Any] | None) -> None:
        self._study = study
        super().__init__(data, initial=_typed(before) if before else {"pd": study.pd})
        if study.evaluations_per_judge == 1:
            # One answer a judge does not show how judges differ.
            del self.fields["spread"]

    def clean_studies(self) -> int:
        most = MOST_ANSWERS // self._study.evaluations
        return check_work(self.cleaned_data["studies"], most=most, noun="evaluations")

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the job."""
        typed = self.cleaned_data
        judges = SupposedJudges(
            leaving=typed["leaving"] / 100,
            one_place=typed["one_place"] / 100,
            place=typed["place"],
            spread=typed.get("spread", 0.0),
            at_once=typed["at_once"],
            slower=typed["slower"],
        )
        return {"pd": typed["pd"], "studies": typed["studies"], "people": asdict(judges)}


def _typed(before: dict[str, Any]) -> dict[str, Any]:
    """Return the arguments of an earlier simulation as they were typed."""
    judges = before["people"]
    shares = {name: round(100 * judges[name]) for name in ("leaving", "one_place")}
    return {**judges, **shares, "pd": before["pd"], "studies": before["studies"]}
