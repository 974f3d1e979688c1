"""Mechanical Turk: its frame around the judge's pages, and where a task is handed in."""

from csp.constants import SELF
from django.http import HttpRequest, HttpResponse

from studies.models import Judge, RecruitmentLink

# The sites of workers and of requesters, and the sandboxes of both.
FRAMES = (
    "https://worker.mturk.com",
    "https://workersandbox.mturk.com",
    "https://requester.mturk.com",
    "https://requestersandbox.mturk.com",
    "https://www.mturk.com",
)
# Where a finished task is handed in, by `turkSubmitTo`; the answer leads on to the worker's site.
HAND_IN_AT = ("https://www.mturk.com", "https://workersandbox.mturk.com")
_IN_FRAME = "studies.in_frame"


def mark_framed(request: HttpRequest, link: RecruitmentLink | None) -> None:
    """Let the page stand in the frame where its link says so."""
    if link is not None and link.mturk:
        request.META[_IN_FRAME] = True


def mark_framed_by_headers(request: HttpRequest) -> None:
    """Let a page that was asked for from inside a frame stand in it, while no link can be read.

    A page that its frame refuses would lose the choice that it is to keep.
    """
    if request.headers.get("Sec-Fetch-Dest") in ("iframe", "frame"):
        request.META[_IN_FRAME] = True


def allow_framing(request: HttpRequest, response: HttpResponse) -> None:
    """Set the headers that let a marked page stand in the frame and hand in the task."""
    if request.META.get(_IN_FRAME):
        policy = {"frame-ancestors": FRAMES, "form-action": (SELF, *FRAMES)}
        # Read by the middlewares of Django and of django-csp; their decorators set them for all
        # answers of a view.
        vars(response).update(xframe_options_exempt=True, _csp_replace=policy)


def hand_in_address(judge: Judge, link: RecruitmentLink) -> str:
    """Return where the judge's task is handed in; empty where there is none.

    It is one of the two sites above, also where `turkSubmitTo` claims another.
    """
    if not link.mturk or not judge.panel_parameters.get("assignmentId"):
        return ""
    site = judge.panel_parameters.get("turkSubmitTo", "").rstrip("/")
    return f"{site if site in HAND_IN_AT else HAND_IN_AT[0]}/mturk/externalSubmit"
