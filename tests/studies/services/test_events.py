"""What is logged is one of `Event.What`, and each of these has a label."""

import ast
from functools import cache
from pathlib import Path

import pytest

import analysis
import studies
from studies.models import Event
from studies.services.events import log
from tests.factories import make_study

# As rows of databases in use hold them. A new code is added here, none is taken away.
STORED = """
    made
    duplicated
    texts taken over
    study changed
    texts stored
    texts deleted
    texts left out
    sample changed
    sample deleted
    plan frozen
    opened
    paused
    resumed
    closed
    amended
    number reached
    verdict reached
    verdict given
    unsealed
    archived
    brought back from the archive
    erased
    shared
    no longer shared
    results shared by a link
    link to results withdrawn
    recruitmentlink added
    recruitmentlink changed
    link revoked
    personal links made
    invitations asked for
    invitations asked for again
    reminders asked for
    excluded ids changed
    answers withdrawn
    answers withdrawn on request
    colleague invited
    invitation of a colleague withdrawn
    keeping changed
    owner told of the erasure to come
    second choice refused
    webhook added
    webhook stopped
    report details changed
    owner told
    owner told of silence
    owner told of the end of keeping
"""


@cache
def nodes() -> list[ast.AST]:
    """The syntax of all files that log, or name what is logged."""
    files = [
        file.read_text()
        for package in (studies, analysis)
        for file in Path(package.__path__[0]).rglob("*.py")
        if "migrations" not in file.parts
    ]
    ours = [text for text in files if "services.events" in text or "Event.What" in text]
    return [node for text in ours for node in ast.walk(ast.parse(text))]


def logged() -> list[str]:
    """The second argument of each call of `log`, as it is written."""
    return [
        ast.unparse(node.args[1])
        for node in nodes()
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("log", "events.log")
    ]


def test_only_members_are_logged() -> None:
    """By name, or as a parameter `what`, which mypy looks after."""
    found = logged()
    assert len(found) > 30
    members = {f"Event.What.{name}" for name in Event.What.names}
    assert set(found) - members == {"what"}


def test_every_member_is_logged() -> None:
    """A code that is only kept for old rows would be left out here by name."""
    used = {ast.unparse(node) for node in nodes() if isinstance(node, ast.Attribute)}
    assert {name for name in Event.What.names if f"Event.What.{name}" not in used} == set()


def test_every_member_has_a_label_of_its_own() -> None:
    assert len(set(Event.What.labels)) == len(Event.What)
    assert not set(Event.What.labels) & set(Event.What.values)


def test_codes_stay_as_they_are_stored() -> None:
    assert {line.strip() for line in STORED.strip().splitlines()} == set(Event.What.values)


def test_codes_fit_their_column() -> None:
    longest = max(map(len, Event.What.values))
    assert longest <= Event._meta.get_field("what").max_length


@pytest.mark.django_db
def test_an_event_is_stored_by_its_code() -> None:
    study = make_study()
    log(study, Event.What.LINK_ADDED, row=1)
    event = study.events.get()
    assert (event.what, event.label) == ("recruitmentlink added", "Recruitment link made")
    assert (event.details, event.study_code) == ({"row": 1}, study.code)


def test_a_code_that_is_not_known_any_more_stands_as_it_is() -> None:
    assert Event(what="opened").label == "Opened"
    assert Event(what="of a former version").label == "of a former version"
