"""Pages with a study's history: every event by its label, with its details."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from studies.models import Delivery, Event, Study, User, Webhook
from studies.services.events import log
from studies.workbench.history import event_labels
from tests.factories import make_link, make_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def study(alice: User) -> Study:
    """A study to which everything has happened once."""
    study = make_study(owner=alice)
    for what in Event.What:
        log(study, what)
    return study


def labels(html: str, cell: str) -> list[str]:
    """What stands in these cells, oldest first."""
    return re.findall(cell, html)[::-1]


def test_the_history_shows_labels(as_alice: Client, study: Study) -> None:
    html = as_alice.get(f"/studies/{study.code}/history/").content.decode()
    assert re.search(r">\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC</td>", html)
    assert (
        labels(html, r'<td role="cell">–</td><td role="cell">([^<]*)</td></tr>')
        == Event.What.labels
    )


def test_the_list_of_events_shows_labels(as_alice: Client, study: Study) -> None:
    html = as_alice.get(f"/admin/studies/event/?of={study.pk}").content.decode()
    assert labels(html, r'<td class="field-label">([^<]*)</td>') == Event.What.labels


def test_the_page_of_webhooks_shows_labels(as_alice: Client, alice: User, study: Study) -> None:
    hook = Webhook.objects.create(study=study, url="https://example.org/x", made_by=alice)
    event = study.events.get(what=Event.What.NUMBER_REACHED)
    Delivery.objects.create(
        study=study, webhook=hook, event=event, payload="{}", next_at=timezone.now()
    )
    html = as_alice.get(f"/studies/{study.code}/webhooks/").content.decode()
    assert labels(html, r'<td class="whole" data-head="What">([^<]*)</td>') == [
        "Number of evaluations reached"
    ]


def described(study: Study) -> list[dict[str, Any]]:
    return event_labels.described(study.events.select_related("who").order_by("pk"))


def more(study: Study) -> list[str]:
    return [row["more"] for row in described(study)]


def test_details_are_named(alice: User) -> None:
    study = make_study(owner=alice)
    link = make_link(study, panel="experts")
    log(study, Event.What.SHARED, person=alice.pk, role="analyst")
    log(study, Event.What.LINK_CHANGED, row=link.pk, fields=["quota"])
    log(study, Event.What.LINK_REVOKED, link=link.pk)
    log(study, Event.What.STUDY_CHANGED, row=link.pk, fields=["a", "b", "c", "d", "e"])
    log(study, Event.What.ANSWERS_WITHDRAWN, trials=2, after_verdict=True)
    assert more(study) == [
        "alice@example.org, Analyst: read and export",
        "experts, quota",
        "experts",
        "",
        "trials: 2, after the verdict",
    ]


def test_as_many_queries_for_three_events_as_for_one(alice: User) -> None:
    study = make_study(owner=alice)

    def log_one(panel: str) -> None:
        log(study, Event.What.LINK_ADDED, row=make_link(study, panel=panel).pk, person=alice.pk)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            described(study)
        return len(seen)

    log_one("one")
    assert queries() == 3
    log_one("two")
    log_one("three")
    assert queries() == 3
