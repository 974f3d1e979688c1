"""A form that could not be taken: all its fields stand on a page, to be sent again.

Its token may be out of date (signed in anew in another tab), its session over, or something failed
here. What was typed is the researcher's work, whichever page it was typed on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import add_never_cache_headers

TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - the name of a field


@dataclass(frozen=True, slots=True)
class PostedField:
    """A field as it was posted. A password is not written into a page: it is typed again."""

    name: str
    value: str

    @property
    def is_password(self) -> bool:
        return "password" in self.name


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer a form with a token that does not hold; only one of our own pages is offered again."""
    return _form_page(request, "stale", 403)


def signed_out(request: HttpRequest) -> HttpResponse:
    """Answer a form that was sent after its session had ended."""
    return _form_page(request, "signed out", 403)


def has_typed(request: HttpRequest) -> bool:
    """Whether a form of ours was posted, with anything to lose."""
    typed = bool(request.FILES) or any(field.value for field in _fields(request))
    return TOKEN in request.POST and typed


def _form_page(request: HttpRequest, why: str, status: int) -> HttpResponse:
    context = {"title": "Your form has not been stored yet", **kept(request, why)}
    return _uncached(render(request, "admin/posted_form.html", context, status=status))


def _uncached(response: HttpResponse) -> HttpResponse:
    add_never_cache_headers(response)
    return response


def kept(request: HttpRequest, why: str) -> dict[str, object]:
    """Return what the page of a form says, and the fields that it sends again."""
    if is_from_elsewhere(request):
        return {"why": "elsewhere"}
    return {
        "why": why,
        "address": request.get_full_path(),
        "fields": list(_fields(request)),
        "files": [
            (name, file.name)
            for name, files in request.FILES.lists()
            for file in files
            if isinstance(file, UploadedFile)
        ],
    }


def _fields(request: HttpRequest) -> Iterator[PostedField]:
    for name, values in request.POST.lists():
        if name != TOKEN:
            yield from (PostedField(name, str(value)) for value in values)


def is_from_elsewhere(request: HttpRequest) -> bool:
    """Whether the browser says that another site's page sent the form.

    To offer that again, with a token that holds, would do the other site's bidding at one click.
    """
    if request.headers.get("Sec-Fetch-Site", "none") in ("cross-site", "same-site"):
        return True
    sender = request.headers.get("Origin") or request.headers.get("Referer")
    if not sender:
        return False
    ours = {f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS}
    parts = urlsplit(sender)
    return f"{parts.scheme}://{parts.netloc}" not in ours
