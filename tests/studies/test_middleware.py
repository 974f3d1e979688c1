"""Times in the time zone of the account; compressed pages."""

import gzip
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from studies.middleware import time_zone_of_user
from studies.models import User


def zone_at(path: str, user: Any) -> str:
    """The time zone in which a page at this address is made."""
    zones = []

    def page(request: HttpRequest) -> HttpResponse:
        zones.append(timezone.get_current_timezone_name())
        return HttpResponse()

    request = RequestFactory().get(path)
    request.user = user
    time_zone_of_user(page)(request)
    return zones[0]


def test_a_page_is_made_in_the_time_zone_of_the_account() -> None:
    before = timezone.get_current_timezone_name()
    assert zone_at("/admin/", User(time_zone="Asia/Kathmandu")) == "Asia/Kathmandu"
    assert timezone.get_current_timezone_name() == before


def test_without_an_account_the_time_zone_is_that_of_the_site() -> None:
    assert zone_at("/plan/", AnonymousUser()) == timezone.get_default_timezone_name()


GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.django_db
def test_pages_are_compressed_where_the_browser_takes_it(client: Any) -> None:
    page = client.get("/j/nowhere/", headers=GZIP)
    assert page["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in page["Vary"]
    text = gzip.decompress(page.content)
    assert b"<title>This link leads nowhere</title>" in text
    assert len(page.content) < len(text) / 2 + 100
    # Against guesses by length the same page is not always as long.
    assert len({len(client.get("/j/nowhere/", headers=GZIP).content) for _ in range(30)}) > 1
    plain = client.get("/j/nowhere/")
    assert "Content-Encoding" not in plain


@pytest.mark.django_db
def test_what_is_no_page_is_not_compressed(client: Any) -> None:
    for address in ("/livez", "/api/v1/schema/"):
        assert "Content-Encoding" not in client.get(address, headers=GZIP)
