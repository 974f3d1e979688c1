"""What a simulation supposes, as a researcher types it."""

from typing import Any

import pytest

from analysis.simulation.forms import MOST_ANSWERS, SimulationForm
from studies.models import Study

TYPED = {
    "studies": 100, "pd": 0.3, "leaving": 20, "one_place": 10, "place": 2, "at_once": 5,
    "slower": 1.5,
}  # fmt: skip


def form(typed: dict[str, Any] | None = None, **study: Any) -> SimulationForm:
    plan = {"evaluations": 98, "pd": 0.25} | study
    return SimulationForm(typed, study=Study(**plan), before=None)


def test_shares_are_typed_in_percent_and_come_back_so() -> None:
    found = form({**TYPED, "leaving": "20 %"})
    assert found.is_valid(), found.errors
    people = {
        "leaving": 0.2,
        "one_place": 0.1,
        "place": 2,
        "spread": 0.0,
        "at_once": 5,
        "slower": 1.5,
    }
    assert found.arguments == {"pd": 0.3, "studies": 100, "people": people}
    again = SimulationForm(None, study=Study(evaluations=98), before=found.arguments)
    assert {name: again.initial[name] for name in TYPED} == TYPED


def test_a_first_simulation_supposes_the_plans_own_pd() -> None:
    assert form().initial["pd"] == 0.25


def test_judges_differ_only_where_they_repeat() -> None:
    assert "spread" not in form().fields
    repeats = form(TYPED | {"spread": 0.4}, evaluations_per_judge=3)
    assert repeats.is_valid()
    assert repeats.arguments["people"]["spread"] == 0.4


@pytest.mark.parametrize(
    ("evaluations", "studies", "error"),
    [
        (98, 99, "Write 100 or more."),
        (98, 10_001, "Write 10000 or less."),
        (30_000, 134, "at most 133 studies can be simulated"),
        (MOST_ANSWERS, 100, "too large to be rehearsed"),
    ],
)
def test_as_many_studies_as_can_be_simulated(evaluations: int, studies: int, error: str) -> None:
    found = form(TYPED | {"studies": studies}, evaluations=evaluations)
    assert not found.is_valid()
    assert error in str(found.errors["studies"])
