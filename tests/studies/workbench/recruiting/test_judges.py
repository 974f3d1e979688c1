"""Answers withdrawn by a researcher for a judge who asked for it."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from studies.models import Answer, Event, Judge
from studies.services import database_clock
from studies.services.judging import withdrawal
from tests.analysis.answering import give_outcomes
from tests.factories import make_link, make_user, open_study
from tests.studies.services.judging.test_withdrawal import PERSON, answered

pytestmark = pytest.mark.django_db


def send(client, study, judge, why="Asked by mail."):
    client.force_login(study.owner)
    address = reverse("studies:withdraw_for_judge", args=[study.code])
    return client.post(address, {"judge": judge, "why": why})


def test_it_is_as_if_the_judge_had_done_it_and_the_history_says_who_did(client):
    study = open_study()
    link = make_link(study)
    trial = answered(link, **PERSON)
    Answer.objects.update(reason="Because I, Ana, know.")
    assert send(client, study, "p1").status_code == 302
    judge = Judge.objects.get(pk=trial.judge_id)
    assert judge.withdrawn_at is not None
    assert judge.external_id != "p1"
    assert Answer.objects.get().reason == ""
    trial.refresh_from_db()
    assert trial.state == "withdrawn"
    event = Event.objects.get(what=Event.What.ANSWERS_WITHDRAWN_FOR)
    assert (event.who, event.why) == (study.owner, "Asked by mail.")
    assert event.details == {"number": 1, "after_verdict": False}


def test_a_judge_is_found_by_code_id_or_address_of_this_study_alone(client):
    study, other = open_study(), open_study()
    link = make_link(study, panel="x", personal=True, addressee="ana@example.org")
    trial = answered(link)
    elsewhere = answered(make_link(other), "k2", **PERSON)
    page = send(client, study, elsewhere.judge.code)
    assert "no judge of this code" in page.content.decode()
    assert "no judge" in send(client, study, "p1").content.decode()
    assert "Reason" in send(client, study, "ANA@example.org", why="").content.decode()
    assert Judge.objects.filter(withdrawn_at__isnull=False).count() == 0
    assert send(client, study, "Ana <ANA@example.org>\u200b").status_code == 302
    assert "already" in send(client, study, f" {trial.judge.code}\u200b").content.decode()


def test_the_date_until_which_judges_can_withdraw_does_not_bind_researchers(client, monkeypatch):
    study = open_study(withdrawal_until=timezone.localdate())
    trial = answered(make_link(study))
    day_after = timezone.localdate() + timedelta(days=1)
    monkeypatch.setattr(database_clock, "today", lambda: day_after)
    with pytest.raises(withdrawal.TooLateError):
        withdrawal.withdraw(code=trial.code)
    assert send(client, study, trial.judge.code).status_code == 302


def test_several_judges_of_one_id_are_told_apart_by_their_codes(client):
    study = open_study()
    for key, source in (("k1", "prolific"), ("k2", "mturk")):
        answered(make_link(study, panel=source), key, source=source, external_id="7")
    page = send(client, study, "7")
    assert "Several judges have this id" in page.content.decode()
    assert not Judge.objects.exclude(withdrawn_at=None).exists()


def test_only_people_who_may_edit_see_the_page(client):
    study = open_study()
    give_outcomes(study, [True])
    client.force_login(make_user())
    address = reverse("studies:withdraw_for_judge", args=[study.code])
    assert client.get(address).status_code == 404
    client.force_login(study.owner)
    code = Judge.objects.first().code
    assert f'value="{code}"' in client.get(f"{address}?judge={code}").content.decode()
