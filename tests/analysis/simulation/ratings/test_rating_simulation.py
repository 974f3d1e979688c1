"""Simulated rating studies: the rule keeps its risk, finds what is large, and the page says it."""

import pytest
from django.db.models.functions import Now
from django.urls import reverse

from analysis.simulation.ratings.job import latest, run_job, setting_of
from analysis.simulation.ratings.monte_carlo import (
    RatingSetting,
    SupposedRaters,
    judges_of,
    simulate,
)
from studies.models import Job
from tests.factories import open_rating_study

SETTING = RatingSetting(
    sheets=[(item, item, [[0], [1], [2]]) for _copy in range(3) for item in range(20)],
    systems=3,
    per_judge=5,
    alpha=0.05,
)


def played(setting=SETTING, *, ratio=1.5, studies=60, **raters):
    return simulate(
        setting, SupposedRaters(**raters), ratio=ratio, studies=studies, seed=1,
        progress=lambda _done, _of: None,
    )  # fmt: skip


def test_no_judge_gets_a_question_twice_nor_more_than_the_plan_lets():
    judges = judges_of(SETTING)
    assert max(judges) + 1 == 12
    for judge in set(judges):
        questions = [q for q, one in zip(SETTING.sheets, judges, strict=True) if one == judge]
        assert len({q[0] for q in questions}) == len(questions) <= 5


def test_equal_systems_are_rarely_separated_and_large_differences_are_found():
    nobody, some = played(taste=0.15)
    assert nobody.any_pair <= 9  # of 60 at 0.05: more in one of 500 runs
    assert some.pairs[0, 2] == 60
    assert played(taste=0.15) == (nobody, some)


def test_identical_texts_and_points_are_no_difference():
    same = RatingSetting(
        sheets=[(item, item, [[0, 1], [2]]) for item in range(20)],
        systems=3, per_judge=4, alpha=0.05, points=6,
    )  # fmt: skip
    _nobody, some = played(same, studies=20)
    assert some.pairs[0, 1] == 0


@pytest.mark.django_db
def test_the_page_tells_what_came_of_it(client):
    study = open_rating_study(items=6, evaluations_per_judge=2, plan={"reference_text": "It."})
    setting = setting_of(study)
    assert len(setting.sheets) == 18  # of the criterion that decides
    client.force_login(study.owner)
    address = reverse("analysis:rehearse", args=[study.code])
    assert "so many times as high" in client.get(address).content.decode()
    typed = {"studies": "100", "ratio": "2", "taste": "0.1", "texts": "0.1"}
    assert client.post(address, typed).status_code == 302
    assert client.post(address, typed | {"ratio": "0"}).status_code == 200
    job = Job.objects.get(kind=Job.Kind.REHEARSE)
    Job.objects.filter(pk=job.pk).update(arguments=job.arguments | {"studies": 10})
    job.refresh_from_db()
    run_job(job, lambda _done, _of: None)
    Job.objects.filter(pk=job.pk).update(finished_at=Now())
    result = latest(study)
    assert (result.studies, result.judges) == (10, 9)
    page = client.get(address).content.decode()
    assert "Of 10 rehearsed studies in which no system is better" in page
    assert "4.00" in page
