"""The states of a study: which step is for which state, and what it records."""

from typing import Any

import pytest

from studies.models import Event, Trial
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import amendments, opening, transitions
from studies.services.lifecycle.availability import WrongStateError
from tests.factories import make_judge, make_link, make_study, open_study
from tests.studies.services.lifecycle.completing import answer_all

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("step", "arguments", "states"),
    [
        (opening.begin_opening, {}, ("draft",)),
        (transitions.pause, {}, ("open",)),
        (transitions.resume, {}, ("paused",)),
        (transitions.close, {}, ("open", "paused")),
        (amendments.raise_evaluations, {"evaluations": 30, "why": "x"}, ("open", "paused")),
        (amendments.reopen, {"why": "x"}, ("closed",)),
        (transitions.archive, {}, ("draft", "closed")),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
@pytest.mark.parametrize("state", ["draft", "open", "paused", "closed"])
def test_each_step_is_for_its_states_only(
    step: Any, arguments: dict[str, Any], states: tuple[str, ...], state: str
) -> None:
    study = make_study() if state == "draft" else open_study()
    if state == "paused":
        transitions.pause(study=study, user=study.owner)
    if state == "closed":
        transitions.close(study=study, user=study.owner)
    if state in states:
        step(study=study, user=study.owner, **arguments)
    else:
        with pytest.raises(WrongStateError):
            step(study=study, user=study.owner, **arguments)


def test_a_choice_after_closing_is_surplus() -> None:
    study = open_study()
    trial = next_trial(make_judge(make_link(study)))
    assert transitions.held_trials(study) == 1
    transitions.close(study=study, user=study.owner)
    answer(code=trial.code, position=1)
    assert Trial.objects.get().state == "surplus"


def test_completion_is_recorded_once_and_unseals_a_blind_study() -> None:
    study = open_study(evaluations=6, alpha=0.4, blind=True)
    assert not transitions.mark_complete(study_id=study.pk)
    answer_all(study)
    assert not transitions.mark_complete(study_id=study.pk)
    assert Event.objects.filter(what="number reached").count() == 1
    assert study.unsealed_at is not None
