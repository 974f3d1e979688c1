"""The page of a study's texts."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from studies.models import Image
from tests.factories import make_sample

pytestmark = pytest.mark.django_db


def listed(client, study, **query):
    return client.get(reverse("studies:texts", args=[study.code]), query)


def test_pictures_are_shown_found_by_their_description_and_not_loaded(researcher, study):
    image = Image.objects.create(
        study=study, content=b"x", content_type="image/png", sha256="0" * 64, width=1, height=1
    )
    make_sample(study, "A", "day 1", "", image=image, alt_text="A map of rain")
    make_sample(study, "B", "day 1", "Sun.", left_out=True)
    with CaptureQueriesContext(connection) as queries:
        page = listed(researcher, study, q="a MAP")
    assert [sample.in_words for sample in page.context["rows"]] == ["picture: A map of rain"]
    text = page.content.decode()
    assert (image.name in text, "picture: A map of rain" in text) == (True, True)
    # The bytes of fifty images are fifteen megabytes.
    assert not any('"studies_image"."content",' in query["sql"] for query in queries)
    assert "left out" in listed(researcher, study, q="sun").content.decode()


def test_items_come_as_people_count_them(researcher, study):
    items = ["10", "item 10", "2", "1", "item 9 b", "100", "item 9"]
    for item in items:
        make_sample(study, "A", item, f"About {item}.")
    page = listed(researcher, study)
    assert [sample.item for sample in page.context["rows"]] == [
        "1", "2", "10", "100", "item 9", "item 9 b", "item 10",
    ]  # fmt: skip
