"""The tables of `studies`, one file a noun."""

from studies.models.api_token import ApiToken
from studies.models.judge import Judge
from studies.models.record import Amendment, Event, Job
from studies.models.recruitment import RecruitmentLink
from studies.models.sample import Sample, Upload
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
    "Event",
    "Job",
    "Judge",
    "May",
    "OfStudyQuerySet",
    "RecruitmentLink",
    "Sample",
    "Study",
    "Triad",
    "Trial",
    "Upload",
    "User",
]
