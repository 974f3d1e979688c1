"""The analysis of reading as a job: does it tell the odd text, and do ratings, the condition?"""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any

from analysis.reading_behaviour.texts_read import (
    texts_of_sheets,
    texts_of_triads,
    what_is_told,
)
from analysis.stats.reading import predict_conditions, reading_tells_odd, replicate_reading_study
from studies.kinds import kind_of
from studies.models import Job
from studies.services.judging.answering.reading_trials import MaskedTrials

STEPS = 4


def analyse(job: Job, progress: Callable[[int, int], None]) -> None:
    """Test whether reading tells the odd text, and the condition; store the result with the job."""
    result: dict[str, Any] = {}
    if kind_of(job.study).tells_apart:
        read = [(m.record.answer_id, m.samples, m.trial) for m in MaskedTrials(job.study)]
        trials = [trial for _answer, _samples, trial in read]
        texts = texts_of_triads(job.study, read)
        progress(1, STEPS)
        result |= {"trials": len(trials), "odd": asdict(reading_tells_odd(trials))}
        progress(2, STEPS)
        result["replica"] = asdict(replicate_reading_study(trials))
    else:
        texts = texts_of_sheets(job.study)
    if not texts:
        raise ValueError("No counted answer has a record of covered texts, or ratings, yet.")
    progress(3, STEPS)
    told = predict_conditions(texts)
    result["conditions"] = {**asdict(told), "what": what_is_told(job.study)}
    Job.objects.filter(pk=job.pk).update(result=result)
    progress(STEPS, STEPS)
