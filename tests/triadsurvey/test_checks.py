"""What is wrong with an installation is said before people meet it."""

import os
import re
import shutil
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError, connection
from django.db.backends.base.base import BaseDatabaseWrapper

from triadsurvey import checks
from triadsurvey.localstack.places import fresh_folder, server_account
from triadsurvey.localstack.processes import Child


def ids(found) -> list[str]:
    return [message.id for message in found]


def test_https_without_a_trusted_proxy_is_found_by_check_and_at_start(settings):
    settings.HTTPS, settings.TRUSTED_PROXIES = True, 0
    assert "triadsurvey.E001" in ids(run_checks(include_deployment_checks=True))
    with pytest.raises(ImproperlyConfigured, match="Set TRUSTED_PROXIES to the number"):
        checks.refuse_bad_settings()


@pytest.mark.parametrize(("https", "proxies"), [(True, 1), (True, 2), (False, 0), (False, 1)])
def test_other_settings_start(settings, https, proxies):
    settings.HTTPS, settings.TRUSTED_PROXIES = https, proxies
    checks.refuse_bad_settings()


class OneSession:
    """All connections to the database are one: what a pooler does to those that come in turn."""

    def copy(self):
        return self

    def cursor(self):
        return connection.cursor()

    def close(self):
        pass


@pytest.mark.django_db
def test_a_database_without_a_pooler_is_fine():
    assert checks._about(connection) == []


@pytest.mark.django_db
def test_a_pooler_that_shares_sessions_is_refused(monkeypatch):
    monkeypatch.setattr(checks, "connections", {"default": OneSession()})
    assert ids(run_checks(tags=["database"], databases=["default"])) == ["triadsurvey.E002"]
    with pytest.raises(ImproperlyConfigured, match="Set pool_mode = session"):
        checks.refuse_shared_sessions()


@pytest.mark.django_db
def test_limits_that_do_not_arrive_are_named_with_what_to_do(settings):
    without = connection.copy()
    without.settings_dict = {**connection.settings_dict, "OPTIONS": {}}
    [warning] = checks._about(without)
    assert warning.id == "triadsurvey.W001"
    for name, value in settings.DATABASE_LIMITS.items():
        assert f"SET {name} = '{value}';" in warning.hint


def test_a_database_that_is_away_is_another_matter(monkeypatch):
    class Away(OneSession):
        def cursor(self):
            raise OperationalError("connection refused")

    monkeypatch.setattr(checks, "connections", {"default": Away()})
    checks.refuse_shared_sessions()


# Where the machine has it (Debian: the package pgbouncer); the tests above need none.
PGBOUNCER = shutil.which("pgbouncer", path=f"{os.environ['PATH']}:/usr/sbin")
CONFIGURATION = """
[databases]
* = host={server}
[pgbouncer]
listen_addr =
unix_socket_dir = {folder}
listen_port = 6432
auth_type = trust
auth_file = {folder}/users
pool_mode = {mode}
ignore_startup_parameters = {ignored}
"""


@contextmanager
def pooled(mode: str, *, ignored: str) -> Iterator[BaseDatabaseWrapper]:
    """A connection through a PgBouncer in front of the tests' server."""
    account = server_account()
    folder = fresh_folder(account, "pooler")
    server = connection.settings_dict["HOST"]
    (folder / "ini").write_text(
        CONFIGURATION.format(server=server, folder=folder, mode=mode, ignored=ignored)
    )
    (folder / "users").write_text(f'"{connection.settings_dict["USER"]}" ""\n')
    child = Child(
        "pgbouncer", [str(PGBOUNCER), folder / "ini"], log=folder / "log", env=os.environ,
        account=account,
    )  # fmt: skip
    through = connection.copy()
    through.settings_dict = {**connection.settings_dict, "HOST": str(folder), "PORT": "6432"}
    child.start()
    try:
        while not (folder / ".s.PGSQL.6432").exists():
            assert child.running(), child.last_words()
            time.sleep(0.05)
        yield through
    finally:
        child.kill()
        shutil.rmtree(folder)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("mode", "ignored", "found"),
    [
        ("transaction", "extra_float_digits, options", ["triadsurvey.E002", "triadsurvey.W001"]),
        ("session", "extra_float_digits, options", ["triadsurvey.W001"]),
        ("session", "extra_float_digits", ["triadsurvey.E003"]),
    ],
)
def test_pgbouncer_is_found_out(mode, ignored, found):
    if PGBOUNCER is None:
        return
    with pooled(mode, ignored=ignored) as through:
        assert ids(checks._about(through)) == found


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"OIDC_CLIENT_SECRET": ""}, "OIDC_CLIENT_SECRET must be set"),
        ({"OIDC_ISSUER": "", "OIDC_CLIENT_ID": ""}, "OIDC_ISSUER and OIDC_CLIENT_ID must be set"),
        ({"OIDC_ISSUER": "http://login.example.org"}, "must begin with https://"),
        ({"OIDC_ISSUER": "https://login.example.org?x=1"}, "must begin with https://"),
        ({"REGISTRATION_DOMAINS": []}, "no one could sign in"),
        ({"REGISTRATION_DOMAINS": ["@example.org"]}, "holds @example.org, which is not a domain"),
        ({"REGISTRATION_DOMAINS": ["*.example.org"]}, "which is not a domain"),
    ],
)
def test_a_sign_in_that_is_half_set_up_does_not_start(settings, wrong, words):
    checks.refuse_bad_settings()
    for name, value in wrong.items():
        setattr(settings, name, value)
    with pytest.raises(ImproperlyConfigured, match=re.escape(words)):
        checks.refuse_bad_settings()


def test_accounts_need_no_provider(settings):
    settings.OIDC_ISSUER = settings.OIDC_CLIENT_ID = settings.OIDC_CLIENT_SECRET = ""
    for domains in ([], ["example.org", "xn--bcher-kva.example"]):
        settings.REGISTRATION_DOMAINS = domains
        checks.refuse_bad_settings()


@pytest.mark.parametrize(
    ("port", "tls", "ssl", "fine"),
    [
        (25, False, False, True),
        (587, True, False, True),
        (465, False, True, True),
        (465, True, False, False),
        (465, False, False, False),
        (587, True, True, False),
    ],
)
def test_a_mail_server_is_spoken_to_in_one_way(settings, port, tls, ssl, fine):
    settings.EMAIL_PORT, settings.EMAIL_USE_TLS, settings.EMAIL_USE_SSL = port, tls, ssl
    assert (ids(run_checks(tags=["triadsurvey"])) == []) == fine
