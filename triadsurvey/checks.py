"""What is wrong with an installation, found before people meet it.

Django runs these before `migrate` and with `check`; the web server and the workers run those that
concern them when they start.
"""

import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register, run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connections
from django.db.backends.base.base import BaseDatabaseWrapper

TAG = "triadsurvey"
# Clients of a pooler that shares sessions may still be given two of them, by chance.
TRIES = 3
TLS_AT_ONCE = 465
DOMAIN = re.compile(r"[a-z0-9-]+(\.[a-z0-9-]+)+")


@register(TAG)
def proxy_is_trusted(**kwargs: Any) -> list[CheckMessage]:
    """With https, only a proxy can tell that a visitor came by it."""
    if not settings.HTTPS or settings.TRUSTED_PROXIES:
        return []
    return [
        Error(
            "BASE_URL begins with https, but TRUSTED_PROXIES is 0: every page would send its "
            "visitor to itself, without end.",
            hint="Set TRUSTED_PROXIES to the number of proxies in front, mostly 1.",
            id="triadsurvey.E001",
        )
    ]


@register(TAG)
def mail_is_set_up(**kwargs: Any) -> list[CheckMessage]:
    """TLS in the wrong way at a port ends in a silence of ten seconds at each e-mail."""
    wrong = ""
    if settings.EMAIL_USE_TLS and settings.EMAIL_USE_SSL:
        wrong = "EMAIL_USE_TLS and EMAIL_USE_SSL are both set: a connection begins in one way."
    elif settings.EMAIL_PORT == TLS_AT_ONCE and not settings.EMAIL_USE_SSL:
        wrong = "EMAIL_PORT is 465, where TLS begins with the first byte."
    hint = "Port 587 with EMAIL_USE_TLS=true, or port 465 with EMAIL_USE_SSL=true."
    return [Error(wrong, hint=hint, id="triadsurvey.E005")] if wrong else []


@register(TAG)
def accounts_are_set_up(**kwargs: Any) -> list[CheckMessage]:
    """A sign-in that is half set up would be found out by the people who try it."""
    named = ("OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET")
    missing = [name for name in named if not getattr(settings, name)]
    wrong = [domain for domain in settings.REGISTRATION_DOMAINS if not DOMAIN.fullmatch(domain)]
    found = []
    if missing and len(missing) < len(named):
        found.append(f"{' and '.join(missing)} must be set for the sign-in by OpenID Connect.")
    if settings.OIDC_ISSUER and not _is_safe(settings.OIDC_ISSUER):
        found.append("OIDC_ISSUER must begin with https:// and a host, without ? or #.")
    if settings.OIDC_ISSUER and not settings.REGISTRATION_DOMAINS:
        found.append("REGISTRATION_DOMAINS is empty: no one could sign in by OpenID Connect.")
    if wrong:
        found.append(f"REGISTRATION_DOMAINS holds {', '.join(wrong)}, which is not a domain.")
    hint = "Write them as in .env.example; what they mean: docs/administration.md."
    return [Error(words, hint=hint, id="triadsurvey.E004") for words in found]


def _is_safe(issuer: str) -> bool:
    """Return whether a provider is reached by https, or on this machine."""
    parts = urlsplit(issuer)
    local = parts.hostname in ("localhost", "127.0.0.1", "::1")
    plain = not (parts.query or parts.fragment or parts.username)
    return bool(parts.hostname) and plain and (parts.scheme == "https" or local)


@register(Tags.database)
def database_gives_sessions(
    *, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """A pooler has to give each connection a session of its own, and our limits to each session."""
    return [message for alias in databases or [] for message in _about(connections[alias])]


def _about(connection: BaseDatabaseWrapper) -> list[CheckMessage]:
    """Look with two connections of our own, both open at once."""
    one, other = connection.copy(), connection.copy()
    try:
        shared = any(_session(one) == _session(other) for _ in range(TRIES))
        missing = _limits_not_in_force(one)
    except OperationalError as error:
        if "unsupported startup parameter" not in str(error):
            raise
        return [_refused_limits(error)]
    finally:
        one.close()
        other.close()
    return [*([_SHARED] if shared else []), *([_limits_dropped(missing)] if missing else [])]


_SHARED = Error(
    "The pooler in front of the database shares sessions between connections (pool_mode "
    "transaction or statement): locks would stay behind, and results would not be computed.",
    hint="Set pool_mode = session for this database, or connect without the pooler.",
    id="triadsurvey.E002",
)


def _refused_limits(error: OperationalError) -> CheckMessage:
    return Error(
        f"The pooler in front of the database refuses our limits: {error}".strip(),
        hint="Set ignore_startup_parameters = extra_float_digits, options in PgBouncer, and the "
        "limits on the role (docs/deploy.md).",
        id="triadsurvey.E003",
    )


def _limits_dropped(names: Sequence[str]) -> CheckMessage:
    role = settings.DATABASES["default"]["USER"]
    statements = " ".join(
        f"ALTER ROLE {role} SET {name} = '{settings.DATABASE_LIMITS[name]}';" for name in names
    )
    return checks.Warning(
        f"The database does not have these limits of ours in force: {', '.join(names)}. A process "
        "that is frozen could keep others waiting.",
        hint=f"A pooler has dropped them. Set them on the role: {statements}",
        id="triadsurvey.W001",
    )


def _session(connection: BaseDatabaseWrapper) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return int(cursor.fetchone()[0])


def _limits_not_in_force(connection: BaseDatabaseWrapper) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT name FROM unnest(%s) AS name WHERE current_setting(name) = '0'",
            [list(settings.DATABASE_LIMITS)],
        )
        return [name for (name,) in cursor.fetchall()]


def refuse_bad_settings() -> None:
    """Raise ImproperlyConfigured, with what to do, where the settings cannot serve a visitor."""
    _refuse(run_checks(tags=[TAG]))


def refuse_shared_sessions() -> None:
    """Raise ImproperlyConfigured for a pooler that neither web nor workers can use.

    A database that is away is another matter: it will come.
    """
    try:
        found = run_checks(tags=[Tags.database], databases=["default"])
    except OperationalError:
        return
    _refuse(found)


def _refuse(found: Sequence[CheckMessage]) -> None:
    if errors := [message for message in found if message.is_serious()]:
        raise ImproperlyConfigured(" ".join(f"{error.msg} {error.hint}" for error in errors))
