"""Why a judge is given no triad: the reasons, and the checks that need no lock."""

from datetime import datetime
from enum import StrEnum

from studies.models import ExcludedId, Judge, RecruitmentLink, Study, Waiting
from studies.models.judging.triad import Mode

# Of study `s`: it gives out places now. What it says otherwise, `check_study` says why.
TAKES_JUDGES = """
    s.status = 'open' AND coalesce(s.ends_at > statement_timestamp(), true)
    AND s.completed_at IS NULL AND s.archived_at IS NULL
"""


class Refusal(StrEnum):
    """Why a judge is given no triad."""

    UNKNOWN = "unknown"
    EXCLUDED = "excluded"
    NO_ID = "no_id"
    TWO_IDS = "two_ids"
    REVOKED = "revoked"
    EXPIRED = "expired"
    PAUSED = "paused"
    CLOSED = "closed"
    COMPLETE = "complete"
    QUOTA = "quota"
    NO_PLACE = "no_place"
    TOO_MANY_STARTS = "too_many_starts"
    FINISHED = "finished"
    WITHDRAWN = "withdrawn"


# There are no next texts for a judge: no place is free at the moment, or no more is needed.
FOUND_NO_PLACE = (Refusal.NO_PLACE, Refusal.QUOTA)
TURNED_AWAY = (Refusal.COMPLETE, Refusal.CLOSED, *FOUND_NO_PLACE)


class Refused(Exception):  # noqa: N818 - a way out, not an error
    """No triad for this judge now.

    `waits_for` says what may become free, and `retry_at` when at the latest, where that is known.
    """

    def __init__(
        self,
        reason: Refusal,
        *,
        judge: Judge | None = None,
        retry_at: datetime | None = None,
        waits_for: Waiting.Reason | None = None,
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.judge = judge
        self.retry_at = retry_at
        self.waits_for = waits_for


def check_link(link: RecruitmentLink) -> None:
    """Raise Refused where the link is revoked or has expired."""
    if link.revoked_at is not None:
        raise Refused(Refusal.REVOKED)
    if not RecruitmentLink.objects.usable().filter(pk=link.pk).exists():
        raise Refused(Refusal.EXPIRED)


def check_study(study: Study, *, mode: Mode) -> None:
    """Raise Refused where the study gives out no triads."""
    if study.status not in Study.OPENED_STATUSES:
        raise Refused(Refusal.UNKNOWN)
    if study.status == Study.Status.CLOSED or study.archived_at is not None:
        raise Refused(Refusal.CLOSED)
    if mode == Mode.LIVE and study.is_complete:
        raise Refused(Refusal.COMPLETE)
    if study.status == Study.Status.PAUSED:
        raise Refused(Refusal.PAUSED)
    if not Study.objects.accepting().filter(pk=study.pk).exists():
        raise Refused(Refusal.CLOSED)


def check_member(link: RecruitmentLink, external_id: str) -> None:
    """Raise Refused where the link asks for an id and there is none, or the id is excluded."""
    if link.id_name and not external_id:
        raise Refused(Refusal.NO_ID)
    check_excluded(link, external_id)


def check_excluded(link: RecruitmentLink, external_id: str) -> None:
    """Raise Refused for an id that the study excludes, whichever panel it comes from."""
    if not external_id:
        return
    if ExcludedId.objects.filter(study=link.study_id, external_id=external_id).exists():
        raise Refused(Refusal.EXCLUDED)
