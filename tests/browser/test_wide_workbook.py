"""A first study from a workbook in which each subject has a column: from the file to its texts."""

import time

import pytest
from django.urls import reverse

from studies.models import Sample
from tests.browser.axe import violations
from tests.browser.test_upload import signed_in  # noqa: F401 - a fixture
from tests.factories import make_study, make_user
from tests.studies.stimuli.test_workbook import workbook

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

ITEMS = 30
# A file chosen, then one button a page: received and read, texts stored.
MOST_CLICKS = 3
# Of five minutes from the first page to the opened study.
SECONDS = 60
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@pytest.fixture
def study():
    owner = make_user("ann@example.org", is_superuser=True)
    return make_study(items=0, owner=owner, subject_a="TGen", subject_b="human")


def wide_file():
    rows = [
        [
            n,
            f"name[Place {n}]",
            f"Place {n} is a pub in the city.",
            f"In the city stands Place {n}.",
        ]
        for n in range(1, ITEMS + 1)
    ]
    sheet = [["id", "MR", "TGen", "Human"], *rows]
    return {"name": "outputs.xlsx", "mimeType": XLSX, "buffer": workbook(Outputs=sheet)}


def test_from_the_file_to_its_texts_in_three_clicks(signed_in, study):  # noqa: F811
    page, clicks, began = signed_in, 0, time.monotonic()
    with page.expect_file_chooser() as chooser:
        page.click("input[name=file]")
    chooser.value.set_files(wide_file())
    for button in ("Check the texts", f"Store {2 * ITEMS} texts"):
        page.click(f"text={button}")
        clicks += 1
        page.wait_for_load_state()
        assert violations(page, "#main") == []
    page.wait_for_url("**/texts/surface-cues/")
    assert clicks + 1 <= MOST_CLICKS
    assert time.monotonic() - began < SECONDS
    stored = Sample.objects.filter(study=study)
    assert stored.count() == 2 * ITEMS
    assert set(stored.filter(subject="A").values_list("context", flat=True)) == {
        f"name[Place {n}]" for n in range(1, ITEMS + 1)
    }
    assert reverse("studies:surface_cues", args=[study.code]) in page.url
