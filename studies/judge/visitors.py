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
from studies.models.judging.judge import PANEL_PARAMETERS
from studies.services.judging.admission import Visitor
from studies.services.judging.refusals import Refusal, Refused
from studies.values.panel_ids import LONGEST, id_of, is_placeholder, parameters_in

# What we call the panels that hand over their members' ids under these names.
SOURCES = {"prolific_pid": "prolific", "workerid": "mturk"}
# What Mechanical Turk sends for a worker who has not accepted the task.
NOT_ACCEPTED = "ASSIGNMENT_ID_NOT_AVAILABLE"
_NEW_KEY = "studies.form_key"
# Of a parameter: more than the longest address has.
MOST_CHARACTERS = 10_000
_TICKET = re.compile(r"[0-9a-f]{12}")
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
KEY_FIELD = "form_key"
ANOTHER_PERSON = "new"
# So begins the form key of a person who said that they are not the judge of this browser's cookie.
_ANOTHER = "another-"
TICKET = "ticket"
BROWSER_FIELD = "browser_key"
# One browser, whichever link it comes by.
BROWSER_PATH = "/j/"
KEY_SECONDS = 180 * 24 * 3600


def panel_id(parameters: QueryDict, link: RecruitmentLink | None) -> str:
    """Return the panel member's id; empty where there is none, or more than one.

    It counts only where the link asks for one. Elsewhere an id in the address is not the judge's:
    a newsletter puts the same one into all its copies.
    """
    ids = _ids(parameters, link)
    return ids[0] if len(ids) == 1 else ""


def panel_fields(parameters: QueryDict, link: RecruitmentLink | None) -> dict[str, str]:
    """Return all that a panel handed over, under its own names: the id first, then the rest."""
    given = _given(parameters, link)
    more = {name: id_of(given[name][0][:LONGEST]) for name in PANEL_PARAMETERS if given[name]}
    own = panel_id(parameters, link)
    named = {link.id_name: own} if link and own else {}
    return named | {name: value for name, value in more.items() if value}


def is_preview(parameters: QueryDict, link: RecruitmentLink, judge: Judge | None) -> bool:
    """Whether a panel, or a researcher who tries the address, looks at a link for panel members.

    The task was not accepted, the link asks for an id that is missing, or the placeholder of a
    panel was not filled in.
    """
    if NOT_ACCEPTED in _given(parameters, link)["assignmentId"]:
        return True
    if link.personal or judge is not None:
        return False
    if link.id_name:
        return not _ids(parameters, link)
    tried = parameters_in(_pairs(parameters), SOURCES)
    return any(map(is_placeholder, (value for values in tried.values() for value in values)))


def _ids(parameters: QueryDict, link: RecruitmentLink | None) -> list[str]:
    """Return the different ids in the parameters, as many as there are."""
    if link is None or not link.id_name or link.personal:
        return []
    names = (*SOURCES, *PANEL_PARAMETERS, link.id_name)
    found = (id_of(value, names) for value in _given(parameters, link)[link.id_name])
    return list(dict.fromkeys(filter(None, found)))


def _given(parameters: QueryDict, link: RecruitmentLink | None) -> dict[str, tuple[str, ...]]:
    own = [link.id_name] if link and link.id_name else []
    return parameters_in(_pairs(parameters), [*own, *PANEL_PARAMETERS])


def _pairs(parameters: QueryDict) -> list[tuple[str, str]]:
    return [
        (name[:MOST_CHARACTERS], str(value)[:MOST_CHARACTERS])
        for name, values in parameters.lists()
        for value in values
    ]


def visitor_of(
    request: HttpRequest, *, key: str, parameters: QueryDict, link: RecruitmentLink
) -> Visitor:
    """Return the visitor with this form key. Raises Refused where there are two ids.

    An unknown panel is called by its parameter, since two panels may both have a member 7; a member
    of one panel is the same person on each of its links.
    """
    if len(_ids(parameters, link)) > 1:
        raise Refused(Refusal.TWO_IDS)
    value = panel_id(parameters, link)
    more = panel_fields(parameters, link)
    name = link.id_name if value else ""
    more.pop(name, None)
    return Visitor(
        form_key=key,
        source=SOURCES.get(name.casefold(), name),
        external_id=value,
        address=request.META.get("REMOTE_ADDR", ""),
        language=(get_language() or "")[:10],
        panel_parameters=more,
        browser_key=_valid(request.COOKIES.get(BROWSER_FIELD, "")),
        ticket=ticket_of(request),
    )


def form_key(request: HttpRequest) -> str:
    """Return the form key of this visit: that of the form, of the cookie, or a new one."""
    begins = ""
    if request.method == "POST":
        known = key_in_form(request)
    elif is_another_person(request):
        known, begins = "", _ANOTHER
    else:
        known = key_in_cookie(request)
    return known or str(request.META.setdefault(_NEW_KEY, begins + new_key()))


def ticket_of(request: HttpRequest) -> str:
    """Return what the person is called in the row of those who wait.

    The address or the form carries it where a browser keeps no cookies. It is no form key: people
    who share such an address share a place in the row, and no more.
    """
    return ticket_in_address(request) or digest(form_key(request))


def ticket_in_address(request: HttpRequest) -> str:
    """Return the ticket that a page of waiting has put into the address; empty elsewhere."""
    asked = request.POST.get(TICKET, "") or request.GET.get(TICKET, "")
    return asked if _TICKET.fullmatch(asked) else ""


def new_key() -> str:
    """Return 144 random bits."""
    return secrets.token_urlsafe(18)


def key_in_cookie(request: HttpRequest) -> str:
    """Return the form key that this browser has for this link; empty without cookies."""
    return _valid(request.COOKIES.get(KEY_FIELD, ""))


def another_person_query(request: HttpRequest) -> str:
    """Return the query of “I am someone else”: it names the judge whom the browser knows now."""
    return urlencode({ANOTHER_PERSON: digest(key_in_cookie(request))})


def is_another_person(request: HttpRequest) -> bool:
    """Whether a person other than the judge of this browser asks.

    Not once that person has begun: the same address in the browser's history would make a third
    judge.
    """
    return request.GET.get(ANOTHER_PERSON) in ("", digest(key_in_cookie(request)))


def digest(key: str) -> str:
    """Return what stands for a secret where it must not be read."""
    return hashlib.sha256(key.encode()).hexdigest()[:12] if key else ""


def key_in_form(request: HttpRequest) -> str:
    """Return the form key of a posted form.

    The cookie's, if there is one: two tabs that were opened in the same moment have a key each in
    their forms, and one cookie. A person who is another than the cookie's has the form's.
    """
    own, kept = _valid(request.POST.get(KEY_FIELD, "")), key_in_cookie(request)
    return own or kept if own.startswith(_ANOTHER) else kept or own


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
