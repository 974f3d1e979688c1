"""The list of studies: which of them a person sees, and what each card tells."""

import html
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from analysis.overview import cards
from analysis.recomputation.store import recompute
from studies.models import Answer, Collaborator, Study, Trial
from studies.services.accounts import sharing
from studies.services.lifecycle import transitions
from tests.analysis.answering import give_answers
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user(is_superuser=True)


def titles(client, user, query=""):
    client.force_login(user)
    page = client.get(f"/studies/{query}").content.decode()
    return re.findall(r'class="card-title" href="[^"]*"><bdi>([^<]*)', page)


def text(client, user):
    client.force_login(user)
    page = client.get("/studies/").content.decode()
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", page)).split())


def test_before_the_first_study_three_ways_to_begin_are_shown(client, owner):
    assert "There are no studies yet" in text(client, owner)
    assert titles(client, owner, "?status=open") == []


def test_studies_are_searched_and_filtered(client, owner):
    make_study(owner=owner, title="Draft")
    open_study(owner=owner, title="Open")
    closed = open_study(owner=owner, title="Closed")
    transitions.close(study=closed, user=owner)
    gone = make_study(owner=owner, title="Gone")
    Study.objects.filter(pk=gone.pk).update(archived_at=timezone.now())
    assert titles(client, owner) == ["Closed", "Open", "Draft"]
    assert titles(client, owner, "?status=open") == ["Open"]
    assert titles(client, owner, "?status=closed") == ["Closed"]
    assert titles(client, owner, "?status=archived") == ["Gone"]
    assert titles(client, owner, "?q=dra") == ["Draft"]
    assert titles(client, owner, "?q=forecast") == ["Closed", "Open", "Draft"]
    make_study(owner=owner, title="Ratings", kind="rating", more_subjects=["TGen", "Größe"])
    assert titles(client, owner, "?q=tgen") == titles(client, owner, "?q=größe") == ["Ratings"]
    assert titles(client, owner, "?q=[]") == []


def test_the_verdict_is_told_to_those_alone_who_may_read_results(client, owner):
    study = open_study(owner=owner, evaluations=5)
    give_answers(study, 5, 5)
    recompute(study_id=study.pk)
    for role, is_told in (("analyst", True), ("recruiter", False)):
        user = make_user(f"{role}@example.org")
        Collaborator.objects.create(study=study, user=user, role=role)
        assert ("5 of 5 right" in text(client, user)) is is_told, role


def test_own_and_shared_studies_are_told_apart(client, owner):
    bob = make_user("bob@example.org")
    shared = make_study(owner=owner, title="Shared")
    make_study(owner=owner, title="Not shared")
    make_study(owner=bob, title="Mine")
    sharing.share(study=shared, user=owner, email=bob.email, role="analyst")
    assert titles(client, bob) == ["Mine", "Shared"]
    assert titles(client, bob, "?owner=mine") == ["Mine"]
    assert titles(client, bob, "?owner=shared") == ["Shared"]


def test_answers_of_today_are_counted_up_to_a_number(client, owner, monkeypatch):
    study = open_study(owner=owner)
    give_answers(study, 3, 1)
    monkeypatch.setattr(cards, "MOST_TODAY", 3)
    assert "3 of 24 · 3 or more today" in text(client, owner)
    monkeypatch.setattr(cards, "MOST_TODAY", 4)
    Trial.objects.filter(answer=Answer.objects.first()).update(state="withdrawn")
    assert "2 of 24 · 2 today" in text(client, owner)
    monkeypatch.setattr(cards.timezone, "localtime", lambda: timezone.now() + timedelta(days=1))
    assert "2 of 24 ·" not in text(client, owner)


def test_a_card_tells_progress_and_verdict(client, owner):
    study = open_study(owner=owner, evaluations=24)
    give_answers(study, 10, 8)
    recompute(study_id=study.pk)
    told = text(client, owner)
    assert "10 of 24 · 10 today" in told
    assert "Next: wait for answers" in told
    give_answers(study, 14, 12)
    recompute(study_id=study.pk)
    told = text(client, owner)
    assert "20 of 24 right" in told
    assert "Next: see the results, then close it" in told
