"""A form that could not be taken keeps all that was typed."""

import html
import re

import psycopg2
import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.urls import reverse

from studies.models import Study
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db

PLAN = {"title": "Rain & <sun>", "question": "First line\r\nsecond line", "tags": ["a", "b"]}
OURS = "http://testserver"


@pytest.fixture
def owner():
    return make_user(is_superuser=True)


@pytest.fixture
def strict(owner):
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    return client


def fields_of(page):
    """The fields of the page's own form, as a browser sends them."""
    form = re.search(r'<form method="post" action="/admin/[^"]*">(.*?)</form>', page, re.DOTALL)
    form = form or re.search(r'<form method="post" action="([^"]*)".*?</form>', page, re.DOTALL)
    found = re.findall(r'<textarea name="([^"]+)" hidden>\n(.*?)</textarea>', form[0], re.DOTALL)
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form[0])
    fields = {"csrfmiddlewaretoken": [token[1]] if token else []}
    for name, value in found:
        fields.setdefault(name, []).append(html.unescape(value))
    return fields


def test_a_stale_form_is_kept_and_sent_again(strict):
    address = reverse("studies:new")
    page = strict.post(address, PLAN | {"csrfmiddlewaretoken": "x" * 64}, headers={"Origin": OURS})
    assert page.status_code == 403
    assert "no-store" in page["Cache-Control"].split(", ")
    text = page.content.decode()
    assert "triadsurvey</title>" in text
    assert "workbench/frame.css" in text
    assert "CSRF" not in text
    kept = fields_of(text)
    assert {name: kept[name] for name in PLAN} == {
        name: value if isinstance(value, list) else [value] for name, value in PLAN.items()
    }
    again = strict.post(address, kept, headers={"Origin": OURS})
    assert again.status_code in (200, 422)  # taken, and looked at: other fields are missing
    assert "Rain &amp; &lt;sun&gt;" in again.content.decode()


def test_a_form_without_a_cookie_is_kept_too(owner):
    client = Client(enforce_csrf_checks=True)
    page = client.post(reverse("admin:login"), {"username": "ann", "password": "secret-word"})
    text = page.content.decode()
    assert page.status_code == 403
    assert fields_of(text)["username"] == ["ann"]
    assert "secret-word" not in text
    assert '<input type="password" id="again-2" name="password"' in text


def test_a_file_is_asked_for_again(strict, owner):
    study = make_study(owner=owner, items=0)
    address = reverse("studies:upload", args=[study.code])
    file = SimpleUploadedFile("texts.csv", b"a,b")
    page = strict.post(address, {"pasted": "one\ttwo", "file": file})
    text = page.content.decode()
    assert "Choose the file again: texts.csv" in text
    assert 'enctype="multipart/form-data"' in text
    assert fields_of(text)["pasted"] == ["one\ttwo"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Referer": "https://evil.example/page"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site", "Origin": OURS},
    ],
)
def test_what_another_site_sent_is_not_offered(strict, headers):
    page = strict.post(reverse("studies:new"), PLAN, headers=headers)
    assert page.status_code == 403
    assert b"Rain" not in page.content
    assert b"was sent from a page of another site" in page.content
    assert Study.objects.count() == 0


def test_a_form_sent_after_signing_out_is_kept(owner):
    address = reverse("studies:new")
    client = Client()
    page = client.post(address, PLAN | {"csrfmiddlewaretoken": "x" * 64})
    assert page.status_code == 403
    text = page.content.decode()
    assert "You are not signed in any more" in text
    assert fields_of(text)["title"] == ["Rain & <sun>"]
    # Nothing to lose, or no form of ours: as ever.
    assert client.post(address, {"csrfmiddlewaretoken": "x" * 64}).status_code == 302
    assert client.post(address, PLAN).status_code == 302
    client.force_login(owner)
    assert client.post(address, fields_of(text)).status_code in (200, 302, 422)


@pytest.mark.django_db(transaction=True)
def test_with_the_database_away_a_form_is_kept(owner):
    client = Client(raise_request_exception=False)
    client.force_login(owner)
    address = reverse("studies:new")
    connection.ensure_connection()
    other = psycopg2.connect(**connection.get_connection_params())
    other.autocommit = True
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [connection.connection.info.backend_pid])
    other.close()
    page = client.post(address, PLAN)
    assert page.status_code == 503
    text = page.content.decode()
    assert "The database does not answer" in text
    assert fields_of(text)["question"] == ["First line\r\nsecond line"]
    assert client.get(address).status_code == 503
    connection.close()
    assert client.post(address, fields_of(text)).status_code in (200, 422)
