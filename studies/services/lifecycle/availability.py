"""When an action on a study is allowed: said here alone, for services, pages and the API."""

from collections.abc import Callable, Mapping
from typing import Literal

from studies.kinds import kind_of
from studies.models import Study

Status = Study.Status
ActionName = Literal[
    "open",
    "pause",
    "resume",
    "close",
    "amend",
    "reopen",
    "unseal",
    "duplicate",
    "archive",
    "unarchive",
    "keep",
    "erase",
    "make_link",
]


class WrongStateError(Exception):
    """The study is not in a state in which this can be done."""


def _in(*statuses: str) -> Callable[[Study], bool]:
    return lambda study: study.status in statuses and study.archived_at is None


_is_open_or_paused = _in(Status.OPEN, Status.PAUSED)


def has_ended(study: Study) -> bool:
    """Return whether a sequential plan is over: decided, or at its largest number without verdict.

    Its end is its result: more answers, asked for once it is seen, would be a new study.
    """
    return study.method == Study.Method.SEQUENTIAL and study.is_complete


def _stays_as_it_is(study: Study) -> bool:
    """Return whether the number can never be raised, of such a study or after its end."""
    return bool(kind_of(study).not_raised_because) or has_ended(study)


_CONDITIONS: Mapping[ActionName, Callable[[Study], bool]] = {
    # An opening that was interrupted goes on.
    "open": _in(Status.DRAFT, Status.OPENING),
    "pause": _in(Status.OPEN),
    "resume": _in(Status.PAUSED),
    "close": _is_open_or_paused,
    "amend": lambda study: _is_open_or_paused(study) and not _stays_as_it_is(study),
    "reopen": _in(Status.CLOSED),
    "unseal": lambda study: study.is_sealed and study.opened_at is not None,
    "duplicate": lambda study: True,
    "archive": _in(Status.DRAFT, Status.CLOSED),
    "unarchive": lambda study: study.archived_at is not None,
    "keep": lambda study: study.status not in (Status.DRAFT, Status.OPENING),
    "erase": lambda study: study.status != Status.OPENING,
    "make_link": lambda study: study.archived_at is None,
}


def is_available(action: ActionName, study: Study) -> bool:
    """Return whether the study is in a state in which the action is allowed."""
    return _CONDITIONS[action](study)


def not_now(action: ActionName, study: Study) -> WrongStateError:
    """Return the error that says why not: in which state the study is."""
    if action == "amend" and (reason := kind_of(study).not_raised_because):
        return WrongStateError(f"The number of this study cannot be raised. {reason}")
    if action == "amend" and _is_open_or_paused(study) and has_ended(study):
        return WrongStateError(
            "The number of a sequential plan cannot be raised after its end: a verdict, or none at "
            f"its maximum of {study.evaluations} answers, is its result. Duplicate the study to "
            "begin a new one."
        )
    return WrongStateError(f"This cannot be done now: the study is {study.state}.")


def require(action: ActionName, study: Study) -> None:
    """Raise WrongStateError if the action is not allowed."""
    if not is_available(action, study):
        raise not_now(action, study)


def lock_for(action: ActionName, study: Study) -> Study:
    """Lock the study's row and return it; raise WrongStateError if the action is not allowed."""
    locked = Study.objects.select_for_update().get(pk=study.pk)
    require(action, locked)
    return locked
