"""The report of surface cues, and the ticks that leave texts out."""

import pytest
from django.urls import reverse

from studies.kinds.pair import Pair
from studies.models import Event, Job
from studies.services import jobs
from studies.services.lifecycle import opening
from studies.services.lifecycle.checks import surface_cues
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.texts import draft_texts
from studies.workbench.texts import cue_views as views
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


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
    assert "Single texts lie far apart in: <strong>" in page
    assert "markup (right in about 100\u00a0% of triads)" in page
    assert "The two never overlap: markup tells them apart at once." in page
    assert "&lt;b&gt;Sun&lt;/b&gt; and clouds, 0." in page


def test_the_address_of_earlier_releases_leads_to_the_page(researcher, study):
    old = f"/studies/{study.code}/texts/tells/"
    response = researcher.get(f"{old}?tell=markup&page=2")
    assert (response.status_code, response.url) == (301, cues_url(study, page=2, cue="markup"))
    assert researcher.get(old, follow=True).status_code == 200
    assert researcher.post(old).status_code == 405


def test_texts_that_say_what_another_context_has_are_listed_with_what_they_say(researcher, study):
    for n, (kind, said) in enumerate((("pub", "pub"), ("coffee shop", "pub"), ("pub", "pub"))):
        context = f"name[Place {n}], eatType[{kind}]"
        make_sample(study, "A", f"day {n}", f"Place {n} is a {kind}.", context=context)
        make_sample(study, "B", f"day {n}", f"Place {n} is a {said}.", context=context)
    page = researcher.get(cues_url(study, cue="contradicts"))
    [(sample, said)] = page.context["samples"]
    assert (sample.subject, sample.item) == ("B", "day 1")
    assert said == "says “pub”; the context has eatType: coffee shop"
    shown = page.content.decode()
    assert f'{said}. <a href="{reverse("studies:text", args=[study.code, sample.pk])}">' in shown
    assert "So a text that denies the value" in shown
    assert "by words alone, they say what is true of another item" in shown
    researcher.post(cues_url(study), {"cue": "contradicts", "action": "all"})
    assert list(study.samples.filter(left_out=True)) == [sample]


def test_ticks_leave_texts_out_and_take_them_back_page_by_page(researcher, study, monkeypatch):
    monkeypatch.setattr(views, "PER_PAGE", 2)
    fill(study)
    marked = list(study.samples.filter(subject="B").order_by("pk"))
    first = researcher.get(cues_url(study, cue="markup"))
    assert [sample.pk for sample, _said in first.context["samples"]] == [s.pk for s in marked[:2]]
    shown = [marked[0].pk, marked[1].pk]
    sent = {"cue": "markup", "page": "1", "shown": shown, "out": [marked[1].pk], "action": "next"}
    response = researcher.post(cues_url(study), sent)
    assert response.url == cues_url(study, cue="markup", page=2) + "#texts"
    assert set(study.samples.main()) == set(study.samples.all()) - {marked[1]}
    # The list keeps its pages: what is left out stays in it, ticked.
    second = researcher.get(response.url)
    assert [sample.pk for sample, _said in second.context["samples"]] == [marked[2].pk]
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
    opened = opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
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
        study=(draft := make_study()), user=draft.owner, accepted=list(ACCEPTING)
    )
    client.force_login(study.owner)
    page = client.get(cues_url(study)).content.decode()
    assert "Store these ticks" not in page
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
    assert surface_cues.stored_report(Pair(study))
    job.result["report"]["tells"] = job.result["report"].pop("cues")
    job.save()
    assert researcher.get(cues_url(study)).status_code == 302


@pytest.mark.parametrize("texts", [1, 3])
def test_queries_of_the_report_do_not_grow(researcher, study, django_assert_num_queries, texts):
    fill(study, texts)
    researcher.get(cues_url(study))
    with django_assert_num_queries(10):
        researcher.get(cues_url(study))
