"""The long work of this app, told to `studies`, which runs all jobs and knows none of ours."""

from analysis.machine_judge import job as machine
from analysis.simulation import job as rehearsal
from studies.models import Job
from studies.services import jobs

jobs.WORK[Job.Kind.MACHINE_JUDGE] = machine.ask
jobs.WORK[Job.Kind.REHEARSE] = rehearsal.do
