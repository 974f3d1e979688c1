"""Who is asking: the client's address behind a stated number of proxies."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]


def client_address(get_response: GetResponse) -> GetResponse:
    """Set REMOTE_ADDR from X-Forwarded-For, counting back over the trusted proxies only.

    Anybody may send that header: what stands further left than our own proxies wrote is a claim.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        trusted: int = settings.TRUSTED_PROXIES
        if trusted:
            hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
            if len(hops) >= trusted:
                request.META["REMOTE_ADDR"] = hops[-trusted].strip()
        return get_response(request)

    return middleware
