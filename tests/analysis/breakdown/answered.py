"""Studies with answers to take apart."""

import random

from analysis.breakdown.texts import texts_page
from analysis.breakdown.texts_chart import standing_out_with_chart
from analysis.recomputation.store import recompute
from analysis.results.study_results import read_results, stamp_for
from tests.analysis.answering import give_outcomes
from tests.factories import make_user, open_study


def answered(counted=24, **plan):
    """A study with answers that are right by the draw of a fixed seed; two are withdrawn."""
    study = open_study(**{"owner": make_user(), "items": 12, "evaluations": 30} | plan)
    draws = random.Random(3)
    trials = give_outcomes(study, [draws.random() < 0.5 for _ in range(counted)], per_judge=1)
    recompute(study_id=study.pk)
    return study, trials


def snapshot_of(study):
    return read_results(stamp_for(study.owner, study.code)).snapshot


def texts_that_stand_out(study, snapshot):
    """Return the first page of texts by what stands out, as their page asks for it."""
    found, _chart = standing_out_with_chart(study, snapshot, page=0)
    return found


def texts_as_listed(study, snapshot):
    """Return the first page of texts in their order."""
    return texts_page(study, snapshot, page=0)
