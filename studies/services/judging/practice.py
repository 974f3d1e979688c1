"""Triads for practice and attention: which one is due, and giving it.

All judges share them, so they are never claimed: a place has a triad in each order, and
each judge is given one of them by a draw.
"""

from collections.abc import Sequence
from typing import Any

from django.db.models.functions import Now

from studies import design
from studies.models import Judge, Study, Triad, Trial
from studies.models.sample import Kind


def comes_first(study: Study) -> bool:
    """Whether a judge's first texts are for practice or attention."""
    return study.practice_triads > 0 or 1 in study.attention_at


def due(judge: Judge, history: Sequence[Trial]) -> tuple[Kind, int] | None:
    """Return the kind and place (from 1) of what comes before this judge's next evaluation."""
    had = [trial for trial in history if trial.state in Trial.USED_STATES]
    done = {(trial.kind, trial.triad.block) for trial in had if trial.kind != Kind.MAIN}
    next_evaluation = sum(trial.kind == Kind.MAIN for trial in had) + 1
    places = [(Kind.PRACTICE, place) for place in range(1, judge.study.practice_triads + 1)]
    if next_evaluation > 1:
        places = []
    places += [
        (Kind.ATTENTION, place)
        for place, before in enumerate(sorted(judge.study.attention_at), 1)
        if before <= next_evaluation
    ]
    return next((place for place in places if place not in done), None)


def give(judge: Judge, history: Sequence[Any], kind: Kind, place: int) -> Trial | None:
    """Give the trial of that place, begun anew where it is held; None where it has no triads."""
    held = next((trial for trial in history if trial.state == Trial.State.HELD), None)
    if held is not None and (held.kind, held.triad.block) == (kind, place):
        found: Trial = held
        Trial.objects.filter(pk=found.pk).update(held_at=Now(), renewals=0, given_again=True)
        found.refresh_from_db()
        return found
    triad = _drawn(judge, history, kind, place)
    if triad is None:
        return None
    return Trial.objects.create(
        study=judge.study, triad=triad, judge=judge, mode=judge.mode, kind=kind
    )


def _drawn(judge: Judge, history: Sequence[Trial], kind: Kind, place: int) -> Triad | None:
    """Draw one of the place's triads, among those with the fewest texts the judge has read."""
    read = {pk for trial in history for pk in trial.triad.sample_ids}
    of_place = Triad.objects.filter(study=judge.study, mode=judge.mode, kind=kind, block=place)
    triads = list(of_place.order_by("number"))
    if not triads:
        return None
    known = [len(read.intersection(triad.sample_ids)) for triad in triads]
    best = [triad for triad, number in zip(triads, known, strict=True) if number == min(known)]
    draws = design.Draws(bytes.fromhex(judge.study.seed), f"{kind} {judge.code}", place)
    drawn: Triad = best[draws.below(len(best))]
    return drawn
