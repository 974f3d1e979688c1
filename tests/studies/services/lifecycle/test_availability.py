"""Page, service and API agree on when an action is allowed, in every state of a study."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any, get_args

import pytest
from django.contrib.auth.models import Group
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studies.models import RecruitmentLink, Study
from studies.services.accounts import tokens
from studies.services.accounts.people import RESEARCHERS
from studies.services.lifecycle import amendments, drafts, erasure, opening, transitions
from studies.services.lifecycle.availability import ActionName, WrongStateError, is_available
from studies.services.recruiting import links
from studies.workbench.actions import ACTIONS
from tests.factories import make_study, open_study

pytestmark = pytest.mark.django_db

# Links are made on pages of their own (see below).
NAMES: list[ActionName] = [name for name in get_args(ActionName) if name != "make_link"]


def closed(**fields: Any) -> Study:
    study = open_study(**fields)
    transitions.close(study=study, user=study.owner)
    return study


def archived(study: Study) -> Study:
    transitions.archive(study=study, user=study.owner)
    return study


def being_opened() -> Study:
    study = make_study()
    return opening.begin_opening(study=study, user=study.owner)


def paused() -> Study:
    study = open_study()
    transitions.pause(study=study, user=study.owner)
    return study


def complete(**fields: Any) -> Study:
    study = open_study(**fields)
    Study.objects.filter(pk=study.pk).update(completed_at=timezone.now())
    return study


def unsealed() -> Study:
    study = open_study(blind=True)
    transitions.unseal(study=study, user=study.owner, why="x")
    return study


# How each state is made, and what is allowed in it.
ALWAYS = {"duplicate", "erase"}
OPENED = {"keep", *ALWAYS}
STATES: dict[str, tuple[Callable[[], Study], set[str]]] = {
    "draft": (make_study, {"open", "archive", *ALWAYS}),
    "blind draft": (lambda: make_study(blind=True), {"open", "archive", *ALWAYS}),
    "opening": (being_opened, {"open", "duplicate"}),
    "open": (open_study, {"pause", "close", "amend", *OPENED}),
    "complete": (complete, {"pause", "close", "amend", *OPENED}),
    "sequential": (
        lambda: open_study(method="sequential", evaluations=24),
        {"pause", "close", "amend", *OPENED},
    ),
    "sequential, ended": (lambda: complete(method="sequential"), {"pause", "close", *OPENED}),
    "sealed": (lambda: open_study(blind=True), {"pause", "close", "amend", "unseal", *OPENED}),
    "unsealed": (unsealed, {"pause", "close", "amend", *OPENED}),
    "paused": (paused, {"resume", "close", "amend", *OPENED}),
    "closed": (closed, {"reopen", "archive", *OPENED}),
    "closed, sealed": (lambda: closed(blind=True), {"reopen", "archive", "unseal", *OPENED}),
    "archived": (lambda: archived(closed()), {"unarchive", *OPENED}),
    "archived, sealed": (lambda: archived(closed(blind=True)), {"unarchive", "unseal", *OPENED}),
    "archived draft": (lambda: archived(make_study()), {"unarchive", *ALWAYS}),
}
WHY = {"why": "x"}
SERVICES: dict[ActionName, tuple[Callable[..., Any], dict[str, Any]]] = {
    "open": (opening.open_study, {}),
    "pause": (transitions.pause, {}),
    "resume": (transitions.resume, {}),
    "close": (transitions.close, {}),
    "amend": (amendments.raise_evaluations, {"evaluations": 30, **WHY}),
    "reopen": (amendments.reopen, WHY),
    "unseal": (transitions.unseal, WHY),
    "duplicate": (drafts.duplicate, {}),
    "archive": (transitions.archive, {}),
    "unarchive": (transitions.unarchive, {}),
    "keep": (erasure.keep, {"until": date(2095, 1, 1), "erases_itself": True, **WHY}),
    "erase": (erasure.erase, {}),
}
# What the pages' forms and the API ask for.
ANSWERS = {"evaluations": 30, "accept_cost": True, **WHY}
KEEP = {"until": "2095-01-01", "erases_itself": "on"}
OF_ACTIONS = {"amend": ANSWERS, **dict.fromkeys(("close", "reopen", "unseal"), WHY)}
# Erasing is for the pages only: they ask for the title.
IN_API = [name for name in NAMES if name not in ("keep", "erase")]


@pytest.fixture(params=STATES)
def state(request: pytest.FixtureRequest) -> tuple[Study, set[str]]:
    make, allowed = STATES[request.param]
    study = make()
    study.owner.groups.add(Group.objects.get(name=RESEARCHERS))
    return Study.objects.get(pk=study.pk), allowed


@contextmanager
def undone() -> Iterator[None]:
    """Take back what is done inside, so that the next try finds the same study."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)


