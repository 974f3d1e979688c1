"""A site of its own for pictures: temporary servers, migrated data, the product on loopback."""

import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import Browser, sync_playwright

if TYPE_CHECKING:
    from triadsurvey.localstack.servers import TemporaryServers

CHECKOUT = Path(__file__).resolve().parents[2]
WIDTHS = {390: 740, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")
MANAGE = [sys.executable, str(CHECKOUT / "manage.py")]


@contextmanager
def empty_site(**settings: str) -> Iterator["TemporaryServers"]:
    """Start servers with every migration applied, and make Django in this process use them."""
    from tests.migrated import copy_into
    from triadsurvey.localstack.servers import TemporaryServers

    servers = TemporaryServers()
    copy_into(servers)
    servers.start()
    try:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "triadsurvey.settings",
            # The browser of this process runs a loop, in which Django asks nothing of a database.
            "DJANGO_ALLOW_ASYNC_UNSAFE": "true",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": servers.postgres.url(),
            "REDIS_URL": servers.valkey.url(),
            "EMAIL_BACKEND": "django.core.mail.backends.dummy.EmailBackend",
            "STATIC_PLAIN": "true",
            **settings,
        }
        subprocess.run([*MANAGE, "migrate", "--verbosity", "0"], check=True)
        import django

        django.setup()
        yield servers
    finally:
        servers.stop()


@contextmanager
def served(log: Path | None = None) -> Iterator[str]:
    """Serve the product on loopback, and yield its address; `log` takes what it complains of."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*MANAGE, "runserver", f"127.0.0.1:{port}", "--noreload"]
    with (log or Path(os.devnull)).open("w") as output:
        process = subprocess.Popen(command, stderr=output, stdout=subprocess.DEVNULL)
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait()


def _wait_for(port: int) -> None:
    for _ in range(150):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.2)
        else:
            return
    raise SystemExit("The site did not start.")


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start the browser of the tests."""
    from tests import chromium as found

    with sync_playwright() as playwright:
        program = str(found.find())
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        try:
            yield browser
        finally:
            browser.close()
