"""The record of what happened to a study."""

from typing import Any

from studies.models import Event, Study, User
from studies.services import webhooks


def log(
    study: Study, what: str, *, who: User | None = None, why: str = "", **details: Any
) -> Event:
    """Append an event; `details` must be JSON and hold nothing that a blind study hides.

    Webhooks are told in the same transaction.
    """
    event = Event.objects.create(
        study=study, study_code=study.code, what=what, who=who, why=why, details=details
    )
    webhooks.queue(event)
    return event
