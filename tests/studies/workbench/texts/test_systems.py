"""Texts of several systems from one file, for a study of ratings, and what becomes of them."""

import csv
import io
import json
from pathlib import Path

import pytest
import xlsxwriter
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils.html import strip_tags

from studies.models import RatingPlan, Study, Upload
from studies.services.texts import upload as uploads
from studies.services.texts.source import SourceFile
from studies.services.texts.systems import SystemsChangedError
from studies.services.texts.upload_check import check_upload
from tests.factories import make_study, make_user, open_rating_study
from tests.studies.workbench.forms.rating.test_question import typed
from tests.studies.workbench.texts.uploads import review_url, send, upload_url

pytestmark = pytest.mark.django_db
DATA = Path(__file__).parents[3] / "data/systems"
THREE = {"A": "TGen", "B": "Slug2Slug", "C": "Sheffield NLP"}


@pytest.fixture
def study():
    """A draft with systems that have no names yet."""
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


def as_json_lines(rows):
    return "\n".join(json.dumps(row) for row in rows).encode()


def as_tabs(rows):
    lines = [rows[0].keys(), *(row.values() for row in rows)]
    return "\n".join("\t".join(line) for line in lines).encode()


def as_workbook(rows):
    file = io.BytesIO()
    with xlsxwriter.Workbook(file) as book:
        sheet = book.add_worksheet()
        for number, line in enumerate([rows[0].keys(), *(row.values() for row in rows)]):
            sheet.write_row(number, 0, list(line))
    return file.getvalue()


@pytest.mark.parametrize("written", [as_json_lines, as_tabs, as_workbook])
@pytest.mark.parametrize("name", ["long.csv", "wide.csv"])
def test_each_kind_of_file_holds_systems(study, written, name):
    with (DATA / name).open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    upload = uploads.receive(study=study, user=study.owner, name="x", content=written(rows))
    if name == "wide.csv":
        layout = SourceFile.of(upload).head().proposal()
        uploads.match_columns(upload=upload, layout=layout)
    found = check_upload(upload=upload)
    assert [count for _name, count in found.contents.found][:3] == [4, 4, 4]
    taken = {name: letter for name, letter in found.state.subjects.items() if letter < "D"}
    assert taken == {name: letter for letter, name in THREE.items()}


def test_names_of_hundreds_of_letters_are_no_systems(researcher, study):
    rows = "subject,item,text\n" + "".join(
        f"{'x' * length},1,Text {length}.\n" for length in (1, 99, 100, 101, 5000)
    )
    upload = send(researcher, study, rows)
    page = researcher.get(review_url(upload)).content.decode()
    assert "2 rows of other systems are left out" in page
    choose(researcher, upload, "new", "new", "new")
    assert [len(name) for name in of_study(study).values()] == [1, 99, 100]


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
        ([""] * 9, "Choose which systems to take."),
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


def test_contexts_of_an_item_are_the_same(researcher, study):
    rows = "subject,item,context,text\na,1,x,Rain.\nb,1,y,Wet.\na,2,x,Sun.\nb,2,x,Hail.\n"
    page = said(researcher.get(review_url(send(researcher, study, rows))))
    assert "Row 3: The context differs from that of row 2, about the same item." in page
    assert page.count("Contexts that differ within an item") == 1


def test_systems_that_changed_meanwhile_are_asked_for_again(researcher, study):
    send_file(researcher, study, "long.csv")
    upload = Upload.objects.get()
    study.subject_a = "Other"
    study.save()
    with pytest.raises(SystemsChangedError):
        uploads.save_upload(upload=upload, mode="add")
    assert choose(researcher, upload, "new", "new", "new", "").url == review_url(upload)
    assert "The systems of the study have changed" in said(researcher.get(review_url(upload)))
    assert not study.samples.exists()


ROWS = """subject,item,text
x,1,Rain.
y,1,Rain.
x,2,Sun.
y,2,Hail.
x,3,Wet.
x,4,Fog.
y,4,Ice.
y,4,Snow.
"""


@pytest.fixture
def filled(researcher, study):
    """The draft with systems x and y: about 3 a text lacks, about 4 there is one too many."""
    upload = send(researcher, study, ROWS)
    choose(researcher, upload, "new", "new", action="check")
    choose(researcher, upload, "new", "new")
    study.refresh_from_db()
    return study


def at(name, study, *arguments):
    return reverse(f"studies:{name}", args=[study.code, *arguments])


def said(response):
    return " ".join(strip_tags(response.content.decode()).split())


def test_the_list_counts_by_system_and_marks_items(researcher, filled):
    page = said(researcher.get(at("texts", filled)))
    assert "4 by x, 4 by y" in page
    assert "2 items have no text of some system, or several" in page
    assert "1 of 4 pairs of texts are identical: shown once. About one item all" in page
    assert ("3 no text of y" in page, "4 several texts of y" in page) == (True, True)
    only = said(researcher.get(at("texts", filled), {"subject": "B"}))
    assert ("Snow." in only, "Fog." in only) == (True, False)
    about = said(researcher.get(at("texts", filled), {"item": "4"}))
    assert ("Snow." in about, "Rain." in about, "About 4: show all items" in about) == (
        *(True, False),
        True,
    )


