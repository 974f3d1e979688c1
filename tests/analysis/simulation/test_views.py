"""The page of the simulation: what it supposes, and what came of it."""

from typing import Any

import pytest
from django.test import Client

from studies import tasks
from studies.models import Job, Study
from tests.factories import make_study, make_user


def page(client: Client, study: Study) -> str:
    return client.get(f"/studies/{study.code}/rehearse/").content.decode()


def typed(**more: Any) -> dict[str, Any]:
    return {
        "studies": 100, "pd": 0.3, "leaving": 20, "one_place": 10, "place": 0, "at_once": 5,
        "slower": 1.5, **more
    }  # fmt: skip


@pytest.mark.django_db
@pytest.mark.parametrize("fields", [{"method": "sequential"}, {"evaluations_per_judge": 3}])
def test_a_study_is_rehearsed_by_a_job_and_its_page_tells_what_came_of_it(
    client: Client, fields: dict[str, Any]
) -> None:
    study = make_study(**fields)
    client.force_login(study.owner)
    assert "Rehearse the study</button>" in page(client, study)

    answer = client.post(f"/studies/{study.code}/rehearse/", typed(spread=0.2))
    job = Job.objects.get(kind=Job.Kind.REHEARSE)
    assert answer["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    assert "Running:" in page(client, study)
    tasks.run_job(job.pk)

    job.refresh_from_db()
    assert job.error == ""
    shown = page(client, study)
    assert "Of 100 rehearsed studies in which no one perceives a difference" in shown
    assert 'value="20"' in shown
    assert "changed since" not in shown
    picture = client.get(f"/studies/{study.code}/rehearse/balance.svg")
    assert picture["Content-Type"].startswith("image/svg+xml")
    assert client.get(f"/studies/{study.code}/rehearse/risks.svg").status_code == 200
    study.samples.filter(item="day 3").update(left_out=True)
    assert "Plan or texts have been changed since" in page(client, study)


@pytest.mark.django_db
def test_what_cannot_be_rehearsed_is_said_at_the_field_and_kept(client: Client) -> None:
    study = make_study(evaluations=30_000)
    client.force_login(study.owner)

    shown = client.post(f"/studies/{study.code}/rehearse/", typed(leaving=99, studies=1000))

    text = shown.content.decode()
    assert "at most 133 studies can be simulated" in text
    assert "Write 80 or less." in text
    assert 'value="99"' in text
    assert not Job.objects.exists()
    client.force_login(make_user())
    assert client.post(f"/studies/{study.code}/rehearse/", typed()).status_code == 404
