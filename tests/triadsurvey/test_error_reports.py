"""Errors are reported to a Sentry on this machine, and nothing of a person with them."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from triadsurvey.error_reports import before_send
from triadsurvey.localstack.places import this_checkout

ASK = """
import logging
import django
django.setup()
from django.test import Client
client = Client(raise_request_exception=False, headers={"X-Request-Id": "id-of-the-proxy"})
client.cookies["form_key"] = "secret-cookie"
typed = {"reason": "secret words", "mail": "ann@mail.example.org"}
response = client.post("/j/secret-token/start/?id=secret-id", typed,
    REMOTE_ADDR="203.0.113.9", HTTP_USER_AGENT="secret-browser")
assert response.status_code == 500, response.status_code
logging.getLogger("of.ours").error("mail to %s failed", "ben@mail.example.org")
import sentry_sdk
sentry_sdk.flush(10)
"""


class Receiver(BaseHTTPRequestHandler):
    got: list[bytes]

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.got.append(gzip.decompress(body))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        pass


@pytest.fixture
def sentry() -> Iterator[tuple[str, list[bytes]]]:
    got: list[bytes] = []
    server = HTTPServer(("127.0.0.1", 0), type("Handler", (Receiver,), {"got": got}))
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield f"http://public@127.0.0.1:{server.server_port}/1", got
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_error_is_reported_with_its_place_and_without_persons(sentry, settings):
    dsn, got = sentry
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "tests.triadsurvey.failing_site",
        "SENTRY_DSN": dsn,
        "SENTRY_RELEASE": "triadsurvey@test",
    }
    done = subprocess.run(
        [sys.executable, "-c", ASK], cwd=this_checkout().checkout, env=environment,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    text = b"".join(got).decode()
    events = [json.loads(line) for line in text.splitlines() if '"exception"' in line]
    [error] = [event for event in events if event["exception"]["values"]]
    [value] = error["exception"]["values"]
    assert value["type"] == "ValueError"
    assert value["value"] == "no trial at /j/…/start/ for …@…, 12 letters"
    assert value["stacktrace"]["frames"][-1]["function"] == "fail"
    assert "request.POST" in "".join(value["stacktrace"]["frames"][-1]["pre_context"])
    assert error["release"] == "triadsurvey@test"
    assert error["transaction"] == "/j/{token}/start/"
    assert len(error["tags"]["request_id"]) == 32
    [logged] = [event for event in events if event.get("logger") == "of.ours"]
    assert logged["logentry"] == {"message": "mail to %s failed"}
    for word in ("secret", "203.0.113.9", "ann@", "ben@", '"vars"', "cookie"):
        assert word not in text, word


def test_what_a_new_sdk_may_add_is_left_out():
    event = {
        "event_id": "1",
        "user": {"id": "7"},
        "request": {"url": "http://x/j/secret/"},
        "extra": {"args": ["secret"]},
        "breadcrumbs": {"values": ["secret"]},
        "something_new": "secret",
        "transaction": "/j/secret/",
        "transaction_info": {"source": "url"},
        "exception": {
            "values": [
                {"type": "E", "value": None, "stacktrace": {"frames": [{"vars": {"a": "secret"}}]}}
            ]
        },
    }
    report = before_send(event, {})
    assert "secret" not in json.dumps(report)
    assert report["event_id"] == "1"


def test_what_django_refuses_a_visitor_is_no_error_of_ours():
    assert before_send({"logger": "django.security.DisallowedHost"}, {}) is None
