"""What every test has: servers, a browser where there is one, and a count of what was left out."""

import gc
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.core.cache import cache
from django.db import connection

from tests import chromium, distribution
from tests.servers import run_servers
from tests.stack import METRICS_TOKEN, Stack

if TYPE_CHECKING:
    from _pytest.terminal import TerminalReporter
    from playwright.sync_api import Browser, Page
    from pytest_django.plugin import DjangoDbBlocker

CHROMIUM_FLAGS = [
    "--no-sandbox",  # root has none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Another site, played by a test, frames a page of this machine.
    "--disable-features=LocalNetworkAccessChecks",
    # A page that asks for anything elsewhere gets nothing, on every machine.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1",
]
IN_CI = os.environ.get("CI", "").lower() in {"1", "true", "yes"}
BEGAN = pytest.StashKey[float]()
CHROMIUM = pytest.StashKey[Path | None]()
NO_CHROMIUM = "no Chromium on this machine"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--seconds",
        type=float,
        help="begin no test later than this after the first, and sort none (make quick)",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A polite kill ends like Ctrl-C, by the way that stops the servers.
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Before xdist starts its workers, which look for servers at once."""
    if not session.config.option.collectonly:
        run_servers.start()


def pytest_unconfigure(config: pytest.Config) -> None:
    run_servers.stop()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("seconds") is None:
        items.sort(key=_place)
    if any(item.get_closest_marker("browser") for item in items):
        config.stash[CHROMIUM] = chromium.find()
        if config.stash[CHROMIUM] is None:
            for item in items:
                if item.get_closest_marker("browser"):
                    item.add_marker(pytest.mark.skip(reason=NO_CHROMIUM))


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    seconds = item.config.getoption("seconds")
    began = item.config.stash.setdefault(BEGAN, time.monotonic())
    if seconds is not None and time.monotonic() - began > seconds:
        pytest.skip("no time left: `make test` runs all")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_node_collection_finished() -> None:
    """Before the first process of a run is given tests."""
    run_servers.wait()


def pytest_collection(session: pytest.Session) -> None:
    # Of what is loaded now nearly nothing goes: to look for it is a third of collecting.
    gc.disable()
    distribution.share_compiling(session.config)


def pytest_collection_finish(session: pytest.Session) -> None:
    run_servers.wait()
    _keep_what_is_loaded()


def _keep_what_is_loaded() -> None:
    """What is loaded by now stays: the collector need not look through it again and again.

    A request to a page of the product takes a sixth less.
    """
    gc.collect()
    gc.freeze()
    gc.enable()


def _place(item: pytest.Item) -> int:
    return distribution.place(os.path.relpath(item.path, Path(__file__).parent))


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> distribution.FilesAndStack:
    return distribution.FilesAndStack(config, log)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """In CI, a test that did not run is a test that failed."""
    _leave_hypothesis_out(session.config)
    if IN_CI and session.exitstatus == pytest.ExitCode.OK and _left_out(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: "TerminalReporter", config: pytest.Config) -> None:
    without = [
        report
        for report in terminalreporter.stats.get("skipped", [])
        if NO_CHROMIUM in str(report.longrepr)
    ]
    if without:
        terminalreporter.write_line(
            f"{len(without)} browser tests were left out: {NO_CHROMIUM}. "
            f"To have them: {chromium.INSTALL}"
        )
    if IN_CI and (number := _left_out(config)):
        terminalreporter.write_line(f"CI: {number} tests were left out, which is a failure here.")


def _leave_hypothesis_out(config: pytest.Config) -> None:
    """The summary of its plugin imports all of it (a second), used or not."""
    if "hypothesis" not in sys.modules:
        config.pluginmanager.unregister(name="hypothesispytest")


def _left_out(config: pytest.Config) -> int:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    if reporter is None:  # a worker: its controller counts
        return 0
    return sum(len(reporter.stats.get(kind, [])) for kind in ("skipped", "deselected", "xfailed"))


@pytest.fixture(scope="session")
def django_db_setup(
    django_db_setup: None,  # the plugin's own, which makes and drops the database
    django_db_blocker: "DjangoDbBlocker",
) -> Iterator[None]:
    """Before the database is dropped, end what a thread of a test server left connected to it.

    Such threads keep their connection for a minute; a test that ends just before the run does
    would let the dropping fail.
    """
    yield
    with django_db_blocker.unblock(), connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            " AND backend_type = 'client backend'"  # autovacuum is not ours to end
        )


@pytest.fixture(autouse=True)
def _empty_redis(request: pytest.FixtureRequest) -> None:
    """Each test that touches the database starts with an empty cache and no queued tasks."""
    uses_database = {"db", "transactional_db", "live_server"} & set(request.fixturenames)
    if uses_database or request.node.get_closest_marker("django_db"):
        cache.clear()


@pytest.fixture(scope="session")
def chromium_path(pytestconfig: pytest.Config) -> Path:
    path = pytestconfig.stash.get(CHROMIUM, None) or chromium.find()
    if path is None:
        pytest.skip(NO_CHROMIUM)  # said again at the end; in CI a failure
    return path


@pytest.fixture(scope="session")
def browser(chromium_path: Path) -> Iterator["Browser"]:
    """One Chromium for all tests of this process; tests take `page`, or contexts of their own."""
    from playwright.sync_api import sync_playwright  # only where a browser is wanted

    # Playwright's synchronous interface keeps an event loop in this thread, which Django takes
    # for asynchronous code that calls the database.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(chromium_path), args=CHROMIUM_FLAGS
        )
        yield browser
        browser.close()


@pytest.fixture
def window(browser: "Browser") -> Iterator[Callable[..., "Page"]]:
    """Pages in contexts of their own, closed in any case: an open one holds the database."""
    contexts = []

    def open_page(**settings: Any) -> "Page":
        contexts.append(browser.new_context(**settings))
        contexts[-1].set_default_timeout(10_000)
        return contexts[-1].new_page()

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def page(window: Callable[..., "Page"]) -> "Page":
    """A page without history, cookies or cache."""
    return window()


@pytest.fixture(scope="session")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """The whole product with servers of its own (`tests.stack`), for e2e/ and faults/."""
    settings = {
        "DJANGO_SETTINGS_MODULE": "tests.faults.workers.fast_sweep",
        "METRICS_TOKEN": METRICS_TOKEN,
        # A web server that is killed takes no folder of its own away.
        "PROMETHEUS_MULTIPROC_DIR": str(tmp_path_factory.mktemp("metrics")),
    }
    with Stack(tmp_path_factory.mktemp("stack"), environment=settings) as started:
        yield started
