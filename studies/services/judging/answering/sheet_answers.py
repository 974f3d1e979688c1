"""The ratings of a sheet: stored once, all together, counted or surplus.

The same rules and locks as for a choice (`answers`), by the same statement (`stored_answers`).
"""

from collections.abc import Mapping
from dataclasses import dataclass

from django.db import transaction

from studies.kinds import RATING
from studies.models import Event, Rating, Trial
from studies.reading_record import PageRecord
from studies.services.events import log
from studies.services.judging.answering import stored_answers
from studies.services.judging.answering.stored_answers import GivenAnswer
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.visits import TrialVisit, look

# By place on the sheet and criterion. Of a criterion with ticks the number is a sum (`Tick`).
Ratings = Mapping[tuple[int, str], int]


@dataclass(frozen=True, slots=True)
class StoredRatings:
    """The trial of a sheet; `differs` where other ratings had been stored before."""

    trial: Trial
    differs: bool = False
    # The judge's evaluations are used up: no sheet follows.
    is_last: bool = False


class IncompleteRatingsError(ValueError):
    """There is not one rating for each place and criterion of the sheet."""


def rate(
    *,
    code: str,
    ratings: Ratings,
    record: PageRecord | None = None,
    seen: TrialVisit | None = None,
) -> StoredRatings:
    """Store the ratings of a trial's sheet, once; a second time changes nothing.

    A rating of a place is stored for each text that stands there. Ratings after the hold ran out
    count where the sheet is free and the study open; else they are surplus. `seen` is a visit to
    the trial that was made a moment ago. Raises Refused (unknown, withdrawn, finished) and
    IncompleteRatingsError.
    """
    visit = seen or look(code, with_texts=False)
    if visit.trial.sheet_id is None:
        raise Refused(Refusal.UNKNOWN)  # of a triad, of which a position is chosen
    given = _given(visit, ratings, record)
    if stored_answers.store_plain(visit, given):
        return StoredRatings(visit.trial, is_last=stored_answers.is_last(visit))
    with transaction.atomic():
        stored_answers.lock(code, RATING)
        visit = look(code, with_texts=False)
        if visit.is_answered:
            return _stored_before(visit, given)
        stored_answers.store(visit, given)
        return StoredRatings(visit.trial, is_last=stored_answers.is_last(visit))


def fields_of(trial: Trial, *, places: int | None = None) -> list[tuple[int, str]]:
    """Return the places of the trial's sheet, each with each criterion that it asks for.

    `places` is how many there are, where that is known already.
    """
    criteria = RATING.criteria_of(trial.study, trial.sheet)
    if places is None:
        places = trial.sheet.texts.values("place").distinct().count()
    return [(place, one.key) for place in range(1, places + 1) for one in criteria]


def _given(visit: TrialVisit, ratings: Ratings, record: PageRecord | None) -> GivenAnswer:
    if set(ratings) != set(fields_of(visit.trial, places=len(visit.keys))):
        raise IncompleteRatingsError
    numbers: dict[tuple[int | None, str], int] = {
        (key, criterion): value
        for (place, criterion), value in ratings.items()
        for key in visit.keys[place - 1]
    }
    return GivenAnswer(None, record, numbers)


def _stored_before(visit: TrialVisit, given: GivenAnswer) -> StoredRatings:
    """Return what was stored; say in the study's history where this is something else."""
    trial = visit.trial
    rows = Rating.objects.filter(answer__trial=trial).values_list("sample", "criterion", "value")
    stored = {(sample, criterion): value for sample, criterion, value in rows}
    differs = stored != given.numbers
    if differs:
        log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
    return StoredRatings(trial, differs=differs, is_last=visit.is_finished)
