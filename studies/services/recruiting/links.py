"""Recruitment links: make, change and revoke them, and make one for each person of a list."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.urls import reverse

from studies.models import Event, RecruitmentLink, Study, User
from studies.models.recruitment import Ending
from studies.services.events import log
from studies.services.lifecycle.availability import require
from studies.services.recruiting import pasted_lists
from studies.wording import invitation

MOST_PEOPLE = 10_000
MOST_CHARACTERS = 254
# By the sites to which judges return.
PLACEHOLDERS = {
    "sona-systems.com": "%SURVEY_CODE%",
    "cint.com": "[ID]",
    "samplicio.us": "[%RID%]",
}


@dataclass(frozen=True, slots=True)
class PeopleList:
    """A pasted list, read: who gets a link, and who is left out."""

    new: tuple[str, ...] = ()
    repeated: tuple[str, ...] = ()
    known: tuple[str, ...] = ()


def address_of(link: RecruitmentLink) -> str:
    """Return the whole address to send to judges, or to give to their panel."""
    return f"{settings.BASE_URL}{reverse('judge:welcome', args=[link.token])}{_id_query(link)}"


def _id_query(link: RecruitmentLink) -> str:
    """Return the end of an address with the place of the id that the link asks for.

    Mechanical Turk adds its parameters itself.
    """
    name = "" if link.mturk else link.id_parameter
    if name == "PROLIFIC_PID":
        names = (name, "STUDY_ID", "SESSION_ID")
        return "?" + "&".join(f"{name}={{{{%{name}%}}}}" for name in names)
    return f"?{name}={placeholder_of(link)}" if name else ""


def placeholder_of(link: RecruitmentLink) -> str:
    """Return what the link's panel puts its members' ids in the place of; empty where unknown."""
    addresses = [getattr(link, f"{ending}_url") for ending in Ending]
    hosts = [f".{urlsplit(address).hostname}" for address in addresses if address]
    for domain, placeholder in PLACEHOLDERS.items():
        if any(host.endswith(f".{domain}") for host in hosts):
            return placeholder
    return ""


def message_for(link: RecruitmentLink) -> str:
    """Return a message to send with the link, in its language, else in the study's."""
    return invitation(link.study, address_of(link), link.language or link.study.language)


def make_link(*, link: RecruitmentLink, user: User | None) -> RecruitmentLink:
    """Store a new recruitment link; raise WrongStateError if the study is archived.

    Without `user` a command of the server makes it.
    """
    with transaction.atomic():
        _study_for_links(link.study)
        link.save()
        log(link.study, Event.What.LINK_ADDED, who=user, row=link.pk, fields=[])
    return link


def change_link(*, link: RecruitmentLink, user: User, changed: Mapping[str, str]) -> None:
    """Store the changed fields of a link's form: labels by name.

    A link that is given more time or places is told of anew when it runs out.
    """
    columns = list(changed)
    # By mode and columns, which no label can alter, results tell who could take part.
    details: dict[str, Any] = {"mode": link.mode, "columns": [*changed]}
    if {"expires_at", "quota"} & set(changed):
        link.expiry_told_at = None
        columns.append("expiry_told_at")
    with transaction.atomic():
        link.save(update_fields=columns)
        fields = [*changed.values()]
        log(link.study, Event.What.LINK_CHANGED, who=user, row=link.pk, fields=fields, **details)


def _study_for_links(study: Study) -> None:
    """Lock the study's row, without keeping judges waiting; raise WrongStateError if archived."""
    require("make_link", Study.objects.select_for_update(no_key=True).get(pk=study.pk))


def revoke(*, link: RecruitmentLink, user: User) -> None:
    """End a link for good: judges who have begun may go on."""
    with transaction.atomic():
        changed = RecruitmentLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(
            revoked_at=Now()
        )
        if changed:
            log(link.study, Event.What.LINK_REVOKED, who=user, link=link.pk)


def read_people(study: Study, lines: str) -> PeopleList:
    """Read names or addresses; leave out repetitions and people with a link.

    Raises ValueError, in words, for a list or a line that is too long.
    """
    names = pasted_lists.people(lines).taken
    if len(names) > MOST_PEOPLE:
        raise ValueError(f"These are {len(names)} people; at most {MOST_PEOPLE} at a time.")
    for number, name in enumerate(names, start=1):
        if len(name) > MOST_CHARACTERS:
            raise ValueError(
                f"Entry {number} is longer than {MOST_CHARACTERS} characters: write one name "
                f"on each line."
            )
    return _sorted_out(names, _known_people(study))


def _known_people(study: Study) -> set[str]:
    links = RecruitmentLink.objects.filter(study=study, personal=True, revoked_at__isnull=True)
    return {name.casefold() for name in links.values_list("addressee", flat=True)}


def _sorted_out(names: Iterable[str], known: set[str]) -> PeopleList:
    new: dict[str, str] = {}
    repeated: list[str] = []
    had: dict[str, str] = {}
    for name in names:
        key = name.casefold()
        if key in new or key in had:
            repeated.append(name)
        else:
            (had if key in known else new)[key] = name
    return PeopleList(tuple(new.values()), tuple(repeated), tuple(had.values()))


def store_personal(people: Iterable[str], **shared: Any) -> list[RecruitmentLink]:
    """Store a personal link for each; `shared` are the fields that they have in common."""
    links = (RecruitmentLink(personal=True, addressee=name, **shared) for name in people)
    return RecruitmentLink.objects.bulk_create(links, batch_size=1000)


def make_personal_links(
    *,
    study: Study,
    user: User,
    lines: str,
    panel: str,
    mode: str,
    language: str = "",
    expires_at: datetime | None = None,
    expected: int | None = None,
) -> int | None:
    """Make a personal link for each new person of a list, all or none; return how many.

    With `expected`, the number shown before the click, make nothing and return None where it is
    another by now.
    """
    with transaction.atomic():
        # Two clicks, two tabs: the second finds the people of the first.
        _study_for_links(study)
        people = read_people(study, lines)
        if expected is not None and len(people.new) != expected:
            return None
        store_personal(
            people.new,
            study=study,
            panel=panel,
            mode=mode,
            language=language,
            expires_at=expires_at,
        )
        if people.new:
            log(study, Event.What.PERSONAL_LINKS_MADE, who=user, number=len(people.new))
    return len(people.new)
