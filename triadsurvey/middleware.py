"""The client's address behind a stated number of proxies."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def client_address(get_response: GetResponse) -> GetResponse:
    """Set REMOTE_ADDR from X-Forwarded-For, counting back over the trusted proxies only.

    A client may send that header too: what stands left of what our proxies wrote is not believed.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        trusted: int = settings.TRUSTED_PROXIES
        if trusted:
            hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
            if len(hops) >= trusted:
                request.META["REMOTE_ADDR"] = hops[-trusted].strip()
        return get_response(request)

    return middleware