def accepts(study: Study, name: ActionName) -> bool:
    service, arguments = SERVICES[name]
    try:
        service(study=study, user=study.owner, **arguments)
    except WrongStateError:
        return False
    return True


def test_the_statement_names_what_is_allowed(state: tuple[Study, set[str]]) -> None:
    study, allowed = state
    assert {name for name in NAMES if is_available(name, study)} == allowed


def test_services_accept_what_is_allowed(state: tuple[Study, set[str]]) -> None:
    study, allowed = state
    accepted = set()
    for name in NAMES:
        with undone():
            if accepts(study, name):
                accepted.add(name)
    assert accepted == allowed


def test_pages_offer_what_is_allowed(state: tuple[Study, set[str]], client: Client) -> None:
    study, allowed = state
    client.force_login(study.owner)
    addresses = {
        action.name: reverse(f"studies:{action.name}", args=[study.code]) for action in ACTIONS
    }
    assert set(addresses) == set(NAMES)
    offered = {name for name, url in addresses.items() if client.get(url).status_code == 200}
    assert offered == allowed
    changed = set()
    for name, url in addresses.items():
        with undone():
            before = Study.objects.filter(pk=study.pk).values().first(), Study.objects.count()
            client.post(url, {"title": study.title, **ANSWERS, **KEEP})
            after = Study.objects.filter(pk=study.pk).values().first(), Study.objects.count()
            if before != after:
                changed.add(name)
    # To go on with an opening is the work of a job.
    assert changed == (allowed - {"open"} if study.status == "opening" else allowed)


def test_the_api_accepts_what_is_allowed(state: tuple[Study, set[str]]) -> None:
    study, allowed = state
    _token, secret = tokens.make(user=study.owner, name="test")
    client = Client(headers={"authorization": f"Bearer {secret}"})
    answers = {}
    for name in IN_API:
        with undone():
            url = reverse(f"api:{name}", args=[study.code])
            sent = client.post(url, OF_ACTIONS.get(name, {}), content_type="application/json")
            answers[name] = sent.status_code
    assert {name for name, status in answers.items() if status < 300} == allowed & set(IN_API)
    assert {status for status in answers.values() if status >= 300} <= {409}


def test_an_opening_that_was_interrupted_goes_on_through_the_api() -> None:
    study = being_opened()
    _token, secret = tokens.make(user=study.owner, name="test")
    client = Client(headers={"authorization": f"Bearer {secret}"})
    answer = client.post(reverse("api:open", args=[study.code]), content_type="application/json")
    assert (answer.status_code, study.jobs.get().kind) == (202, "open")


def test_opening_again_does_not_freeze_another_plan() -> None:
    study = being_opened()
    frozen = study.plan_sha256
    again = opening.open_study(study=study, user=study.owner)
    assert (again.status, again.plan_sha256) == ("open", frozen)
    assert study.events.filter(what="plan frozen").count() == 1


def test_links_are_made_for_studies_that_are_not_archived(
    state: tuple[Study, set[str]], client: Client
) -> None:
    study, _allowed = state
    possible = study.archived_at is None
    assert is_available("make_link", study) == possible
    client.force_login(study.owner)
    page = client.get(reverse("studies:new_link", args=[study.code]))
    assert (page.status_code == 200) == possible
    page = client.get(reverse("studies:personal_links", args=[study.code]))
    assert (page.status_code == 200) == possible
    calls = (
        lambda: links.make_link(link=RecruitmentLink(study=study, panel="p"), user=study.owner),
        lambda: links.make_personal_links(
            study=study, user=study.owner, lines="Ann", panel="p", mode="live"
        ),
    )
    for call in calls:
        with undone():
            if possible:
                call()
            else:
                with pytest.raises(WrongStateError):
                    call()
    _token, secret = tokens.make(user=study.owner, name="test")
    program = Client(headers={"authorization": f"Bearer {secret}"})
    for name, given in (("links", {}), ("personal_links", {"people": ["Ann"]})):
        with undone():
            url = reverse(f"api:{name}", args=[study.code])
            sent = program.post(url, {"panel": "p", **given}, content_type="application/json")
            assert sent.status_code == (201 if possible else 409)


def test_a_raise_after_a_sequential_end_is_refused_with_its_maximum() -> None:
    study = complete(method="sequential", evaluations=24)
    with pytest.raises(WrongStateError, match="none at its maximum of 24 answers, is its result"):
        amendments.raise_evaluations(study=study, user=study.owner, evaluations=60, why="more")
