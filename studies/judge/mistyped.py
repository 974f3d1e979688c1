"""Addresses of judges as mails, papers and hurried fingers leave them, led to what was meant."""

import re

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from studies.models import RecruitmentLink, Trial
from studies.values.panel_ids import is_unseen

# The beginning of an address of judges, in capitals and after more than one slash too.
BEGINNING = r"^/*[jtJT](?![A-Za-z0-9_-])[\s\S]*$"
_MEANT = r"[jtJT]/+[A-Za-z0-9_-]{16,64}(?![A-Za-z0-9_-])"
_ELSEWHERE = re.compile(rf"[^A-Za-z0-9_-]({_MEANT}.*)", re.DOTALL)
_PARTS = re.compile(r"(?s)/*([jtJT])([^?&]*)(?:[?&](?:amp;)?(.*))?")
_CODES = re.compile(r"[A-Za-z0-9_-]+")
_PAGES = {
    "j": {"": "welcome", "start": "start"},
    "t": {"": "trial"} | {name: name for name in ("next", "questions", "why", "leave", "withdraw")},
}


class Elsewhere:
    """What stands before `/j/` (`/en/j/…`, `/https://…/j/…`), or a token without it."""

    regex = (
        rf"(?!(?:api|admin|static)/)[\s\S]*[^A-Za-z0-9_-]{_MEANT}[\s\S]*"
        r"|/*[A-Za-z0-9_-]{24}[^A-Za-z0-9_-]*"
    )

    def to_python(self, value: str) -> str:
        """Return the path as it came."""
        return value

    def to_url(self, value: str) -> str:
        """Return the path as it is."""
        return value


def redirect_to_what_was_meant(request: HttpRequest) -> HttpResponse | None:
    """Return a redirect to the judge's page that this address means; None where there is none."""
    path = "".join(c for c in request.path_info if not (is_unseen(c) or c.isspace()))
    found = _PARTS.fullmatch(_from_its_beginning(path))
    if found is None:
        return None
    kind, rest, in_path = found[1].lower(), found[2], found[3]
    codes = _CODES.findall(rest)
    meant = _address(kind, codes[0], codes[1:]) if codes else None
    if meant is None or meant == request.path_info:
        return None
    query = "&".join(filter(None, (request.META.get("QUERY_STRING", ""), in_path)))
    is_read = request.method in ("GET", "HEAD")
    address = f"{meant}?{query}" if query else meant
    return HttpResponseRedirect(address, preserve_request=not is_read)


def _from_its_beginning(path: str) -> str:
    """Return the path from `/j/` or `/t/` on, wherever that stands, or with the `/j` left out."""
    if re.match(BEGINNING, path):
        return path
    behind = _ELSEWHERE.search(path)
    return f"/{behind[1]}" if behind else f"/j{path}"


def _address(kind: str, code: str, more: list[str]) -> str | None:
    # Marks of emphasis around an address are characters of a code, too.
    codes = [code, code[1:], code[:-1], code[1:-1], code[2:-2]]
    if kind == "j":
        found = RecruitmentLink.objects.filter(token__in=codes).values_list("token", flat=True)
    else:
        found = Trial.objects.filter(code__in=codes).values_list("code", flat=True)
    meant = found.first()
    if meant is None:
        return None
    pages = _PAGES[kind]
    page = pages.get(more[0].lower() if more else "", pages[""])
    return reverse(f"judge:{page}", args=[meant])
