"""The judge's pages by HTTP: welcome, start, texts, thanks."""

import re
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.urls import reverse

from studies.models import Answer, Judge, Triad, Trial
from studies.services import studies as lifecycle
from tests.factories import make_link, make_study, open_study

pytestmark = pytest.mark.django_db


def welcome_of(link):
    return reverse("judge:welcome", args=[link.token])


def key_in(response):
    return re.search(r'name="form_key" value="([^"]+)"', response.content.decode())[1]


def begin(client, link, **fields):
    """Through the pages to the first texts; the response of POST start."""
    page = client.get(welcome_of(link), fields)
    return client.post(
        reverse("judge:start", args=[link.token]),
        {"form_key": key_in(page), "consent": "yes", **fields},
    )


def run_out(trial):
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))


def text_of(response):
    return response.content.decode()


def test_a_whole_visit(client):
    link = make_link(open_study(), done_code="DONE-1")
    texts = begin(client, link)
    assert texts.status_code == 303
    page = client.get(texts["Location"])
    assert page.status_code == 200
    assert text_of(page).count('name="choice"') == 3
    assert "checked" not in text_of(page)
    answered = client.post(texts["Location"], {"choice": "2"})
    assert answered.status_code == 303
    thanks = client.get(answered["Location"])
    assert thanks.status_code == 200
    assert "DONE-1" in text_of(thanks)
    assert Answer.objects.get().chosen_position == 2


@pytest.mark.parametrize("method", ["get", "head"])
def test_looking_at_the_welcome_page_stores_nothing(client, method):
    link = make_link(open_study())
    response = getattr(client, method)(welcome_of(link))
    assert response.status_code == 200
    assert (Judge.objects.count(), Trial.objects.count()) == (0, 0)
    assert Triad.objects.free().count() == Triad.objects.count()


def test_the_form_key_is_the_only_cookie_and_for_this_link_only(client):
    link = make_link(open_study())
    page = client.get(welcome_of(link))
    assert list(page.cookies) == ["form_key"]
    cookie = page.cookies["form_key"]
    assert (cookie["path"], cookie["samesite"], cookie["httponly"]) == (
        welcome_of(link),
        "Lax",
        True,
    )
    assert cookie.value == key_in(page)
    assert key_in(client.get(welcome_of(link))) == cookie.value


def test_a_study_with_repeats_goes_from_texts_to_texts(client):
    link = make_link(open_study(evaluations_per_judge=3))
    address = begin(client, link)["Location"]
    for number in (1, 2, 3):
        assert f"{number} of 3" in text_of(client.get(address))
        address = client.post(address, {"choice": "1"})["Location"]
    assert "Thank you" in text_of(client.get(address))
    assert Answer.objects.count() == 3


def test_draft_is_unknown(client):
    assert client.get(welcome_of(make_link(make_study()))).status_code == 404


def test_a_judge_reads_on_after_closing(client):
    study = open_study()
    address = begin(client, make_link(study))["Location"]
    lifecycle.close(study=study, user=study.owner)
    assert 'name="choice"' in text_of(client.get(address))
    address = client.post(address, {"choice": "1"})["Location"]
    assert "Thank you" in text_of(client.get(address))
    assert Trial.objects.get().state == "surplus"
