"""Texts are shown, then stored or discarded."""

import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from studies import tasks
from studies.models import Event, Job, Sample, Upload
from studies.services import jobs
from studies.services.lifecycle import opening
from tests.factories import make_study, open_study
from tests.studies.workbench.texts.uploads import ROWS, confirm, review_url, send, upload_url

pytestmark = pytest.mark.django_db


def test_pasted_rows_are_shown_then_stored(researcher, study):
    upload = send(researcher, study)
    page = researcher.get(review_url(upload)).content.decode()
    assert "Store 3 texts" in page
    assert not Sample.objects.exists()
    response = confirm(researcher, upload)
    report = reverse("studies:surface_cues", args=[study.code])
    assert (response.status_code, response.url) == (302, report)
    assert "3 texts were stored." in researcher.get(report).content.decode()
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
    # In the table of rows alone, not among what is worth a look.
    assert page.count("is neither A nor B") == 3


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
    assert "The study has 3 texts. What should happen to them?" in page
    assert "3 of these texts are in the study already" in page
    refused = confirm(researcher, upload)
    assert refused.status_code == 422
    assert "Choose whether to add to the texts" in refused.content.decode()
    assert study.samples.count() == 3
    confirm(researcher, upload, mode="add")
    assert study.samples.count() == 6
    confirm(researcher, send(researcher, study), mode="replace")
    assert study.samples.count() == 3


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


def test_few_texts_and_topics_of_one_subject_are_seen_without_a_click(researcher, study):
    page = researcher.get(review_url(send(researcher, study))).content.decode()
    for title, said in (
        ("Few texts", "Only 2 different texts of subject A: each will be read"),
        ("Topic and author cannot be told apart", "No item has texts of both subjects."),
    ):
        [group] = re.findall(rf"<details[^>]*>\s*<summary>{title}.*?</details>", page, re.DOTALL)
        assert group.startswith('<details class="findings" open>')
        assert said in group
    assert re.search(r"In \d+ evaluations each text of A will be read about", page)


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
    opening.open_study(study=study, user=study.owner)
    assert confirm(client, upload, mode="replace").status_code == 409
    assert study.samples.count() == 24


def test_large_uploads_are_checked_and_stored_by_jobs(researcher, study, monkeypatch):
    begun = []
    monkeypatch.setattr(tasks.run_job, "delay", begun.append)
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
    jobs.run(job_id=job.pk)
    assert "Store 2503 texts" in researcher.get(review_url(upload)).content.decode()
    confirm(researcher, upload)
    saving = Job.objects.latest("pk")
    assert (saving.kind, saving.arguments) == (
        "save_upload",
        {"upload": upload.pk, "mode": "add"},
    )
    jobs.run(job_id=saving.pk)
    assert study.samples.count() == 2503


def test_a_dead_broker_harms_no_upload(researcher, study, monkeypatch):
    def away(_job_id):
        raise ConnectionError

    monkeypatch.setattr(tasks.run_job, "delay", away)
    rows = ROWS + "Machine,1,x\n" * 2500
    assert researcher.post(upload_url(study), {"pasted": rows}).status_code == 302
    assert Job.objects.unfinished().count() == 1


@pytest.mark.parametrize("texts", [1, 40])
def test_queries_do_not_grow_with_the_texts(researcher, study, django_assert_num_queries, texts):
    rows = ROWS + "".join(f"Machine,item {n},Text {n}\n" for n in range(texts))
    upload = send(researcher, study, rows)
    # Session, account, study, upload, whether there are texts and how many, permissions twice.
    with django_assert_num_queries(7):
        researcher.get(review_url(upload))
