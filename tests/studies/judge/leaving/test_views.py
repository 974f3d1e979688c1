"""Leaving and withdrawing."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from studies.models import Judge
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db

NO_CONSENT = {"no_consent_code": "LEFT-7", "done_code": "DONE-7"}


def test_leaving_says_how_to_come_back(client):
    link = make_link(open_study(), no_consent_code="BYE-1", done_code="DONE-1")
    address = begin(client, link)["Location"]
    page = text_of(client.get(f"{address}leave/"))
    assert "BYE-1" in page
    assert "DONE-1" not in page
    assert f'href="{address}"' in page


def test_leaving_asks_first_and_withdraws_by_a_button(client):
    link = make_link(open_study(evaluations_per_judge=2), id_parameter="PROLIFIC_PID", **NO_CONSENT)
    address = begin(client, link, PROLIFIC_PID="p1")["Location"]
    for page in (client.get(address), client.get(welcome_of(link), {"PROLIFIC_PID": "p1"})):
        assert "leave/" in text_of(page)
    client.post(address, {"choice": "1"})
    leave = text_of(client.get(f"{address}leave/"))
    assert "Withdraw my answers" in leave
    assert Judge.objects.get().code in leave
    question = text_of(client.get(f"{address}withdraw/"))
    assert "no longer count" in question
    assert Judge.objects.get().withdrawn_at is None
    done = client.post(f"{address}withdraw/")
    assert done.status_code == 200
    assert "You have withdrawn" in text_of(done)
    assert "LEFT-7" in text_of(done)
    for again in (
        client.get(address),
        client.get(f"{address}leave/"),
        client.get(f"{address}withdraw/"),
        client.post(f"{address}withdraw/"),
        client.get(welcome_of(link)),
        Client().get(welcome_of(link), {"PROLIFIC_PID": "p1"}),
        Client().post(start_of(link), {"consent": "yes", "PROLIFIC_PID": "p1"}),
    ):
        assert again.status_code == 410
        assert "You have withdrawn" in text_of(again)
        assert "LEFT-7" in text_of(again)
    assert Judge.objects.count() == 1


def test_the_return_address_still_has_the_id_when_it_is_needed_last(client):
    link = make_link(
        open_study(),
        id_parameter="PROLIFIC_PID",
        no_consent_url="https://panel.example/?id={external_id}",
    )
    address = begin(client, link, PROLIFIC_PID="p 1")["Location"]
    assert "https://panel.example/?id=p%201" in text_of(client.post(f"{address}withdraw/"))
    later = text_of(client.get(address))
    assert Judge.objects.get().external_id not in later
    assert "https://panel.example/?id=" in later


def test_another_person_at_the_same_computer_can_begin(client):
    link = make_link(open_study())
    address = begin(client, link)["Location"]
    client.post(f"{address}withdraw/")
    page = client.get(welcome_of(link))
    assert page.status_code == 410
    assert f"{welcome_of(link)}?new" in text_of(page)
    assert client.get(welcome_of(link), {"new": ""}).status_code == 200


def test_thanks_offers_it_too_and_the_date_ends_it(client):
    today = timezone.localdate()
    link = make_link(open_study(withdrawal_until=today, privacy_contact="privacy@example.org"))
    address = begin(client, link)["Location"]
    client.post(address, {"choice": "1"})
    assert f"{address}leave/" in text_of(client.get(address))
    assert "possible until" in text_of(client.get(f"{address}leave/"))


def test_after_the_date_a_polite_page_says_so(client):
    yesterday = timezone.localdate() - timedelta(days=1)
    link = make_link(open_study(withdrawal_until=yesterday, privacy_contact="privacy@example.org"))
    address = begin(client, link)["Location"]
    assert "has passed" in text_of(client.get(f"{address}leave/"))
    for page in (client.get(f"{address}withdraw/"), client.post(f"{address}withdraw/")):
        assert page.status_code == 410
        assert "privacy@example.org" in text_of(page)
    assert client.get(address).status_code == 200
