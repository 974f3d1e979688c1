"""Who gets the report, and that it is of one moment."""

import io
import zipfile
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.urls import reverse

from analysis.recomputation.store import recompute
from studies.models import Collaborator
from tests.analysis.answering import give_answers
from tests.analysis.report_zip.archive import answered, download, rows
from tests.factories import make_link, make_user, open_study

pytestmark = pytest.mark.django_db


def test_only_readers_get_it(client, owner):
    study, _ = answered(owner, 98, 45)
    recruiter = make_user()
    Collaborator.objects.create(study=study, user=recruiter, role="recruiter")
    assert download(client, recruiter, study).status_code == 404
    assert download(client, make_user(), study).status_code == 404
    client.logout()
    assert client.get(reverse("analysis:report", args=[study.code])).status_code == 302


def test_sealed_study_refuses_in_words(client, owner):
    study, _ = answered(owner, 37, 30, blind=True)
    response = download(client, owner, study)
    assert response.status_code == 403
    assert "This study is blind" in response.content.decode()


def test_the_tab_of_the_report_links_to_it(client, owner):
    study, _ = answered(owner, 10, 5)
    client.force_login(owner)
    page = client.get(reverse("studies:reporting", args=[study.code])).content.decode()
    for name in ("report", "report_pdf", "report_page", "workbook"):
        assert f'href="{reverse(f"analysis:{name}", args=[study.code])}"' in page


@pytest.mark.django_db(transaction=True)
def test_all_files_come_from_one_moment(client, owner):
    """An answer that is stored while the archive is on its way is in none of its files."""
    study = open_study(owner=owner)
    link = make_link(study)
    give_answers(study, 5, 2, link=link)
    recompute(study_id=study.pk)
    response = download(client, owner, study)
    stream = iter(response.streaming_content)
    first = next(stream)
    with ThreadPoolExecutor(1) as elsewhere:
        elsewhere.submit(answer_elsewhere, study, link).result()
    rest = b"".join(stream)
    response.close()
    assert not connection.in_atomic_block
    with zipfile.ZipFile(io.BytesIO(first + rest)) as archive:
        found = {name.split("/", 1)[1]: archive.read(name) for name in archive.namelist()}
    assert [len(rows(found[name])) for name in ("answers.csv", "trials.csv", "judges.csv")] == [
        5
    ] * 3
    assert study.trials.count() == 6


def answer_elsewhere(study, link):
    """One more answer, by a connection of its own."""
    give_answers(study, 1, 1, link=link)
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_broken_off_download_leaves_no_transaction(client, owner):
    study = open_study(owner=owner)
    give_answers(study, 5, 2)
    recompute(study_id=study.pk)
    response = download(client, owner, study)
    next(iter(response.streaming_content))
    response.close()
    assert not connection.in_atomic_block
