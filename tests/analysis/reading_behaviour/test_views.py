"""The page of how judges read: its cost, its analysis, and who gets it."""

import pytest
from django.urls import reverse

from studies.models import Answer, Job, Rating
from studies.ratings.follow_up import checked
from studies.services import jobs
from tests.analysis.reading_behaviour.read import a_study, page_of, read_by
from tests.analysis.results.test_views import text_of
from tests.studies.judge.visits import opened

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("answers", [2, 6])
def test_the_page_costs_the_same_for_few_and_many(client, django_assert_num_queries, answers):
    study = a_study(evaluations_per_judge=2)
    read_by(study, answers, answers // 2)
    page_of(client, study)
    with django_assert_num_queries(23):
        page = page_of(client, study, query="?trial=1&trial=x")
    assert page.status_code == 200


def test_the_analysis_is_a_job_and_the_page_shows_its_result(client):
    study = a_study(evaluations=24)
    read_by(study, 24, 12)
    client.force_login(study.owner)
    answer = client.post(reverse("analysis:analyse_reading", args=[study.code]))
    job = Job.objects.get(kind="reading")
    assert answer["Location"] == reverse("studies:job", args=[study.code, job.pk])
    jobs.run(job_id=job.pk)
    job.refresh_from_db()
    assert (job.error, job.percent) == ("", 100)
    assert job.result["odd"]["trials"] == 24
    page = page_of(client, study).content.decode()
    assert "trials of" in page
    assert "Nagelkerke" in page
    # Without conditions it is a text's subject; and nothing is rated.
    assert "Can a text’s subject be told from its ratings or reading?" in page
    assert "– (no ratings)" in page
    job_page = client.get(answer["Location"]).content.decode()
    assert reverse("analysis:reading", args=[study.code]) in job_page


@pytest.mark.parametrize("presentation", ["masked", "whole"])
def test_the_page_says_whether_sentences_were_covered(client, presentation):
    page = page_of(client, a_study(presentation=presentation)).content.decode()
    assert ("The sentences were covered" in page) == (presentation == "masked")


def test_the_analysis_says_what_ratings_and_reading_tell_of_the_condition(client):
    follow_up = checked({"ask": "rate", "when": "each", "criteria": [{"key": "quality"}]})
    study = a_study(evaluations=24, follow_up=follow_up, draft=True, presentation="whole")
    study.samples.filter(subject="B").update(condition="shuffled")
    study.samples.filter(subject="A").update(condition="corpus")
    opened(study)
    read_by(study, 24, 12, masked=False, stays=[])
    Rating.objects.bulk_create(
        Rating(answer=answer, sample=sample, criterion="quality", value=value)
        for answer in Answer.objects.select_related("trial__triad")
        for sample, value in (
            (one, 100 if one.condition == "corpus" else 50) for one in answer.trial.triad.samples
        )
    )
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.READING)
    jobs.run(job_id=job.pk)
    page = text_of(page_of(client, study))
    assert "Can a text’s condition be told from its ratings or reading?" in page
    # Nothing but ratings was there to be scored.
    assert "Ratings told the condition of a text in 100.0 % of readings" in page
    assert "no times of single texts" not in page
    assert "72 readings of texts about 12 items, those that were rated" in page


def test_without_records_the_analysis_says_so(client):
    study = a_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.READING)
    jobs.run(job_id=job.pk)
    job.refresh_from_db()
    assert "No counted answer" in job.error
    assert b"Analyse reading" not in page_of(client, study).content


def test_whole_texts_are_not_analysed_and_sealed_ones_not_either(client):
    for study in (a_study(presentation="whole"), a_study(blind=True)):
        client.force_login(study.owner)
        analysed = client.post(reverse("analysis:analyse_reading", args=[study.code]))
        assert analysed.status_code == 404
    assert page_of(client, study).status_code == 404
    assert page_of(client, study, "analysis:export_reading").status_code == 404
