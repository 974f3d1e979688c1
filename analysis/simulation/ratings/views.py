"""The page of the simulation of a rating study."""

from typing import Any

from django.http import HttpRequest, HttpResponse

from analysis import number_format
from analysis.charts.table import DataTable
from analysis.simulation.monte_carlo import SimulatedShare
from analysis.simulation.page import simulation_page
from analysis.simulation.ratings.forms import RatingSimulationForm
from analysis.simulation.ratings.job import RatingSimulation, dependencies, latest
from studies.models import Study


def rating_simulation(request: HttpRequest, study: Study) -> HttpResponse:
    """Show what came of it; POST simulates, by a job."""
    return simulation_page(
        request,
        study,
        form_class=RatingSimulationForm,
        result=latest(study),
        in_words=_in_words,
        template="analysis/rating_simulation.html",
    )


def _in_words(study: Study, result: RatingSimulation) -> dict[str, Any]:
    wrong = result.wrong_share
    more = wrong.limits[0] > study.alpha
    return {
        "headline": [
            f"Of {result.studies:,} rehearsed studies in which no system is better, "
            f"{wrong.count:,} ({number_format.estimate(wrong.value)}) set some system above "
            f"another; the plan allows {number_format.percent(study.alpha)}.",
            f"{result.judges:,} judges rate all sheets by the criterion that decides.",
        ],
        "warnings": ["That is more than alpha allows, beyond chance."] if more else [],
        "table": pairs_table(study, result),
        "is_stale": result.plan != dependencies(study),
    }


def pairs_table(study: Study, result: RatingSimulation) -> DataTable:
    """Return how often each pair was told apart where there is something to tell."""
    ratio = f"{result.ratio:g}"
    return DataTable(
        "pairs",
        f"Told apart, if each system is rated {ratio} times as high as the next",
        ("higher", "lower", "times as high", "told apart", "95 % limits"),
        tuple(_row(study, result, *pair) for pair in result.found),
    )


def _row(
    study: Study, result: RatingSimulation, first: str, second: str, number: int
) -> tuple[str, ...]:
    names = study.subjects
    share = SimulatedShare(number, result.studies)
    times = result.ratio ** (ord(second) - ord(first))
    return (
        names.get(first, first),
        names.get(second, second),
        f"{times:.2f}",
        number_format.estimate(share.value),
        number_format.between(*share.limits),
    )
