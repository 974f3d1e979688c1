"""The steps of adding texts beyond the file: columns, images, and what gives the texts away."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from studies.models import Event, Image, Job, Upload
from studies.services import jobs
from studies.services.lifecycle import opening
from studies.services.texts import draft_texts, surface_cues
from studies.services.texts.upload_state import state_of
from studies.workbench.texts import cue_views as views
from tests.factories import make_sample, make_study
from tests.studies.services.texts.test_images import packed

pytestmark = pytest.mark.django_db


def upload(client, study, rows, **extra):
    address = reverse("studies:upload", args=[study.code])
    if isinstance(rows, bytes):
        extra["file"], rows = SimpleUploadedFile("texts.csv", rows), ""
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
    assert page.context["form"].initial == {"subject": 0, "item": 1, "text": 2, "encoding": ""}
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
        ({"subject": "0", "item": "1", "text": "9"}, "text", "Select a valid choice"),
        ({"subject": "0", "item": "1", "text": "2", "encoding": "rot13"}, "encoding", "valid"),
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


def cues_url(study, **query):
    return reverse("studies:surface_cues", args=[study.code], query=query)


def fill(study, texts=3):
    for n in range(texts):
        make_sample(study, "A", f"day {n}", f"Rain {n}.")
        make_sample(study, "B", f"day {n}", f"<b>Sun</b> and clouds, {n}.")


def test_the_report_says_what_a_judge_could_tell_by(researcher, study):
    assert "There are no texts yet." in researcher.get(cues_url(study)).content.decode()
    fill(study)
    page = researcher.get(cues_url(study)).content.decode()
    assert "A judge could tell these texts without reading them" in page
    assert "The two never overlap: markup tells them apart at once." in page
    assert "&lt;b&gt;Sun&lt;/b&gt; and clouds, 0." in page


def test_the_address_of_earlier_releases_leads_to_the_page(researcher, study):
    old = f"/studies/{study.code}/texts/tells/"
    response = researcher.get(f"{old}?tell=markup&page=2")
    assert (response.status_code, response.url) == (301, cues_url(study, page=2, cue="markup"))
    assert researcher.get(old, follow=True).status_code == 200
    assert researcher.post(old).status_code == 405


def test_ticks_leave_texts_out_and_take_them_back_page_by_page(researcher, study, monkeypatch):
    monkeypatch.setattr(views, "PER_PAGE", 2)
    fill(study)
    marked = list(study.samples.filter(subject="B").order_by("pk"))
    first = researcher.get(cues_url(study, cue="markup"))
    assert [sample.pk for sample in first.context["samples"]] == [s.pk for s in marked[:2]]
    shown = [marked[0].pk, marked[1].pk]
    sent = {"cue": "markup", "page": "1", "shown": shown, "out": [marked[1].pk], "action": "next"}
    response = researcher.post(cues_url(study), sent)
    assert response.url == cues_url(study, cue="markup", page=2) + "#texts"
    assert set(study.samples.main()) == set(study.samples.all()) - {marked[1]}
    # The list keeps its pages: what is left out stays in it, ticked.
    second = researcher.get(response.url)
    assert [sample.pk for sample in second.context["samples"]] == [marked[2].pk]
    assert Event.objects.get(what="texts left out").details == {"left_out": 1, "taken_back": 0}
    researcher.post(cues_url(study), {**sent, "out": [], "action": "save"})
    assert study.samples.main().count() == 6
    researcher.post(cues_url(study), {"cue": "markup", "action": "all"})
    assert study.samples.main().count() == 3
    assert researcher.get(cues_url(study, cue="left_out")).context["page"].paginator.count == 3
    researcher.post(cues_url(study), {"cue": "left_out", "action": "none"})
    assert study.samples.main().count() == 6


def test_texts_left_out_take_no_part_in_the_plan(researcher, study):
    for n in range(6):
        make_sample(study, "A", f"day {n}", f"Rain {n}.")
        make_sample(study, "B", f"day {n}", f"Sun {n}.")
    out = study.samples.first()
    draft_texts.leave_out(study=study, user=study.owner, among=[out.pk], out=[out.pk])
    opened = opening.open_study(study=study, user=study.owner, accepted=["fewer_than_recommended"])
    assert out.content_hash not in opened.plan_json
    for place in ("first", "second", "third"):
        assert not opened.triads.filter(**{place: out}).exists()


def test_ticks_reach_no_text_of_another_study_and_none_that_was_not_shown(researcher, study):
    fill(study)
    other = make_study(items=1)
    keys = [other.samples.first().pk, study.samples.first().pk]
    sent = {"cue": "markup", "shown": [keys[0]], "out": [*keys, "x", "9" * 30], "action": "save"}
    researcher.post(cues_url(study), sent)
    assert other.samples.main().count() == 2
    assert study.samples.main().count() == 6


def test_an_opened_study_shows_its_report_and_takes_no_ticks(client):
    study = opening.open_study(
        study=(draft := make_study()), user=draft.owner, accepted=["fewer_than_recommended"]
    )
    client.force_login(study.owner)
    page = client.get(cues_url(study)).content.decode()
    assert "Save these ticks" not in page
    key = study.samples.first().pk
    sent = {"cue": "words", "shown": [key], "out": [key], "action": "save"}
    assert client.post(cues_url(study), sent).status_code == 409
    assert not study.samples.filter(left_out=True).exists()


def test_many_texts_are_looked_through_by_a_job(researcher, study, monkeypatch):
    monkeypatch.setattr(surface_cues, "REPORT_AT_ONCE", 5)
    fill(study)
    job_page = researcher.get(cues_url(study)).url
    job = Job.objects.get(kind=Job.Kind.SURFACE_CUES)
    assert job_page == reverse("studies:job", args=[study.code, job.pk])
    jobs.run(job_id=job.pk)
    assert "markup tells them apart" in researcher.get(cues_url(study)).content.decode()
    researcher.post(cues_url(study), {"cue": "markup", "action": "all"})
    page = researcher.get(cues_url(study)).content.decode()
    assert "You have left texts out since" in page
    make_sample(study, "A", "day 9", "One more.")
    assert researcher.get(cues_url(study)).status_code == 302


def test_a_stored_report_of_an_earlier_release_is_made_again(researcher, study, monkeypatch):
    monkeypatch.setattr(surface_cues, "REPORT_AT_ONCE", 5)
    fill(study)
    researcher.get(cues_url(study))
    job = Job.objects.get(kind=Job.Kind.SURFACE_CUES)
    jobs.run(job_id=job.pk)
    job.refresh_from_db()
    assert surface_cues.stored_report(study)
    job.result["report"]["tells"] = job.result["report"].pop("cues")
    job.save()
    assert researcher.get(cues_url(study)).status_code == 302


@pytest.mark.parametrize("texts", [1, 3])
def test_queries_of_the_report_do_not_grow(researcher, study, django_assert_num_queries, texts):
    fill(study, texts)
    researcher.get(cues_url(study))
    with django_assert_num_queries(10):
        researcher.get(cues_url(study))
