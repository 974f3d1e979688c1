"""The judge's pages by HTTP: welcome, start, texts, thanks."""

import html
import re

import pytest
from django.test import Client
from django.urls import reverse

from studies.models import Answer, Judge, RecruitmentLink, Triad, Trial
from studies.services.lifecycle import transitions
from tests.factories import make_link, make_sample, make_study, open_study
from tests.studies.judge.visits import (
    begin,
    key_in,
    opened,
    run_out,
    start_of,
    text_of,
    texts_of_three,
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
    transitions.close(study=study, user=study.owner)
    assert 'name="choice"' in text_of(client.get(address))
    address = client.post(address, {"choice": "1"})["Location"]
    assert "Thank you" in text_of(client.get(address))
    assert Trial.objects.get().state == "surplus"


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


def test_a_known_browser_may_go_on_or_be_somebody_else(client):
    link = make_link(open_study())
    first = begin(client, link)["Location"]
    back = client.get(welcome_of(link))
    assert "Continue" in text_of(back)
    assert "I am somebody else" in text_of(back)
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
    link = make_link(open_study())
    first = begin(client, link, **{parameter: "p-1"})
    assert begin(Client(), link, **{parameter: "p-1"})["Location"] == first["Location"]
    assert begin(client, link, **{parameter: "p-2"})["Location"] != first["Location"]
    assert list(Judge.objects.values_list("source", "external_id")) == [
        (source, "p-1"),
        (source, "p-2"),
    ]
    back = text_of(client.get(welcome_of(link), {parameter: "p-1"}))
    assert "Continue" in back
    assert "I am somebody else" not in back


@pytest.mark.parametrize(("given", "kept"), [("a\0b", "ab"), ("x" * 300, "x" * 200)])
def test_a_strange_id_is_cleaned(client, given, kept):
    begin(client, make_link(open_study()), PROLIFIC_PID=given)
    assert Judge.objects.get().external_id == kept


def test_an_id_is_escaped(client):
    page = client.get(welcome_of(make_link(open_study())), {"id": '"><script>x'})
    assert "<script>x" not in text_of(page)


def test_the_choice_is_confirmed_once_and_another_one_is_told(client):
    address = begin(client, make_link(open_study(evaluations_per_judge=2)))["Location"]
    following = client.post(address, {"choice": "1"})["Location"]
    assert client.post(address, {"choice": "1"})["Location"] == following
    other = client.post(address, {"choice": "2"})["Location"]
    assert other == f"{following}?kept=1"
    assert "first choice for those texts was kept" in text_of(client.get(other))
    assert Answer.objects.get().chosen_position == 1


def test_an_answered_trial_leads_to_the_current_one_and_then_to_thanks(client):
    address = begin(client, make_link(open_study(evaluations_per_judge=2)))["Location"]
    second = client.post(address, {"choice": "1"})["Location"]
    assert client.get(address)["Location"] == second
    client.post(second, {"choice": "1"})
    assert "Thank you" in text_of(client.get(address))


@pytest.mark.parametrize("forged", ["0", "4", "x", "", "1 ", "１", "9" * 400, "1\0"])
def test_a_forged_position_is_a_message_at_the_choice(client, forged):
    address = begin(client, make_link(open_study()))["Location"]
    page = client.post(address, {"choice": forged})
    assert page.status_code == 422
    assert "Please choose one of the three texts first" in text_of(page)
    assert 'aria-describedby="missing" autofocus' in text_of(page)
    assert Answer.objects.count() == 0
    assert client.post(address, {"choice": "3"}).status_code == 303


def test_nothing_chosen_is_the_same_message(client):
    address = begin(client, make_link(open_study()))["Location"]
    assert client.post(address).status_code == 422


@pytest.mark.parametrize("code", ["nobodys-code", "a" * 300, "%00", "%ED%A0%80", "a b", "é"])
@pytest.mark.parametrize("prefix", ["j", "t"])
def test_no_such_link_or_trial(client, code, prefix):
    page = client.get(f"/{prefix}/{code}/")
    assert page.status_code == 404
    assert "This link leads nowhere" in text_of(page)
    for verb in ("start", "next", "renew", "leave"):
        assert client.post(f"/{prefix}/{code}/{verb}/").status_code in (404, 405)


def test_the_choice_of_an_unknown_trial_is_404(client):
    assert client.post("/t/nobodys-code/", {"choice": "1"}).status_code == 404


def test_texts_reach_the_page_exactly(client):
    study = make_study(items=0)
    hostile = [
        "\n  leading line and blanks",
        "tab\there &amp; <b>bold</b> {{ study.seed }} {% now 'Y' %}",
        "<script>alert(1)</script>\n\n\ntwo blank lines",
        "‏שלום 123 abc",
        "</div><img src=x onerror=1>",
        "trailing   \n",
    ]
    for number, text in enumerate(hostile):
        make_sample(study, "AB"[number % 2], f"item {number}", text)
    study = opened(study)
    page = client.get(begin(client, make_link(study))["Location"])
    samples = Trial.objects.get().triad.samples
    assert texts_of_three(page) == [sample.text for sample in samples]
    assert "<script>alert" not in text_of(page)


def test_a_right_to_left_text_says_so(client):
    study = make_study(items=0)
    for number in range(3):
        for subject in "AB":
            make_sample(study, subject, f"item {number}", f"שלום {subject}{number}")
    study = opened(study)
    page = client.get(begin(client, make_link(study))["Location"])
    assert text_of(page).count('dir="rtl" translate="no"') == 3


def test_a_common_context_is_shown_once_and_others_with_their_texts(client):
    study = make_study(items=3, pairing="different", evaluations=6)
    study.samples.update(context="The same for all")
    study = opened(study)
    page = client.get(begin(client, make_link(study))["Location"])
    assert text_of(page).count("The same for all") == 1


def test_hold_is_renewed_by_post_only(client):
    address = begin(client, make_link(open_study()))["Location"]
    renew = f"{address}renew/"
    assert client.get(renew).status_code == 405
    assert [client.post(renew).status_code for _ in range(4)] == [204, 204, 204, 409]


def test_returning_to_a_run_out_hold_gives_the_same_texts(client):
    address = begin(client, make_link(open_study()))["Location"]
    trial = Trial.objects.get()
    run_out(trial)
    page = client.get(address)
    assert "Your texts are still free" in text_of(page)
    assert texts_of_three(page) == []
    assert client.post(f"{address}next/")["Location"] == address
    assert len(texts_of_three(client.get(address))) == 3


def test_a_lapsed_trial_that_was_taken_says_so_before_the_texts(client):
    link = make_link(open_study())
    address = begin(client, link)["Location"]
    run_out(Trial.objects.get())
    begin(Client(), link)
    page = client.get(address)
    assert "being read by somebody else" in text_of(page)
    assert texts_of_three(page) == []
    other = client.post(f"{address}next/")["Location"]
    assert other != address
    assert client.get(address)["Location"] == other


def test_a_late_choice_gets_the_same_page_as_any(client):
    link = make_link(open_study(), done_code="DONE-1")
    address = begin(client, link)["Location"]
    run_out(Trial.objects.get())
    begin(Client(), link)
    answered = client.post(address, {"choice": "1"})
    assert "DONE-1" in text_of(client.get(answered["Location"]))


def test_leaving_says_how_to_come_back(client):
    link = make_link(open_study(), no_consent_code="BYE-1", done_code="DONE-1")
    address = begin(client, link)["Location"]
    page = text_of(client.get(f"{address}leave/"))
    assert "BYE-1" in page
    assert "DONE-1" not in page
    assert f'href="{address}"' in page


def test_the_return_address_is_filled_in_and_encoded(client):
    link = make_link(
        open_study(),
        done_code="a&b",
        done_url="https://panel.example/done?cc={code}&judge={judge}&pid={external_id}&x={other}",
    )
    begin(client, link, PROLIFIC_PID="{judge}&/é")
    trial = Trial.objects.get()
    page = client.post(reverse("judge:trial", args=[trial.code]), {"choice": "1"}, follow=True)
    href = html.unescape(re.search(r'class="button" href="([^"]+)"', text_of(page))[1])
    assert href == (
        f"https://panel.example/done?cc=a%26b&judge={trial.judge.code}"
        "&pid=%7Bjudge%7D%26%2F%C3%A9&x={other}"
    )


@pytest.mark.parametrize("url", ["http://x.example/", "javascript:alert(1)", "//x.example"])
def test_a_return_address_that_is_not_https_is_left_out(client, url):
    link = make_link(open_study())
    RecruitmentLink.objects.filter(pk=link.pk).update(done_url=url)
    address = begin(client, link)["Location"]
    page = client.post(address, {"choice": "1"}, follow=True)
    assert url not in text_of(page)


def test_scripts_get_the_next_address_as_data(client):
    address = begin(client, make_link(open_study(evaluations_per_judge=2)))["Location"]
    answer = client.post(address, {"choice": "1"}, headers={"accept": "application/json"})
    assert answer.status_code == 200
    assert client.get(answer.json()["next"]).status_code == 200


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


def test_labels_are_three_different_numbers_and_stay(client):
    address = begin(client, make_link(open_study()))["Location"]
    labels = [
        re.findall(r'<h2 id="label-.".*?>(\d+)</h2>', text_of(client.get(address)))
        for _ in range(2)
    ]
    assert labels[0] == labels[1]
    assert len(set(labels[0])) == 3
    assert all(100 <= int(label) <= 999 for label in labels[0])


def test_pages_cost_a_constant_number_of_queries(client, django_assert_num_queries):
    link = make_link(open_study(evaluations_per_judge=4, items=40, evaluations=96))
    with django_assert_num_queries(5):
        client.get(welcome_of(link))
    address = begin(client, link)["Location"]
    for _ in range(3):
        with django_assert_num_queries(3):
            client.get(address)
        address = client.post(address, {"choice": "1"})["Location"]
    client.post(address, {"choice": "1"})
    with django_assert_num_queries(2):
        assert "Thank you" in text_of(client.get(address))


def test_looking_at_the_address_of_a_form_leads_back_to_its_page(client):
    link = make_link(open_study())
    assert client.get(start_of(link))["Location"] == welcome_of(link)
    address = begin(client, link)["Location"]
    assert client.get(f"{address}next/")["Location"] == address
    assert Trial.objects.count() == 1
