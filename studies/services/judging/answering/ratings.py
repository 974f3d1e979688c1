"""Numbers given after a choice: whether they are due, and the choice that waits for them.

The choice is not stored before the numbers are there, so that both are stored together. The page of
numbers carries it, with a seal of when it was made: an answer takes until the choice.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core import signing

from studies.models import Rating, Trial
from studies.models.sample import Kind
from studies.ratings.follow_up import FollowUp, Moment, follow_up_of
from studies.services.judging.visits import TrialVisit

# By key of the text (None: of none) and criterion.
Numbers = Mapping[tuple[int | None, str], int]


@dataclass(frozen=True, slots=True)
class Rated:
    """The numbers of one page, and the seal of the choice that they came after."""

    numbers: Numbers
    seal: str = ""


def due(visit: TrialVisit) -> FollowUp | None:
    """Return the page of numbers that comes before this trial's choice is stored, if any.

    Attention triads have one too, where each triad has: judges must not tell them apart.
    """
    trial, study = visit.trial, visit.trial.study
    if not study.follow_up or trial.kind == Kind.PRACTICE or visit.chosen is not None:
        return None
    withdrawn = trial.judge.withdrawn_at is not None or trial.state == Trial.State.WITHDRAWN
    asked = follow_up_of(study.follow_up)
    if asked is None or withdrawn or visit.is_finished:
        return None
    is_last = trial.kind == Kind.MAIN and visit.used + 1 >= study.evaluations_per_judge
    return asked if asked.when == Moment.EACH or is_last else None


def seal_of(visit: TrialVisit, position: int) -> str:
    """Return what proves that this choice was made now."""
    held_at, seconds = visit.trial.held_at.isoformat(), visit.held_for.total_seconds()
    return signing.dumps([position, held_at, seconds], salt=_salt(visit.trial))


def chosen_after(seal: str, visit: TrialVisit, position: int) -> timedelta | None:
    """Return how long the texts had been held when the choice was made.

    None where the seal is not of this choice, nor of this hold.
    """
    try:
        sealed, held_at, seconds = signing.loads(seal, salt=_salt(visit.trial))
    except signing.BadSignature:
        return None
    if (sealed, held_at) != (position, visit.trial.held_at.isoformat()):
        return None
    return min(timedelta(seconds=seconds), visit.held_for)


def _salt(trial: Trial) -> str:
    return f"choice {trial.code}"


def differ(trial: Trial, rated: Rated | None) -> bool:
    """Whether other numbers than these were stored with the trial's answer."""
    if rated is None:
        return False
    rows = Rating.objects.filter(answer__trial=trial)
    stored = {(row.sample_id, row.criterion): row.value for row in rows}
    return bool(stored) and stored != dict(rated.numbers)


def values_of(numbers: Numbers | None, after: timedelta | None) -> dict[str, Any]:
    """Return the columns of numbers beside an answer, and when its choice was made."""
    if numbers is None:
        return {}
    return {
        "samples": [sample for sample, _criterion in numbers],
        "criteria": [criterion for _sample, criterion in numbers],
        "values": list(numbers.values()),
        "chosen_after": after,
    }
