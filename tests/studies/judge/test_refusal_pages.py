"""Why a judge is given no texts: each reason its own page, status and ending."""

import re
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.test import Client

from studies.models import Judge, RecruitmentLink, Study, Trial
from studies.services.judging import withdrawal
from studies.services.judging.answering import answers
from studies.services.lifecycle import transitions
from tests.factories import make_link, make_study, open_study
from tests.studies.judge.visits import begin, key_in, run_out, start_of, text_of, welcome_of

pytestmark = pytest.mark.django_db
SCREENED_OUT = {"screened_out_code": "OUT-1", "done_code": "DONE-1"}


def start_without_looking(client, link):
    """POST start without the welcome page, as after the page was opened earlier."""
    return client.post(start_of(link), {"form_key": "k" * 20, "consent": "yes"})


def revoked(link):
    RecruitmentLink.objects.filter(pk=link.pk).update(revoked_at=Now())


def expired(link):
    RecruitmentLink.objects.filter(pk=link.pk).update(expires_at=Now() - timedelta(seconds=1))


def closed(link):
    transitions.close(study=link.study, user=link.study.owner)


def paused(link):
    transitions.pause(study=link.study, user=link.study.owner)


def ended(link):
    Study.objects.filter(pk=link.study_id).update(ends_at=Now() - timedelta(seconds=1))


def last_place_held(link):
    RecruitmentLink.objects.filter(pk=link.pk).update(quota=1)
    begin(Client(), link)


def full(link):
    last_place_held(link)
    answers.answer(code=Trial.objects.get(judge__link=link).code, position=1)


@pytest.mark.parametrize(
    ("stop", "status", "words"),
    [
        (revoked, 410, "no longer in use"),
        (expired, 410, "has expired"),
        (closed, 410, "The study is closed"),
        (ended, 410, "The study is closed"),
        (full, 410, "This group is complete"),
        (last_place_held, 503, "No place"),
        (paused, 503, "The study is paused"),
    ],
)
def test_each_reason_has_its_page(client, stop, status, words):
    link = make_link(open_study(), **SCREENED_OUT)
    stop(link)
    before = Judge.objects.count()
    for page in (client.get(welcome_of(link)), start_without_looking(client, link)):
        assert page.status_code == status
        assert words in text_of(page)
        assert "OUT-1" in text_of(page)
        assert "DONE-1" not in text_of(page)
        assert ("Retry-After" in page) == (status == 503)
    assert Judge.objects.count() == before


def test_a_draft_gives_no_code(client):
    page = client.get(welcome_of(make_link(make_study(), **SCREENED_OUT)))
    assert page.status_code == 404
    assert "OUT-1" not in text_of(page)


def complete(study):
    """Answer every triad of the plan."""
    link = make_link(study)
    while not study.is_complete:
        client = Client()
        address = begin(client, link)["Location"]
        while 'name="choice"' in text_of(client.get(address)):
            address = client.post(address, {"choice": "1"})["Location"]
        transitions.mark_complete(study_id=study.pk)
        study.refresh_from_db()


def test_complete(client):
    study = open_study(evaluations=6)
    away = Client()
    begin(away, make_link(study))
    run_out(Trial.objects.get())
    complete(study)
    link = make_link(study, **SCREENED_OUT)
    page = client.get(welcome_of(link))
    assert (page.status_code, "OUT-1" in text_of(page)) == (410, True)
    late = away.get(f"/t/{Trial.objects.get(state='lapsed').code}/")
    assert (late.status_code, "your texts went to another person" in text_of(late)) == (410, True)


def test_no_place_says_when_and_the_button_works_then(client):
    study = open_study(evaluations=6, hold_minutes=7)
    link = make_link(study, id_parameter="PROLIFIC_PID")
    page = client.get(welcome_of(link), {"PROLIFIC_PID": "p1"})
    begun = {"form_key": key_in(page), "consent": "yes", "PROLIFIC_PID": "p1"}
    for number in range(6):
        begin(Client(), link, PROLIFIC_PID=f"other {number}")
    page = client.post(start_of(link), begun)
    assert page.status_code == 503
    assert 400 <= int(page["Retry-After"]) <= 420
    assert "in about 7 minutes" in text_of(page)
    for trial in Trial.objects.all():
        run_out(trial)
    fields = dict(re.findall(r'type="hidden" name="([^"]+)" value="([^"]*)"', text_of(page)))
    assert fields["PROLIFIC_PID"] == "p1"
    assert client.post(start_of(link), fields).status_code == 303
    assert Judge.objects.filter(external_id="p1").exists()


def test_a_known_judge_passes_where_new_people_may_not(client):
    link = make_link(open_study())
    address = begin(client, link)["Location"]
    revoked(link)
    back = client.get(welcome_of(link))
    assert "Continue" in text_of(back)
    again = client.post(start_of(link), {"form_key": key_in(back), "consent": "yes"})
    assert again["Location"] == address


def test_a_judge_who_is_finished_gets_the_code_again(client):
    link = make_link(open_study(), **SCREENED_OUT)
    client.post(begin(client, link)["Location"], {"choice": "1"})
    page = begin(client, link)
    assert (page.status_code, "DONE-1" in text_of(page)) == (200, True)


@pytest.mark.parametrize("stop", [closed, complete])
def test_a_judge_who_answered_before_the_end_is_thanked_like_the_others(client, stop):
    link = make_link(open_study(evaluations_per_judge=3, evaluations=6), **SCREENED_OUT)
    first = begin(client, link)["Location"]
    second = client.post(first, {"choice": "1"})["Location"]
    run_out(Trial.objects.get(state="held"))
    stop(link.study if stop is complete else link)
    page = client.post(f"{second}next/")
    assert (page.status_code, "DONE-1" in text_of(page)) == (200, True)
    assert "The study has ended in the meantime" in text_of(page)


def test_a_judge_who_is_stopped_between_texts_sees_why(client):
    link = make_link(open_study(evaluations_per_judge=2))
    first = begin(client, link)["Location"]
    paused(link)
    page = client.post(first, {"choice": "1"}, follow=True)
    assert page.status_code == 503
    assert "The study is paused" in text_of(page)


def test_no_place_between_texts_keeps_the_answer(client):
    link = make_link(open_study(evaluations_per_judge=2, evaluations=6))
    first = begin(client, link)["Location"]
    for _ in range(5):
        begin(Client(), link)
    page = client.post(first, {"choice": "1"}, follow=True)
    assert page.status_code == 503
    assert "Your answers have been stored." in text_of(page)
    waiting = client.post(f"{first}next/")
    assert waiting.status_code == 503
    assert f'action="{first}next/"' in text_of(waiting)


def test_withdrawn(client):
    link = make_link(open_study(), **SCREENED_OUT)
    address = begin(client, link)["Location"]
    withdrawal.withdraw(code=Trial.objects.get().code)
    for page in (
        client.get(address),
        client.post(address, {"choice": "1"}),
        client.get(welcome_of(link)),
        client.post(start_of(link), {"consent": "yes"}),
    ):
        assert page.status_code == 410
        assert "You have withdrawn" in text_of(page)
