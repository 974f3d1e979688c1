"""Waiting: who comes first where the places are few, and how many had to wait.

A person who waits comes again by itself and keeps the place in the row; a person who stays away for
a minute has left it. A place that is offered is kept while the consent is read.
"""

from datetime import timedelta

from django.db.models import Case, F, QuerySet, When
from django.db.models.functions import Now

from studies.models import RecruitmentLink, Study, Waiting
from studies.services.judging.claims import hold_of

Reason = Waiting.Reason

COMES_AGAIN_SECONDS = 20
_PRESENT = timedelta(seconds=3 * COMES_AGAIN_SECONDS)
_READS_CONSENT = timedelta(minutes=3)
# The longest row that is counted, and the most people of a study that are kept.
LONGEST_ROW = 1000
MOST_PEOPLE = 10_000


def ahead(link: RecruitmentLink, reason: Reason, ticket: str, *, began: bool = False) -> int:
    """Return how many people are before this one, or before a person who comes now.

    Triads are the study's, all else is a link's own. Judges who have begun come before all others,
    so they have a row of their own.
    """
    return _before(_row(link, reason).filter(began=began), ticket)


def _row(link: RecruitmentLink, reason: Reason) -> QuerySet[Waiting]:
    row: QuerySet[Waiting] = Waiting.objects.present().filter(study=link.study_id, reason=reason)
    return row if reason == Reason.TRIADS else row.filter(link=link)


def _before(row: QuerySet[Waiting], ticket: str) -> int:
    ordered = row.order_by("-began", "since", "pk")
    tickets = list(ordered.values_list("ticket", flat=True)[:LONGEST_ROW])
    return tickets.index(ticket) if ticket in tickets else len(tickets)


def wait(*, link: RecruitmentLink, reason: Reason, ticket: str, began: bool = False) -> int:
    """Put a person into the row, or note that they are still there; return how many are before.

    Before a person who has not begun are all judges who have. A place is not kept for these: it
    may be one that they have had (`ahead`).
    """
    again = Case(When(until__gt=Now(), reason=reason, then=F("since")), default=Now())
    until = Now() + _PRESENT
    known = _of(link.study, ticket).update(reason=reason, link=link, since=again, until=until)
    if not known and Waiting.objects.filter(study=link.study).count() < MOST_PEOPLE:
        person = Waiting(study=link.study, link=link, ticket=ticket, reason=reason, began=began)
        person.until = until
        Waiting.objects.bulk_create([person], ignore_conflicts=True)
    row = _row(link, reason)
    return _before(row.filter(began=True) if began else row, ticket)


def send_away(*, link: RecruitmentLink, ticket: str) -> None:
    """Note that a person came to a link with a quota that is full for good."""
    wait(link=link, reason=Reason.QUOTA, ticket=ticket)
    leave(study=link.study, ticket=ticket)


def keep_place(*, study: Study, ticket: str) -> None:
    """Keep the place that is offered to a person who waited, while the consent is read."""
    until = Now() + min(_READS_CONSENT, hold_of(study))
    _of(study, ticket).filter(until__gt=Now()).update(until=until)


def leave(*, study: Study, ticket: str) -> None:
    """Take a person out of the row: the next one may come."""
    _of(study, ticket).filter(until__gt=Now()).update(until=Now())


def _of(study: Study, ticket: str) -> QuerySet[Waiting]:
    return Waiting.objects.filter(study=study, ticket=ticket)
