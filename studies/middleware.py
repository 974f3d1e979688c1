"""What holds for every request: time zone, no cache, forms that are kept, compressed pages."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import resolve_url
from django.utils import timezone

from studies.kinds import OtherKindError
from studies.workbench import posted_forms
from studies.workbench.frame import study_page

GetResponse = Callable[[HttpRequest], HttpResponse]


def time_zone_of_user(get_response: GetResponse) -> GetResponse:
    """Activate the account's time zone for the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return middleware


def keep_posted_form(get_response: GetResponse) -> GetResponse:
    """Keep on a page what was posted after the session had ended, instead of asking to sign in."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.method != "POST" or response.status_code != 302:
            return response
        path, _mark, query = response["Location"].partition("?")
        asks = path == resolve_url(settings.LOGIN_URL) and query.startswith("next=")
        if asks and not request.user.is_authenticated and posted_forms.has_typed(request):
            return posted_forms.signed_out(request)
        return response

    return middleware


class LeadBackToTheStudy:
    """Where a study of this kind has no such page, say so on the study's own page."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, exception: Exception) -> HttpResponse | None:
        """Return the way back; None of other exceptions."""
        if not isinstance(exception, OtherKindError):
            return None
        messages.warning(request, str(exception))
        return HttpResponseRedirect(study_page(exception.study))


def keep_in_no_cache(get_response: GetResponse) -> GetResponse:
    """Let no cache keep an answer without a time named by its view: most show private data."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        response.headers.setdefault("Cache-Control", "private, no-store")
        return response

    return middleware


class CompressPages(GZipMiddleware):
    """Compress HTML; files are compressed already, or are downloads that keep their length.

    Against guesses by length (BREACH) Django adds up to 100 random bytes and masks its tokens anew
    each time; no cookie of ours comes along with what another site asks for (SameSite), but in a
    panel's frame.
    """

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if not response.get("Content-Type", "").startswith("text/html"):
            return response
        compressed: HttpResponseBase = super().process_response(request, response)
        return compressed
