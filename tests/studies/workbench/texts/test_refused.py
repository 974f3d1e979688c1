"""Forged, unreadable and hostile uploads."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from studies.models import Sample, Upload
from tests.studies.workbench.texts.uploads import ROWS, confirm, review_url, send, upload_url

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("mode", ["delete", "ADD", "add or 1=1"])
def test_forged_modes_are_refused(researcher, study, mode):
    confirm(researcher, send(researcher, study))
    assert confirm(researcher, send(researcher, study), mode=mode).status_code == 422
    assert study.samples.count() == 3


@pytest.mark.parametrize("choice", ["7", "-1", "x", "", "1 OR 1"])
def test_forged_subjects_are_refused(researcher, study, choice):
    assert confirm(researcher, send(researcher, study), a=choice).status_code == 422
    assert not Sample.objects.exists()


@pytest.mark.parametrize(
    ("rows", "words"),
    [
        ("", "Choose a file or paste the rows."),
        ('subject,item,text\nA,1,"open\n', "Row 2: a quotation mark opens this cell"),
        ("subject,item,text\nA,1,x\0y\n", "Line 2 holds a NUL character"),
        ("subject,item,text\nA,1,x\n", ""),
    ],
)
def test_unreadable_rows_are_refused_at_the_field_and_kept(researcher, study, rows, words):
    response = researcher.post(upload_url(study), {"pasted": rows})
    if not words:
        assert response.status_code == 302
        return
    assert response.status_code == 422
    assert words in response.content.decode()
    assert response.context["form"]["pasted"].value() == rows
    assert not Upload.objects.exists()


def test_a_file_and_rows_at_once_are_refused_and_the_rows_kept(researcher, study):
    file = SimpleUploadedFile("a.csv", ROWS.encode())
    response = researcher.post(upload_url(study), {"file": file, "pasted": ROWS})
    assert "not both" in response.content.decode()
    assert "Rain in the morning." in response.content.decode()


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "The file is empty."),
        (b"PK\x03\x04", "The ZIP is damaged"),
        (b"\xd0\xcf\x11\xe0", "This spreadsheet file cannot be read"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "This is not a text file"),
        (b"subject,item,text\nA,1,\xed\xa0\x80\n", "Line 2 holds half a character"),
    ],
)
def test_unreadable_files_are_refused_at_the_field(researcher, study, content, words):
    file = SimpleUploadedFile("a.csv", content)
    response = researcher.post(upload_url(study), {"file": file})
    (error,) = response.context["form"].errors["file"]
    assert words in error
    assert "Choose the file again" in error


def test_more_than_50_megabytes_are_refused_unread(researcher, study):
    class Unread:
        def read(self, *_size):
            raise AssertionError("the request was read")

        readline = read

    response = researcher.generic(
        "POST",
        upload_url(study),
        b"",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(1024**3),
        **{"wsgi.input": Unread()},
    )
    assert response.status_code == 413
    assert "These are 1024 MB; at most 50 MB can be uploaded." in response.content.decode()


@pytest.mark.parametrize("length", ["x", "-1", "9" * 5000, "\u0663"])
def test_a_length_that_is_none_is_refused_in_words(researcher, study, length):
    response = researcher.get(upload_url(study), CONTENT_LENGTH=length)
    assert response.status_code == 400
    assert "This could not be read. Send it again." in response.content.decode()


def test_what_django_itself_refuses_has_the_same_page(researcher, study, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 1000
    response = researcher.post(upload_url(study), {"pasted": "x" * 2000})
    assert response.status_code == 413
    assert "can be uploaded" in response.content.decode()
    settings.DATA_UPLOAD_MAX_NUMBER_FIELDS = 3
    response = researcher.post(upload_url(study), {f"f{n}": "" for n in range(9)})
    assert response.status_code == 400
    broken = researcher.generic("POST", upload_url(study), b"x", content_type="multipart/form-data")
    assert broken.status_code == 400
    assert "Send it again" in broken.content.decode()


def test_forged_requests_from_elsewhere_are_refused(client, study):
    client.handler.enforce_csrf_checks = True
    client.force_login(study.owner)
    assert client.post(upload_url(study), {"pasted": ROWS}).status_code == 403
    assert not Upload.objects.exists()


HOSTILE = [
    "<script>alert(1)</script>",
    "{{ request }} {% debug %} ${7*7}",
    "=HYPERLINK(1)",
    "‮evil",
    "a & b < c > \" '",
]


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_rows_are_shown_literally(researcher, study, hostile):
    cell = '"' + hostile.replace('"', '""') + '"'
    rows = (
        f"subject,item,text,{cell}\nForecaster,{cell},{cell},x\nForecaster,2,b,\nMachine,3,c,\n"
        f"{cell},4,d,\nMachine,5,{cell},\nMachine,6,e,,\n"
    )
    upload = send(researcher, study, rows)
    page = researcher.get(review_url(upload)).content.decode()
    assert "<script>alert" not in page
    escaped = hostile
    for plain, entity in [
        ("&", "&amp;"),
        ("<", "&lt;"),
        (">", "&gt;"),
        ('"', "&quot;"),
        ("'", "&#x27;"),
    ]:
        escaped = escaped.replace(plain, entity)
    assert escaped in page
    confirm(researcher, upload)
    assert hostile in study.samples.values_list("text", flat=True)


def test_line_breaks_and_leading_blanks_stand_in_the_page_as_written(researcher, study):
    rows = 'subject,item,text\nForecaster,1,"  two\r\n  lines "\nForecaster,2,b\nMachine,3,c\n'
    page = researcher.get(review_url(send(researcher, study, rows))).content.decode()
    assert '<div class="sample-text" dir="ltr" lang="en">  two\n  lines </div>' in page
