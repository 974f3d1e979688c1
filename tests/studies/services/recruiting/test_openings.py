"""How often a link is opened: counted in Redis, stored later, and in no judge's way."""

import time

import pytest
import redis
from django.test import Client

from studies import tasks
from studies.breaker import Breaker
from studies.models import RecruitmentLink, Waiting
from studies.services.recruiting import openings
from studies.services.redis_client import client
from studies.workbench.recruiting.links import count_people, who_stopped
from tests.factories import make_judge, make_link, open_study
from tests.studies.judge.visits import begin, start_of, welcome_of
from tests.studies.judge.whole_visits.test_waiting import address_in

pytestmark = pytest.mark.django_db


def opened(link: RecruitmentLink) -> int:
    openings.hand_over()
    tasks.store_openings()
    return RecruitmentLink.objects.get(pk=link.pk).opened


def test_each_browser_is_counted_once_and_nothing_but_a_look() -> None:
    link = make_link(open_study())
    browser = Client()
    for _ in range(3):
        browser.get(welcome_of(link))
    Client().head(welcome_of(link))
    Client().get(start_of(link))
    assert opened(link) == 1
    Client().get(welcome_of(link))
    Client().get(welcome_of(make_link(link.study)))
    assert opened(link) == 2
    assert opened(link) == 2


def test_who_waits_without_cookies_is_counted_once() -> None:
    link = make_link(open_study(evaluations=6))
    for _ in range(6):
        begin(Client(), link)
    address = address_in(Client().get(welcome_of(link)))
    for _ in range(2):
        assert Client().get(address).status_code == 503
    assert opened(link) == 7


def test_a_process_hands_over_by_itself_what_it_has_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(openings, "SECONDS", 0.01)
    link = make_link(open_study())
    openings.hand_over()
    for _ in range(3):
        openings.note(link)
    until = time.monotonic() + 10
    while not client().hexists(openings.KEY, str(link.pk)) and time.monotonic() < until:
        time.sleep(0.005)
    tasks.store_openings()
    assert RecruitmentLink.objects.get(pk=link.pk).opened == 3


def test_without_redis_the_page_is_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    away = redis.Redis(port=9, socket_connect_timeout=0.1, retry=None)
    monkeypatch.setattr(openings, "client", lambda: away)
    monkeypatch.setattr(openings, "breaker", Breaker("away"))
    link = make_link(open_study())
    assert Client().get(welcome_of(link)).status_code == 200
    assert opened(link) == 0


def test_few_people_who_stopped_are_told_by_number_as_on_all_pages() -> None:
    link = make_link(open_study())
    for _ in range(5):
        make_judge(link)
    for number in range(2):
        Waiting.objects.create(
            study=link.study, link=link, ticket=f"ticket-{number}", reason="quota"
        )
    count_people([link])
    assert who_stopped(link) == [
        ("left before their last evaluation", 5),
        ("found no place at once: the quota was full", 2),
    ]
