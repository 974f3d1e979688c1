"""Who comes to a recruitment link, as far as address, form and cookie tell."""

import re
import secrets

from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import get_language

from studies.services.trials import Comer

# The names under which panels hand over their members' ids, and what we call such a panel.
SOURCES = {"PROLIFIC_PID": "prolific", "workerId": "mturk", "id": "id"}
LONGEST_ID = 200
KEY = re.compile(r"[A-Za-z0-9_-]{16,64}")
KEY_FIELD = "form_key"
KEY_SECONDS = 180 * 24 * 3600


def carried(parameters: QueryDict) -> dict[str, str]:
    """The panel member's id as it came, under its own name; empty where there is none."""
    for name in SOURCES:
        value = _cleaned(parameters.get(name, ""))
        if value:
            return {name: value}
    return {}


def _cleaned(value: str) -> str:
    # A placeholder that nobody filled in is not one person's id but everybody's.
    if value.startswith(("{{", "${")):
        return ""
    return value.replace("\0", "").strip()[:LONGEST_ID]


def comer_of(request: HttpRequest, *, key: str, parameters: QueryDict) -> Comer:
    """Whoever stands there, known by this form key."""
    name, value = next(iter(carried(parameters).items()), ("", ""))
    return Comer(
        form_key=key,
        source=SOURCES.get(name, ""),
        external_id=value,
        address=request.META.get("REMOTE_ADDR", ""),
        language=(get_language() or "")[:10],
    )


def new_key() -> str:
    """144 random bits."""
    return secrets.token_urlsafe(18)


def key_in_cookie(request: HttpRequest) -> str:
    """The form key that this browser was given for this link; empty where it keeps no cookies."""
    return _valid(request.COOKIES.get(KEY_FIELD, ""))


def key_in_form(request: HttpRequest) -> str:
    """The form key of a posted form."""
    return _valid(request.POST.get(KEY_FIELD, "")) or key_in_cookie(request)


def _valid(key: str) -> str:
    return key if KEY.fullmatch(key) else ""


def keep_key(request: HttpRequest, response: HttpResponse, key: str, *, path: str) -> None:
    """Give the form key to the browser, for the pages of one link only."""
    response.set_cookie(
        KEY_FIELD,
        key,
        max_age=KEY_SECONDS,
        path=path,
        secure=request.is_secure(),
        httponly=True,
        samesite="Lax",
    )
