"""The client's address behind a stated number of proxies."""

import ipaddress
import re
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse

GetResponse = Callable[[HttpRequest], HttpResponse]

# Some proxies write a port too: `192.0.2.7:5555`, `[2001:db8::7]:5555`.
PORT = re.compile(r"(?P<v4>[0-9.]+)(:\d+)?|\[(?P<v6>[^\]]+)\](:\d+)?")


def client_address(get_response: GetResponse) -> GetResponse:
    """Set REMOTE_ADDR from X-Forwarded-For, counting back over the trusted proxies only.

    A client may send that header too: what stands left of what our proxies wrote is not believed.
    Where they wrote no address (nothing, or `unknown`), their own stands for it.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        trusted: int = settings.TRUSTED_PROXIES
        if trusted:
            hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
            if len(hops) >= trusted and (address := _address(hops[-trusted])):
                request.META["REMOTE_ADDR"] = address
        return get_response(request)

    return middleware


def _address(hop: str) -> str | None:
    """Return the address that a proxy wrote, without its port; None where it is none."""
    hop = hop.strip().strip('"')
    if found := PORT.fullmatch(hop):
        hop = found["v4"] or found["v6"]
    try:
        address = ipaddress.ip_address(hop.partition("%")[0])
    except ValueError:
        return None
    return str(getattr(address, "ipv4_mapped", None) or address)
