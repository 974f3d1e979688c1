"""A study's page as its home: one next step for every state, and what each person may do."""

import re

import pytest
from django.test import Client
from django.utils import timezone

from studies.models import Event, RatingPlan, RecruitmentLink, Study, User
from studies.services.accounts import sharing
from studies.services.events import log
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import opening, transitions
from tests.factories import make_judge, make_link, make_study, make_user, open_study

pytestmark = pytest.mark.django_db


def page(client: Client, study: Study) -> str:
    return client.get(f"/studies/{study.code}/").content.decode()


def next_step(html: str) -> str | None:
    found = re.search(r'<a class="button" href="[^"]*">([^<]*)', html)
    return found and found[1]


def people(client: Client, study: Study) -> str:
    return client.get(f"/studies/{study.code}/people/").content.decode()


def settings(client: Client, study: Study) -> str:
    return client.get(f"/studies/{study.code}/settings/").content.decode()


def offered(client: Client, study: Study) -> set[str]:
    """What the study's page and its settings offer."""
    html = page(client, study) + settings(client, study)
    words = ("Pause", "Resume", "Close", "Reopen", "Duplicate", "Archive", "Erase")
    shown = {word for word in words if f">{word} study</a>" in html}
    return shown | ({"Raise"} if "Raise the number</a>" in html else set())


def test_a_draft_without_texts_wants_texts(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, items=0)
    assert next_step(page(as_alice, study)) == "Add texts"
    assert offered(as_alice, study) == {"Duplicate", "Archive", "Erase"}


def test_a_draft_with_texts_can_be_opened(as_alice: Client, alice: User) -> None:
    html = page(as_alice, make_study(owner=alice))
    assert next_step(html) == "Check and open"
    assert "Preview as a judge" in html


def test_a_draft_says_why_it_cannot_be_opened(as_alice: Client, alice: User) -> None:
    html = page(as_alice, make_study(owner=alice, items=1))
    assert next_step(html) == "Add texts"
    assert "There is only 1 text of Forecaster; at least 2 are needed." in html


def test_what_is_missing_beside_texts_is_told_before_opening(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice, kind="rating", evaluations_per_judge=6)
    RatingPlan.objects.create(study=study)
    html = page(as_alice, study)
    assert "This way of rating needs a reference" in html
    assert next_step(html) == "Check and open"


def test_an_open_study_wants_a_link_first(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    html = page(as_alice, study)
    assert next_step(html) == "Make a recruitment link"
    assert offered(as_alice, study) == {"Pause", "Close", "Raise", "Duplicate", "Erase"}
    assert study.plan_sha256 in html
    assert "0 of 24 evaluations" in html


def test_then_it_shows_the_link_with_its_whole_address(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    make_link(study, panel="rehearsal", mode="pilot")
    link = make_link(study, panel="experts")
    make_link(study, revoked_at=timezone.now())
    make_link(study, expires_at=timezone.now())
    html = page(as_alice, study)
    assert f'<code id="live-link">http://testserver/j/{link.token}/</code>' in html
    assert f"/people/links/{link.pk}/qr.png?download" in html
    assert "Invite by e-mail</a>" in html
    assert next_step(html) != "Make a recruitment link"


def test_a_complete_study_shows_its_verdict(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, evaluations=6, alpha=0.4)
    link = make_link(study)
    for _ in range(6):
        answer(code=next_trial(make_judge(link)).code, position=1)
    transitions.mark_complete(study_id=study.pk)
    html = page(as_alice, study)
    assert "Complete: all the evaluations" in html
    assert "6 of 6 evaluations" in html
    assert next_step(html) == "See results"
    assert offered(as_alice, study) >= {"Close"}


def test_paused_closed_and_archived(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice)
    transitions.pause(study=study, user=alice)
    assert next_step(page(as_alice, study)) == "Resume study"
    transitions.close(study=study, user=alice)
    assert offered(as_alice, study) == {"Reopen", "Duplicate", "Archive", "Erase"}
    transitions.archive(study=study, user=alice)
    assert next_step(page(as_alice, study)) == "Bring back from the archive"
    assert offered(as_alice, study) == {"Duplicate", "Erase"}


def test_an_interrupted_opening_can_be_gone_on_with(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    opening.begin_opening(study=study, user=alice)
    assert next_step(page(as_alice, study)) == "Go on opening"


@pytest.mark.parametrize(
    ("role", "sees"),
    [
        ("editor", {"Pause", "Close", "Raise", "Duplicate"}),
        ("analyst", set()),
        ("recruiter", set()),
    ],
)
def test_a_collaborator_is_offered_what_they_may_do(
    as_bob: Client, alice: User, bob: User, role: str, sees: set[str]
) -> None:
    study = open_study(owner=alice)
    link = make_link(study)
    sharing.share(study=study, user=alice, email=bob.email, role=role)
    html = page(as_bob, study)
    assert offered(as_bob, study) == sees
    assert (link.token in html) == (role != "analyst")
    assert (f"/studies/{study.code}/settings/" in html) == (role == "editor")
    assert "Share with colleagues" not in settings(as_bob, study)


def test_links_are_counted_in_as_many_queries_for_three_as_for_one(
    as_alice: Client, alice: User, django_assert_num_queries: object
) -> None:
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    study = open_study(owner=alice)

    def queries() -> int:
        with CaptureQueriesContext(connection) as seen:
            people(as_alice, study)
        return len(seen)

    make_link(study)
    one = queries()
    make_link(study)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    assert RecruitmentLink.objects.count() == 3
    assert queries() == one


def test_began_and_what_became_of_them_are_told_apart(as_alice: Client, alice: User) -> None:
    study = open_study(owner=alice, evaluations_per_judge=2)
    link = make_link(study, panel="experts")
    leaver, half, done = (make_judge(link) for _ in range(3))
    next_trial(leaver)
    answer(code=next_trial(half).code, position=1)
    for _ in range(2):
        answer(code=next_trial(done).code, position=2)
    (row,) = re.findall(r"experts</a></td>(.*?)</tr>", people(as_alice, study))
    # Opened by none: these judges never saw a page. Three began: one reads, one is done, one left.
    assert re.findall(r'number"[^>]*>([^<]*)', row) == ["0", "3", "1", "1", "1"]


def test_the_history_tells_who_did_what_and_why(as_alice: Client, alice: User) -> None:
    study = make_study(owner=alice)
    bob = make_user("bob@example.org")
    sharing.share(study=study, user=alice, email=bob.email, role="analyst")
    log(study, Event.What.CLOSED, who=alice, why="<b>term is over</b>")
    for _number in range(3):
        log(study, Event.What.TEXTS_STORED, who=alice, texts=12)
    told = as_alice.get(f"/studies/{study.code}/history/").content.decode()
    assert told.count("Texts stored: texts: 12") == 3
    assert "Shared: bob@example.org, Analyst" in told
    assert "&lt;b&gt;term is over" in told
    only = as_alice.get(f"/studies/{study.code}/history/?what=texts+stored").content.decode()
    assert only.count("Texts stored: texts: 12") == 3
    assert "bob@example.org" not in only
