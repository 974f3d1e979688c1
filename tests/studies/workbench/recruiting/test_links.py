"""Recruitment links on pages: their states, counts and addresses."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studies.models import RecruitmentLink, Study, User
from studies.services.judging import rehearsals
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.values.people import People
from studies.workbench.recruiting import links
from tests.factories import make_judge, make_link, make_study, open_study

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("fields", "state"),
    [
        ({}, "in use"),
        ({"expires_at": timezone.now() + HOUR}, "in use"),
        ({"expires_at": timezone.now() - HOUR}, "expired"),
        ({"revoked_at": timezone.now()}, "revoked"),
        ({"revoked_at": timezone.now(), "expires_at": timezone.now() - HOUR}, "revoked"),
    ],
)
def test_a_link_has_one_state(fields: dict[str, Any], state: str) -> None:
    link = make_link(open_study(), **fields)
    assert (links.state_of(link), links.is_usable(link)) == (state, state == "in use")


@pytest.mark.parametrize(
    ("changes", "state"),
    [
        ({"status": "paused"}, "paused"),
        ({"status": "closed"}, "closed"),
        ({"completed_at": timezone.now()}, "complete"),
        ({"status": "paused", "completed_at": timezone.now()}, "paused, complete"),
        ({"status": "closed", "archived_at": timezone.now()}, "archived, closed"),
    ],
)
def test_a_link_by_which_no_judge_can_begin_says_why(changes: dict[str, Any], state: str) -> None:
    link = make_link(open_study())
    Study.objects.filter(pk=link.study_id).update(**changes)
    link = RecruitmentLink.objects.get(pk=link.pk)
    assert links.state_of(link) == f"not in use: the study is {state}"


def test_the_link_to_send_is_never_that_of_virtual_judges() -> None:
    study = open_study(is_test=True)
    rehearsals.link_for(study)
    assert links.live_link(study) is None
    mine = make_link(study)
    RecruitmentLink.objects.filter(panel="Rehearsal").delete()
    assert rehearsals.link_for(study).pk > mine.pk
    assert links.live_link(study) == mine


def test_open_links_are_the_newest_with_their_counts() -> None:
    study = open_study(evaluations_per_judge=2)
    old = make_link(study, panel="old", quota=5)
    make_link(study, panel="of one person", personal=True)
    make_link(open_study(), panel="of another study")
    new = make_link(study, panel="new")
    begun, done = make_judge(old), make_judge(old)
    answer(code=next_trial(begun).code, position=1)
    for _ in range(2):
        answer(code=next_trial(done).code, position=1)
    rows = [links.row_of(link) for link in links.open_links(study)]
    shown = [(row.panel, row.people, row.quota, row.page) for row in rows]
    assert shown == [
        ("new", People(), None, links.link_page(new)),
        (
            *("old", People(began=2, answered=2, counted=2, completed=1)),
            *(5, links.link_page(old)),
        ),
    ]


def test_of_a_large_study_who_finished_is_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "COUNTED_EVALUATIONS", 20)
    study = open_study(evaluations=24)
    make_judge(make_link(study))
    [link] = links.open_links(study)
    assert link.people is None


def test_of_one_person_is_shown_only_what_the_consent_says(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, evaluations_per_judge=2)
    link = make_link(study, personal=True, addressee="ana@example.org")
    url = links.link_page(link)
    assert "Not begun yet." in as_alice.get(url).content.decode()
    judge = make_judge(link, personal=True)
    for said in ("Begun, not finished.", "Begun, not finished.", "Begun and finished."):
        page = as_alice.get(url).content.decode()
        assert said in page
        assert not [
            word for word in ("Reading now", "Stopped", "Opened", judge.code) if word in page
        ]
        if trial := next_trial(judge) if "not" in said else None:
            answer(code=trial.code, position=1)


def test_personal_links_are_counted() -> None:
    study = open_study()
    used, _unused = (make_link(study, personal=True, addressee=name) for name in ("Ann", "Bob"))
    make_judge(used, personal=True)
    make_judge(make_link(study))
    assert links.personal_counts(study) == {"made": 2, "began": 1}


def test_a_link_is_revoked_after_asking(as_alice: Client, as_bob: Client, alice: User) -> None:
    link = make_link(make_study(owner=alice), panel="<b>experts")
    url = reverse("studies:revoke_link", args=[link.study.code, link.pk])
    assert as_bob.post(url).status_code == 404
    page = as_alice.get(url).content.decode()
    assert "by the link “&lt;b&gt;experts”" in page
    link.refresh_from_db()
    assert link.revoked_at is None
    people = reverse("studies:people", args=[link.study.code])
    assert as_alice.post(url)["Location"] == people
    link.refresh_from_db()
    assert link.revoked_at is not None
