"""What the simulation of a rating study supposes, as a researcher types it."""

from dataclasses import asdict
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from analysis.simulation.ratings.monte_carlo import SupposedRaters
from studies.models import Study
from studies.workbench.forms.numbers import DecimalField, WholeField

FEWEST, MOST = 100, 2000
# Sheets of all studies under one truth, times the pairs of systems: about a minute's work.
MOST_COMPARED = 1_500_000


class RatingSimulationForm(forms.Form):
    """Ratios as judges type them; how much judges and texts differ as standard deviations."""

    studies = WholeField(
        label="simulated studies",
        min_value=FEWEST,
        max_value=MOST,
        initial=300,
        help_text="The more, the narrower the limits of what is found.",
    )
    ratio = DecimalField(
        label="each system is rated so many times as high as the next",
        min_value=1.01,
        max_value=5,
        initial=1.1,
        help_text="Studies in which no system is better are always added.",
    )
    taste = DecimalField(
        label="how much judges differ about a system",
        min_value=0,
        max_value=1,
        initial=0.1,
        help_text="Standard deviation of logarithms: 0.1 is about 10 %. Habits of judges.",
    )
    texts = DecimalField(
        label="how much single texts of a system differ",
        min_value=0,
        max_value=1,
        initial=0.1,
        help_text="The same, for what is about one text alone.",
    )

    def __init__(self, data: Any = None, *, study: Study, before: dict[str, Any] | None) -> None:
        self._study = study
        typed = {**before["people"], **before, "people": None} if before else {}
        super().__init__(data, initial=typed)

    def clean_studies(self) -> int:
        studies, systems = int(self.cleaned_data["studies"]), len(self._study.subjects)
        each = max(1, self._study.evaluations) * systems * (systems - 1) // 2
        most = MOST_COMPARED // each
        if most < FEWEST:
            raise ValidationError("A plan of this many sheets is too large to be rehearsed.")
        if studies > most:
            raise ValidationError(f"With this many sheets at most {most:,} studies.")
        return studies

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the job."""
        typed = self.cleaned_data
        people = SupposedRaters(taste=typed["taste"], texts=typed["texts"])
        return {"ratio": typed["ratio"], "studies": typed["studies"], "people": asdict(people)}
