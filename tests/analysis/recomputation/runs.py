"""What the tests of this folder share: reading a result, raising a number, real commits."""

import pytest

from analysis.models import Result
from analysis.recomputation.counts import StudyCounts
from studies.services.lifecycle import amendments

# Real commits, so that connections of other threads see them.
committed = pytest.mark.django_db(transaction=True)


def counts_of(study):
    return StudyCounts.from_json(Result.objects.get(study=study).numbers)


def raise_number(study, evaluations):
    study.refresh_from_db()
    amendments.raise_evaluations(
        study=study, user=study.owner, evaluations=evaluations, why="More judges came."
    )
