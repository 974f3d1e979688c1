"""The record of a study in words: its codes stay as they are stored."""

from collections.abc import Callable, Iterable
from typing import Any

from django.db.models import QuerySet
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from studies.admin.columns import moment
from studies.models import Event, RecruitmentLink, Study, User
from studies.models.visibility import Role

LATEST = 5
# A form of the API names all of its fields: then none is worth naming.
MOST_FIELDS = 4
WORDS: dict[str, str | Promise] = {
    "made": gettext_lazy("Draft made"),
    "duplicated": gettext_lazy("Draft made as a copy of another study"),
    "study changed": gettext_lazy("Settings of the study changed"),
    "texts stored": gettext_lazy("Texts stored"),
    "texts deleted": gettext_lazy("Texts deleted"),
    "texts left out": gettext_lazy("Texts left out, or taken back"),
    "sample changed": gettext_lazy("A text changed"),
    "sample deleted": gettext_lazy("A text deleted"),
    "plan frozen": gettext_lazy("Plan frozen"),
    "opened": gettext_lazy("Opened"),
    "paused": gettext_lazy("Paused"),
    "resumed": gettext_lazy("Resumed"),
    "closed": gettext_lazy("Closed"),
    "amended": gettext_lazy("Plan amended"),
    "number reached": gettext_lazy("Number of evaluations reached"),
    "verdict reached": gettext_lazy("Recruitment ended by the verdict"),
    "verdict given": gettext_lazy("Verdict given"),
    "unsealed": gettext_lazy("Results unsealed before the study was complete"),
    "archived": gettext_lazy("Archived"),
    "brought back from the archive": gettext_lazy("Brought back from the archive"),
    "erased": gettext_lazy("Erased"),
    "shared": gettext_lazy("Shared"),
    "no longer shared": gettext_lazy("No longer shared"),
    "results shared by a link": gettext_lazy("Link to the results made"),
    "link to results withdrawn": gettext_lazy("Link to the results withdrawn"),
    "recruitmentlink added": gettext_lazy("Recruitment link made"),
    "recruitmentlink changed": gettext_lazy("Recruitment link changed"),
    "link revoked": gettext_lazy("Recruitment link revoked"),
    "personal links made": gettext_lazy("Personal links made"),
    "invitations asked for": gettext_lazy("Invitations sent"),
    "invitations asked for again": gettext_lazy("Invitations sent again"),
    "reminders asked for": gettext_lazy("Reminders sent"),
    "excluded ids changed": gettext_lazy("List of excluded ids changed"),
    "answers withdrawn": gettext_lazy("A judge withdrew answers"),
    "second choice refused": gettext_lazy("A second, different choice was refused"),
    "webhook added": gettext_lazy("Webhook added"),
    "webhook stopped": gettext_lazy("Webhook stopped"),
    "report details changed": gettext_lazy("What the report should say changed"),
}
# Details that are numbers, and what each counts.
COUNTS: dict[str, str | Promise] = {
    "texts": gettext_lazy("texts: %(n)s"),
    "left_out": gettext_lazy("left out: %(n)s"),
    "taken_back": gettext_lazy("taken back: %(n)s"),
    "number": gettext_lazy("number: %(n)s"),
    "added": gettext_lazy("added: %(n)s"),
    "removed": gettext_lazy("removed: %(n)s"),
    "trials": gettext_lazy("trials: %(n)s"),
    "counted": gettext_lazy("counted answers: %(n)s"),
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
        yield _("after the verdict")
