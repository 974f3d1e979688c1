"""Who gets the PDF and the page, and what is said where there is none."""

import pytest
from django.urls import reverse

from analysis.report_zip.paper import pdf
from studies.models import Collaborator
from tests.analysis.report_zip.archive import answered
from tests.factories import make_user

pytestmark = pytest.mark.django_db
NAMES = ("report_pdf", "report_page")


@pytest.mark.parametrize("name", NAMES)
def test_only_readers_get_it(client, owner, name):
    study, _ = answered(owner, 10, 5)
    recruiter = make_user()
    Collaborator.objects.create(study=study, user=recruiter, role="recruiter")
    for person in (recruiter, make_user()):
        client.force_login(person)
        assert client.get(reverse(f"analysis:{name}", args=[study.code])).status_code == 404


@pytest.mark.parametrize("name", NAMES)
def test_a_sealed_study_refuses_in_words(client, owner, name):
    study, _ = answered(owner, 37, 30, blind=True)
    client.force_login(owner)
    response = client.get(reverse(f"analysis:{name}", args=[study.code]))
    assert response.status_code == 403
    assert "This study is blind" in response.content.decode()
    assert "style-src 'self'" in response["Content-Security-Policy"]


def test_the_pdf_is_a_file_that_no_cache_keeps(client, owner):
    study, _ = answered(owner, 98, 45)
    client.force_login(owner)
    response = client.get(reverse("analysis:report_pdf", args=[study.code]))
    assert response.content.startswith(b"%PDF-")
    assert response["Content-Type"] == "application/pdf"
    assert response["Content-Disposition"].startswith(
        'attachment; filename="weather-reports-report-'
    )
    assert response["Cache-Control"] == "private, no-store"


def test_a_pdf_that_would_take_too_long_is_refused_in_words(client, owner, monkeypatch):
    study, _ = answered(owner, 10, 5)
    client.force_login(owner)
    monkeypatch.setattr(pdf, "MOST_SECONDS", 0.01)
    response = client.get(reverse("analysis:report_pdf", args=[study.code]), follow=True)
    assert "Print the report&#x27;s page instead." in response.content.decode()
