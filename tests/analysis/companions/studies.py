"""Studies with texts that give themselves away, and a worker that looks at them."""

from typing import Any

from analysis.companions import job as work
from analysis.companions.stored import Companions, latest
from studies.models import Job, Sample, Study
from studies.services import jobs
from tests.analysis.companions.restaurants import restaurants
from tests.factories import _sample, make_study


def restaurant_study(
    a: str = "TGen", b: str = "Sheffield NLP", *, about: int = 100, **fields: Any
) -> Study:
    """A draft with texts of two systems about so many restaurants."""
    study = make_study(items=0, subject_a=a, subject_b=b, **{"evaluations": 120} | fields)
    Sample.objects.bulk_create(
        _sample(study, side, text.item, text.text, context=text.context)
        for side, name in (("A", a), ("B", b))
        for text in restaurants()[name][:about]
    )
    return study


def look_at(study: Study) -> Companions:
    """Let a worker do the job."""
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.COMPANIONS)
    work.look(job, lambda done, total: None)
    Job.objects.filter(pk=job.pk).update(finished_at=job.created_at)
    found = latest(study)
    assert found is not None
    return found
