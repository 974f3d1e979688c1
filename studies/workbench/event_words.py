"""The record of a study in words: its codes stay as they are stored."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet

from studies.admin.columns import moment
from studies.models import Event, RecruitmentLink, Study, User
from studies.models.visibility import Role

LATEST = 5
# A form of the API names all of its fields: then none is worth naming.
MOST_FIELDS = 4
WORDS: dict[str, str] = {
    "made": "Draft made",
    "duplicated": "Draft made as a copy of another study",
    "study changed": "Settings of the study changed",
    "texts stored": "Texts stored",
    "texts deleted": "Texts deleted",
    "texts left out": "Texts left out, or taken back",
    "sample changed": "A text changed",
    "sample deleted": "A text deleted",
    "plan frozen": "Plan frozen",
    "opened": "Opened",
    "paused": "Paused",
    "resumed": "Resumed",
    "closed": "Closed",
    "amended": "Plan amended",
    "number reached": "Number of evaluations reached",
    "verdict reached": "Recruitment ended by the verdict",
    "verdict given": "Verdict given",
    "unsealed": "Results unsealed before the study was complete",
    "archived": "Archived",
    "brought back from the archive": "Brought back from the archive",
    "erased": "Erased",
    "shared": "Shared",
    "no longer shared": "No longer shared",
    "results shared by a link": "Link to the results made",
    "link to results withdrawn": "Link to the results withdrawn",
    "recruitmentlink added": "Recruitment link made",
    "recruitmentlink changed": "Recruitment link changed",
    "link revoked": "Recruitment link revoked",
    "personal links made": "Personal links made",
    "invitations asked for": "Invitations sent",
    "invitations asked for again": "Invitations sent again",
    "reminders asked for": "Reminders sent",
    "excluded ids changed": "List of excluded ids changed",
    "answers withdrawn": "A judge withdrew answers",
    "second choice refused": "A second, different choice was refused",
    "webhook added": "Webhook added",
    "webhook stopped": "Webhook stopped",
    "report details changed": "What the report should say changed",
}
# Details that are numbers, and what each counts.
COUNTS: dict[str, str] = {
    "texts": "texts: %(n)s",
    "left_out": "left out: %(n)s",
    "taken_back": "taken back: %(n)s",
    "number": "number: %(n)s",
    "added": "added: %(n)s",
    "removed": "removed: %(n)s",
    "trials": "trials: %(n)s",
    "counted": "counted answers: %(n)s",
}


def in_words(event: Event) -> str:
    """What was done, in one line; a code without words stands as it is."""
    return str(WORDS.get(event.what, event.what))


def latest(study: Study) -> list[dict[str, Any]]:
    """The newest rows of the record, in three queries at most."""
    rows: QuerySet[Event] = Event.objects.filter(study=study).select_related("who")
    events = list(rows.order_by("-pk")[:LATEST])
    people = _named(User, events, "person", str)
    links = _named(RecruitmentLink, events, "row", lambda link: link.panel, "recruitmentlink")
    links |= _named(RecruitmentLink, events, "link", lambda link: link.panel)
    return [
        {
            "at": moment(event.at),
            "who": str(event.who) if event.who else "",
            "what": in_words(event),
            "more": ", ".join(_details(event, people, links)),
            "why": event.why,
        }
        for event in events
    ]


def _named(
    model: Any, events: Iterable[Event], key: str, name: Callable[[Any], str], kind: str = ""
) -> dict[int, str]:
    """The names of the rows of `model` that events tell of by their numbers."""
    found = {event.details.get(key) for event in events if event.what.startswith(kind)}
    numbers = {number for number in found if isinstance(number, int)}
    return {row.pk: name(row) for row in model.objects.filter(pk__in=numbers)} if numbers else {}


def _details(event: Event, people: dict[int, str], links: dict[int, str]) -> Iterable[str]:
    details = event.details
    if person := people.get(details.get("person", 0)):
        yield person
    if details.get("role") in Role.values:
        yield str(Role(details["role"]).label)
    if isinstance(details.get("panel"), str):
        yield details["panel"]
    number = details.get("row" if event.what.startswith("recruitmentlink") else "link", 0)
    if panel := links.get(number):
        yield panel
    fields = details.get("fields") or []
    if event.what.endswith(" changed") and len(fields) <= MOST_FIELDS:
        yield from map(str, fields)
    for name, words in COUNTS.items():
        if isinstance(details.get(name), int) and not isinstance(details[name], bool):
            yield str(words) % {"n": details[name]}
    if event.what == "answers withdrawn" and details.get("after_verdict"):
        yield "after the verdict"
