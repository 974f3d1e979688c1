"""Show times in the time zone of the account that is signed in."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

GetResponse = Callable[[HttpRequest], HttpResponse]

# Judges need no account: their pages look for no session.
NO_ACCOUNT = ("/i/", "/j/", "/t/", "/livez", "/readyz", "/static/")


def time_zone_of_user(get_response: GetResponse) -> GetResponse:
    """Activate the account's time zone for the request."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.path.startswith(NO_ACCOUNT) or not request.user.is_authenticated:
            return get_response(request)
        with timezone.override(ZoneInfo(request.user.time_zone)):
            return get_response(request)

    return middleware
