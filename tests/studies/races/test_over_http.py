"""Crowds at one open link, over HTTP, each person with a browser and a thread of their own."""

import re
from collections import Counter
from functools import partial
from http.client import HTTPConnection
from http.cookies import SimpleCookie
from threading import Semaphore
from urllib.parse import urlencode, urlsplit

import pytest

from studies.models import Answer, Judge, Rating, Triad, Trial, Waiting
from tests.factories import make_link, open_rating_study, open_study
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
        return self._begin(link)[0]

    def begin_page(self, link):
        """Open the link, agree, open the texts; the last page."""
        return self._begin(link)[1]

    def _begin(self, link):
        response, page = self.ask("GET", f"/j/{link.token}/")
        key = re.search(r'name="form_key" value="([^"]+)"', page)
        if key is None:
            return response.status, page
        fields = {"form_key": key[1], "consent": "yes"}
        response, page = self.ask("POST", f"/j/{link.token}/start/", fields)
        if response.status != 303:
            return response.status, page
        response, page = self.ask("GET", response.headers["Location"])
        return response.status, page

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


def rate_sheets(person, link):
    """Rate sheets until there is none left for this judge; how many."""
    page = person.begin_page(link)
    for rated in range(4):
        names = re.findall(r'name="(r-[^"]+)"', page)
        if not names:
            return rated
        code = re.search(r'action="(/t/[^"]+/)"', page)[1]
        for value in ("120", "7"):  # the second time it changes nothing
            response, _page = person.ask("POST", code, dict.fromkeys(names, value))
            assert response.status == 303
        _response, page = person.ask("GET", response.headers["Location"].partition("?")[0])
    return None


def test_twenty_judges_rate_all_sheets_at_once_and_each_once(live_server):
    plan = {"reference_text": "The one of 100.", "setup": "together"}
    study = open_rating_study(items=20, evaluations_per_judge=3, plan=plan)
    link = make_link(study)
    calls = [partial(rate_sheets, Person(live_server), link) for _ in range(20)]
    assert statuses(calls) == {3: 20}
    answers = Answer.objects.counted().filter(study=study)
    assert answers.values("trial__sheet").distinct().count() == answers.count() == 60
    assert set(Rating.objects.values_list("value", flat=True)) == {120}
    assert Rating.objects.count() == 60 * 9
