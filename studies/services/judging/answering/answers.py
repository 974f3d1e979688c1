"""The choice of a trial: stored once, counted or surplus, with numbers where the plan asks."""

from dataclasses import dataclass, replace

from django.db import transaction

from studies.kinds import TRIANGLE
from studies.models import Event, Trial
from studies.reading_record import PageRecord
from studies.services.events import log
from studies.services.judging.answering import ratings, stored_answers
from studies.services.judging.answering.stored_answers import GivenAnswer
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.visits import TrialVisit, last_seen, look


@dataclass(frozen=True, slots=True)
class StoredChoice:
    """The trial of a choice; `differs` where another choice had been stored before."""

    trial: Trial
    differs: bool = False
    # The judge's evaluations are used up: no texts follow.
    is_last: bool = False


class RatingsDueError(Exception):
    """The plan asks for numbers beside this choice: `visit` is that of its trial."""

    def __init__(self, visit: TrialVisit) -> None:
        super().__init__(visit.trial.code)
        self.visit = visit


def answer(
    *,
    code: str,
    position: int,
    record: PageRecord | None = None,
    rated: ratings.Rated | None = None,
) -> StoredChoice:
    """Store the choice of a trial, once; a second one changes nothing.

    `record` is what the page says of the reading, stored beside the choice as far as it can be
    true; `rated` has the numbers, in the same transaction. Raises RatingsDueError, and stores
    nothing, where the plan asks for numbers and there are none.

    A choice after the hold ran out counts where its triad is free and the study open; else it is
    surplus: stored, not counted. Raises Refused (unknown, withdrawn, finished) and ValueError for
    a position other than 1, 2, 3.
    """
    if position not in (1, 2, 3):
        raise ValueError("position must be 1, 2 or 3")
    if stored := _answer_as_seen(code, GivenAnswer(position, record)):
        return stored
    visit = look(code, with_texts=False)
    if visit.trial.triad_id is None:
        raise Refused(Refusal.UNKNOWN)  # of a sheet, which is rated
    visit, choice = _choice(visit, position, record, rated)
    if stored_answers.store_plain(visit, choice):
        return _stored(visit)
    with transaction.atomic():
        stored_answers.lock(code, TRIANGLE)
        visit = look(code, with_texts=False)
        visit, choice = _choice(visit, position, record, rated)
        if visit.chosen is None:
            stored_answers.store(visit, choice)
            return _stored(visit)
        trial = visit.trial
        differs = visit.chosen != position or ratings.differ(trial, rated)
        if differs:
            log(trial.study, Event.What.SECOND_CHOICE_REFUSED, trial=trial.pk)
        return StoredChoice(trial, differs=differs, is_last=visit.is_finished)


def _answer_as_seen(code: str, choice: GivenAnswer) -> StoredChoice | None:
    """Store a choice by what this process saw of its trial last; None where it is another now."""
    visit = last_seen(code, TRIANGLE)
    if visit is None or visit.trial.study.follow_up:
        return None
    return _stored(visit) if stored_answers.store_plain(visit, choice) else None


def _choice(
    visit: TrialVisit, position: int, record: PageRecord | None, rated: ratings.Rated | None
) -> tuple[TrialVisit, GivenAnswer]:
    """Return the visit as it was when the choice was made, and what is to be stored."""
    if not ratings.due(visit):
        return visit, GivenAnswer(position, record)
    if rated is None:
        raise RatingsDueError(visit)
    after = ratings.chosen_after(rated.seal, visit, position)
    if after is not None:
        visit = replace(visit, held_for=after)
    return visit, GivenAnswer(position, record, rated.numbers, after)


def _stored(visit: TrialVisit) -> StoredChoice:
    return StoredChoice(visit.trial, is_last=stored_answers.is_last(visit))
