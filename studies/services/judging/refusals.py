"""The reasons why a judge is given no triad."""

from datetime import datetime
from enum import StrEnum

from studies.models import Judge


class Refusal(StrEnum):
    """Why a judge is given no triad."""

    UNKNOWN = "unknown"
    EXCLUDED = "excluded"
    NO_ID = "no_id"
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
    LAPSED = "lapsed"


class Refused(Exception):  # noqa: N818 - a way out, not an error
    """No triad for this judge now; `retry_at` says when to try again, where that may help."""

    def __init__(
        self, reason: Refusal, *, judge: Judge | None = None, retry_at: datetime | None = None
    ) -> None:
        super().__init__(reason)
        self.reason = reason
        self.judge = judge
        self.retry_at = retry_at
