"""The tables of `studies`, one file a noun."""

from studies.models.amendment import Amendment
from studies.models.event import Event
from studies.models.invitation import ExcludedId, Invitation
from studies.models.job import Job
from studies.models.judging.answer import Answer, Rating, ReadingRecord
from studies.models.judging.judge import Judge
from studies.models.judging.reason_code import ReasonCode
from studies.models.judging.sheet import Sheet, SheetText
from studies.models.judging.triad import Triad
from studies.models.judging.trial import Trial
from studies.models.judging.waiting import Waiting
from studies.models.rating_plan import RatingPlan
from studies.models.recruitment import RecruitmentLink
from studies.models.sample import Image, Sample, Upload
from studies.models.sharing import Collaborator, ColleagueInvitation, ShareLink
from studies.models.study import Study
from studies.models.user import ApiToken, User
from studies.models.visibility import May, OfStudyQuerySet
from studies.models.webhook import Delivery, Webhook

__all__ = [
    "Amendment",
    "Answer",
    "ApiToken",
    "Collaborator",
    "ColleagueInvitation",
    "Delivery",
    "Event",
    "ExcludedId",
    "Image",
    "Invitation",
    "Job",
    "Judge",
    "May",
    "OfStudyQuerySet",
    "Rating",
    "RatingPlan",
    "ReadingRecord",
    "ReasonCode",
    "RecruitmentLink",
    "Sample",
    "ShareLink",
    "Sheet",
    "SheetText",
    "Study",
    "Triad",
    "Trial",
    "Upload",
    "User",
    "Waiting",
    "Webhook",
]
