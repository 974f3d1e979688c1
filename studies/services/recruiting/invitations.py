"""Invitations by e-mail: one personal link an address, sent by a job, each once."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from email.utils import getaddresses
from itertools import count
from smtplib import SMTPException
from typing import Any

from django.core.exceptions import ValidationError
from django.core.mail import EmailMessage, get_connection
from django.core.validators import validate_email
from django.db import transaction
from django.db.models.functions import Now

from studies.models import Event, Invitation, RecruitmentLink, Study, User
from studies.services.events import log
from studies.services.recruiting.links import MOST_PEOPLE, address_of, store_personal
from studies.wording import invitation as invitation_words
from studies.wording import reminder as reminder_words

PLACEHOLDER = "{link}"
Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Recipients:
    """A pasted list of addresses, read: who is new, who has a link already, who is left out."""

    new: tuple[str, ...] = ()
    with_link: tuple[RecruitmentLink, ...] = ()
    repeated: tuple[str, ...] = ()
    invited: tuple[str, ...] = ()

    @property
    def addresses(self) -> list[str]:
        """To whom an e-mail will be sent."""
        return [*self.new, *(link.addressee for link in self.with_link)]


def default_body(language: str) -> str:
    """The same words as beside a link, with the placeholder in the place of the address."""
    return invitation_words(PLACEHOLDER, language)


def default_reminder(language: str) -> str:
    """Words for whoever has not begun."""
    return reminder_words(PLACEHOLDER, language)


def read_addresses(study: Study, lines: str, *, everybody: bool = False) -> Recipients:
    """The e-mail addresses of a list, each once; with `everybody` those of personal links as well.

    Raises ValueError, in words, which names the lines that are no addresses.
    """
    given = list(_addresses_in(lines))
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


def _addresses_in(lines: str) -> Iterable[str]:
    wrong = []
    for number, line in enumerate(lines.splitlines(), start=1):
        # As mail programs write them: Ann Lee <ann@example.org>; bob@example.org
        for _name, address in getaddresses([line.replace(";", ",")]):
            try:
                validate_email(address)
            except ValidationError:
                wrong.append(f"{number} (“{' '.join(line.split())[:60]}”)")
                break
            yield address
        else:
            continue
    if wrong:
        shown = ", ".join(wrong[:5]) + (" …" if len(wrong) > 5 else "")
        raise ValueError(f"There is no e-mail address in line {shown}.")


def _links_of(study: Study) -> tuple[dict[str, RecruitmentLink], set[str]]:
    """Personal links that were not sent yet and can be, by address; and who was invited."""
    links = RecruitmentLink.objects.filter(study=study, personal=True)
    invited = links.filter(invitation__isnull=False, revoked_at__isnull=True)
    waiting = links.usable().filter(invitation__isnull=True, judges__isnull=True)
    return (
        {link.addressee.casefold(): link for link in waiting if _is_address(link.addressee)},
        {address.casefold() for address in invited.values_list("addressee", flat=True)},
    )


def _is_address(text: str) -> bool:
    try:
        validate_email(text)
    except ValidationError:
        return False
    return True


def check_words(subject: str, body: str) -> dict[str, str]:
    """What is wrong with subject and body, by field; nothing where they can be sent."""
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
    """Make the links that are missing and an invitation each, for a job to send; how many.

    None, and nothing is made, where it would be another number than was shown before the click.
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
        Invitation.objects.bulk_create(
            (
                Invitation(study=study, link=link, subject=subject, body=body)
                for link in (*made, *recipients.with_link)
            ),
            batch_size=1000,
        )
        number = len(recipients.addresses)
        log(study, Event.What.INVITED, who=user, panel=panel, number=number)
    return number


def try_again(*, study: Study, user: User) -> int:
    """Let those wait again whose e-mail could not be sent; how many."""
    with transaction.atomic():
        failed = Invitation.objects.filter(study=study, failed_at__isnull=False)
        number = failed.update(failed_at=None, error="", asked_at=Now())
        log(study, Event.What.INVITED_AGAIN, who=user, number=number)
    return number


def may_send(study: Study) -> bool:
    """Somebody who follows a link now can take part."""
    return study.status in Study.COUNTING_STATUSES and not study.is_complete


def remind(*, study: Study, user: User, subject: str, body: str) -> int:
    """Write once more to those who got an e-mail and have not begun; how many."""
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
    """Send what waits, one after the other; raises ValueError where no mail server answers.

    Each invitation is marked as failed, with the reason that it may have been interrupted, before
    it is sent, and as sent afterwards. So a worker that is killed in between sends nothing twice,
    and leaves a row that says what is not known, for a person to decide.
    """
    if study.status not in (*Study.COUNTING_STATUSES, Study.Status.DRAFT):
        raise ValueError("The study is closed: nobody was invited.")
    server = get_connection()
    try:
        server.open()
    except (OSError, SMTPException) as error:
        raise ValueError(
            f"The mail server does not answer, so nothing was sent: {error}"
        ) from error
    try:
        for done in count():
            # Looked up each time: more may be asked for meanwhile.
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
    error = _sent(invitation, sender, server)
    changes = {"error": error} if error else {"error": "", "failed_at": None, "sent_at": Now()}
    Invitation.objects.filter(pk=pk).update(**changes)


def _sent(invitation: Invitation, sender: User, server: Any) -> str:
    """What went wrong, in words; nothing where the mail server took it."""
    link = invitation.link
    if not RecruitmentLink.objects.usable().filter(pk=link.pk).exists():
        return "The link is revoked or has run out."
    mail = EmailMessage(
        invitation.subject,
        invitation.body.replace(PLACEHOLDER, address_of(link)),
        to=[link.addressee],
        # Answers go to a person.
        reply_to=[sender.email],
        connection=server,
    )
    try:
        mail.send()
    except (OSError, SMTPException, ValueError) as error:
        # A connection that broke is made anew for the next.
        server.close()
        return " ".join(str(error).split())[:500] or type(error).__name__
    return ""
