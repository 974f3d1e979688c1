"""The domains of people who may have an account without an administrator."""

from django.conf import settings


def may_invite(email: str) -> bool:
    """Return whether the owner of a study may invite this address to make an account."""
    return settings.OWNERS_INVITE and may_register(email)


def may_register(email: str) -> bool:
    """Return whether the address is of one of these domains, exactly: no subdomain of one."""
    return email.rpartition("@")[2].lower() in settings.REGISTRATION_DOMAINS
