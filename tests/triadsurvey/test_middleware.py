"""The client's address behind proxies."""

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from triadsurvey.middleware import client_address


def address_seen(forwarded: str) -> str:
    """Return the address that a view sees of a request from 10.0.0.9, the last proxy."""
    seen = []

    def view(request: HttpRequest) -> HttpResponse:
        seen.append(request.META["REMOTE_ADDR"])
        return HttpResponse()

    headers = {"x-forwarded-for": forwarded}
    client_address(view)(RequestFactory().get("/", headers=headers, REMOTE_ADDR="10.0.0.9"))
    [address] = seen
    return address


@pytest.mark.parametrize(
    ("proxies", "forwarded", "address"),
    [
        (0, "6.6.6.6", "10.0.0.9"),
        (1, "192.0.2.7", "192.0.2.7"),
        (1, "6.6.6.6, 192.0.2.7", "192.0.2.7"),
        (2, "6.6.6.6, 192.0.2.7, 10.0.0.8", "192.0.2.7"),
        (2, "192.0.2.7", "10.0.0.9"),
    ],
)
def test_what_our_proxies_wrote_is_believed_and_no_more(
    settings, proxies: int, forwarded: str, address: str
) -> None:
    settings.TRUSTED_PROXIES = proxies
    assert address_seen(forwarded) == address
