"""The protocol of a kind of study."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.db.models import QuerySet

from studies.models import Answer, Study, Trial
from studies.models.judging.place import PlaceQuerySet
from studies.ratings.criteria import Criterion


@dataclass(frozen=True, slots=True)
class PageLoad:
    """What a judge does on one page: texts read, numbers written; without numbers, a choice."""

    texts: int
    numbers: int = 0


@dataclass(frozen=True, slots=True)
class OwnCriteria:
    """Criteria in words of the study's own, and those at the ends of a scale of points."""

    criteria: Sequence[Criterion]
    scale: tuple[str, str] | None = None


class StudyType(Protocol):
    """A kind of study: what its judges get, in which order, and what only its plan has.

    SQL calls the table of its places `t`, and its parameters are those of `history`.
    """

    # The value of `Study.kind`.
    key: str
    # What a judge gets at a time; so is the column of trials called.
    noun: str
    # What the number of a study counts.
    counted_things: str
    # What judges have stored is called so where they are counted.
    answered_things: str
    # Who wrote the texts is called so.
    author: str
    table: str
    # Two subjects are told apart: what looks at three texts, or at two subjects, applies.
    tells_apart: bool
    # Columns of a study's plan that mean nothing here: they keep their defaults, on no page.
    unused: frozenset[str]
    # Whether the number of an opened study can be raised; else why not.
    not_raised_because: str
    # The places that a judge with this history may have, and which of them come first; for a new
    # judge the lowest number comes first.
    may_have: str
    comes_first: str

    def places(self) -> PlaceQuerySet:
        """Return the places of all studies of this kind."""

    def place_id(self, trial: Trial) -> int | None:
        """Return the key of the trial's place; None where it is of another kind."""

    def remembered(self, trials: Sequence[Trial]) -> list[Any]:
        """Return those places of a judge's trials that matter for what comes next."""

    def of_shared(self, places: Sequence[Any], trials: Sequence[Trial]) -> list[Any]:
        """Keep the places, of those that all judges share, that suit a judge with these trials."""

    def repeats_one(self, study: Study) -> bool:
        """Return whether each judge gets one place twice."""

    def failed_attention(self, study: Study, answers: QuerySet[Answer]) -> QuerySet[Answer]:
        """Keep the answers to attention pages that a reader would not give."""

    def history(self, study: Study, had: Sequence[Any]) -> dict[str, Any]:
        """Return what the claim needs to know of the places that a judge has had."""

    def own_criteria(self, study: Study) -> OwnCriteria:
        """Return by which criteria texts are rated, where their words are to be translated."""

    def page_load(self, study: Study) -> PageLoad:
        """Return what a judge reads and writes on one page."""

    def plan_part(self, study: Study) -> dict[str, object]:
        """Return what the frozen plan has of this kind alone."""

    def copy_plan(self, *, source: Study, target: Study) -> None:
        """Copy what the plan of this kind has beside the columns of the study."""
