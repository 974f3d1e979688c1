"""Every action has a page that says what will happen, asks, and does it on POST alone."""

import json
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studies.models import Amendment, Event, Job, Study, Trial, User
from studies.services.accounts import sharing, tokens
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import amendments, opening, transitions
from studies.tasks import run_job
from studies.workbench.actions import ACTIONS
from studies.workbench.frame import study_page
from tests.factories import make_judge, make_link, make_study, make_user, open_study

pytestmark = pytest.mark.django_db


def url(study: Study, name: str) -> str:
    return f"/studies/{study.code}/{name}/"


def text(response: Any) -> str:
    return str(response.content.decode())


def test_looking_changes_nothing(as_alice: Client, alice: User) -> None:
    draft, running = make_study(owner=alice), open_study(owner=alice)
    before = list(Study.objects.values())
    for study in (draft, running):
        for action in ACTIONS:
            as_alice.get(url(study, action.name))
    assert list(Study.objects.values()) == before


@pytest.mark.parametrize("action", ACTIONS, ids=lambda action: action.name)
@pytest.mark.parametrize("role", [None, "editor", "analyst", "recruiter"])
def test_only_who_may_comes_to_the_page(
    as_bob: Client, alice: User, bob: User, action: Any, role: str | None
) -> None:
    study = open_study(owner=alice)
    if role:
        sharing.share(study=study, user=alice, email=bob.email, role=role)
    before = Study.objects.values().get()
    may = role == "editor" and action.permission == "edit"
    assert (as_bob.get(url(study, action.name)).status_code == 404) != may
    if not may:
        values = {"why": "x", "title": study.title, "evaluations": 30}
        assert as_bob.post(url(study, action.name), values).status_code == 404
        assert Study.objects.values().get() == before


