"""Covered sheets: what ratings, reading, and both together tell of the texts."""

import pytest
from django.urls import reverse

from analysis.reading_behaviour.texts_read import texts_of_sheets
from studies.models import Answer, Job, ReadingRecord
from studies.services import jobs
from tests.analysis.rating import rate_sheets
from tests.analysis.results.test_views import text_of
from tests.factories import open_rating_study

pytestmark = pytest.mark.django_db


def read_and_rated(*, systems=2, **fields):
    """Six items of two systems, of which B is read longer and rated higher."""
    study = open_rating_study(
        items=6,
        systems=systems,
        plan={"method": "plain_me", "setup": "together", "judges_per_item": 3},
        **fields,
    )
    rate_sheets(study, value=lambda _judge, _criterion, subject, *_: 50 + 50 * (subject == "B"))
    return study


def covered(study):
    answers = Answer.objects.filter(study=study).select_related("trial__sheet").order_by("pk")
    for number, answer in enumerate(answers):
        is_b = answer.trial.sheet.texts.get().sample.subject == "B"
        ReadingRecord.objects.create(
            answer=answer,
            confirmed_ms=9000,
            visible_ms=9000,
            masked=True,
            stays=[[1, 1, 0, 2000 + 3000 * is_b + 37 * number]],
        )


def test_all_four_sets_are_scored_on_covered_sheets(client):
    study = read_and_rated(presentation="masked")
    covered(study)
    texts = texts_of_sheets(study)
    assert len(texts) == 36
    assert {one.condition for one in texts} == {"A", "B"}
    assert {len(one.ratings) for one in texts} == {3}
    assert {len(one.measures) for one in texts} == {6}
    client.force_login(study.owner)
    told = client.post(reverse("analysis:analyse_reading", args=[study.code]))
    job = Job.objects.get(kind="reading")
    assert told["Location"] == reverse("studies:job", args=[study.code, job.pk])
    jobs.run(job_id=job.pk)
    page = text_of(client.get(reverse("analysis:reading", args=[study.code])))
    assert "Can a text’s system be told from its ratings or reading?" in page
    job.refresh_from_db()
    sets = {one["predictors"]: one["accuracy"] for one in job.result["conditions"]["sets"]}
    assert sets["ratings"] == sets["combined"] == 1
    assert min(sets["times"], sets["all_times"]) > 0.8
    assert "nothing can be tested, and nothing is shown by it" in page
    assert "Right and wrong" not in page


def test_sheets_shown_whole_are_scored_by_ratings_alone():
    study = read_and_rated(systems=3, texts={"C": "Text 1 by hand A."})
    texts = texts_of_sheets(study)
    # Three ratings of 18 texts; A and C share the one about day 1, which tells neither.
    assert len(texts) == 48
    assert {one.condition for one in texts if one.item == "day 1"} == {"B"}
    assert {one.measures for one in texts} == {()}
