"""Invitations of colleagues who have no account: by a link they make one and get their role."""

import logging
import secrets
from datetime import timedelta

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import F, Q
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from studies.models import Collaborator, ColleagueInvitation, Event, Study, User
from studies.models.sharing import ColleagueInvitationQuerySet
from studies.models.visibility import Role
from studies.services.accounts import people, sharing
from studies.services.accounts.domains import may_invite
from studies.services.accounts.tokens import hash_of
from studies.services.events import log
from studies.services.mail_errors import NOT_SENT, words_of
from studies.values.visible_text import visible

VALID_FOR = timedelta(days=7)
# Of one account: how many links may wait, and how many e-mails it may have sent in a day.
MOST_OPEN, MOST_A_DAY, DAY = 20, 40, timedelta(days=1)

logger = logging.getLogger(__name__)


class InvitationGoneError(ValueError):
    """The link was used or withdrawn, or has expired."""


def share_or_invite(
    *, study: Study, user: User, email: str, role: str
) -> tuple[Collaborator | ColleagueInvitation, bool]:
    """Share a study with the account of an address; invite the person where there is none yet.

    Return it, and whether the person was sent an e-mail. Raise CannotShareError, in words.
    """
    try:
        shared = sharing.share(study=study, user=user, email=email, role=role)
        return shared, _tell(shared, user)
    except sharing.NoAccountError:
        if not may_invite(user, visible(email)):
            raise
    invitation, secret = invite(study=study, user=user, email=email, role=role)
    send(invitation=invitation, secret=secret)
    return invitation, not invitation.refused


def invite(*, study: Study, user: User, email: str, role: str) -> tuple[ColleagueInvitation, str]:
    """Make an invitation in place of the one before; return it and its secret, kept nowhere."""
    address = visible(email).lower()
    if role not in Role.values or not may_invite(user, address):
        raise ValueError("no invitation of this address or to this role")
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).only("pk").get(pk=study.pk)
        _withdraw(study, address)
        _check_number(user)
        secret = secrets.token_urlsafe(32)
        made = ColleagueInvitation.objects.create(
            study=study,
            email=address,
            role=role,
            invited_by=user,
            sha256=hash_of(secret),
            expires_at=Now() + VALID_FOR,
        )
        log(study, Event.What.COLLEAGUE_INVITED, who=user, invitation=made.pk, role=role)
    made.refresh_from_db()
    return made, secret


def _withdraw(study: Study, address: str) -> None:
    before = ColleagueInvitation.objects.unused().filter(study=study, email=address)
    before.update(withdrawn_at=Now())


def _check_number(user: User) -> None:
    """Refuse too many, exactly: one invitation of an account at a time."""
    User.objects.select_for_update(no_key=True).only("pk").get(pk=user.pk)
    own = ColleagueInvitation.objects.filter(invited_by=user)
    if own.open().count() >= MOST_OPEN:
        raise sharing.CannotShareError(
            f"{MOST_OPEN} of your invitations have not been used yet: withdraw one of them."
        )
    if own.filter(made_at__gt=Now() - DAY).count() >= MOST_A_DAY:
        raise sharing.CannotShareError(
            f"You have sent {MOST_A_DAY} invitations within a day: send this one tomorrow."
        )


def _tell(shared: Collaborator, user: User) -> bool:
    """Tell a person with an account, if that is possible, and return whether it was.

    Not of one's own doing, and not from an account that shares all day: against flooding.
    """
    times = Event.objects.filter(who=user, what=Event.What.SHARED, at__gt=Now() - DAY).count()
    if shared.user == user or times > MOST_A_DAY:
        return False
    page = reverse("analysis:overview", args=[shared.study.code])
    mail = _mail("shared", shared, user, to=shared.user.email, path=page)
    try:
        mail.send()
    except NOT_SENT:
        logger.warning("a colleague could not be told of study %s", shared.study_id)
        return False
    return True


def _mail(
    template: str, given: Collaborator | ColleagueInvitation, by: User, *, to: str, path: str
) -> EmailMessage:
    """Return the e-mail that says who gives which role in which study."""
    inviter = visible(str(by))
    with override(settings.LANGUAGE_CODE):
        body = render_to_string(
            f"mail/{template}.txt",
            {
                "inviter": inviter,
                "email": by.email,
                "title": visible(given.study.title),
                "role": given.get_role_display(),
                "address": f"{settings.BASE_URL}{path}",
                "days": VALID_FOR.days,
            },
        )
    done = "shares a study with you" if template == "shared" else "invites you to a study"
    return EmailMessage(f"{inviter} {done}", body, to=[to])


def send(*, invitation: ColleagueInvitation, secret: str) -> None:
    """Send the link; keep what the mail server says where it does not take it."""
    path = reverse("studies:join", args=[secret])
    by = invitation.invited_by
    mail = _mail("colleague", invitation, by, to=invitation.email, path=path)
    row = ColleagueInvitation.objects.filter(pk=invitation.pk)
    try:
        mail.send()
    except NOT_SENT as error:
        invitation.refused = words_of(error)
        row.update(refused=invitation.refused)
    else:
        row.update(sent_at=Now())


def withdraw(*, study: Study, user: User, invitation_id: int) -> None:
    """Let a link that was not used work no more."""
    with transaction.atomic():
        unused = study.colleague_invitations.unused().filter(pk=invitation_id)
        if unused.update(withdrawn_at=Now()):
            log(study, Event.What.COLLEAGUE_NOT_INVITED, who=user, invitation=invitation_id)


def of_secret(secret: str) -> ColleagueInvitation:
    """Return the invitation of a link that works; raise InvitationGoneError for another."""
    found = _open().filter(sha256=hash_of(secret)).select_related("study", "invited_by").first()
    if found is None:
        raise InvitationGoneError
    return found


def _open() -> ColleagueInvitationQuerySet:
    """Return those that work, of people who may still share the study."""
    owned = Q(study__owner=F("invited_by")) | Q(invited_by__is_superuser=True)
    return ColleagueInvitation.objects.open().filter(owned)


def account_of(invitation: ColleagueInvitation) -> User | None:
    """Return the account that the invited address has got meanwhile."""
    return User.objects.filter(email__iexact=invitation.email).first()


def accept(*, secret: str, password: str = "", first_name: str = "", last_name: str = "") -> User:
    """Use the link up: give the role to the account of its address, made where there is none.

    Raise InvitationGoneError, or CannotShareError for an account that is blocked.
    """
    names = {"first_name": visible(first_name), "last_name": visible(last_name)}
    try:
        return _accept(secret, password, names)
    except IntegrityError:  # the account was made by another way at this moment
        return _accept(secret, "", names)


def _accept(secret: str, password: str, names: dict[str, str]) -> User:
    with transaction.atomic():
        locked = _open().select_for_update(of=("self",), no_key=True).select_related("study")
        invitation = locked.filter(sha256=hash_of(secret)).first()
        if invitation is None:
            raise InvitationGoneError
        user = account_of(invitation)
        if user is None:
            user = User(email=invitation.email, **names)
            user.set_password(password or secrets.token_urlsafe(40))
            people.add_person(user=user, role=people.AccountRole.RESEARCHER)
        sharing.share(
            study=invitation.study,
            user=invitation.invited_by,
            email=user.email,
            role=invitation.role,
        )
        ColleagueInvitation.objects.filter(pk=invitation.pk).update(used_at=Now())
        return user
