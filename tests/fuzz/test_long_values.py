"""A field that is long takes time by its length, not by the square of it: for a whole process.

Python's regular expressions let no other thread run, and no deadline ends them: one request of a
megabyte could hold up all judges of a web server for minutes.
"""

import time
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from tests.access.scene import Scene, build
from tests.fuzz.forms import Form, forms_of
from tests.fuzz.test_forms import status_of
from tests.rolled_back import rolled_back

LENGTH = 100_000
# Digits, words, what is decoded, what is looked for around an id, an address, an end of a sentence.
PUMPS = ("1", "a ", "%25", "&amp;", "{", "_", "a@", "b.", "\u3164")
# What panels add to the address.
ADDED = ("id", "PROLIFIC_PID", "workerId")
# The square of the length takes ten seconds and more.
MOST_SECONDS = 3.0


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Scene]:
    with rolled_back(django_db_blocker):
        yield build(blind=False)


def forms_of_strangers(scene: Scene) -> Iterator[Form]:
    pages = [
        reverse("judge:welcome", args=[scene.link.token]),
        reverse("judge:trial", args=[scene.held.code]),
        reverse("admin:login"),
        reverse("admin_password_reset"),
    ]
    for page in pages:
        for form in forms_of(page, Client().get(page).content.decode()):
            form.fields |= {name: [] for name in ADDED if page.startswith("/j/")}
            yield form


@pytest.mark.django_db
def test_no_long_field_takes_more_time_than_its_length(scene: Scene) -> None:
    cache.clear()
    slow, names = [], set()
    for form in forms_of_strangers(scene):
        for name in form.fields:
            names.add(name)
            for pump in PUMPS:
                posted = form.posted() | {name: [pump * (LENGTH // len(pump)) + "!"]}
                begin = time.thread_time()
                status, _error = status_of(Client(), form, posted)
                seconds = time.thread_time() - begin
                if seconds > MOST_SECONDS or status >= 500:
                    slow.append(f"{form.action} {name} {pump!r}: {status} after {seconds:.1f} s")
    assert names >= {"form_key", "consent", "choice", "username", "email", *ADDED}
    assert slow == []
