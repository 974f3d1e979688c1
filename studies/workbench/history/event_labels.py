"""Events of a study in words, with what their details say."""

from collections.abc import Callable, Iterable
from typing import Any

from studies.models import Event, RecruitmentLink, User
from studies.models.visibility import Role

# Older events of the API name all fields of the form: then none is worth naming.
MOST_FIELDS = 4
LINK_ROWS = (Event.What.LINK_ADDED, Event.What.LINK_CHANGED)
# Details that are words, and how they are said.
WORDS: dict[str, str] = {"panel": "{}", "until": "until {}"}
# Details that are numbers, and what each counts.
COUNTS: dict[str, str] = {
    "texts": "texts",
    "left_out": "left out",
    "taken_back": "taken back",
    "number": "number",
    "added": "added",
    "removed": "removed",
    "trials": "trials",  # of earlier withdrawals: also those without an answer
    "counted": "counted answers",
}


def described(rows: Iterable[Event]) -> list[dict[str, Any]]:
    """Return events in words, with the names of people and links in two queries at most."""
    events = list(rows)
    people = _names(User, [event.details.get("person") for event in events], str)
    links = _names(RecruitmentLink, map(_link_of, events), lambda link: link.panel)
    return [
        {
            "at": event.at,
            "who": str(event.who) if event.who else "",
            "what": event.label,
            "more": ", ".join(_details(event, people, links)),
            "why": event.why,
        }
        for event in events
    ]


def _link_of(event: Event) -> Any:
    """Return the id of the recruitment link that an event tells of."""
    return event.details.get("row" if event.what in LINK_ROWS else "link")


def _names(model: Any, ids: Iterable[Any], name: Callable[[Any], str]) -> dict[int, str]:
    """Return the names of these rows by their ids."""
    known = {pk for pk in ids if isinstance(pk, int)}
    return {row.pk: name(row) for row in model.objects.filter(pk__in=known)} if known else {}


def _details(event: Event, people: dict[int, str], links: dict[int, str]) -> Iterable[str]:
    details = event.details
    if person := people.get(details.get("person", 0)):
        yield person
    if details.get("role") in Role.values:
        yield str(Role(details["role"]).label)
    said = WORDS.items()
    yield from (form.format(details[n]) for n, form in said if isinstance(details.get(n), str))
    if panel := links.get(_link_of(event)):
        yield panel
    fields = details.get("fields") or []
    if len(fields) <= MOST_FIELDS:
        yield from map(str, fields)
    for code in details.get("told") or []:
        yield str(Event.What(code).label) if code in Event.What.values else str(code)
    for name, words in COUNTS.items():
        if isinstance(details.get(name), int) and not isinstance(details[name], bool):
            yield f"{words}: {details[name]}"
    if details.get("after_verdict"):
        yield "after the verdict"
