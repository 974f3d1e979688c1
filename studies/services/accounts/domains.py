"""Who may have an account, and by whose invitation."""

from django.conf import settings

from studies.models import User


def domains_for(user: User) -> list[str] | None:
    """Return the domains whose people this account may invite; None: of any domain."""
    if user.is_superuser:
        return None
    return settings.REGISTRATION_DOMAINS if settings.OWNERS_INVITE else []


def may_invite(user: User, email: str) -> bool:
    """Return whether the account may invite this address to make an account."""
    domains = domains_for(user)
    return domains is None or _domain(email) in domains


def may_register(email: str) -> bool:
    """Return whether the address is of one of these domains, exactly: no subdomain of one."""
    return _domain(email) in settings.REGISTRATION_DOMAINS


def _domain(email: str) -> str:
    return email.rpartition("@")[2].lower()
