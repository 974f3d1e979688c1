"""The work of this app is known where all jobs are run."""

from studies.models import Job
from studies.services import jobs


def test_every_kind_of_job_has_its_work() -> None:
    assert set(jobs.WORK) == set(Job.Kind)
