"""The results page of a rating study."""

import pytest
from django.urls import reverse

from analysis.recomputation.store import recompute
from tests.analysis.rating import rate_sheets
from tests.factories import open_rating_study

pytestmark = pytest.mark.django_db(transaction=True)


def page_of(client, study, name="results"):
    return client.get(reverse(f"analysis:{name}", args=[study.code]))


def test_an_open_study_shows_progress_and_means_and_no_more(client):
    study = open_rating_study(items=4, plan={"setup": "together"})
    client.force_login(study.owner)
    assert "No ratings yet." in page_of(client, study).content.decode()
    rate_sheets(study, number=5)
    recompute(study_id=study.pk)

    page = page_of(client, study)

    text = page.content.decode()
    assert "5 of 12 sheets. No verdict yet" in text
    assert "geometric mean" in text
    for word in ("limits", "ICC", " p ", "right"):
        assert word not in text.split("</h1>")[1].replace("without limits", ""), word
    stamp = page_of(client, study, "poll")["ETag"]
    address = reverse("analysis:poll", args=[study.code])
    assert client.get(address, headers={"if-none-match": stamp}).status_code == 304
    for name in ("overview", "export_results"):
        assert page_of(client, study, name).status_code == 200
    assert client.get(reverse("analysis:studies")).status_code == 200
