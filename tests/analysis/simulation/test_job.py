"""The job that simulates a study."""

import pytest

from analysis.simulation import job as simulation
from studies.models import Job
from studies.services import jobs
from tests.factories import make_study


@pytest.mark.django_db
def test_a_rehearsal_stops_when_it_is_cancelled() -> None:
    study = make_study()
    people = {"leaving": 0.1, "one_place": 0.0, "place": 0, "spread": 0.0, "at_once": 5}
    job = jobs.begin(
        study=study, user=study.owner, kind=Job.Kind.REHEARSE, pd=0.3, studies=100, people=people
    )
    seen: list[int] = []

    def stop(done: int, total: int) -> None:
        seen.append(done)
        raise jobs.CancelledError

    with pytest.raises(jobs.CancelledError):
        simulation.run_job(job, stop)

    assert seen == [20]
    assert simulation.latest(study) is None
