"""The life of a study, rule by rule: what each step demands, changes and records."""

import hashlib
import json
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from studies.models import Amendment, Answer, Event, Study, Trial
from studies.services.judging.trials import answer, next_trial
from studies.services.lifecycle import drafts, transitions
from studies.services.lifecycle.availability import WrongStateError
from tests.factories import make_judge, make_link, make_study, open_study

pytestmark = pytest.mark.django_db


def answer_all(study: Study) -> None:
    link = make_link(study)
    for _ in range(study.evaluations):
        answer(code=next_trial(make_judge(link)).code, position=1)
    transitions.mark_complete(study_id=study.pk)
    study.refresh_from_db()


def test_opening_freezes_the_plan_and_makes_whole_blocks() -> None:
    study = open_study(evaluations=20)
    assert (study.status, study.triads.count()) == ("open", 24)
    assert study.plan_sha256 == hashlib.sha256(study.plan_json.encode()).hexdigest()
    plan = json.loads(study.plan_json)
    assert (plan["evaluations"], len(plan["samples"])) == (20, 24)
    assert study.seed not in study.plan_json
    assert list(Event.objects.values_list("what", flat=True)) == ["plan frozen", "opened"]


def test_opening_names_every_reason_at_once() -> None:
    study = make_study(items=0, evaluations=6, alpha=0.001)
    with pytest.raises(transitions.CannotOpenError) as refused:
        transitions.open_study(study=study, user=study.owner)
    codes = {reason.code for reason in refused.value.reasons}
    assert codes == {"no_texts", "unreachable", "fewer_than_recommended"}
    study.refresh_from_db()
    assert (study.status, study.plan_json) == ("draft", "")


def test_opening_goes_on_where_it_was_interrupted() -> None:
    study = make_study()
    transitions.begin_opening(study=study, user=study.owner)

    def interrupt(done: int, total: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        transitions.finish_opening(study=study, progress=interrupt)
    transitions.finish_opening(study=study)
    study.refresh_from_db()
    assert study.status == "open"
    numbers = study.triads.order_by("number").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 25))


@pytest.mark.parametrize(
    ("step", "arguments", "states"),
    [
        (transitions.begin_opening, {}, ("draft",)),
        (transitions.pause, {}, ("open",)),
        (transitions.resume, {}, ("paused",)),
        (transitions.close, {}, ("open", "paused")),
        (transitions.raise_evaluations, {"evaluations": 30, "why": "x"}, ("open", "paused")),
        (transitions.reopen, {"why": "x"}, ("closed",)),
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


def test_amending_before_the_first_answer_costs_nothing() -> None:
    study = open_study()
    assert not transitions.amending_costs(study)
    amendment = transitions.raise_evaluations(
        study=study, user=study.owner, evaluations=40, why="more", cost_accepted=False
    )
    assert (amendment.old_evaluations, amendment.after_looking) == (24, False)
    assert study.triads.count() == 42


def test_amending_after_the_first_answer_costs_the_verdict() -> None:
    study = open_study()
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    assert transitions.amending_costs(study)
    amendment = transitions.raise_evaluations(
        study=study, user=study.owner, evaluations=30, why="more", cost_accepted=True
    )
    assert amendment.after_looking


def test_pilot_answers_show_no_results() -> None:
    study = open_study()
    answer(code=next_trial(make_judge(make_link(study, mode="pilot"))).code, position=1)
    assert not transitions.amending_costs(study)


def test_a_blind_study_is_amended_freely_until_it_is_unsealed_or_complete() -> None:
    study = open_study(blind=True, evaluations=6, alpha=0.4)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    assert not transitions.amending_costs(study)
    transitions.unseal(study=study, user=study.owner, why="looked")
    study.refresh_from_db()
    assert transitions.amending_costs(study)


def test_an_amended_complete_study_takes_judges_again() -> None:
    study = open_study(evaluations=6, alpha=0.4)
    answer_all(study)
    assert study.is_complete
    transitions.raise_evaluations(study=study, user=study.owner, evaluations=12, why="more")
    study.refresh_from_db()
    assert not study.is_complete
    next_trial(make_judge(make_link(study)))


@pytest.mark.parametrize("number", [24, 23, 0, -1, 1_000_001])
def test_a_number_is_only_raised_and_not_beyond_a_million(number: int) -> None:
    study = open_study()
    with pytest.raises(ValueError, match="evaluations must be more than 24"):
        transitions.raise_evaluations(study=study, user=study.owner, evaluations=number, why="x")


def test_completion_is_recorded_once_and_unseals_a_blind_study() -> None:
    study = open_study(evaluations=6, alpha=0.4, blind=True)
    assert not transitions.mark_complete(study_id=study.pk)
    answer_all(study)
    assert not transitions.mark_complete(study_id=study.pk)
    assert Event.objects.filter(what="number reached").count() == 1
    assert study.unsealed_at is not None


def test_reopening_keeps_an_end_date_that_lies_ahead() -> None:
    ahead = timezone.now() + timedelta(days=1)
    study = open_study(ends_at=ahead)
    transitions.close(study=study, user=study.owner)
    transitions.reopen(study=study, user=study.owner, why="by mistake")
    study.refresh_from_db()
    assert (study.status, study.closed_at, study.ends_at) == ("open", None, ahead)
    assert Amendment.objects.get().kind == "reopened"


def test_a_copy_has_the_plan_and_texts_and_nothing_that_happened() -> None:
    study = open_study(blind=True, evaluations_per_judge=2, question="Who?", is_test=True)
    answer(code=next_trial(make_judge(make_link(study))).code, position=1)
    copy = drafts.duplicate(study=study, user=study.owner)
    for name in set(drafts.COPIED) - {"title"}:
        assert getattr(copy, name) == getattr(study, name)
    # Erasing asks for the title: it must tell the copy from the original.
    assert copy.title == f"Copy of {study.title}"
    assert (copy.status, copy.plan_json, copy.seed == study.seed) == ("draft", "", False)
    texts = ("subject", "item", "text", "content_hash", "row")
    assert list(copy.samples.values_list(*texts)) == list(study.samples.values_list(*texts))
    for happened in (copy.links, copy.trials, copy.triads, copy.amendments):
        assert not happened.exists()


def test_erasing_takes_everything_of_one_study_and_leaves_its_record() -> None:
    study, other = open_study(), open_study()
    for one in (study, other):
        answer(code=next_trial(make_judge(make_link(one))).code, position=1)
    transitions.erase(study=study, user=study.owner)
    assert list(Study.objects.all()) == [other]
    assert Answer.objects.count() == 1
    event = Event.objects.get(what="erased")
    assert (event.study_code, event.details) == (study.code, {"answers": 1})


def test_outside_of_erasing_the_database_deletes_no_opened_study() -> None:
    study = open_study()
    with pytest.raises(IntegrityError), transaction.atomic():
        Study.objects.filter(pk=study.pk).delete()
