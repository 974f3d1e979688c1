"""What the simulation of a rating study supposes, as a researcher types it."""

from dataclasses import asdict
from typing import Any

from django import forms

from analysis.simulation.number_of_studies import check_work, studies_field
from analysis.simulation.ratings.monte_carlo import SupposedRaters
from studies.models import Study
from studies.workbench.forms.numbers import DecimalField

# Sheets of all studies under one truth, times the pairs of systems: about a minute's work.
MOST_COMPARED = 1_500_000


class RatingSimulationForm(forms.Form):
    """Ratios as judges type them; how much judges and texts differ as standard deviations."""

    studies = studies_field(most=2000, initial=300)
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
        help_text="Standard deviation of logarithms: 0.1 is about 10\u00a0%.",
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
        systems = len(self._study.subjects)
        each = max(1, self._study.evaluations) * systems * (systems - 1) // 2
        most = MOST_COMPARED // each
        return check_work(self.cleaned_data["studies"], most=most, noun="sheets")

    @property
    def arguments(self) -> dict[str, Any]:
        """The arguments of the job."""
        typed = self.cleaned_data
        people = SupposedRaters(taste=typed["taste"], texts=typed["texts"])
        return {"ratio": typed["ratio"], "studies": typed["studies"], "people": asdict(people)}
