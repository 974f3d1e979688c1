"""When an action on a study is allowed: said here alone, for services, pages and the API."""

from collections.abc import Callable, Mapping
from typing import Literal

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
    "erase",
    "make_link",
]


class WrongStateError(Exception):
    """The study is not in a state in which this can be done."""


def _in(*statuses: str) -> Callable[[Study], bool]:
    return lambda study: study.status in statuses and study.archived_at is None


_CONDITIONS: Mapping[ActionName, Callable[[Study], bool]] = {
    # An opening that was interrupted goes on.
    "open": _in(Status.DRAFT, Status.OPENING),
    "pause": _in(Status.OPEN),
    "resume": _in(Status.PAUSED),
    "close": _in(Status.OPEN, Status.PAUSED),
    "amend": _in(Status.OPEN, Status.PAUSED),
    "reopen": _in(Status.CLOSED),
    "unseal": lambda study: study.is_sealed and study.opened_at is not None,
    "duplicate": lambda study: True,
    "archive": _in(Status.DRAFT, Status.CLOSED),
    "unarchive": lambda study: study.archived_at is not None,
    "erase": lambda study: study.status != Status.OPENING,
    "make_link": lambda study: study.archived_at is None,
}


def is_available(action: ActionName, study: Study) -> bool:
    """Return whether the study is in a state in which the action is allowed."""
    return _CONDITIONS[action](study)


def not_now(study: Study) -> WrongStateError:
    """Return the error that says in which state the study is."""
    state = "archived" if study.archived_at else study.get_status_display()
    return WrongStateError(f"This cannot be done now: the study is {state}.")


def require(action: ActionName, study: Study) -> None:
    """Raise WrongStateError if the action is not allowed."""
    if not is_available(action, study):
        raise not_now(study)


def lock_for(action: ActionName, study: Study) -> Study:
    """Lock the study's row and return it; raise WrongStateError if the action is not allowed."""
    locked = Study.objects.select_for_update().get(pk=study.pk)
    require(action, locked)
    return locked
