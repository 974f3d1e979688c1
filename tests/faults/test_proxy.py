"""The proxy of docker-compose.yml: a real Caddy with our file, before a web server that ends."""

import json
import socket
import subprocess
from collections.abc import Iterator, Sequence
from http.client import HTTPConnection
from pathlib import Path

import pytest

from tests.faults import scenes
from tests.judges import FORM, Judges
from tests.stack import CHECKOUT, Stack
from tests.stand_ins.caddy import CADDY, CADDYFILE, free_port
from triadsurvey.localstack.environment import web_command
from triadsurvey.localstack.processes import Child
from triadsurvey.localstack.run import answers


def environment(folder: Path, port: int) -> dict[str, str]:
    """Return what docker-compose.yml gives to Caddy, and folders of its own."""
    return {
        "SITE_ADDRESS": f"http://127.0.0.1:{port}",
        "FRONT_PROXIES": "127.0.0.1/32",
        "CADDY_ADMIN": f"unix/{folder / 'admin'}",
        "HOME": str(folder),
    }


class Proxy:
    """Caddy with our file, before a web server on a port that closes when it ends."""

    def __init__(self, stack: Stack, folder: Path, changes: Sequence[tuple[str, str]]) -> None:
        self.port, self.web_port = free_port(), free_port()
        text = CADDYFILE
        for old, new in [("web:8000", f"127.0.0.1:{self.web_port}"), *changes]:
            assert old in text
            text = text.replace(old, new)
        (folder / "Caddyfile").write_text(text)
        self.caddy = Child(
            "caddy",
            [CADDY, "run", "--config", folder / "Caddyfile"],
            log=folder / "caddy.log",
            env=environment(folder, self.port),
        )
        self.web = Child(
            "web",
            web_command(f"127.0.0.1:{self.web_port}"),
            log=folder / "web.log",
            env={**stack.env, "WEB_CONCURRENCY": "1"},
            cwd=CHECKOUT,
        )
        self.children = (self.web, self.caddy)
        for child in self.children:
            stack.servers.adopt(child)


@pytest.fixture
def proxy(stack: Stack, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Proxy]:
    started = Proxy(stack, tmp_path, getattr(request, "param", ()))
    try:
        started.caddy.start()
        yield started
    finally:
        for child in started.children:
            child.kill()


def test_caddy_takes_our_file(tmp_path: Path) -> None:
    command = [CADDY, "adapt", "--validate", "--config", str(CHECKOUT / "deploy" / "Caddyfile")]
    done = subprocess.run(
        command, env=environment(tmp_path, 80), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "not formatted" not in done.stderr
    assert json.loads(done.stdout)["logging"]["logs"]["default"]["encoder"]["fields"] == {
        "request": {"filter": "delete"}
    }


def test_no_request_breaks_while_the_web_server_is_updated_and_crashes(stack, proxy):
    [scene] = scenes.make(stack, {"evaluations": 2000, "items": 50})
    proxy.web.start()
    stack.wait_for(lambda: answers(proxy.port), "the site answers through the proxy")
    judges = [Judges(proxy.port, scene.token, "127.0.0.1") for _ in range(4)]
    for judge in judges:
        judge.start()

    def some_chosen() -> None:
        before = [len(judge.chosen) for judge in judges]
        stack.wait_for(
            lambda: all(
                judge.error or len(judge.chosen) > n + 1
                for judge, n in zip(judges, before, strict=True)
            ),
            "each goes on",
        )

    for end in (proxy.web.stop, proxy.web.kill):
        some_chosen()
        end()
        proxy.web.start()
    some_chosen()
    for judge in judges:
        judge.over.set()
    for judge in judges:
        judge.join()

    assert [judge.error for judge in judges] == [""] * 4
    chosen = [code for judge in judges for code in judge.chosen]
    # A request that was sent twice has made nothing twice.
    assert scene.answers() == dict.fromkeys(chosen, 1)
    assert stack.sql("SELECT count(*) FROM studies_judge WHERE study_id = %s", [scene.pk]) == [
        (len(chosen),)
    ]
    log = proxy.caddy.log.read_text()
    assert not any(code in log for code in [*chosen, scene.token])


@pytest.mark.parametrize("proxy", [[("lb_try_duration 30s", "lb_try_duration 0s")]], indirect=True)
def test_a_web_server_that_stays_away_is_said_without_a_code_in_the_log(stack, proxy):
    stack.wait_for(lambda: answers_at_all(proxy.port), "the proxy answers")
    connection = HTTPConnection("127.0.0.1", proxy.port, timeout=20)
    connection.request("POST", "/t/secretcode/?id=secretid", body="choice=1", headers=FORM)
    response = connection.getresponse()
    assert (response.status, response.headers["Retry-After"]) == (503, "30")
    assert b"please try again" in response.read()
    connection.close()
    assert "secret" not in proxy.caddy.log.read_text()


def answers_at_all(port: int) -> bool:
    """Return whether there is a server."""
    try:
        socket.create_connection(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True