def test_open(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    assert "Opening freezes the plan and the texts" in text(as_alice.get(url(study, "open")))
    as_alice.post(url(study, "open"))
    study.refresh_from_db()
    assert (study.status, study.triads.count()) == ("open", 24)
    answer = as_alice.get(f"/studies/{study.code}/plan.json")
    assert answer.content.decode() == study.plan_json
    assert json.loads(answer.content)["evaluations"] == 24


def test_before_a_directed_study_opens_its_page_says_which_text_is_right(
    as_alice: Client, alice: User
) -> None:
    study = make_study(owner=alice, protocol="directed", question="Which is <i>stiff</i>?")
    page = as_alice.get(f"/studies/{study.code}/open/").content.decode()
    assert "“<bdi>Which is &lt;i&gt;stiff&lt;/i&gt;?</bdi>”" in page
    assert "Right answer: the text of <bdi>Machine</bdi>." in page


def test_opening_is_refused_with_every_reason_in_words(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, items=1, evaluations=6, alpha=0.001)
    page = text(as_alice.get(url(study, "open")))
    for reason in (
        "There is only 1 text of Forecaster; at least 2 are needed.",
        "There is only 1 text of Machine; at least 2 are needed.",
        "With 6 answers no result can show a difference at alpha 0.001. At least 7 are needed.",
    ):
        assert reason in page
    assert 'class="button">Open study' not in page
    assert as_alice.post(url(study, "open")).status_code == 422
    study.refresh_from_db()
    assert study.status == "draft"


def test_opening_with_too_few_needs_a_tick(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, evaluations=12)
    response = as_alice.post(url(study, "open"))
    assert "Tick this box to open the study all the same." in text(response)
    as_alice.post(url(study, "open"), {"fewer_than_recommended": "on"})
    study.refresh_from_db()
    assert (study.status, study.accepted_warnings) == ("open", ["fewer_than_recommended"])


def test_each_warning_has_a_box_of_its_own(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, evaluations=12, items=3)
    page = text(as_alice.get(url(study, "open")))
    assert "In 12 evaluations each text will be read about 6 times." in page
    response = as_alice.post(url(study, "open"), {"fewer_than_recommended": "on"})
    assert "Open the study with so few texts" in text(response)
    study.refresh_from_db()
    assert study.status == "draft"
    as_alice.post(url(study, "open"), {"fewer_than_recommended": "on", "few_texts": "on"})
    study.refresh_from_db()
    assert study.accepted_warnings == ["fewer_than_recommended", "few_texts"]
    plan = text(as_alice.get(f"/studies/{study.code}/plan/"))
    assert "fewer than 10 texts of a subject" in plan


def test_a_large_study_is_opened_by_a_job(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "OPEN_AT_ONCE", 20)
    study = make_study(owner=alice)
    response = as_alice.post(url(study, "open"))
    job = Job.objects.get()
    assert response["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    study.refresh_from_db()
    assert (study.status, study.triads.count()) == ("opening", 0)
    run_job(job.pk)
    study.refresh_from_db()
    job.refresh_from_db()
    assert (study.status, study.triads.count(), job.percent) == ("open", 24, 100)


def test_a_broker_that_is_away_harms_no_page(
    as_alice: Client, alice: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "OPEN_AT_ONCE", 20)
    monkeypatch.setattr(run_job, "delay", lambda job_id: 1 / 0)
    assert as_alice.post(url(make_study(owner=alice), "open")).status_code == 302
    assert Job.objects.unfinished().count() == 1


def test_pause_and_resume(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    as_alice.post(url(study, "pause"))
    study.refresh_from_db()
    assert study.status == "paused"
    as_alice.post(url(study, "resume"))
    study.refresh_from_db()
    assert study.status == "open"


def test_closing_says_how_many_are_reading(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    link = make_link(study)
    assert "No judge is reading a triad now." in text(as_alice.get(url(study, "close")))
    next_trial(make_judge(link))
    assert "1 judge is reading a triad now." in text(as_alice.get(url(study, "close")))
    next_trial(make_judge(link))
    page = text(as_alice.get(url(study, "close")))
    assert "2 judges are reading a triad now." in page
    assert "the study gets no verdict" in page
    assert "It can be reopened later." in page
    as_alice.post(url(study, "close"), {"why": "enough"})
    study.refresh_from_db()
    assert study.status == "closed"
    assert Event.objects.get(what="closed").why == "enough"


def test_amending_says_beforehand_what_it_costs(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    assert "This has no cost now" in text(as_alice.get(url(study, "amend")))
    as_alice.post(url(study, "amend"), {"evaluations": 30, "why": "more people came"})
    amendment = Amendment.objects.get()
    assert (amendment.new_evaluations, amendment.after_looking) == (30, False)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    page = text(as_alice.get(url(study, "amend")))
    assert "ends the fixed-number verdict for good" in page
    response = as_alice.post(url(study, "amend"), {"evaluations": 36, "why": "still more"})
    assert "Tick this box, or leave the number as it is." in text(response)
    as_alice.post(
        url(study, "amend"), {"evaluations": 36, "why": "still more", "accept_cost": "on"}
    )
    study.refresh_from_db()
    assert (study.evaluations, study.triads.count()) == (36, 36)


def test_what_costs_nothing_when_read_is_not_done_when_it_does(alice: User) -> None:
    study = open_study(owner=alice)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    with pytest.raises(amendments.CostsVerdictError):
        amendments.raise_evaluations(
            study=study, user=alice, evaluations=30, why="", cost_accepted=False
        )
    assert not Amendment.objects.exists()


@pytest.mark.parametrize("value", ["24", "10", "-1", "6025", "9" * 40, "x", ""])
def test_an_amended_number_must_make_sense(as_alice: Client, alice: User, value: str) -> None:
    study = open_study(owner=alice)
    response = as_alice.post(url(study, "amend"), {"evaluations": value, "why": "w"})
    assert response.status_code == 422
    assert "evaluations" in response.context["form"].errors
    assert not Amendment.objects.exists()


def test_reopening_is_an_amendment_and_takes_a_passed_end_date_away(
    as_alice: Client, alice: User
) -> None:
    study = open_study(owner=alice)
    transitions.close(study=study, user=alice)
    Study.objects.filter(pk=study.pk).update(ends_at=timezone.now())
    assert as_alice.post(url(study, "reopen")).status_code == 422  # without a reason
    as_alice.post(url(study, "reopen"), {"why": "closed by mistake"})
    study.refresh_from_db()
    assert (study.status, study.ends_at) == ("open", None)
    assert Amendment.objects.get().kind == "reopened"


def test_duplicate(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, blind=True)
    make_link(study)
    response = as_alice.post(url(study, "duplicate"))
    copy = Study.objects.exclude(pk=study.pk).get()
    assert response["Location"] == f"/studies/{copy.code}/"
    assert (copy.status, copy.blind, copy.samples.count()) == ("draft", True, 24)
    assert (copy.links.count(), copy.triads.count()) == (0, 0)


def test_the_page_of_duplicating_lists_what_stays_behind(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, ends_at=timezone.now() + timedelta(days=1))
    page = as_alice.get(url(study, "duplicate")).content.decode()
    assert "texts and excluded ids" in page
    assert "to be set anew: end date." in page
    assert "Judges of this study may take part in the copy" not in page
    make_judge(make_link(study), external_id="5e90", source="prolific")
    page = as_alice.get(url(study, "duplicate")).content.decode()
    assert "Judges of this study may take part in the copy" in page


def test_archive_and_bring_back(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    as_alice.post(url(study, "archive"))
    study.refresh_from_db()
    assert study.archived_at is not None
    as_alice.post(url(study, "unarchive"))
    study.refresh_from_db()
    assert study.archived_at is None


def test_erasing_needs_the_title(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, title="Weather  reports")
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    assert "1 answer will be deleted." in text(as_alice.get(url(study, "erase")))
    for typed in ("", "weather reports", "Weather"):
        assert as_alice.post(url(study, "erase"), {"title": typed}).status_code == 422
    assert Trial.objects.count() == 1
    as_alice.post(url(study, "erase"), {"title": "Weather reports\u200b"})
    assert not Study.objects.exists()
    assert Event.objects.filter(what="erased").exists()


def test_unsealing_needs_a_reason_and_is_recorded(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, blind=True)
    assert as_alice.post(url(study, "unseal")).status_code == 422
    as_alice.post(url(study, "unseal"), {"why": "the ethics board asks"})
    study.refresh_from_db()
    assert not study.is_sealed
    assert Event.objects.get(what="unsealed").why == "the ethics board asks"


def test_what_cannot_be_done_now_leads_back(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    for name in ("pause", "resume", "close", "amend", "reopen", "unarchive", "unseal"):
        response = as_alice.post(url(study, name), {"why": "x", "evaluations": 30})
        assert response["Location"] == f"/studies/{study.code}/"


def test_two_tabs_that_close_give_one_closing(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    for _ in range(2):
        as_alice.post(url(study, "close"))
    assert Event.objects.filter(what="closed").count() == 1


def test_without_a_session_there_is_only_the_sign_in_page(alice: User) -> None:
    study = open_study(owner=alice)
    for action in ACTIONS:
        response = Client().get(url(study, action.name))
        assert response["Location"].startswith("/admin/login/")


def test_who_may_make_no_studies_duplicates_none(alice: User) -> None:
    study, guest = make_study(owner=alice), make_user("guest@example.org")
    sharing.share(study=study, user=alice, email=guest.email, role="editor")
    _token, secret = tokens.make(user=guest, name="program")
    client = Client(headers={"authorization": f"Bearer {secret}"})
    client.force_login(guest)
    assert url(study, "duplicate") not in client.get(study_page(study)).content.decode()
    assert client.post(url(study, "duplicate")).status_code == 403
    assert client.post(reverse("api:duplicate", args=[study.code])).status_code == 403
    assert Study.objects.count() == 1
