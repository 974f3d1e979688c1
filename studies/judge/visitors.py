"""Who visits a recruitment link, as far as address, form and cookies tell."""

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
# What Mechanical Turk sends for a worker who has not accepted the task.
NOT_ACCEPTED = "ASSIGNMENT_ID_NOT_AVAILABLE"
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
KEY_FIELD = "form_key"
ANOTHER_PERSON = "new"
BROWSER_FIELD = "browser_key"
# One browser, whichever link it comes by.
BROWSER_PATH = "/j/"
KEY_SECONDS = 180 * 24 * 3600


def panel_id(parameters: QueryDict, link: RecruitmentLink | None) -> tuple[str, str]:
    """Return the name and value of the panel member's id; both empty where there is none."""
    for name in _names(link):
        value = _cleaned(parameters.get(name, ""))
        if value:
            return name, value
    return "", ""


def panel_fields(parameters: QueryDict, link: RecruitmentLink | None) -> dict[str, str]:
    """Return all that a panel handed over, under its own names: the id first, then the rest."""
    name, value = panel_id(parameters, link)
    more = {key: _cleaned(parameters.get(key, "")) for key in PANEL_PARAMETERS}
    return ({name: value} if name else {}) | {key: value for key, value in more.items() if value}


def is_preview(parameters: QueryDict, link: RecruitmentLink, judge: Judge | None) -> bool:
    """Whether a panel, or a researcher who tries the address, looks at a link for panel members.

    The task was not accepted, the link asks for an id that is missing, or its placeholder was not
    filled in.
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
    # A placeholder that was not filled in would be the same id for all.
    if value.startswith(("{{", "${")):
        return ""
    return value.replace("\0", "").strip()[:LONGEST_EXTERNAL_ID]


def visitor_of(
    request: HttpRequest, *, key: str, parameters: QueryDict, link: RecruitmentLink
) -> Visitor:
    """Return the visitor with this form key.

    An unknown panel is called by its parameter, since two panels may both have a member 7; a member
    of one panel is the same person on each of its links.
    """
    name, value = panel_id(parameters, link)
    more = panel_fields(parameters, link)
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
    """Return 144 random bits."""
    return secrets.token_urlsafe(18)


def key_in_cookie(request: HttpRequest) -> str:
    """Return the form key that this browser has for this link; empty without cookies."""
    return _valid(request.COOKIES.get(KEY_FIELD, ""))


def another_person_query(request: HttpRequest) -> str:
    """Return the query of “I am somebody else”: it names the judge whom the browser knows now."""
    return urlencode({ANOTHER_PERSON: _key_digest(key_in_cookie(request))})


def is_another_person(request: HttpRequest) -> bool:
    """Whether a person other than the judge of this browser asks.

    Not once that person has begun: the same address in the browser's history would make a third
    judge.
    """
    return request.GET.get(ANOTHER_PERSON) in ("", _key_digest(key_in_cookie(request)))


def _key_digest(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()[:12] if key else ""


def key_in_form(request: HttpRequest) -> str:
    """Return the form key of a posted form."""
    return _valid(request.POST.get(KEY_FIELD, "")) or key_in_cookie(request)


def _valid(key: str) -> str:
    return key if KEY.fullmatch(key) else ""


def set_form_key_cookie(
    request: HttpRequest, response: HttpResponse, key: str, *, path: str, framed: bool
) -> None:
    """Give the form key to the browser, for the pages of one link."""
    _set_cookie(request, response, KEY_FIELD, key, path=path, framed=framed)


def set_browser_key_cookie(
    request: HttpRequest, response: HttpResponse, key: str, *, framed: bool
) -> None:
    """Give a browser without a browser key one for all links."""
    if key and not _valid(request.COOKIES.get(BROWSER_FIELD, "")):
        _set_cookie(request, response, BROWSER_FIELD, key, path=BROWSER_PATH, framed=framed)


def _set_cookie(
    request: HttpRequest, response: HttpResponse, name: str, key: str, *, path: str, framed: bool
) -> None:
    response.set_cookie(
        name,
        key,
        max_age=KEY_SECONDS,
        path=path,
        secure=framed or request.is_secure(),
        httponly=True,
        # A browser sends no other kind in another site's frame.
        samesite="None" if framed else "Lax",
    )
    if framed:
        dict.__setitem__(response.cookies, name, _Partitioned(response.cookies[name]))


class _Partitioned(Morsel):  # type: ignore[type-arg]  # not generic at run time
    """A cookie for the frame of one site; many browsers refuse any other there."""

    def __init__(self, cookie: "Morsel[str]") -> None:
        super().__init__()
        self.set(cookie.key, cookie.value, cookie.coded_value)
        self.update(cookie)

    def OutputString(self, attrs: Container[str] | None = None) -> str:  # noqa: N802 - the base's name
        """Add the attribute that Python does not know before 3.14."""
        return f"{super().OutputString(attrs)}; Partitioned"