def test_items_are_left_out_and_taken_back(researcher, filled):
    RatingPlan.objects.create(study=filled)
    assert at("items", filled) in researcher.get(at("open", filled)).content.decode()
    page = said(researcher.get(at("items", filled)))
    assert "Without one text of each system: 2 of 4 items" in page
    assert "The same text of all systems: 1 of 4 items" in page
    takes_part = filled.samples.main
    for what, items in (
        ("further", ["1", "1", "2", "2", "3", "4", "4"]),
        ("incomplete", ["1", "1", "2", "2", "4", "4"]),
        ("alike", ["2", "2", "4", "4"]),
    ):
        researcher.post(at("items", filled), {"what": what})
        assert sorted(takes_part().values_list("item", flat=True)) == items
    assert takes_part().get(item="4", subject="B").text == "Ice."
    assert "4 texts are left out. Take them back" in said(researcher.get(at("texts", filled)))
    researcher.post(at("items", filled), {"what": "back"})
    assert takes_part().count() == 8
    assert filled.events.filter(what="texts left out").count() == 4
    assert researcher.post(at("items", filled), {"what": "all"}).status_code == 404


def test_one_text_is_added_and_a_system_or_all_are_deleted(researcher, filled):
    new = {"subject": "B", "kind": "main", "item": "3", "text": " Dry.\r\n", "direction": "auto"}
    refused = researcher.post(at("new_text", filled), new | {"subject": "C"})
    assert (refused.status_code, "Dry." in refused.content.decode()) == (422, True)
    for odd in ({"item": "\u200b"}, {"language": "no tag"}, {"text": " "}):
        assert researcher.post(at("new_text", filled), new | odd).status_code == 422
    researcher.post(at("new_text", filled), new)
    assert filled.samples.get(item="3", subject="B").text == " Dry.\n"
    assert "5 texts are deleted" in said(researcher.get(at("remove_system", filled, "B")))
    researcher.post(at("remove_system", filled, "A"))
    assert of_study(filled) == {"A": "y", "B": "System B"}
    assert set(filled.samples.values_list("subject", flat=True)) == {"A"}
    researcher.post(at("delete_texts", filled))
    assert not filled.samples.exists()


def test_the_reference_is_not_among_the_texts(researcher, filled):
    RatingPlan.objects.create(study=filled, reference_text="Sun.", identical="keep")
    page = said(researcher.get(at("texts", filled)))
    assert "The reference of the plan is one of these texts" in page
    assert "identical: shown as often as they occur." in page


def test_what_looks_at_triads_has_no_page(researcher, filled):
    led_back = researcher.get(reverse("analysis:companions", args=[filled.code]))
    assert led_back["Location"] == reverse("analysis:overview", args=[filled.code])


def test_opened_texts_are_fixed(researcher):
    opened = open_rating_study(systems=3)
    researcher.force_login(opened.owner)
    assert "Leave" not in said(researcher.get(at("texts", opened)))
    for name, arguments, posted in (
        ("items", [], {"what": "alike"}),
        ("remove_system", ["C"], {}),
        ("delete_texts", [], {}),
        ("new_text", [], {"subject": "A", "item": "1", "text": "x", "kind": "main"}),
    ):
        researcher.post(at(name, opened, *arguments), posted)
    assert opened.samples.main().count() == 12


def test_a_newcomer_sets_a_study_up_without_typing_a_system(client):
    client.force_login(make_user(is_superuser=True))
    nameless = dict.fromkeys(("systems-A", "systems-B", "systems-C"), "")
    upload_page = client.post(reverse("studies:new_ratings"), typed(**nameless)).url
    made = Study.objects.get()
    assert made.subjects == {"A": "System A", "B": "System B"}
    assert 'value="System A"' not in client.get(at("question", made)).content.decode()
    file = SimpleUploadedFile("long.csv", (DATA / "long.csv").read_bytes())
    preview = client.post(upload_page, {"file": file}).url
    stored = client.post(preview, {f"system_{n}": "new" for n in range(3)} | {"action": "save"})
    assert "4 by TGen, 4 by Slug2Slug, 4 by Sheffield NLP" in said(client.get(stored.url))
    assert of_study(made) == THREE
    assert "Each item needs one text" not in said(client.get(at("open", made)))


@pytest.mark.parametrize(("items", "practice"), [(0, 0), (1, 1), (3, 2)])
def test_practice_is_planned_once_there_are_texts_for_it(researcher, study, items, practice):
    RatingPlan.objects.create(study=study)
    rows = [f"{name},main {n},Text {n} of {name}.,main" for n in range(3) for name in "PQ"]
    rows += [f"{name},try {n},Try {n} of {name}.,practice" for n in range(items) for name in "PQ"]
    content = "\n".join(["subject,item,text,kind", *rows])
    file = SimpleUploadedFile("texts.csv", content.encode())
    researcher.post(upload_url(study), {"file": file})
    choose(researcher, Upload.objects.get(), "new", "new")
    assert of_study(study) == {"A": "P", "B": "Q"}
    assert study.practice_triads == practice
