"""How often a link is opened: counted in Redis, stored later, and in no judge's way."""

import time

import pytest
import redis
from django.test import Client

from analysis.recomputation import counting
from studies import tasks
from studies.breaker import Breaker
from studies.models import Judge, RecruitmentLink, Trial, Waiting
from studies.services.recruiting import openings
from studies.services.redis_client import client
from studies.workbench.recruiting.links import who_left, who_stopped, with_counts
from tests.factories import make_judge, make_link, open_study
from tests.studies.judge.visits import begin, run_out, start_of, welcome_of

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


def test_those_who_left_are_as_many_as_in_the_results() -> None:
    link = make_link(open_study(evaluations_per_judge=2))
    browsers = [Client() for _ in range(4)]
    pages = [begin(browser, link)["Location"] for browser in browsers]
    reads, left, withdrew, finished = zip(browsers, pages, strict=True)
    for browser, page in (left, withdrew, finished):
        browser.post(page, {"choice": "1"})
    second = finished[0].post(f"{finished[1]}next/")["Location"]
    finished[0].post(second, {"choice": "1"})
    withdrew[0].post(f"{withdrew[1]}withdraw/")
    gone = Judge.objects.get(trials__code=left[1].split("/")[2])
    for trial in gone.trials.filter(state="held"):
        run_out(trial)
    assert Trial.objects.get(code=reads[1].split("/")[2]).state == "held"
    assert list(who_left(link)) == [gone]
    _inputs, sets = counting.count(link.study)
    assert sets[link.study.primary_set].left == 1


def test_few_people_who_stopped_are_not_told_by_number() -> None:
    link = make_link(open_study())
    for _ in range(5):
        make_judge(link)
    for number in range(2):
        Waiting.objects.create(
            study=link.study, link=link, ticket=f"ticket-{number}", reason="quota"
        )
    found = with_counts(RecruitmentLink.objects.filter(pk=link.pk)).get()
    assert who_stopped(found) == [
        ("have not answered their last evaluation", "5"),
        ("waited or were sent away: the quota was full", "fewer than 5"),
    ]
