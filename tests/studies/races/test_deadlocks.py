"""Judges and a researcher at work together."""

import time
from collections import Counter
from collections.abc import Callable
from itertools import count

import pytest

from studies.models import Answer, Judge, Study
from studies.services.judging import limits
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refused
from studies.services.lifecycle import amendments, erasure, transitions
from tests.factories import make_link, open_study
from tests.studies.races.simultaneous import at_once, errors_of, playing, start

pytestmark = pytest.mark.django_db(transaction=True)


def test_judges_and_researcher_never_wait_for_each_other():
    """Starts, choices, renewals, amendments, pauses and closings for two seconds: no deadlock.

    Longer on a busy machine: until each judge made ten steps and the researcher five rounds.
    """
    study = open_study(evaluations_per_judge=5, evaluations=30, items=20)
    link = make_link(study, quota=40)
    user = study.owner
    until = time.monotonic() + 2

    def researcher() -> None:
        for done in count():
            if done >= 5 and time.monotonic() > until:
                return
            now = Study.objects.get(pk=study.pk)
            more = now.evaluations + 6
            amendments.raise_evaluations(study=study, user=user, evaluations=more, why="more")
            transitions.mark_complete(study_id=study.pk)
            transitions.pause(study=study, user=user)
            transitions.resume(study=study, user=user)
            transitions.close(study=study, user=user)
            amendments.reopen(study=study, user=user, why="again")
            time.sleep(0.02)

    judges = [playing(link, number, until, least=10) for number in range(12)]
    outcomes = at_once([researcher, *judges])
    assert errors_of(outcomes) == []
    counted = Counter(Answer.objects.counted().values_list("trial__triad", flat=True))
    assert set(counted.values()) == {1}
    assert limits.taking_part(link) <= 40


def test_erasing_a_study_while_judges_are_at_work():
    """Erasing waits for the judges in the middle; none is left behind, and none sees an error."""
    study = open_study(evaluations_per_judge=5, evaluations=60, items=20)
    link = make_link(study)
    until = time.monotonic() + 1.5

    def judge(number: int) -> Callable[[], None]:
        def call() -> None:
            while time.monotonic() < until:
                try:
                    answers.answer(code=start(link, f"k{number}").code, position=1)
                except Refused:
                    time.sleep(0.005)

        return call

    def erase() -> None:
        time.sleep(0.3)
        erasure.erase(study=study, user=study.owner)

    outcomes = at_once([erase, *(judge(number) for number in range(10))])
    assert errors_of(outcomes) == []
    assert not Study.objects.exists()
    assert not Judge.objects.exists()
