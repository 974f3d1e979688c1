"""Register the long work of this app with `studies`, which runs all jobs."""

from analysis.companions import job as companions
from analysis.hard_triads import job as hard_triads
from analysis.machine_judge import job as machine_judge
from analysis.reading_behaviour import job as reading
from analysis.simulation import job as simulation
from studies.models import Job
from studies.services import jobs

jobs.WORK[Job.Kind.COMPANIONS] = companions.look
jobs.WORK[Job.Kind.HARD_TRIADS] = hard_triads.look
jobs.WORK[Job.Kind.MACHINE_JUDGE] = machine_judge.ask
jobs.WORK[Job.Kind.READING] = reading.analyse
jobs.WORK[Job.Kind.REHEARSE] = simulation.run_job
