"""The pages of a trial: texts, choice, and what follows."""

import pytest
from django.test import Client

from studies.models import Answer, Trial
from studies.services.lifecycle import transitions
from tests.factories import make_link, make_sample, make_study, open_study
from tests.studies.judge.visits import (
    begin,
    opened,
    run_out,
    text_of,
    texts_of_three,
    welcome_of,
)

pytestmark = pytest.mark.django_db


def test_a_study_with_repeats_goes_from_texts_to_texts(client):
    link = make_link(open_study(evaluations_per_judge=3))
    address = begin(client, link)["Location"]
    for number in (1, 2, 3):
        assert f"{number} of 3" in text_of(client.get(address))
        address = client.post(address, {"choice": "1"})["Location"]
    assert "Thank you" in text_of(client.get(address))
    assert Answer.objects.count() == 3


def test_a_judge_reads_on_after_closing(client):
    study = open_study()
    address = begin(client, make_link(study))["Location"]
    transitions.close(study=study, user=study.owner)
    assert 'name="choice"' in text_of(client.get(address))
    address = client.post(address, {"choice": "1"})["Location"]
    page = text_of(client.get(address))
    assert "Thank you" in page
    assert "came after the study had ended. It is kept, but not counted" in page
    assert Trial.objects.get().state == "surplus"


def test_the_choice_is_confirmed_once_and_another_one_is_told(client):
    address = begin(client, make_link(open_study(evaluations_per_judge=2)))["Location"]
    following = client.post(address, {"choice": "1"})["Location"]
    assert client.post(address, {"choice": "1"})["Location"] == following
    other = client.post(address, {"choice": "2"})["Location"]
    assert other == f"{following}?notice=kept"
    assert "first answer for those texts was kept" in text_of(client.get(other))
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
    assert text_of(page).count("Written from:") == 1


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
    assert "another person is reading your texts now" in text_of(page)
    assert texts_of_three(page) == []
    other = client.post(f"{address}next/")["Location"]
    assert other != address
    assert client.get(address)["Location"] == other


def test_a_late_choice_is_told_and_changes_nothing_else(client):
    link = make_link(open_study(), done_code="DONE-1")
    address = begin(client, link)["Location"]
    run_out(Trial.objects.get())
    begin(Client(), link)
    answered = client.post(address, {"choice": "1"})
    page = text_of(client.get(answered["Location"]))
    assert "DONE-1" in page
    assert "another person had them by then. So your last answer is kept, but not counted" in page


def test_a_choice_of_lapsed_texts_after_others_were_answered_is_told_as_not_stored(client):
    link = make_link(open_study())
    address = begin(client, link)["Location"]
    run_out(Trial.objects.get())
    begin(Client(), link)
    other = client.post(f"{address}next/")["Location"]
    client.post(other, {"choice": "1"})
    answered = client.post(address, {"choice": "1"}, headers={"accept": "application/json"})
    assert "your last answer was not stored" in text_of(client.get(answered.json()["next"]))
    assert Answer.objects.count() == 1


def test_a_judge_who_is_excluded_is_not_told(client):
    exclusion = {"primary_set": "kept", "least_seconds": 60, "evaluations_per_judge": 3}
    address = begin(client, make_link(open_study(**exclusion)))["Location"]
    for _ in range(2):
        address = client.post(address, {"choice": "1"})["Location"]
        assert "notice" not in address
    assert sorted(Trial.objects.values_list("state", flat=True))[:2] == ["excluded", "held"]


def test_scripts_get_the_next_address_as_data(client):
    address = begin(client, make_link(open_study(evaluations_per_judge=2)))["Location"]
    answer = client.post(address, {"choice": "1"}, headers={"accept": "application/json"})
    assert answer.status_code == 200
    assert client.get(answer.json()["next"]).status_code == 200


def test_pages_cost_a_constant_number_of_queries(client, django_assert_num_queries):
    link = make_link(open_study(evaluations_per_judge=4, items=40, evaluations=96))
    client.get(welcome_of(link))  # this process knows the link and its study now
    with django_assert_num_queries(1):
        Client().get(welcome_of(link))
    address = begin(client, link)["Location"]
    for _ in range(3):
        with django_assert_num_queries(1):
            client.get(address)
        address = client.post(address, {"choice": "1"})["Location"]
    client.post(address, {"choice": "1"})
    with django_assert_num_queries(1):
        assert "Thank you" in text_of(client.get(address))
