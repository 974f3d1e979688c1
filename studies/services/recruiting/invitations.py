"""Invitations by e-mail: a personal link for each address, sent once, by a job."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from smtplib import SMTPException
from typing import Any

from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.db.models.functions import Now

from studies.models import Event, Invitation, RecruitmentLink, Study, User
from studies.services.events import log
from studies.services.mail_errors import NOT_SENT, is_refusal, words_of
from studies.services.recruiting import pasted_lists
from studies.services.recruiting.links import MOST_PEOPLE, address_of, store_personal
from studies.services.recruiting.pasted_lists import is_address
from studies.wording import invitation as invitation_words
from studies.wording import reminder as reminder_words

PLACEHOLDER = "{link}"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Recipients:
    """A pasted list of addresses, read: the new ones, those with a link, those left out."""

    new: tuple[str, ...] = ()
    with_link: tuple[RecruitmentLink, ...] = ()
    repeated: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()

    @property
    def addresses(self) -> list[str]:
        """The addresses to which an e-mail will be sent."""
        return [*self.new, *(link.addressee for link in self.with_link)]


def default_body(study: Study) -> str:
    """Return the message of a recruitment link, with the placeholder as its address."""
    return invitation_words(study, PLACEHOLDER, study.language)


def default_reminder(study: Study) -> str:
    """Return the message to people who have not begun."""
    return reminder_words(study, PLACEHOLDER, study.language)


def read_addresses(study: Study, lines: str, *, everybody: bool = False) -> Recipients:
    """Read a list of e-mail addresses; with `everybody` add those of unused personal links.

    Raises ValueError, in words, that names the lines without an address.
    """
    read = pasted_lists.addresses(lines)
    if read.left:
        raise ValueError(f"There is no e-mail address in line {read.left_in_words}.")
    given = read.taken
    if len(given) > MOST_PEOPLE:
        raise ValueError(f"These are {len(given)} people; at most {MOST_PEOPLE} at a time.")
    waiting, invited = _links_of(study)
    new: dict[str, str] = {}
    taken: dict[str, RecruitmentLink] = dict(waiting) if everybody else {}
    had: dict[str, str] = {}
    repeated = []
    for address in given:
        key = address.casefold()
        if key in new or key in had or (key in taken and not everybody):
            repeated.append(address)
        elif key in invited:
            had[key] = address
        elif key in waiting:
            taken[key] = waiting[key]
        else:
            new[key] = address
    return Recipients(
        tuple(new.values()), tuple(taken.values()), tuple(repeated), tuple(had.values())
    )


def _links_of(study: Study) -> tuple[dict[str, RecruitmentLink], set[str]]:
    """Return the personal links that can be sent, by address, and the addresses invited before."""
    links = RecruitmentLink.objects.filter(study=study, personal=True)
    invited = links.filter(invitation__isnull=False, revoked_at__isnull=True)
    waiting = links.usable().filter(invitation__isnull=True, judges__isnull=True)
    return (
        {link.addressee.casefold(): link for link in waiting if is_address(link.addressee)},
        {address.casefold() for address in invited.values_list("addressee", flat=True)},
    )


def check_words(subject: str, body: str) -> dict[str, str]:
    """Return what is wrong with subject and body, by field."""
    problems = {}
    if re.search(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]", subject):
        problems["subject"] = "The subject is one line."
    if PLACEHOLDER not in body:
        problems["body"] = "Write {link} where each person’s own address is to stand."
    return problems


def invite(
    *,
    study: Study,
    user: User,
    lines: str,
    everybody: bool,
    subject: str,
    body: str,
    panel: str,
    mode: str,
    language: str = "",
    expires_at: datetime | None = None,
    expected: int | None = None,
) -> int | None:
    """Store an invitation for each address, with new links where needed; return their number.

    A job sends them. With `expected`, the number shown before the click, store nothing and return
    None where it is another by now.
    """
    if problems := check_words(subject, body):
        raise ValueError(" ".join(problems.values()))
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        recipients = read_addresses(study, lines, everybody=everybody)
        if expected is not None and len(recipients.addresses) != expected:
            return None
        made = store_personal(
            recipients.new,
            study=study,
            panel=panel,
            mode=mode,
            language=language,
            expires_at=expires_at,
        )
        links = (*made, *recipients.with_link)
        Invitation.objects.bulk_create(
            (Invitation(study=study, link=link, subject=subject, body=body) for link in links),
            batch_size=1000,
        )
        number = len(recipients.addresses)
        log(study, Event.What.INVITED, who=user, number=number)
    return number


def try_again(*, study: Study, user: User) -> int:
    """Let invitations that could not be sent wait again; return their number."""
    with transaction.atomic():
        failed = Invitation.objects.filter(study=study, failed_at__isnull=False)
        number = failed.update(failed_at=None, error="", refused=False, asked_at=Now())
        log(study, Event.What.INVITED_AGAIN, who=user, number=number)
    return number


def may_send(study: Study) -> bool:
    """Return whether a judge who follows a link now can take part."""
    return study.status in Study.COUNTING_STATUSES and not study.is_complete


def remind(*, study: Study, user: User, subject: str, body: str) -> int:
    """Let invitations of people who have not begun wait again, with new words; return how many."""
    if problems := check_words(subject, body):
        raise ValueError(" ".join(problems.values()))
    with transaction.atomic():
        number = (
            Invitation.objects.not_begun()
            .filter(study=study)
            .update(subject=subject, body=body, sent_at=None, asked_at=Now())
        )
        log(study, Event.What.REMINDED, who=user, number=number)
    return number


def send(*, study: Study, sender: User, progress: Progress) -> None:
    """Send the invitations that wait, one after the other.

    Before it is sent, an invitation is marked as failed because it may have been interrupted;
    afterwards as sent. So a worker that is killed in between sends nothing twice, and leaves a row
    for a person to decide. Raises ValueError if the mail server does not answer.
    """
    if study.status not in (*Study.COUNTING_STATUSES, Study.Status.DRAFT):
        raise ValueError("The study is closed: no one was invited.")
    server = get_connection()
    try:
        server.open()
    except (OSError, SMTPException) as error:
        raise ValueError(
            f"The mail server does not answer, so nothing was sent: {error}"
        ) from error
    try:
        for done in count():
            # Look each time: more may be asked for meanwhile.
            waiting = Invitation.objects.waiting().filter(study=study)
            progress(done, done + waiting.count())
            first = waiting.first()
            if first is None:
                break
            _send_one(first.pk, sender, server)
    finally:
        server.close()


def _send_one(pk: int, sender: User, server: Any) -> None:
    before = "Interrupted while it was being sent: it may or may not have arrived."
    claimed = Invitation.objects.waiting().filter(pk=pk).update(failed_at=Now(), error=before)
    if not claimed:
        return
    invitation = Invitation.objects.select_related("link").get(pk=pk)
    Invitation.objects.filter(pk=pk).update(**_sent(invitation, sender, server))


def _sent(invitation: Invitation, sender: User, server: Any) -> dict[str, Any]:
    """Send one e-mail; return what is to be stored of it."""
    link = invitation.link
    if not RecruitmentLink.objects.usable().filter(pk=link.pk).exists():
        return {"error": "The link is revoked or has expired."}
    mail = EmailMessage(
        invitation.subject,
        invitation.body.replace(PLACEHOLDER, address_of(link)),
        to=[link.addressee],
        reply_to=[sender.email],
        connection=server,
    )
    try:
        mail.send()
    except NOT_SENT as error:
        # The next e-mail gets a new connection.
        server.close()
        return {"error": words_of(error), "refused": is_refusal(error)}
    return {"error": "", "failed_at": None, "sent_at": Now()}
