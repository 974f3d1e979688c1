"""Studies with answers to take apart."""

import random

from analysis.recomputation.store import recompute
from analysis.results.study_results import read_results, stamp_for
from tests.analysis.answering import give_outcomes
from tests.factories import make_user, open_study


def answered(counted=24, **plan):
    """A study some of whose answers came right by the draw of a fixed seed; two are withdrawn."""
    study = open_study(**{"owner": make_user(), "items": 12, "evaluations": 30} | plan)
    draws = random.Random(3)
    trials = give_outcomes(study, [draws.random() < 0.5 for _ in range(counted)], per_judge=1)
    recompute(study_id=study.pk)
    return study, trials


def snapshot_of(study):
    return read_results(stamp_for(study.owner, study.code)).snapshot
