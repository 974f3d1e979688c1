"""links.csv: addresses to be sent to judges."""

from datetime import UTC, datetime

import pytest
from django.urls import reverse

from studies.models import RecruitmentLink, Study
from tests.factories import make_link, make_study, open_study
from tests.studies.exports.downloads import download, rows_of

pytestmark = pytest.mark.django_db


def test_links_have_their_full_address_from_the_setting_alone(client, owner, settings):
    settings.BASE_URL = "https://study.example.org"
    study = open_study(owner=owner)
    link = make_link(study, panel="experts", quota=30, addressee="Ann <ann@example.org>")
    gone = make_link(study, mode="pilot", revoked_at=datetime(2026, 1, 2, tzinfo=UTC))
    first, second = rows_of(
        client.get(
            reverse("studies:export_links", args=[study.code]), headers={"host": "localhost"}
        )
    )
    assert first["address"] == f"https://study.example.org/j/{link.token}/"
    assert (first["panel"], first["quota"], first["mode"]) == ("experts", "30", "live")
    assert first["addressee"] == "Ann <ann@example.org>"
    assert (second["mode"], second["quota"]) == ("pilot", "")
    assert second["revoked_at_utc"] == "2026-01-02T00:00:00.000Z"
    assert gone.token in second["address"]


def test_links_of_a_study_without_any_are_a_file_with_names_only(client, owner):
    study = make_study(owner=owner)
    assert download(client, study, "links") == []
    assert not RecruitmentLink.objects.exists()
    assert Study.objects.count() == 1
