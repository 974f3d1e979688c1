"""The long work of this app, told to `studies`, which runs all jobs and knows none of ours."""

from analysis.machine import stored as machine
from analysis.rehearsal import stored as rehearsal
from studies.models import Job
from studies.services import jobs

jobs.WORK[Job.Kind.MACHINE_JUDGE] = machine.ask
jobs.WORK[Job.Kind.REHEARSE] = rehearsal.do
