"""What every request passes first: its id, its address, and whether that can be looked up.

And those of Django's and others' that are cut down to what they are for.
"""

import ipaddress
import random
import re
import threading
from collections.abc import Callable
from http import HTTPStatus
from typing import Any

import csp.middleware
from csp.constants import HEADER
from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware import common

from triadsurvey.logs import current_request

GetResponse = Callable[[HttpRequest], HttpResponse]
JUDGES = ("/j/", "/t/")

# Judges need no account: their pages look for none.
NO_ACCOUNT = ("/i/", *JUDGES, "/livez", "/readyz", "/healthz", "/metrics", "/static/")

# Some proxies write a port too: `192.0.2.7:5555`, `[2001:db8::7]:5555`.
PORT = re.compile(r"(?P<v4>[0-9.]+)(:\d+)?|\[(?P<v6>[^\]]+)\](:\d+)?")


REQUEST_ID = re.compile(r"[\w.-]{1,64}", re.ASCII)


def request_id(get_response: GetResponse) -> GetResponse:
    """Give each request an id, for its lines in the logs and for who reports an error.

    That of a trusted proxy is kept, so that its lines and ours are found together.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        given = request.headers.get("X-Request-Id", "") if settings.TRUSTED_PROXIES else ""
        name = given if REQUEST_ID.fullmatch(given) else _new_id()
        request.META["REQUEST_ID"] = name  # for the page of an error
        token = current_request.set(name)
        try:
            response = get_response(request)
        finally:
            current_request.reset(token)
        response["X-Request-Id"] = name
        return response

    return middleware


def _new_id() -> str:
    """Return an id that no other request has; it is no secret, and needs no system call."""
    return f"{random.getrandbits(128):032x}"


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


class CommonMiddleware(common.CommonMiddleware):
    """Django's own, but a POST to an address without its last slash stays a POST (308).

    After 301 programs send a GET, which makes nothing and looks like success.
    """

    def __call__(self, request: HttpRequest) -> Any:
        response: Any = super().__call__(request)
        moved = response.status_code == HTTPStatus.MOVED_PERMANENTLY
        if moved and request.method not in ("GET", "HEAD"):
            response.status_code = HTTPStatus.PERMANENT_REDIRECT
        return response


_built = threading.local()


def page(get_response: GetResponse) -> GetResponse:
    """Be the last middleware, which does nothing: here `past_accounts` goes to."""
    _built.page = get_response
    return get_response


def past_accounts(get_response: GetResponse) -> GetResponse:
    """Lead the pages that look for no account past the middlewares between this one and `page`."""
    straight: GetResponse = _built.page  # the last one is made first

    def middleware(request: HttpRequest) -> HttpResponse:
        is_straight = request.path_info.startswith(NO_ACCOUNT)
        return straight(request) if is_straight else get_response(request)

    return middleware


class CSPMiddleware(csp.middleware.CSPMiddleware):
    """django-csp's own, but the policy of the answers that have none of their own is built once."""

    _usual: str | None = None

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        if HEADER in response or any(name.startswith("_csp") for name in vars(response)):
            return super().process_response(request, response)
        if self._usual is None:
            response = super().process_response(request, response)
            self._usual = response.get(HEADER)
            return response
        response[HEADER] = self._usual
        return response


def storable_address(get_response: GetResponse) -> GetResponse:
    """Answer an address with a NUL by 404 and drop such cookies: PostgreSQL can look up neither.

    Judges' pages look at their addresses themselves: they have an answer of their own.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        cookies = request.COOKIES
        for name in [name for name, value in cookies.items() if "\0" in value]:
            del cookies[name]
        address = request.path_info + request.META.get("QUERY_STRING", "").replace("%00", "\0")
        if "\0" in address and not request.path_info.startswith(JUDGES):
            raise Http404
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
