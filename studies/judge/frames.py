"""In whose frame a judge's page may stand: that of Mechanical Turk, for links which say so."""

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
_MARK = "studies.in_frame"


def remember(request: HttpRequest, link: RecruitmentLink | None) -> None:
    """Whose page this is."""
    if link is not None and link.mturk:
        request.META[_MARK] = True


def remember_frame(request: HttpRequest) -> None:
    """A page asked for from inside a frame, while nobody can look up whose it is.

    Only that of Mechanical Turk can have shown one; a page that its frame refused would lose the
    choice that it is to keep.
    """
    if request.headers.get("Sec-Fetch-Dest") in ("iframe", "frame"):
        request.META[_MARK] = True


def allow_framing(request: HttpRequest, response: HttpResponse) -> None:
    """The headers that let a page of such a link stand in the frame, and hand in the task."""
    if request.META.get(_MARK):
        policy = {"frame-ancestors": FRAMES, "form-action": (SELF, *FRAMES)}
        # Read by the middlewares of Django and of django-csp; their decorators set them for all
        # answers of a view.
        vars(response).update(xframe_options_exempt=True, _csp_replace=policy)


def hand_in_address(judge: Judge, link: RecruitmentLink) -> str:
    """Where the judge's task is handed in; empty where the judge has none.

    Whatever the address claims, nothing is sent anywhere but to the two sites that take it.
    """
    if not link.mturk or not judge.panel_parameters.get("assignmentId"):
        return ""
    site = judge.panel_parameters.get("turkSubmitTo", "").rstrip("/")
    return f"{site if site in HAND_IN_AT else HAND_IN_AT[0]}/mturk/externalSubmit"
