"""Register the long work of this app with `studies`, which runs all jobs."""

from collections.abc import Callable

from analysis.companions import job as companions
from analysis.hard_triads import job as hard_triads
from analysis.machine_judge import job as machine_judge
from analysis.reading_behaviour import job as reading
from analysis.simulation import job as simulation
from analysis.simulation.ratings import job as rating_simulation
from studies.kinds import RATING, TRIANGLE
from studies.models import Job
from studies.services import jobs

jobs.WORK[Job.Kind.COMPANIONS] = companions.look
jobs.WORK[Job.Kind.HARD_TRIADS] = hard_triads.look
jobs.WORK[Job.Kind.MACHINE_JUDGE] = machine_judge.ask
jobs.WORK[Job.Kind.READING] = reading.analyse


def _rehearse(job: Job, progress: Callable[[int, int], None]) -> None:
    REHEARSALS[job.study.kind](job, progress)


REHEARSALS = {TRIANGLE.key: simulation.run_job, RATING.key: rating_simulation.run_job}
jobs.WORK[Job.Kind.REHEARSE] = _rehearse
