"""Crowds at one open link, over HTTP, each person with a browser and a thread of their own."""

import re
from collections import Counter
from functools import partial
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from threading import Semaphore
from urllib.parse import urlencode, urlsplit

import pytest

from studies.models import Judge, Triad, Trial, Waiting
from tests.factories import make_link, open_study
from tests.studies.races.simultaneous import at_once, errors_of

pytestmark = pytest.mark.django_db(transaction=True)
# The test's server takes few connections at a time.
CONNECTIONS = Semaphore(8)
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Person:
    """A browser with its cookies, at one address of this machine."""

    def __init__(self, server, address="127.0.0.1"):
        self.host = urlsplit(server.url).netloc
        self.address = address
        self.cookies = SimpleCookie()

    def ask(self, method, path, fields=None):
        with CONNECTIONS:
            return self._ask(method, path, fields)

    def _ask(self, method, path, fields):
        connection = HTTPConnection(self.host, timeout=60, source_address=(self.address, 0))
        cookies = "; ".join(f"{name}={one.value}" for name, one in self.cookies.items())
        body = urlencode(fields) if fields else None
        connection.request(method, path, body, {"Cookie": cookies, **(FORM if fields else {})})
        response = connection.getresponse()
        for value in response.headers.get_all("Set-Cookie") or ():
            self.cookies.load(value)
        page = response.read().decode()
        connection.close()
        return response, page

    def begin(self, link):
        """Open the link, agree, open the texts; the status of the last page."""
        response, page = self.ask("GET", f"/j/{link.token}/")
        key = re.search(r'name="form_key" value="([^"]+)"', page)
        if key is None:
            return response.status
        fields = {"form_key": key[1], "consent": "yes"}
        response, _page = self.ask("POST", f"/j/{link.token}/start/", fields)
        if response.status != 303:
            return response.status
        return self.ask("GET", response.headers["Location"])[0].status

    def click(self, link):
        """Press *I agree* of a page that was opened earlier."""
        return self.ask("POST", f"/j/{link.token}/start/", {"consent": "yes"})[0].status


def crowd(server, link, number, address="127.0.0.1"):
    return [partial(Person(server, address).begin, link) for _ in range(number)]


def statuses(calls):
    outcomes = at_once(calls)
    assert errors_of(outcomes) == []
    return Counter(outcome.result for outcome in outcomes)


def test_thirty_students_at_one_open_link_all_get_in(live_server):
    link = make_link(open_study(evaluations=60, items=20), classroom=False)
    assert statuses(crowd(live_server, link, 20)) == {200: 20}
    assert statuses(crowd(live_server, link, 10)) == {200: 10}
    assert Trial.objects.filter(state="held").values("triad").distinct().count() == 30


def test_66_clicks_at_once_leave_places_for_others_and_the_last_waits_its_turn(live_server):
    link = make_link(open_study(evaluations=66, items=20), classroom=False)
    clicks = [partial(Person(live_server).click, link) for _ in range(66)]
    assert statuses(clicks) == {303: 63, 429: 3}
    assert statuses(crowd(live_server, link, 2, address="127.0.0.2")) == {200: 2}
    assert Waiting.objects.filter(reason="address").count() == 3


def test_200_people_on_120_places_are_exactly_120(live_server):
    link = make_link(open_study(evaluations=120, items=40))
    found = statuses(crowd(live_server, link, 200))
    assert found[503] == 80
    assert found[200] == 120
    assert Triad.objects.filter(trials__state="held").distinct().count() == 120
    assert Judge.objects.count() == 120
    assert Waiting.objects.count() >= 80
