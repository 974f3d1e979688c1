"""The page of hard triads: in words, as a chart and triad by triad, for those who may."""

import pytest
from django.test import Client

from analysis.hard_triads import summary
from analysis.hard_triads.job import HardTriads
from analysis.recomputation.store import recompute
from analysis.stats.association import RightAnswersBy
from studies import tasks
from studies.models import Collaborator, Job, Study
from tests.analysis.answering import give_outcomes
from tests.analysis.breakdown.answered import answered
from tests.factories import make_user

P_AFTER = "is tested only after the verdict of a fixed number"


def page(client: Client, study: Study, query: str = "") -> str:
    return client.get(f"/studies/{study.code}/results/triads/{query}").content.decode()


def look(client: Client, study: Study) -> None:
    answer = client.post(f"/studies/{study.code}/results/triads/")
    job = Job.objects.get(study=study, kind=Job.Kind.HARD_TRIADS, finished_at=None)
    assert answer["Location"] == f"/studies/{study.code}/jobs/{job.pk}/"
    tasks.run_job(job.pk)
    job.refresh_from_db()
    assert job.error == ""


@pytest.mark.django_db
def test_triads_are_listed_from_the_easiest_to_the_hardest_with_links(client: Client) -> None:
    study, _ = answered(counted=24)
    client.force_login(study.owner)
    assert "Look for hard triads</button>" in page(client, study)
    look(client, study)
    shown = page(client, study)
    assert P_AFTER in shown or "Nothing can be said" in shown
    assert '<details id="triads-table">' in shown
    easiest = shown.index("1 of 1")
    assert easiest < shown.index("0 of 1")
    turned = page(client, study, "?from=hardest")
    assert turned.index("0 of 1") < turned.index("1 of 1")
    sample = study.samples.main().first()
    assert sample is not None
    link = f"/studies/{study.code}/texts/{sample.pk}/"
    assert link in shown
    assert client.get(link).status_code == 200


@pytest.mark.django_db
def test_it_is_stale_when_answers_come_and_has_p_after_the_verdict(client: Client) -> None:
    study, _ = answered(counted=24)
    client.force_login(study.owner)
    look(client, study)
    assert "have changed since" not in page(client, study)
    give_outcomes(study, [True] * 6)
    recompute(study_id=study.pk)
    assert "Answers or texts have changed since" in page(client, study)
    look(client, study)
    assert "have changed since" not in page(client, study)
    assert P_AFTER not in page(client, study)


@pytest.mark.django_db
def test_it_is_for_people_who_may_edit_and_read(client: Client) -> None:
    study, _ = answered(counted=12)
    analyst = make_user()
    Collaborator.objects.create(study=study, user=analyst, role="analyst")
    client.force_login(analyst)
    assert client.get(f"/studies/{study.code}/results/triads/").status_code == 404
    assert client.post(f"/studies/{study.code}/results/triads/").status_code == 404
    assert ">Triads</a>" not in client.get(f"/studies/{study.code}/results/").content.decode()
    client.force_login(study.owner)
    assert ">Triads</a>" in client.get(f"/studies/{study.code}/results/").content.decode()


@pytest.mark.parametrize(
    ("slope", "p_value", "words"),
    [
        (None, None, "Nothing can be said"),
        (-2.0, None, "In the answers so far, with each 0.1 more likeness"),
        (-2.0, 0.3, "was not shown"),
        (-2.0, 0.01, "the less often judges were right"),
        (2.0, 0.01, "the more often judges were right"),
    ],
)
def test_the_verdict_is_one_sentence(
    slope: float | None, p_value: float | None, words: str
) -> None:
    said = summary.verdict(RightAnswersBy(40, 98, 44, 12, slope, p_value, 999))
    assert words in said
    assert ("factor 0.82" in said) == (slope == -2.0)


def test_what_was_left_out_is_said() -> None:
    found = RightAnswersBy(40, 98, 44, 12, 0.1, 0.5, 999)
    whole, part = (HardTriads("", 98, of, found, (), ()) for of in (40, 90))
    assert summary.size(whole) == (
        "40 triads with 98 answers, 44 of them right; 12 items are informative."
    )
    assert "Of 90 triads, drawn at random" in summary.size(part)
    assert summary.chart(()) is None
