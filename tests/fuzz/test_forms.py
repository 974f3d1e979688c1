"""Each form of the product with one field missing or odd: a sample; `make fuzz` posts them all."""

import os
import random
from collections.abc import Iterator

import pytest
from django.core.cache import cache
from django.db import transaction
from django.test import Client
from django.urls import reverse
from pytest_django.plugin import DjangoDbBlocker

from tests.fuzz.forms import Form, forms_of, one_field_missing, one_field_other
from tests.queries.scene import Rows, build
from tests.queries.table import PAGES, address_of, visitor_of
from tests.rolled_back import rolled_back

SAMPLE = int(os.environ.get("FUZZ_FORMS", "100"))
SEED = int(os.environ.get("FUZZ_SEED", "1"))
# Forms that a draft alone has, besides those of the pages that have a number of queries.
OF_DRAFTS = (
    *("question", "texts", "pages", "settings", "people", "share"),
    *("open", "duplicate", "erase"),
)
NOT_ASKED = ("/admin/logout/",)


@pytest.fixture(scope="module")
def scene(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Rows]:
    with rolled_back(django_db_blocker):
        yield build(1)


def pages(scene: Rows) -> Iterator[tuple[Client, str]]:
    for page in PAGES:
        if not page.startswith("api:"):
            yield scene.clients[visitor_of(page)], address_of(page, scene)
    owner = scene.clients["owner"]
    for name in OF_DRAFTS:
        yield owner, reverse(f"studies:{name}", args=[scene.draft.code])
    yield owner, reverse("studies:new")


def all_forms(scene: Rows) -> Iterator[tuple[Client, Form]]:
    """Yield each form once, with a client who sees it."""
    seen = set(NOT_ASKED)
    for client, page in pages(scene):
        response = client.get(page)
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        if response.streaming:
            b"".join(response.streaming_content)
        for form in forms_of(page, response.content.decode()) if is_page else []:
            key = f"{form.action.partition('?')[0]}{sorted(form.fields)}"
            if form.action not in seen and key not in seen:
                seen.add(key)
                yield client, form


def status_of(client: Client, form: Form, posted: dict[str, object]) -> tuple[int, str]:
    """Post it; return status and error, and take back what was stored."""
    cookies = client.cookies.copy()
    client.raise_request_exception = False
    with transaction.atomic():
        response = client.post(form.action, posted)
        if response.streaming:
            b"".join(response.streaming_content)
        transaction.set_rollback(True)
    client.cookies = cookies
    error = response.exc_info[1] if getattr(response, "exc_info", None) else ""
    return response.status_code, f"{type(error).__name__}: {error}"[:300]


@pytest.mark.django_db
def test_no_field_that_is_missing_or_odd_is_an_error_of_ours(scene: Rows) -> None:
    cache.clear()
    posts = [
        (client, form, posted)
        for client, form in all_forms(scene)
        for posted in one_field_other(form)
    ]
    assert len(posts) > 4000
    failed = []
    for client, form, posted in random.Random(SEED).sample(posts, min(SAMPLE, len(posts))):
        status, error = status_of(client, form, posted)
        if status >= 500:
            other = {name for name in form.fields if posted.get(name) != form.fields[name]}
            failed.append(f"{form.action} {other}: {status} {error}")
    assert failed == []


@pytest.mark.django_db
def test_a_draft_without_one_of_its_fields_is_no_error_of_ours(scene: Rows) -> None:
    page = reverse("studies:question", args=[scene.draft.code])
    client = scene.clients["owner"]
    form = max(forms_of(page, client.get(page).content.decode()), key=lambda one: len(one.fields))
    assert "evaluations" in form.fields
    assert status_of(client, form, form.posted())[0] == 302
    failed = [
        posted.keys() ^ form.fields.keys()
        for posted in one_field_missing(form)
        if status_of(client, form, posted)[0] >= 500
    ]
    assert failed == []
