"""The downloads: who gets them, and what they are called."""

import re
from datetime import UTC, datetime

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from studies.models import Collaborator, User
from studies.models.visibility import Role
from studies.services.lifecycle import transitions
from studies.workbench.downloads import answer_files
from tests.analysis.report_zip.archive import answered
from tests.factories import make_link, make_study, make_user, open_study
from tests.studies.exports.downloads import download, get, respond

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(client):
    owner = make_user()
    client.force_login(owner)
    return owner


NOBODY = {"answers": 404, "texts": 404, "links": 404}


MAY = [
    (None, NOBODY),
    (Role.EDITOR, {"answers": 200, "texts": 200, "links": 200}),
    (Role.ANALYST, {"answers": 200, "texts": 200, "links": 404}),
    (Role.RECRUITER, {"answers": 404, "texts": 404, "links": 200}),
]


@pytest.mark.parametrize(("role", "expected"), MAY)
def test_each_role_gets_what_it_may(client, role, expected):
    study = open_study()
    other = make_user()
    if role:
        Collaborator.objects.create(study=study, user=other, role=role)
    client.force_login(other)
    assert {what: get(client, study, what).status_code for what in expected} == expected


def test_a_sealed_study_gives_no_answers_and_says_so(client, owner):
    study = open_study(owner=owner, blind=True)
    respond(make_link(study), "k")
    response = get(client, study, "answers")
    assert response.status_code == 403
    assert "hidden until all 24 evaluations are in" in response.content.decode()
    assert get(client, study, "texts").status_code == 200
    for role, texts in ((Role.ANALYST, 404), (Role.RECRUITER, 404), (Role.EDITOR, 200)):
        other = make_user()
        Collaborator.objects.create(study=study, user=other, role=role)
        client.force_login(other)
        assert get(client, study, "answers").status_code == 403
        assert get(client, study, "texts").status_code == texts
    client.force_login(make_user())
    assert get(client, study, "answers").status_code == 404
    client.force_login(owner)
    transitions.unseal(study=study, user=owner, why="seen enough")
    assert len(download(client, study, "answers")) == 1


def test_strangers_are_sent_to_sign_in(client):
    study = open_study()
    for what in NOBODY:
        assert get(client, study, what).status_code == 302


def test_a_file_holds_only_its_own_study(client, owner):
    study, other = open_study(owner=owner), open_study()
    respond(make_link(study), "k")
    respond(make_link(other), "k")
    assert {row["study"] for row in download(client, study, "answers")} == {str(study.code)}
    assert len(download(client, study, "texts")) == 24
    assert len(download(client, study, "links")) == 1


def test_the_list_of_downloads_offers_both_kinds_and_hides_sealed_answers(client, owner):
    study = make_study(owner=owner)
    context = {"study": study, "answer_files": answer_files(study)}
    html = render_to_string("studies/_downloads.html", context)
    for what in ("answers", "texts", "links"):
        url = reverse(f"studies:export_{what}", args=[study.code])
        assert html.count(f'href="{url}?bom=1"') == html.count(f'href="{url}"') == 1
    study.blind = True
    html = render_to_string("studies/_downloads.html", context | {"without_links": True})
    assert "answers.csv" not in html
    assert "links.csv" not in html
    assert "hidden until the study is complete" in html


def test_byte_order_mark_by_choice(client, owner):
    study = make_study(owner=owner)
    with_mark = get(client, study, "texts", "?bom=1").getvalue()
    without = get(client, study, "texts").getvalue()
    assert with_mark == b"\xef\xbb\xbf" + without
    assert without.startswith(b"sample,kind,")
    assert without.count(b"\r\n") == without.count(b"\n") == 25


def test_the_separator_is_that_of_the_persons_region(client, owner):
    User.objects.filter(pk=owner.pk).update(csv_separator=";")
    study, _ = answered(owner, 24, 15)
    line = get(client, study, "answers", "?bom=1").getvalue().decode().splitlines()[1]
    head = get(client, study, "answers", "?bom=1").getvalue().decode().splitlines()[0]
    row = dict(zip(head.lstrip("\ufeff").split(";"), line.split(";"), strict=True))
    assert re.fullmatch(r"\d+(,\d+)?", row["seconds"])
    assert row["judge"][0].isalpha()
    for_programs = get(client, study, "answers").getvalue().decode().splitlines()
    assert for_programs[0] == head.lstrip("\ufeff").replace(";", ",")
    assert row["seconds"].replace(",", ".") in for_programs[1].split(",")


def test_headers_of_a_download(client, owner):
    study = make_study(owner=owner, title='Wetter "äöü"/..\\ \r\nX: y')
    response = get(client, study, "texts")
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    day = f"{datetime.now(UTC):%Y-%m-%d}"
    name = f"wetter-aou-x-y-texts-{day}.csv"
    assert response["Content-Disposition"] == f'attachment; filename="{name}"'
    for_spreadsheets = get(client, study, "texts", "?bom=1")["Content-Disposition"]
    assert f"-texts-spreadsheet-{day}.csv" in for_spreadsheets
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Cache-Control"] == "private, no-store"
    assert response["X-Row-Count"] == "24"
    assert response.streaming
    response.close()
