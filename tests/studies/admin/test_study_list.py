"""The list of studies: its rows and columns, who sees which, and by how many queries."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from studies.admin.study import StudyAdmin
from studies.models import Study, User
from studies.services.accounts import sharing
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle.availability import not_now
from tests.factories import make_judge, make_link, make_study, open_study

pytestmark = pytest.mark.django_db

LIST = "/admin/studies/study/"


def cells(page: str, column: str) -> list[str]:
    return re.findall(rf'<td class="field-{column}[^"]*">(?:<[^>]*>)?([^<]*)', page)


def rows(response: Any) -> list[str]:
    return [study.title for study in response.context["cl"].result_list]


def test_progress_counts_answers_that_count(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    live, pilot = make_link(study), make_link(study, mode="pilot")
    for link in (live, live, pilot):
        answer(code=next_trial(make_judge(link)).code, position=1)
    next_trial(make_judge(live))  # held, not answered
    page = as_alice.get(LIST).content.decode()
    assert cells(page, "progress") == ["2 of 24"]
    assert cells(page, "stands") == ["open"]


def test_as_many_queries_for_three_studies_as_for_one(as_alice: Client, alice: User) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as seen:
            as_alice.get(LIST)
        return len(seen)

    open_study(owner=alice)
    one = queries()
    for title in ("second", "third"):
        link = make_link(open_study(owner=alice, title=title))
        answer(code=next_trial(make_judge(link)).code, position=1)
    assert queries() == one


def test_each_sees_own_and_shared_studies(
    as_alice: Client, as_bob: Client, as_carol: Client, alice: User, bob: User
) -> None:
    own, shared = make_study(owner=alice, title="Own"), make_study(owner=alice, title="Shared")
    sharing.share(study=shared, user=alice, email=bob.email, role="analyst")
    assert rows(as_alice.get(LIST)) == ["Shared", "Own"]
    assert rows(as_bob.get(LIST)) == ["Shared"]
    assert rows(as_carol.get(LIST)) == ["Shared", "Own"]
    assert rows(as_bob.get(LIST + "?q=Own")) == []
    assert as_bob.get(f"{LIST}{own.pk}/change/").status_code == 404
    for old, new in (("change/", ""), ("open/", "open/"), ("people/", "people/personal-links/")):
        address = as_alice.get(f"{LIST}{own.pk}/{old}")["Location"]
        assert address == f"/studies/{own.code}/{new}"
        assert as_bob.get(f"{LIST}{own.pk}/{old}").status_code == 404


def test_archived_studies_are_hidden_until_asked_for(as_alice: Client, alice: User) -> None:
    make_study(owner=alice, title="Here")
    gone = make_study(owner=alice, title="Gone")
    Study.objects.filter(pk=gone.pk).update(archived_at=gone.created_at)
    assert rows(as_alice.get(LIST)) == ["Here"]
    assert rows(as_alice.get(LIST + "?archived=yes")) == ["Gone"]
    assert rows(as_alice.get(LIST + "?archived=all")) == ["Gone", "Here"]


@pytest.mark.parametrize("typed", ["Here", " here%E2%80%8B", "%EF%BB%BFHERE%C2%A0"])
def test_search_takes_no_notice_of_what_cannot_be_seen(
    as_alice: Client, alice: User, typed: str
) -> None:
    make_study(owner=alice, title="Here")
    make_study(owner=alice, title="Gone")
    assert rows(as_alice.get(f"{LIST}?q={typed}")) == ["Here"]


def test_filter_by_status(as_alice: Client, alice: User) -> None:
    make_study(owner=alice, title="Draft")
    open_study(owner=alice, title="Open")
    assert rows(as_alice.get(LIST + "?status=draft")) == ["Draft"]
    assert rows(as_alice.get(LIST + "?status=open")) == ["Open"]
    assert rows(as_alice.get(LIST + "?status=complete")) == []


def test_list_page_filter_and_refusal_use_the_same_words(as_alice: Client, alice: User) -> None:
    """Paused and complete at once, archived and closed: each page says both."""
    study = open_study(owner=alice)
    now = study.created_at
    states: list[tuple[dict[str, Any], str, str]] = [
        ({}, "open", "open"),
        ({"completed_at": now}, "complete", "complete"),
        ({"status": "paused"}, "paused, complete", "paused"),
        ({"completed_at": None}, "paused", "paused"),
        ({"status": "closed", "completed_at": now}, "closed", "closed"),
        ({"archived_at": now}, "archived, closed", "closed"),
    ]
    for changes, words, choice in states:
        Study.objects.filter(pk=study.pk).update(**changes)
        study.refresh_from_db()
        listed = as_alice.get(f"{LIST}?archived=all&status={choice}")
        assert cells(listed.content.decode(), "stands") == [words]
        page = as_alice.get(f"/studies/{study.code}/").content.decode()
        assert f"<strong>{words.capitalize()}:" in page
        assert str(not_now("open", study)).endswith(f"the study is {words}.")
        results = as_alice.get(f"/studies/{study.code}/results/").content.decode()
        assert (f"· {words}</p>" in results) == (words != "open")
    paused = {"status": "paused", "completed_at": now, "archived_at": None, "closed_at": None}
    Study.objects.filter(pk=study.pk).update(**paused)
    assert rows(as_alice.get(LIST + "?status=complete")) == [study.title]
    assert rows(as_alice.get(LIST + "?status=open")) == []


@pytest.mark.parametrize(
    "lookup", ["seed__startswith=0", "owner__password__startswith=a", "trials__answer__correct=1"]
)
def test_no_filter_tells_what_is_not_shown(as_alice: Client, alice: User, lookup: str) -> None:
    make_study(owner=alice)
    assert as_alice.get(f"{LIST}?{lookup}").status_code == 400


def test_no_one_deletes_in_passing(as_carol: Client, alice: User) -> None:
    study = make_study(owner=alice)
    assert as_carol.post(f"{LIST}{study.pk}/delete/", {"post": "yes"}).status_code == 403
    as_carol.post(LIST, {"action": "delete_selected", "_selected_action": [study.pk], "post": "1"})
    assert Study.objects.filter(pk=study.pk).exists()


def test_a_study_that_rates_texts_has_no_goal():
    assert StudyAdmin.goal_in_short(None, Study(kind="rating")) == "–"
    assert StudyAdmin.goal_in_short(None, Study(goal="similarity")) == "similarity"
