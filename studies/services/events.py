"""The history of a study: what was done, by which person, when and why."""

from typing import Any

from studies.models import Event, Study, User


def log(
    study: Study, what: Event.What, *, who: User | None = None, why: str = "", **details: Any
) -> Event:
    """Append an event; `details` must be JSON and hold nothing that a blind study hides."""
    return Event.objects.create(
        study=study, study_code=study.code, what=what, who=who, why=why, details=details
    )
