"""Make the places that judges get, triads or sheets, as the kind of the study says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.services.lifecycle.places import sheets, triads


@dataclass(frozen=True, slots=True)
class PlaceMaking:
    """How the places of one kind of study are made, and how many its plan needs.

    `complete_texts` adds what the program makes of the texts before the plan is frozen; `make` goes
    on where it was interrupted.
    """

    number: Callable[[Study], int]
    complete_texts: Callable[[Study], None]
    make: Callable[[Study, Callable[[int, int], None] | None], None]
    make_practice_and_attention: Callable[[Study], None]
    add_pilot_block: Callable[[Study], None]


def _as_planned(study: Study) -> int:
    """Return the number that the researcher has written: so many triads are made."""
    return study.evaluations


def _as_uploaded(_study: Study) -> None:
    """Add nothing to the texts."""


_MAKING: Mapping[str, PlaceMaking] = {
    TRIANGLE.key: PlaceMaking(
        _as_planned,
        _as_uploaded,
        triads.make_triads,
        triads.make_practice_and_attention_triads,
        triads.add_pilot_block,
    ),
    RATING.key: PlaceMaking(
        sheets.number_of_sheets,
        sheets.add_shuffled_twins,
        sheets.make_sheets,
        sheets.make_practice_and_attention_sheets,
        sheets.add_pilot_block,
    ),
}


def making_of(study: Study) -> PlaceMaking:
    """Return how the places of the study are made."""
    return _MAKING[study.kind]
