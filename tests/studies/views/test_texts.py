"""The pages on which texts are added."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from studies.models import Collaborator, Event, Job, Sample, Upload
from studies.models.visibility import Role
from studies.services import studies as lifecycle
from studies.views import texts as views
from tests.factories import make_study, make_user, open_study

pytestmark = pytest.mark.django_db

ROWS = """subject,item,text
Forecaster,day 1,Rain in the morning.
Forecaster,day 2,Sun.
Machine,day 3,Wet.
"""


@pytest.fixture
def study():
    return make_study(items=0)


@pytest.fixture
def researcher(client, study):
    client.force_login(study.owner)
    return client


def upload_url(study):
    return reverse("studies:upload", args=[study.code])


def review_url(upload):
    return reverse("studies:upload_review", args=[upload.study.code, upload.pk])


def study_page(study):
    return reverse("admin:studies_study_change", args=[study.pk])


def send(client, study, rows=ROWS, **extra):
    """Paste rows; returns the upload that waits for its confirmation."""
    response = client.post(upload_url(study), {"pasted": rows, **extra})
    upload = Upload.objects.latest("pk")
    assert response.status_code == 302
    assert response.url == review_url(upload)
    return upload


def confirm(client, upload, a="0", b="1", action="save", **extra):
    return client.post(review_url(upload), {"a": a, "b": b, "action": action, **extra})


def test_pasted_rows_are_shown_then_stored(researcher, study):
    upload = send(researcher, study)
    page = researcher.get(review_url(upload)).content.decode()
    assert "Store 3 texts" in page
    assert not Sample.objects.exists()
    response = confirm(researcher, upload)
    tells = reverse("studies:tells", args=[study.code])
    assert (response.status_code, response.url) == (302, tells)
    assert "3 texts were stored." in researcher.get(tells).content.decode()
    assert study.samples.count() == 3
    assert Event.objects.get(what="texts stored").who == study.owner


def test_a_file_is_shown_then_stored(researcher, study):
    file = SimpleUploadedFile("weather.csv", ROWS.encode("utf-16"))
    response = researcher.post(upload_url(study), {"file": file})
    assert "weather.csv" in researcher.get(response.url).content.decode()
    confirm(researcher, Upload.objects.get())
    assert study.samples.count() == 3


def test_rows_of_other_subjects_are_counted_as_left_out(researcher, study):
    rows = ROWS + "Ghost,1,Boo\nGhost,2,Boo\nSpectre,1,Hu\n"
    page = researcher.get(review_url(send(researcher, study, rows))).content.decode()
    assert "3 rows of other subjects are left out: Ghost (2), Spectre (1)." in page
    assert "is in neither role" not in page


def test_unknown_subjects_are_asked_for(researcher, study):
    upload = send(researcher, study, ROWS.replace("Machine", "X").replace("Forecaster", "Y"))
    page = researcher.get(review_url(upload)).content.decode()
    assert "Look at their texts" in page
    assert "Store" not in page
    refused = confirm(researcher, upload, a="0", b="0", action="check")
    assert refused.status_code == 422
    assert "Choose another name than for subject A." in refused.content.decode()
    assert confirm(researcher, upload, a="1", b="0", action="check").status_code == 302
    confirm(researcher, upload, a="1", b="0")
    assert list(study.samples.values_list("subject", flat=True)) == ["B", "B", "A"]


def test_confirming_other_subjects_than_those_shown_shows_them_first(researcher, study):
    upload = send(researcher, study)
    response = confirm(researcher, upload, a="1", b="0")
    assert response.url == review_url(upload)
    assert not Sample.objects.exists()
    assert "You chose other subjects" in researcher.get(response.url).content.decode()


def test_second_upload_asks_whether_to_add_or_replace(researcher, study):
    confirm(researcher, send(researcher, study))
    upload = send(researcher, study)
    page = researcher.get(review_url(upload)).content.decode()
    assert "The study has 3 texts. What shall become of them?" in page
    assert "3 of these texts are in the study already" in page
    refused = confirm(researcher, upload)
    assert refused.status_code == 422
    assert "Choose whether to add to the texts" in refused.content.decode()
    assert study.samples.count() == 3
    confirm(researcher, upload, mode="add")
    assert study.samples.count() == 6
    confirm(researcher, send(researcher, study), mode="replace")
    assert study.samples.count() == 3


@pytest.mark.parametrize("mode", ["delete", "ADD", "add or 1=1"])
def test_forged_modes_are_refused(researcher, study, mode):
    confirm(researcher, send(researcher, study))
    assert confirm(researcher, send(researcher, study), mode=mode).status_code == 422
    assert study.samples.count() == 3


@pytest.mark.parametrize("choice", ["7", "-1", "x", "", "1 OR 1"])
def test_forged_subjects_are_refused(researcher, study, choice):
    assert confirm(researcher, send(researcher, study), a=choice).status_code == 422
    assert not Sample.objects.exists()


def test_errors_are_listed_by_row_and_nothing_can_be_stored(researcher, study):
    upload = send(researcher, study, ROWS + "Machine,day 4,\n,day 5,Dry.\n")
    page = researcher.get(review_url(upload)).content.decode()
    assert "Row 5: The text is empty." in page
    assert "Row 6: The subject is empty." in page
    assert 'value="save"' not in page
    assert confirm(researcher, upload).status_code == 200
    assert not Sample.objects.exists()


def test_long_lists_are_bounded_and_say_how_much_more_there_is(researcher, study):
    upload = send(researcher, study, ROWS + "Machine,day 4,\n" * 60)
    page = researcher.get(review_url(upload)).content.decode()
    rows = ", ".join(str(row) for row in range(5, 55))
    assert f"<li>Rows {rows}: The text is empty.</li>" in page
    assert "and 10 more" in page


def test_what_should_be_known_is_pointed_out(researcher, study):
    rows = ROWS + "Machine,day 1,Sun.\nMachine,day 4,By the machine itself.\n"
    page = researcher.get(review_url(send(researcher, study, rows))).content.decode()
    assert "Row 5: The text is identical to that of the other subject in row 3." in page
    assert "Row 6: The text contains the name “machine”" in page
    assert "Row 3: The item “day 2” has this text only." in page
    assert "Store 5 texts" in page


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
        (b"\xd0\xcf\x11\xe0", "This is a spreadsheet file"),
        (b"\x89PNG\r\n\x1a\n\0\0\0", "This is not a text file"),
        (b"subject,item,text\nA,1,\xed\xa0\x80\n", "Line 2 holds half a character"),
    ],
)
def test_unreadable_files_are_refused_at_the_field(researcher, study, content, words):
    file = SimpleUploadedFile("a.csv", content)
    response = researcher.post(upload_url(study), {"file": file})
    (error,) = response.context["form"].errors["file"]
    assert words in error
    assert "choose the file again" in error


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


def test_throwing_away_stores_nothing(researcher, study):
    upload = send(researcher, study)
    assert confirm(researcher, upload, action="discard").url == upload_url(study)
    assert not Upload.objects.exists()
    assert not Sample.objects.exists()


def test_confirming_again_says_that_it_is_gone(researcher, study):
    upload = send(researcher, study)
    confirm(researcher, upload)
    response = confirm(researcher, upload)
    assert response.url == upload_url(study)
    assert "not there any more" in researcher.get(response.url).content.decode()
    assert study.samples.count() == 3


def test_an_opened_study_says_in_words_that_its_texts_are_fixed(client):
    study = open_study()
    client.force_login(study.owner)
    shown = client.get(upload_url(study))
    assert (shown.status_code, "its texts and its plan are fixed" in shown.content.decode()) == (
        200,
        True,
    )
    assert client.post(upload_url(study), {"pasted": ROWS}).status_code == 409
    assert not Upload.objects.exists()


def test_a_study_opened_meanwhile_takes_no_texts(client):
    study = make_study()
    client.force_login(study.owner)
    upload = send(client, study)
    lifecycle.open_study(study=study, user=study.owner)
    assert confirm(client, upload, mode="replace").status_code == 409
    assert study.samples.count() == 24


def test_large_uploads_are_checked_and_stored_by_jobs(researcher, study, monkeypatch):
    begun = []
    monkeypatch.setattr(views.run_job, "delay", begun.append)
    rows = ROWS + "".join(f"Machine,item {n},Text {n}.\n" for n in range(2500))
    response = researcher.post(upload_url(study), {"pasted": rows})
    job, upload = Job.objects.get(), Upload.objects.get()
    assert response.url == reverse("studies:job", args=[study.code, job.pk])
    assert (job.kind, job.arguments, job.owner) == (
        "check_upload",
        {"upload": upload.pk},
        study.owner,
    )
    # Looked at too early, it leads to the same job.
    assert researcher.get(review_url(upload)).url == response.url
    assert Job.objects.count() == 1
    views.jobs.run(job_id=job.pk)
    assert "Store 2503 texts" in researcher.get(review_url(upload)).content.decode()
    confirm(researcher, upload)
    saving = Job.objects.latest("pk")
    assert (saving.kind, saving.arguments) == (
        "save_upload",
        {"upload": upload.pk, "mode": "add"},
    )
    views.jobs.run(job_id=saving.pk)
    assert study.samples.count() == 2503


def test_a_dead_broker_harms_no_upload(researcher, study, monkeypatch):
    def away(_job_id):
        raise ConnectionError

    monkeypatch.setattr(views.run_job, "delay", away)
    rows = ROWS + "Machine,1,x\n" * 2500
    assert researcher.post(upload_url(study), {"pasted": rows}).status_code == 302
    assert Job.objects.unfinished().count() == 1


@pytest.mark.parametrize("role", [None, Role.ANALYST, Role.RECRUITER])
def test_others_get_404_everywhere(client, study, role):
    client.force_login(study.owner)
    upload = send(client, study)
    other = make_user()
    if role:
        Collaborator.objects.create(study=study, user=other, role=role)
    client.force_login(other)
    assert client.get(upload_url(study)).status_code == 404
    assert client.post(upload_url(study), {"pasted": ROWS}).status_code == 404
    assert client.get(review_url(upload)).status_code == 404
    assert confirm(client, upload).status_code == 404
    assert not Sample.objects.exists()


def test_another_studys_upload_is_not_there(client, study):
    client.force_login(study.owner)
    upload = send(client, study)
    mine = make_study(items=0)
    client.force_login(mine.owner)
    url = reverse("studies:upload_review", args=[mine.code, upload.pk])
    for response in (client.get(url), client.post(url, {"action": "discard"})):
        assert response.url == upload_url(mine)
    assert Upload.objects.filter(pk=upload.pk).exists()


def test_strangers_are_sent_to_sign_in(client, study):
    assert client.get(upload_url(study)).status_code == 302
    assert client.post(upload_url(study), {"pasted": ROWS}).status_code == 302
    assert not Upload.objects.exists()


def test_editors_may_add_texts(client, study):
    editor = make_user()
    Collaborator.objects.create(study=study, user=editor, role=Role.EDITOR)
    client.force_login(editor)
    confirm(client, send(client, study))
    assert study.samples.count() == 3


@pytest.mark.parametrize("texts", [1, 40])
def test_queries_do_not_grow_with_the_texts(researcher, study, django_assert_num_queries, texts):
    rows = ROWS + "".join(f"Machine,item {n},Text {n}\n" for n in range(texts))
    upload = send(researcher, study, rows)
    # Session, account, study, upload, whether there are texts and how many, permissions twice.
    with django_assert_num_queries(8):
        researcher.get(review_url(upload))
