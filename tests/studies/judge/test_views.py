"""The pages at a recruitment link: welcome and start."""

import re

import pytest
from django.test import Client

from studies.models import Answer, Judge, Triad, Trial
from tests.factories import make_link, make_study, open_study
from tests.studies.judge.visits import (
    begin,
    key_in,
    start_of,
    text_of,
    welcome_of,
)

pytestmark = pytest.mark.django_db


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


def test_draft_is_unknown(client):
    assert client.get(welcome_of(make_link(make_study()))).status_code == 404


def test_consent_is_needed_and_a_no_stores_nothing(client):
    link = make_link(open_study(), no_consent_code="NO-1")
    key = key_in(client.get(welcome_of(link)))
    address = start_of(link)
    missing = client.post(address, {"form_key": key})
    assert missing.status_code == 422
    assert key_in(missing) == key
    refused = client.post(address, {"form_key": key, "consent": "no"})
    assert (refused.status_code, "NO-1" in text_of(refused)) == (200, True)
    assert Judge.objects.count() == 0


def test_five_starts_make_one_judge_without_cookies(client):
    link = make_link(open_study())
    key = key_in(client.get(welcome_of(link)))
    client.cookies.clear()
    places = {
        Client().post(start_of(link), {"form_key": key, "consent": "yes"})["Location"]
        for _ in range(5)
    }
    assert len(places) == 1
    assert Judge.objects.count() == 1


def test_pages_are_exempt_from_csrf_checks():
    strict = Client(enforce_csrf_checks=True)
    link = make_link(open_study())
    texts = begin(strict, link)
    assert strict.post(texts["Location"], {"choice": "1"}).status_code == 303


def test_a_known_browser_may_go_on_or_be_another_person(client):
    link = make_link(open_study())
    first = begin(client, link)["Location"]
    back = client.get(welcome_of(link))
    assert "Continue" in text_of(back)
    assert "I am someone else" in text_of(back)
    again = client.post(start_of(link), {"form_key": key_in(back), "consent": "yes"})
    assert again["Location"] == first
    asked = welcome_of(link) + re.search(r'href="(\?new=[^"]+)"', text_of(back))[1]
    other = client.get(asked)
    assert "Your consent" in text_of(other)
    assert not other.cookies
    begun = client.post(start_of(link), {"form_key": key_in(other), "consent": "yes"})
    assert begun["Location"] != first
    assert client.cookies["form_key"].value == key_in(other)
    # Back to that page is no third person.
    key = key_in(client.get(asked))
    same = client.post(start_of(link), {"form_key": key, "consent": "yes"})
    assert same["Location"] == begun["Location"]
    assert Judge.objects.count() == 2


@pytest.mark.parametrize(
    ("parameter", "source"), [("PROLIFIC_PID", "prolific"), ("workerId", "mturk"), ("id", "id")]
)
def test_panel_members_are_known_by_their_id(client, parameter, source):
    link = make_link(open_study(), id_parameter=parameter)
    first = begin(client, link, **{parameter: "p-1"})
    assert begin(Client(), link, **{parameter: "p-1"})["Location"] == first["Location"]
    assert begin(client, link, **{parameter: "p-2"})["Location"] != first["Location"]
    assert list(Judge.objects.values_list("source", "external_id")) == [
        (source, "p-1"),
        (source, "p-2"),
    ]
    back = text_of(client.get(welcome_of(link), {parameter: "p-1"}))
    assert "Continue" in back
    assert "I am someone else" not in back


@pytest.mark.parametrize(("given", "kept"), [("a\0b", "ab"), ("w" * 200, "w" * 200)])
def test_a_strange_id_is_cleaned(client, given, kept):
    begin(client, make_link(open_study(), id_parameter="PROLIFIC_PID"), PROLIFIC_PID=given)
    assert Judge.objects.get().external_id == kept


def test_an_id_is_escaped(client):
    link = make_link(open_study(), id_parameter="id")
    page = client.get(welcome_of(link), {"id": '7"><script>x'})
    assert 'value="7&quot;&gt;&lt;script&gt;x"' in text_of(page)


@pytest.mark.parametrize("code", ["nobodys-code", "a" * 300, "%00", "%ED%A0%80", "a b", "é"])
@pytest.mark.parametrize("prefix", ["j", "t"])
def test_no_such_link_or_trial(client, code, prefix):
    page = client.get(f"/{prefix}/{code}/")
    assert page.status_code == 404
    assert "This link leads nowhere" in text_of(page)
    for verb in ("start", "next", "renew", "leave"):
        assert client.post(f"/{prefix}/{code}/{verb}/").status_code in (404, 405)


def test_the_title_of_the_study_is_never_shown(client):
    link = make_link(open_study(title="TGen against human"))
    page = client.get(welcome_of(link))
    assert "TGen" not in text_of(page)


def test_the_studys_own_words_are_shown_in_its_language(client):
    study = open_study(
        language="es",
        question="¿Cuál es de otro autor?",
        instructions="Lea los tres <b>textos</b>.",
    )
    page = client.get(welcome_of(make_link(study)))
    assert "Lea los tres &lt;b&gt;textos&lt;/b&gt;." in text_of(page)
    page = client.get(begin(client, make_link(study))["Location"])
    assert '<h1 id="question" lang="es" dir="auto">¿Cuál es de otro autor?</h1>' in text_of(page)


def test_looking_at_the_address_of_a_form_leads_back_to_its_page(client):
    link = make_link(open_study())
    assert client.get(start_of(link))["Location"] == welcome_of(link)
    address = begin(client, link)["Location"]
    assert client.get(f"{address}next/")["Location"] == address
    assert Trial.objects.count() == 1
