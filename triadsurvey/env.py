"""Read typed values from environment variables, and refuse bad ones.

No Django: the local servers read the same variables as the settings.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit, urlunsplit

TRUE_WORDS = frozenset({"1", "true", "yes", "on"})
FALSE_WORDS = frozenset({"0", "false", "no", "off", ""})


class EnvError(ValueError):
    """A variable is missing, or its value is not allowed."""


def text(name: str, default: str | None = None) -> str:
    """Return the content of the file named by `name`_FILE (Docker secrets), or the variable `name`.

    Raise EnvError if neither is set and there is no default, or if the file cannot be read.
    """
    given = _given(name)
    if given is not None:
        return given
    if default is None:
        raise EnvError(f"{name} is not set")
    return default


def _given(name: str) -> str | None:
    """Return what is given; the file goes first, since the variable may be a default of ours."""
    path = os.environ.get(f"{name}_FILE")
    if not path:
        return os.environ.get(name)
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        raise EnvError(f"{name}_FILE names {path}, which cannot be read: {error}") from error


def flag(name: str, *, default: bool) -> bool:
    """Read a yes-or-no variable. "False" is false; an unknown word raises EnvError."""
    word = _given(name)
    if word is None:
        return default
    if word.strip().lower() in TRUE_WORDS:
        return True
    if word.strip().lower() in FALSE_WORDS:
        return False
    raise EnvError(f"{name} must be one of true, false, yes, no, on, off, 1, 0; not {word!r}")


def one_of(name: str, allowed: Sequence[str]) -> str:
    """Read one of these words; the first is the default."""
    word = text(name, allowed[0])
    if word not in allowed:
        raise EnvError(f"{name} must be one of {', '.join(allowed)}; not {word!r}")
    return word


def whole(name: str, *, default: int, lowest: int = 0) -> int:
    """Read a whole number of at least `lowest`."""
    word = _given(name)
    if word is None:
        return default
    try:
        number = int(word)
    except ValueError:
        raise EnvError(f"{name} must be a whole number, not {word!r}") from None
    if number < lowest:
        raise EnvError(f"{name} must be at least {lowest}, not {number}")
    return number


def words(name: str, default: str = "") -> list[str]:
    """Read a list separated by commas; empty parts are dropped."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def site_address(name: str, default: str) -> str:
    """Read the address of the site: scheme and host, without a path.

    Cookies, links and frames are those of a whole host: below a path of another site's host some
    would lead there, so that a path is refused at the start.
    """
    address = text(name, default).strip().rstrip("/")
    parts = urlsplit(address)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.username is not None:
        raise EnvError(f"{name} must begin with https:// and a host, not {address!r}")
    if parts.path or parts.query or parts.fragment or os.environ.get("SCRIPT_NAME", "").strip("/"):
        raise EnvError(
            f"{name} must name a host of its own, such as https://triads.example.org: below a path "
            f"of another host ({parts.path or os.environ.get('SCRIPT_NAME')}) links, cookies and "
            "static files would not be found"
        )
    return address


def database(url: str, parameters: Mapping[str, str] | None = None) -> dict[str, Any]:
    """Return Django's settings for a `postgres://user:password@host:port/name` URL.

    `postgres://user@/name?host=/folder/of/socket` names a server on a Unix socket. Further query
    parameters are passed to libpq (`sslmode=require`). `parameters` are set for each session, but
    where the URL has `options` of its own.
    """
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise EnvError("DATABASE_URL must begin with postgres:// (PostgreSQL 16 or newer)")
    options = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    if parameters:
        options.setdefault("options", " ".join(f"-c {k}={v}" for k, v in parameters.items()))
    return {
        "ENGINE": "triadsurvey.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or options.pop("user", "")),
        "PASSWORD": unquote(parts.password or options.pop("password", "")),
        "HOST": options.pop("host", None) or unquote(parts.hostname or ""),
        "PORT": str(parts.port or options.pop("port", "")),
        "OPTIONS": options,
    }


def broker(redis_url: str) -> str:
    """Return a Redis URL as Celery spells it: `redis+socket://` for redis-py's `unix://`."""
    parts = urlsplit(redis_url)
    if parts.scheme != "unix":
        return redis_url
    query = parts.query.replace("db=", "virtual_host=")
    # urlunsplit drops the empty host of a scheme that it does not know; kombu needs it.
    return "redis+socket://" + urlunsplit(("", "", parts.path, query, ""))
