"""Where chance decides what judges do, each who began is in exactly one number of people."""

import contextlib
import random

import pytest

from studies.models import Judge, RecruitmentLink, Trial
from studies.models.judging.people import outcome, people_by_link, people_of
from studies.services.judging import withdrawal
from studies.services.judging.answering.answers import answer
from studies.services.judging.refusals import Refused
from studies.services.judging.trials import next_trial
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import is_held, run_out, start

pytestmark = pytest.mark.django_db

STEPS = ("start", "next", "next", "answer", "answer", "run out", "other texts", "withdraw")


def fates(judge: Judge, evaluations: int) -> list[str]:
    """Return what became of a judge, without SQL."""
    if judge.withdrawn_at:
        return ["withdrawn"]
    trials = list(judge.trials.select_related("answer"))
    stored = [trial for trial in trials if trial.state in Trial.USED_STATES]
    since = [trial.held_at for trial in trials] + [trial.answer.answered_at for trial in stored]
    if len(stored) >= evaluations:
        return ["completed"]
    if any(trial.state == Trial.State.HELD and is_held(trial) for trial in trials):
        return ["reading"]
    away = judge.turned_away_at
    if away is None or away < max(since):
        return ["left"]
    return ["no_place" if judge.found_no_place else "study_full"]


def step(chance: random.Random, link: RecruitmentLink) -> None:
    what = chance.choice(STEPS)
    trials = list(Trial.objects.exclude(state=Trial.State.WITHDRAWN).order_by("pk"))
    if what == "start" or not trials:
        start(link, f"key {Judge.objects.count()}")
        return
    trial = chance.choice(trials)
    if what == "next":
        next_trial(trial.judge)
    elif what == "answer":
        answer(code=trial.code, position=1)
    elif what in ("run out", "other texts") and trial.state == Trial.State.HELD:
        run_out(trial)
        if what == "other texts":
            answer(code=start(link, f"key {Judge.objects.count()}").code, position=1)
            next_trial(trial.judge)
    elif what == "withdraw" and chance.random() < 0.3:
        withdrawal.withdraw(code=trial.code)


@pytest.mark.parametrize("seed", [0, 1, 3, 4])
def test_the_parts_are_those_who_began(seed: int) -> None:
    chance = random.Random(seed)
    evaluations = chance.choice((1, 2, 3))
    study = open_study(evaluations=chance.randint(3, 9), evaluations_per_judge=evaluations)
    link = make_link(study)
    for _ in range(20):
        with contextlib.suppress(Refused):
            step(chance, link)
        found = people_of(study)
        parts = [fate for judge in Judge.objects.all() for fate in fates(judge, evaluations)]
        told = Judge.objects.annotate(outcome=outcome(study)).order_by("pk")
        assert list(told.values_list("outcome", flat=True)) == parts
        for name in ("completed", "reading", "study_full", "no_place", "left", "withdrawn"):
            assert getattr(found, name) == parts.count(name), name
        assert found.began == len(parts) == found.completed + found.stopped + found.reading
    assert found == people_by_link([link])[link.pk]
