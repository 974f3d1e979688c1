"""Accounts: the first administrator, and people who are invited."""

import logging
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.contrib.auth.tokens import default_token_generator
from django.core.mail import EmailMessage
from django.db import models, transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import override

from studies.models import User
from studies.services.mail_errors import NOT_SENT

RESEARCHERS = "Researchers"

logger = logging.getLogger(__name__)


class AccountRole(models.TextChoices):
    """What an account is on this installation."""

    RESEARCHER = "researcher", "Researcher: own and shared studies"
    ADMINISTRATOR = "administrator", "Administrator: everything, and accounts"


def has_administrator() -> bool:
    """Return whether an active account can administer this installation."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def is_last_administrator(user: User) -> bool:
    """Return whether this account alone can administer this installation."""
    administrators = User.objects.filter(is_superuser=True, is_active=True)
    return administrators.filter(pk=user.pk).exists() and administrators.count() == 1


def ensure_administrator(*, email: str, password: str) -> bool:
    """Make an administrator if there is none; return True if one was made.

    Administrators who are there keep their passwords.
    """
    if has_administrator():
        return False
    user = User.objects.filter(email__iexact=email).first()
    if user is None:
        User.objects.create_superuser(email, password)
        return True
    user.is_active = user.is_staff = user.is_superuser = True
    user.set_password(password)
    user.save(update_fields=["is_active", "is_staff", "is_superuser", "password"])
    return True


def role_of(user: User) -> AccountRole:
    """Return the role of an account."""
    return AccountRole.ADMINISTRATOR if user.is_superuser else AccountRole.RESEARCHER


def give_role(*, user: User, role: str) -> None:
    """Set what the role means: staff, group, superuser."""
    with transaction.atomic():
        user.is_staff = True
        user.is_superuser = role == AccountRole.ADMINISTRATOR
        user.save(update_fields=["is_staff", "is_superuser"])
        user.groups.set([Group.objects.get(name=RESEARCHERS)])


def add_person(*, user: User, role: str) -> None:
    """Store a new account, with a random password if none is set.

    With one, its owner can have a link for another sent at any time, also when the invitation
    has expired.
    """
    with transaction.atomic():
        if not user.password:
            user.set_password(secrets.token_urlsafe(40))
        user.is_staff = True
        user.save()
        give_role(user=user, role=role)


def invite(*, user: User) -> bool:
    """Send the link by which the account's owner chooses a password; return whether it was sent."""
    again = f"{settings.BASE_URL}{reverse('admin_password_reset')}"
    days = settings.PASSWORD_RESET_TIMEOUT // 86_400
    context = {"person": user, "days": days, "again": again}
    return _mail(user, "Your account on triadsurvey", "mail/invitation.txt", context)


def mail_new_password(*, user: User) -> None:
    """Send the link for another password."""
    _mail(user, "A new password for triadsurvey", "mail/password_reset.txt", {})


def _mail(user: User, subject: str, template: str, context: dict[str, Any]) -> bool:
    """Send a mail with a link to choose a password; return whether the mail server took it.

    The link is built from BASE_URL, never from a request's Host header.
    """
    key = urlsafe_base64_encode(force_bytes(user.pk))
    token = default_token_generator.make_token(user)
    link = reverse("password_reset_confirm", args=[key, token])
    with override(settings.LANGUAGE_CODE):
        body = render_to_string(template, {**context, "address": f"{settings.BASE_URL}{link}"})
        mail = EmailMessage(subject, body, to=[user.email])
    try:
        mail.send()
    except NOT_SENT:
        logger.warning("the link of user %s could not be sent", user.pk)
        return False
    return True
