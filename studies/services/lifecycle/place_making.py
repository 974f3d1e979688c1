"""Make the places that judges get, triads or sheets, as the kind of the study says."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from studies.kinds import RATING, TRIANGLE
from studies.models import Study
from studies.services.lifecycle import sheets, triads


@dataclass(frozen=True, slots=True)
class PlaceMaking:
    """How the places of one kind of study are made. `make` goes on where it was interrupted."""

    make: Callable[[Study, Callable[[int, int], None] | None], None]
    make_practice_and_attention: Callable[[Study], None]
    add_pilot_block: Callable[[Study], None]


def _no_practice(_study: Study) -> None:
    """Make nothing: sheets for practice and attention do not exist."""


_MAKING: Mapping[str, PlaceMaking] = {
    TRIANGLE.key: PlaceMaking(
        triads.make_triads, triads.make_practice_and_attention_triads, triads.add_pilot_block
    ),
    RATING.key: PlaceMaking(sheets.make_sheets, _no_practice, sheets.add_pilot_block),
}


def making_of(study: Study) -> PlaceMaking:
    """Return how the places of the study are made."""
    return _MAKING[study.kind]
