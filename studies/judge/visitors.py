"""Who comes to a recruitment link, as far as address, form and cookies tell."""

import hashlib
import re
import secrets
from collections.abc import Container
from http.cookies import Morsel
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import get_language

from studies.models import Judge, RecruitmentLink
from studies.models.judge import LONGEST_EXTERNAL_ID, PANEL_PARAMETERS
from studies.services.judging.admission import Visitor

# The names under which panels hand over their members' ids, and what we call such a panel.
SOURCES = {"PROLIFIC_PID": "prolific", "workerId": "mturk", "id": "id"}
# What Mechanical Turk sends to somebody who has not accepted the task.
NOT_ACCEPTED = "ASSIGNMENT_ID_NOT_AVAILABLE"
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
KEY_FIELD = "form_key"
ANOTHER = "new"
BROWSER_FIELD = "browser_key"
# One browser, whichever link it comes by.
BROWSER_PATH = "/j/"
KEY_SECONDS = 180 * 24 * 3600


def panel_id(parameters: QueryDict, link: RecruitmentLink | None) -> tuple[str, str]:
    """The name and value of the panel member's id; both empty where there is none."""
    for name in _names(link):
        value = _cleaned(parameters.get(name, ""))
        if value:
            return name, value
    return "", ""


def carried(parameters: QueryDict, link: RecruitmentLink | None) -> dict[str, str]:
    """All that a panel handed over, under its own names: the id first, then what goes with it."""
    name, value = panel_id(parameters, link)
    more = {key: _cleaned(parameters.get(key, "")) for key in PANEL_PARAMETERS}
    return ({name: value} if name else {}) | {key: value for key, value in more.items() if value}


def is_preview(parameters: QueryDict, link: RecruitmentLink, judge: Judge | None) -> bool:
    """Nobody in particular looks at a link for the members of a panel.

    The task was not accepted, the link asks for an id that is not there, or the placeholder for it
    was not filled in: that is how a panel, or a researcher trying the address, looks at it.
    """
    if parameters.get("assignmentId") == NOT_ACCEPTED:
        return True
    if link.personal or judge is not None:
        return False
    without_id = panel_id(parameters, link) == ("", "")
    return without_id and (bool(link.id_name) or any(name in parameters for name in SOURCES))


def _names(link: RecruitmentLink | None) -> tuple[str, ...]:
    own = link.id_name if link else ""
    return (own, *SOURCES) if own else tuple(SOURCES)


def _cleaned(value: str) -> str:
    # A placeholder that nobody filled in is not one person's id but everybody's.
    if value.startswith(("{{", "${")):
        return ""
    return value.replace("\0", "").strip()[:LONGEST_EXTERNAL_ID]


def visitor_of(
    request: HttpRequest, *, key: str, parameters: QueryDict, link: RecruitmentLink
) -> Visitor:
    """Whoever stands there, known by this form key.

    A panel that is not one of the known ones is called by its parameter: two panels may both have
    a member 7, and one panel's member is the same person by whichever link.
    """
    name, value = panel_id(parameters, link)
    more = carried(parameters, link)
    more.pop(name, None)
    return Visitor(
        form_key=key,
        source=SOURCES.get(name, name),
        external_id=value,
        address=request.META.get("REMOTE_ADDR", ""),
        language=(get_language() or "")[:10],
        panel_parameters=more,
        browser_key=_valid(request.COOKIES.get(BROWSER_FIELD, "")),
    )


def new_key() -> str:
    """144 random bits."""
    return secrets.token_urlsafe(18)


def key_in_cookie(request: HttpRequest) -> str:
    """The form key that this browser was given for this link; empty where it keeps no cookies."""
    return _valid(request.COOKIES.get(KEY_FIELD, ""))


def another_query(request: HttpRequest) -> str:
    """What “I am somebody else” asks for: somebody else than whom this browser knows now."""
    return urlencode({ANOTHER: _mark(key_in_cookie(request))})


def is_another(request: HttpRequest) -> bool:
    """Somebody else than the judge of this browser asks.

    Not once that person has begun: the address, in the history of the browser, would make them a
    third one.
    """
    return request.GET.get(ANOTHER) in ("", _mark(key_in_cookie(request)))


def _mark(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:12] if key else ""


def key_in_form(request: HttpRequest) -> str:
    """The form key of a posted form."""
    return _valid(request.POST.get(KEY_FIELD, "")) or key_in_cookie(request)


def _valid(key: str) -> str:
    return key if KEY.fullmatch(key) else ""


def keep_key(
    request: HttpRequest, response: HttpResponse, key: str, *, path: str, framed: bool
) -> None:
    """Give the form key to the browser, for the pages of one link only."""
    _keep(request, response, KEY_FIELD, key, path=path, framed=framed)


def keep_browser(request: HttpRequest, response: HttpResponse, key: str, *, framed: bool) -> None:
    """Give a browser that has no key of its own one for all links."""
    if key and not _valid(request.COOKIES.get(BROWSER_FIELD, "")):
        _keep(request, response, BROWSER_FIELD, key, path=BROWSER_PATH, framed=framed)


def _keep(
    request: HttpRequest, response: HttpResponse, name: str, key: str, *, path: str, framed: bool
) -> None:
    response.set_cookie(
        name,
        key,
        max_age=KEY_SECONDS,
        path=path,
        secure=framed or request.is_secure(),
        httponly=True,
        # In another site's frame a browser sends no other kind.
        samesite="None" if framed else "Lax",
    )
    if framed:
        dict.__setitem__(response.cookies, name, _Partitioned(response.cookies[name]))


class _Partitioned(Morsel):  # type: ignore[type-arg]  # not generic at run time
    """A cookie that a browser keeps for one site's frame only, which many browsers insist on."""

    def __init__(self, cookie: "Morsel[str]") -> None:
        super().__init__()
        self.set(cookie.key, cookie.value, cookie.coded_value)
        self.update(cookie)

    def OutputString(self, attrs: Container[str] | None = None) -> str:  # noqa: N802 - the base's name
        """Python has no such attribute before 3.14."""
        return f"{super().OutputString(attrs)}; Partitioned"
