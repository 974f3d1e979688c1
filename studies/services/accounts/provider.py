"""The account of a person who signed in at the university's OpenID provider.

The whole rule, in this order:

1. The provider says that the e-mail address is verified (or says nothing of it, and
   OIDC_TRUST_EMAIL is set), and its domain is one of REGISTRATION_DOMAINS.
2. A person who was here before, known by issuer and `sub`, gets the same account, whatever the
   address is by now.
3. Else the account with this address, unless another `sub` has it: addresses are given anew to
   others. From now on it is this person's.
4. Else a new account of a researcher, without a password.

Never an account that is blocked, an administrator's, or one with a second factor of its own: these
sign in here, so that no fault of the provider gives the site away.
"""

from dataclasses import dataclass
from typing import Any, Self

from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import IntegrityError, transaction

from studies.models import User
from studies.services.accounts import people, second_factor
from studies.services.accounts.domains import may_register
from studies.values.visible_text import visible

LONGEST_NAME = 150  # of Django's accounts


class NotAdmittedError(ValueError):
    """No account is signed in; the message is for the visitor."""


@dataclass(frozen=True, slots=True)
class Person:
    """What the provider says of a person."""

    subject: str
    email: str
    is_verified: bool
    first_name: str = ""
    last_name: str = ""

    @classmethod
    def of(cls, claims: dict[str, Any]) -> Self:
        """Read the claims of OpenID Connect. Some providers write true as a word."""
        verified = claims.get("email_verified", settings.OIDC_TRUST_EMAIL)
        return cls(
            subject=str(claims["sub"]),
            email=visible(str(claims.get("email") or "")).lower(),
            is_verified=verified is True or verified == "true",
            first_name=visible(str(claims.get("given_name") or ""))[:LONGEST_NAME],
            last_name=visible(str(claims.get("family_name") or ""))[:LONGEST_NAME],
        )


def account_of(person: Person) -> User:
    """Return the account of a person, made where there is none; raise NotAdmittedError."""
    _check_address(person)
    try:
        user = _find_or_make(person)
    except IntegrityError:  # made at this moment, in another tab or by an invitation
        user = _find_or_make(person)
    if not (user.is_active and user.is_staff):
        raise NotAdmittedError("Your account here is blocked.")
    if user.is_superuser or second_factor.is_on(user):
        raise NotAdmittedError(
            "Administrators and accounts with a second factor here sign in with their password."
        )
    return user


def _find_or_make(person: Person) -> User:
    with transaction.atomic():
        return _known(person) or _by_address(person) or _new(person)


def _check_address(person: Person) -> None:
    try:
        validate_email(person.email)
    except ValidationError:
        raise NotAdmittedError(f"{_name()} did not tell your e-mail address.") from None
    if not person.is_verified:
        raise NotAdmittedError(f"{_name()} does not say that {person.email} is verified as yours.")
    if not may_register(person.email):
        raise NotAdmittedError(
            f"{person.email} belongs to a domain without accounts here. "
            "An administrator of this site can add you."
        )


def _name() -> str:
    return f"{settings.OIDC_NAME[:1].upper()}{settings.OIDC_NAME[1:]}"


def _known(person: Person) -> User | None:
    linked = SocialAccount.objects.filter(provider=settings.OIDC_ISSUER, uid=person.subject)
    found = linked.select_related("user").first()
    return found.user if found else None


def _by_address(person: Person) -> User | None:
    user = User.objects.select_for_update(no_key=True).filter(email__iexact=person.email).first()
    if user is None:
        return None
    linked = SocialAccount.objects.filter(provider=settings.OIDC_ISSUER, user=user).first()
    if linked is not None and linked.uid == person.subject:  # while we waited for the row
        return user
    if linked is not None:
        raise NotAdmittedError(
            f"The account of {person.email} is of another person at {settings.OIDC_NAME}. "
            "An administrator of this site can help."
        )
    if user.is_active and not user.is_superuser and not second_factor.is_on(user):
        _link(user, person)
    return user


def _new(person: Person) -> User:
    user = User(email=person.email, first_name=person.first_name, last_name=person.last_name)
    user.set_unusable_password()
    people.add_person(user=user, role=people.AccountRole.RESEARCHER)
    _link(user, person)
    return user


def _link(user: User, person: Person) -> None:
    SocialAccount.objects.create(user=user, provider=settings.OIDC_ISSUER, uid=person.subject)
