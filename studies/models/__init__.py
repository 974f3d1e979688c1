"""The tables of `studies`, one file a noun."""

from studies.models.api_token import ApiToken
from studies.models.invitation import ExcludedId, Invitation
from studies.models.judge import Judge
from studies.models.reading_record import ReadingRecord
from studies.models.record import Amendment, Event, Job
from studies.models.recruitment import RecruitmentLink
from studies.models.sample import Image, Sample, Upload
from studies.models.sharing import Delivery, ShareLink, Webhook
from studies.models.study import Collaborator, Study
from studies.models.triad import Triad
from studies.models.trial import Answer, Trial
from studies.models.user import User
from studies.models.visibility import May, OfStudyQuerySet

__all__ = [
    "Amendment",
    "Answer",
    "ApiToken",
    "Collaborator",
    "Delivery",
    "Event",
    "ExcludedId",
    "Image",
    "Invitation",
    "Job",
    "Judge",
    "May",
    "OfStudyQuerySet",
    "ReadingRecord",
    "RecruitmentLink",
    "Sample",
    "ShareLink",
    "Study",
    "Triad",
    "Trial",
    "Upload",
    "User",
    "Webhook",
]
