"""Places for practice and attention, and repeated sheets: which one is due, and giving it.

All judges share them, so they are never claimed: for practice and attention there are several, and
each judge is given one of them by a draw.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models.functions import Now

from studies import design
from studies.kinds import kind_of
from studies.models import Judge, Study, Trial
from studies.models.judging.place import Place, PlaceKind
from studies.services.lifecycle.places.sheets import repeated_sheet

# The kind and number (from 1) of what is due.
Due = tuple[PlaceKind, int]


def due(judge: Judge, history: Sequence[Trial]) -> Due | None:
    """Return the kind and number of what comes before this judge's next evaluation."""
    had = [trial for trial in history if trial.state in Trial.USED_STATES]
    done = {_due_of(trial) for trial in had if trial.kind != PlaceKind.MAIN}
    used = sum(trial.kind == PlaceKind.MAIN for trial in had)
    return next((one for one in _planned(judge.study, used) if one not in done), None)


def _planned(study: Study, used: int) -> list[Due]:
    """Return what comes before the evaluation after so many."""
    practice = range(1, study.practice_triads + 1) if used == 0 else ()
    attention = enumerate(sorted(study.attention_at), 1)
    is_last = used + 1 == study.evaluations_per_judge
    repeats = is_last and kind_of(study).repeats_one(study)
    return [
        *((PlaceKind.PRACTICE, number) for number in practice),
        *((PlaceKind.ATTENTION, number) for number, before in attention if before <= used + 1),
        *([(PlaceKind.REPEAT, 1)] if repeats else []),
    ]


def _due_of(trial: Trial) -> Due:
    kind = PlaceKind(trial.kind)
    return (kind, 1 if kind == PlaceKind.REPEAT else trial.place.block)


def give(judge: Judge, history: Sequence[Any], one: Due) -> Trial | None:
    """Give the trial that is due, begun anew where it is held; None where no place is there."""
    held = next((trial for trial in history if trial.state == Trial.State.HELD), None)
    if held is not None and held.kind != PlaceKind.MAIN and _due_of(held) == one:
        found: Trial = held
        Trial.objects.filter(pk=found.pk).update(held_at=Now(), renewals=0, given_again=True)
        found.refresh_from_db()
        return found
    is_repeat = one[0] == PlaceKind.REPEAT
    place = _repeated(history) if is_repeat else drawn(judge, history, one)
    if place is None:
        return None
    return Trial.objects.create(
        study=judge.study,
        judge=judge,
        mode=judge.mode,
        kind=one[0],
        **{kind_of(judge.study).noun: place},
    )


def _repeated(history: Sequence[Trial]) -> Place:
    """Return the first sheet that the judge has rated, with the texts in other places."""
    rated = [trial for trial in history if trial.state in Trial.USED_STATES]
    return repeated_sheet(next(trial.sheet for trial in rated if trial.kind == PlaceKind.MAIN))


def drawn(judge: Judge, history: Sequence[Trial], one: Due) -> Place | None:
    """Draw one of the shared places of this kind and number, among those that suit the judge."""
    kind, number = one
    of_number = (
        kind_of(judge.study)
        .places()
        .filter(study=judge.study, mode=judge.mode, kind=kind, block=number)
    )
    places = list(of_number.order_by("number"))
    if not places:
        return None
    best = kind_of(judge.study).of_shared(places, history)
    draws = design.Draws(bytes.fromhex(judge.study.seed), f"{kind} {judge.code}", number)
    place: Place = best[draws.below(len(best))]
    return place
