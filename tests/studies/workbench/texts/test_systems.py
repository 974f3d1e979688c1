"""Texts of several systems from one file, for a study of ratings."""

from pathlib import Path

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from studies.models import Upload
from studies.services.texts import upload as uploads
from studies.services.texts.systems import SystemsChangedError
from tests.factories import make_study
from tests.studies.workbench.texts.uploads import review_url, send, upload_url

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[3] / "data/systems"
THREE = {"A": "TGen", "B": "Slug2Slug", "C": "Sheffield NLP"}


@pytest.fixture
def study():
    """A draft whose systems have no names yet."""
    return make_study(items=0, kind="rating", subject_a="System A", subject_b="System B")


def send_file(client, study, name):
    file = SimpleUploadedFile(name, (DATA / name).read_bytes())
    return client.post(upload_url(study), {"file": file})


def choose(client, upload, *wishes, action="save", **extra):
    wished = {f"system_{place}": wish for place, wish in enumerate(wishes)}
    return client.post(review_url(upload), {"action": action, **wished, **extra})


def of_study(study):
    study.refresh_from_db()
    return study.subjects


def test_a_long_file_names_the_systems_and_leaves_references_out(researcher, study):
    address = send_file(researcher, study, "long.csv").url
    upload = Upload.objects.get()
    assert address == review_url(upload)
    page = researcher.get(address).content.decode()
    assert "8 rows of other systems are left out: human (8)." in page
    assert "Store 12 texts" in page
    # Two of the systems say the same about the first restaurant.
    assert "identical to that of TGen about the same item" in page
    response = choose(researcher, upload, "new", "new", "new", "")
    assert response.url == reverse("studies:texts", args=[study.code])
    assert of_study(study) == THREE
    assert [study.samples.filter(subject=letter).count() for letter in "ABCD"] == [4, 4, 4, 0]


def test_a_wide_file_has_a_column_for_each_system(researcher, study):
    address = send_file(researcher, study, "wide.csv").url
    upload = Upload.objects.get()
    assert address == reverse("studies:upload_columns", args=[study.code, upload.pk])
    page = researcher.get(address).content.decode()
    assert "one item: each system has a column of its own" in page
    assert page.count("checked") == 5  # a row is an item; three systems and the reference
    columns = {"rows": "item", "wide": ["2", "3", "4"], "item": "0", "context": "1"}
    assert researcher.post(address, columns | {"action": "match"}).url == review_url(upload)
    choose(researcher, upload, "new", "new", "new")
    assert of_study(study) == THREE
    first = study.samples.get(subject="C", item="1")
    assert (first.text, first.context[:16]) == (
        "Blue Spice is a pub in the city centre.",
        "name[Blue Spice]",
    )


def test_systems_of_the_study_are_found_in_a_second_file_and_replaced(researcher, study):
    send_file(researcher, study, "long.csv")
    choose(researcher, Upload.objects.get(), "new", "new", "new", "")
    rows = "subject,item,text\nnew,1,Rain.\nslug2slug,1,Sun.\nnew,2,Hail.\nslug2slug,2,Wet.\n"
    upload = send(researcher, study, rows)
    page = researcher.get(review_url(upload)).content.decode()
    assert "take as a new system" in page
    again = choose(researcher, upload, "new", "B")  # what was found in the new one comes first
    assert again.url == review_url(upload)
    assert "You chose other systems" in researcher.get(again.url).content.decode()
    assert choose(researcher, upload, "new", "B").status_code == 422  # add, or replace?
    choose(researcher, upload, "new", "B", mode="replace")
    # Of TGen and Sheffield no text is left.
    assert of_study(study) == {"A": "Slug2Slug", "B": "new"}
    assert set(study.samples.values_list("subject", "text")) == {
        *(("A", "Sun."), ("A", "Wet.")),
        *(("B", "Rain."), ("B", "Hail.")),
    }


def test_what_cannot_be_taken_is_refused_and_what_was_chosen_stays(researcher, study):
    rows = "subject,item,text\n" + "".join(f"s{n},1,Text {n}.\n" for n in range(9))
    upload = send(researcher, study, rows)
    for wishes, said in (
        (["new"] * 9, "at most 8 systems: leave one system more out."),
        ([""] * 9, "Choose the systems that are taken."),
    ):
        response = choose(researcher, upload, *wishes)
        assert response.status_code == 422
        assert said in response.content.decode()
    refused = choose(researcher, upload, *["new"] * 9).content.decode()
    assert refused.count('<option value="new" selected>') == 9
    choose(researcher, upload, *["new"] * 8, "")
    assert list(of_study(study)) == list("ABCDEFGH")


def test_errors_of_rows_stop_it_and_items_without_a_system_do_not(researcher, study):
    rows = "subject,item,text\na,1,Rain.\nb,1,Wet.\na,2,Sun.\na,2,Sun!\nb,3,Hail.\n"
    page = researcher.get(review_url(send(researcher, study, rows))).content.decode()
    assert "Look at their texts" in page  # a has two texts about an item, and none is left of two
    upload = send(researcher, study, rows.replace("a,2,Sun!\n", "") + "a,4,\n")
    page = researcher.get(review_url(upload)).content.decode()
    assert "Row 6: The text is empty." in page
    assert "Row 4: The item “2” has no text of b." in page
    assert 'value="save"' not in page


def test_systems_that_changed_meanwhile_are_asked_for_again(researcher, study):
    send_file(researcher, study, "long.csv")
    upload = Upload.objects.get()
    study.subject_a = "Other"
    study.save()
    with pytest.raises(SystemsChangedError):
        uploads.save_upload(upload=upload, mode="add")
    assert choose(researcher, upload, "new", "new", "new", "").url == review_url(upload)
    assert not study.samples.exists()
