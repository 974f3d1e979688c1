"""The owner is told how many people had to wait, with the one remedy."""

import re

import pytest
from django.test import Client

from studies.models import Triad, Waiting
from studies.workbench.recruiting.waiting_note import waiting_note
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, start_of, welcome_of

pytestmark = pytest.mark.django_db


def test_no_one_waited():
    assert waiting_note(open_study()) is None


def test_a_quota_that_is_too_small(client):
    study = open_study()
    link = make_link(study, quota=1, panel="students")
    trial = begin(Client(), link)["Location"]
    client.get(welcome_of(link))
    client.get(welcome_of(link))
    Client().post(trial, {"choice": "1"})
    for _ in range(2):
        assert Client().get(welcome_of(link)).status_code == 410
    note = waiting_note(study)
    assert (note.people + note.judges, note.remedy) == (
        3,
        "Raise the quota of the link “students” if you want them.",
    )
    assert note.link_page.endswith(f"/people/links/{link.pk}/")


def test_a_class_at_an_open_link():
    study = open_study(evaluations=24, items=20)
    link = make_link(study, classroom=False, panel="8b")
    for _ in range(24):
        Client().post(start_of(link), {"consent": "yes"})
    note = waiting_note(study)
    assert (note.people + note.judges, "tick “classroom” at the link “8b”" in note.remedy) == (
        3,
        True,
    )


def test_too_many_at_once_and_the_page_says_so(client, as_alice, alice):
    study = open_study(evaluations=6, owner=alice)
    link = make_link(study)
    for _ in range(6):
        begin(Client(), link)
    client.get(welcome_of(link))
    page = as_alice.get(f"/studies/{study.code}/").content.decode()
    card = page.split('<section class="card" aria-labelledby="waited">')[1].split("</section>")[0]
    assert "One person found no place at once when they came." in card
    assert "invite fewer people at a time" in page
    assert Waiting.objects.get().reason == "triads"


def test_a_complete_study_asks_for_no_slower_invitations():
    link = make_link(study := open_study())
    Waiting.objects.create(study=study, link=link, ticket="a ticket", reason="triads")
    assert "invite fewer people" in waiting_note(study).remedy
    Triad.objects.exclude(number=1).update(free_from="9999-01-01 00:00+00")
    words = f"Only 1 more can be read now or later: .* after {study.hold_minutes} minutes"
    assert re.match(words, waiting_note(study).remedy)
    study.completed_at = study.opened_at
    assert waiting_note(study).remedy == "The study is complete: it needs no more answers."
