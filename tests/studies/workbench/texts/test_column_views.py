"""Columns of other names and encodings are matched by hand; images stand in the preview."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from studies.models import Image, Upload
from studies.services.texts.upload_state import state_of
from tests.studies.services.texts.test_images import packed
from tests.studies.stimuli.test_workbook import workbook

pytestmark = pytest.mark.django_db


def upload(client, study, rows, name="texts.csv", **extra):
    address = reverse("studies:upload", args=[study.code])
    if isinstance(rows, bytes):
        extra["file"], rows = SimpleUploadedFile(name, rows), ""
    response = client.post(address, {"pasted": rows, **extra})
    assert response.status_code == 302
    return Upload.objects.latest("pk"), response.url


def columns_url(found):
    return reverse("studies:upload_columns", args=[found.study.code, found.pk])


OTHER_NAMES = "Author,ID,Output,note\nForecaster,1,Rain.,a\nMachine,2,Sun.,b\n"


def test_columns_with_other_names_are_asked_for_then_stored(researcher, study):
    found, address = upload(researcher, study, OTHER_NAMES)
    assert address == columns_url(found)
    page = researcher.get(address)
    initial = page.context["form"].initial
    assert [initial[name] for name in ("subject", "item", "text", "rows")] == [0, 1, 2, "text"]
    assert "Rain." in page.content.decode()
    # The review leads back here until it is said.
    review = reverse("studies:upload_review", args=[study.code, found.pk])
    assert researcher.get(review).url == address
    researcher.post(address, {"subject": "0", "item": "1", "text": "2", "context": "3"})
    assert "Columns that are ignored" not in researcher.get(review).content.decode()
    response = researcher.post(review, {"a": "0", "b": "1", "action": "save"})
    assert response.url == reverse("studies:surface_cues", args=[study.code])
    stored = study.samples.order_by("row").values_list("subject", "item", "text", "context")
    assert list(stored) == [("A", "1", "Rain.", "a"), ("B", "2", "Sun.", "b")]


@pytest.mark.parametrize(
    ("sent", "field", "words"),
    [
        ({"subject": "0", "item": "", "text": "2"}, "item", "Choose the column"),
        ({"subject": "0", "item": "0", "text": "2"}, "item", "chosen above already"),
        ({"subject": "0", "item": "1", "text": "9"}, "text", "Choose one of the list."),
        ({"subject": "0", "item": "1", "text": "2", "encoding": "rot13"}, "encoding", "Choose one"),
        ({"subject": "0", "item": "1", "text": "2", "encoding": "utf-16"}, "encoding", "Line 1"),
    ],
)
def test_columns_that_cannot_be_are_refused_at_their_field(researcher, study, sent, field, words):
    found, address = upload(researcher, study, OTHER_NAMES + "Machine,3,€.,c\n")
    response = researcher.post(address, sent)
    assert response.status_code == 422
    assert words in str(response.context["form"].errors[field])
    found.refresh_from_db()
    assert state_of(found).unmatched


WIDE = "ID,MR,Forecaster,Machine,note\n1,rain,It rains.,Rain.,a\n2,sun,It shines.,,b\n"


def test_a_column_for_each_subject_is_recognised_and_turned_into_texts(researcher, study):
    found, review = upload(researcher, study, WIDE)
    # Nothing is to be chosen: what was read from which column is said above the texts.
    assert review == reverse("studies:upload_review", args=[study.code, found.pk])
    assert "item from “ID”, context from “MR”" in researcher.get(review).content.decode()
    address = columns_url(found)
    form = researcher.get(address).context["form"]
    assert (form.initial["rows"], form.initial["wide"]) == ("item", ["2", "3"])
    sent = {"rows": "item", "wide": ["2", "3"], "item": "0", "context": "1"}
    few = researcher.post(address, sent | {"wide": ["2"]})
    assert "two at least" in str(few.context["form"].errors["wide"])
    twice = researcher.post(address, sent | {"item": "3"})
    assert "chosen above" in str(twice.context["form"].errors["item"])
    researcher.post(address, sent)
    assert researcher.get(review).context["contents"].ignored == ("note",)
    researcher.post(review, {"a": "0", "b": "1", "action": "save"})
    stored = study.samples.order_by("row", "subject")
    assert list(stored.values_list("subject", "item", "text", "context", "row")) == [
        ("A", "1", "It rains.", "rain", 2),
        ("B", "1", "Rain.", "rain", 2),
        ("A", "2", "It shines.", "sun", 3),
    ]


def test_another_sheet_of_a_workbook_is_read(researcher, study):
    titles = ["subject", "item", "text"]
    raw = workbook(
        Notes=[["Read me", "first"], ["x", "y"]],
        Texts=[titles, ["Forecaster", 1, "It rains."], ["Machine", 1, "Rain."]],
    )
    found, address = upload(researcher, study, raw)
    page = researcher.get(address)
    assert "has 2 sheets" in page.content.decode()
    again = researcher.post(address, {"action": "read", "sheet": "Texts"})
    form = again.context["form"]
    assert [form.initial[name] for name in ("sheet", *titles)] == ["Texts", 0, 1, 2]
    wrong = researcher.post(address, {"action": "read", "sheet": "Other"})
    assert "Choose one of the list." in str(wrong.context["form"].errors["sheet"])
    researcher.post(address, {"sheet": "Texts", "subject": "0", "item": "1", "text": "2"})
    review = reverse("studies:upload_review", args=[study.code, found.pk])
    told = researcher.get(review).content.decode()
    assert ("Read it again" in told, ", sheet “Texts”, holds" in told) == (False, True)
    researcher.post(review, {"a": "0", "b": "1", "action": "save"})
    stored = study.samples.order_by("row").values_list("subject", "item", "text")
    assert list(stored) == [("A", "1", "It rains."), ("B", "1", "Rain.")]


def test_json_is_read_like_a_table(researcher, study):
    rows = b'[{"subject": "Forecaster", "item": 1, "text": "It rains."}]'
    _found, address = upload(researcher, study, rows)
    assert address.endswith(f"/{_found.pk}/")  # its names are ours: nothing to match


def test_another_encoding_can_be_chosen_where_ours_was_a_guess(researcher, study):
    rows = "subject,item,text\nForecaster,1,Дождь\nMachine,2,Солнце\n".encode("koi8-r")
    _found, address = upload(researcher, study, rows)
    page = researcher.get(address).content.decode()
    assert "is a guess" in page
    assert "Дождь" not in page
    sent = {"a": "0", "b": "1", "action": "encode", "encoding": "koi8-r"}
    assert "Дождь" in researcher.post(address, sent, follow=True).content.decode()
    researcher.post(address, {**sent, "action": "save"})
    assert set(study.samples.values_list("text", flat=True)) == {"Дождь", "Солнце"}
    # What cannot even be guessed is read where the encoding is said at once.
    upload(
        researcher, study, "subject,item,text\nForecaster,1,雨\n".encode("cp932"), encoding="cp932"
    )


def test_images_stand_in_the_preview_and_are_served_without_a_hint(researcher, client, study):
    _found, address = upload(researcher, study, packed())
    page = researcher.get(address).content.decode()
    assert "Store 4 texts" in page
    (image,) = (i for i in Image.objects.all() if reverse("judge:image", args=[i.name]) in page)
    client.logout()
    response = client.get(reverse("judge:image", args=[image.name]))
    assert response.content == bytes(image.content)
    assert response["Content-Type"] == "image/webp"
    assert response["Cache-Control"] == "private, max-age=31536000, immutable"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert "Content-Disposition" not in response
    assert not response.cookies
    assert client.get(reverse("judge:image", args=["a" * 24])).status_code == 404


def test_of_a_file_without_titles_no_text_is_lost(researcher, study):
    _found, address = upload(researcher, study, "Forecaster,1,Rain.\nMachine,1,Sun.\n")
    assert "The first line is a text already" in researcher.get(address).content.decode()
    sent = {"subject": "0", "item": "1", "text": "2", "untitled": "on"}
    review = researcher.post(address, sent).url
    researcher.post(review, {"a": "0", "b": "1", "action": "save"})
    assert set(study.samples.values_list("text", flat=True)) == {"Rain.", "Sun."}


def test_of_empty_cells_of_a_spreadsheet_it_is_said_that_formulas_may_be_there(researcher, study):
    rows = [["who", "item", "text", "note"], ["Forecaster", 1, "Rain.", ""], ["Machine", 2, "", ""]]
    _found, address = upload(researcher, study, workbook(Data=rows), name="texts.xlsx")
    told = re.sub(r"<[^>]*>", "", researcher.get(address).content.decode())
    assert "Empty in all these rows: note. Formulas that no program has calculated" in told
    sent = {"subject": "0", "item": "1", "text": "2", "rows": "text", "action": "match"}
    review = researcher.post(address, sent).url
    assert "Formulas that no program has calculated" in researcher.get(review).content.decode()


def test_items_that_look_the_same_are_stored_as_one(researcher, study):
    rows = (
        "subject,item,text\nForecaster,Day 1,Rain.\nmachine,day\u00a01,Sun.\n"
        "FORECASTER,Day 2,Wind.\nfore\u200bcaster ,Day 3,Ice.\nMachine,Day 2,Fog.\n"
        "items,Day 4,Sun.\nItems,Day 5,Hail.\n"
    )
    _found, address = upload(researcher, study, rows)
    page = researcher.get(address).content.decode()
    told = re.sub(r"<[^>]*>", "", page)
    assert "taken as one subject: “machine” also as “Machine”; " in told
    assert "“Forecaster” also as “FORECASTER”, “fore\u200bcaster”." in told
    assert "Subjects and items in another spelling, taken as one" in page
    researcher.post(address, {"a": "0", "b": "1", "action": "save"})
    assert set(study.samples.values_list("item", flat=True)) == {"Day 1", "Day 2", "Day 3"}


def test_a_full_disk_for_temporary_files_is_not_in_the_way(researcher, study, settings):
    settings.FILE_UPLOAD_TEMP_DIR = "/nonexistent"
    texts = [f"Forecaster,{n},{n} {'x' * 40_000}\nMachine,{n},{n}" for n in range(80)]
    rows = "\n".join(["subject,item,text", *texts])
    _found, address = upload(researcher, study, rows.encode())
    assert researcher.get(address).status_code == 200


def test_pictures_under_other_names_need_no_column_of_texts(researcher, study):
    table = "who,id,file,caption\nForecaster,1,images/a.png,A map\nMachine,2,b.jpg,A chart\n"
    found, address = upload(researcher, study, packed(table))
    initial = researcher.get(address).context["form"].initial
    proposed = {name: initial[name] for name in ("subject", "item", "image", "alt_text")}
    assert proposed == {"subject": 0, "item": 1, "image": 2, "alt_text": 3}
    lacking = researcher.post(address, {**proposed, "rows": "text", "image": ""})
    assert "Choose the column" in str(lacking.context["form"].errors["text"])
    assert researcher.post(address, {**proposed, "rows": "text"}).status_code == 302
    review = reverse("studies:upload_review", args=[study.code, found.pk])
    researcher.post(review, {"a": "0", "b": "1", "action": "save"})
    stored = study.samples.order_by("row").values_list("text", "alt_text")
    assert list(stored) == [("", "A map"), ("", "A chart")]
