"""The job that asks the machine judge, and its stored result."""

from dataclasses import asdict
from typing import Any

import pytest

from analysis.machine_judge import job as stored
from analysis.machine_judge.job import MachineJudgeResult
from analysis.stats.surface import Why
from studies.kinds.pair import Pair
from studies.models import Job
from studies.services import jobs
from tests.analysis.machine_judge.found import found
from tests.analysis.machine_judge.test_views import telling_study


@pytest.mark.django_db
def test_its_work_can_be_cancelled(monkeypatch: Any) -> None:
    study = telling_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.MACHINE_JUDGE)
    Job.objects.update(cancel_asked=True)
    monkeypatch.setattr(jobs, "WRITE_SECONDS", 0)

    with pytest.raises(jobs.CancelledError):
        stored.ask(job, _stop)
    assert stored.latest(Pair(study)) is None


def _stop(done: int, total: int) -> None:
    raise jobs.CancelledError


@pytest.mark.parametrize("why", [None, Why.ONE_SUBJECT])
def test_a_result_comes_back_from_json_as_it_was(why: Why | None) -> None:
    result = MachineJudgeResult(found(why_none=why), "texts", 24)
    assert MachineJudgeResult.from_json(asdict(result)) == result


def test_it_is_a_part_where_items_were_drawn() -> None:
    assert MachineJudgeResult(found(texts_a=10, texts_b=10), "", 21).is_part
    assert not MachineJudgeResult(found(texts_a=10, texts_b=10), "", 20).is_part
