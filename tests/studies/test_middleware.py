"""Times are shown in the time zone of the account; pages of judges look for no session."""

from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from django.utils import timezone

from studies.middleware import NO_ACCOUNT, time_zone_of_user
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


@pytest.mark.parametrize("path", NO_ACCOUNT)
def test_pages_of_judges_look_for_no_account(path: str) -> None:
    class Untouched:
        def __getattr__(self, name: str) -> Any:
            raise AssertionError("the session was looked for")

    assert zone_at(f"{path}x", Untouched()) == timezone.get_default_timezone_name()
