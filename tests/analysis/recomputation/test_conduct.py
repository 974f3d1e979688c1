"""Withdrawals while results could be seen, judges back from a pilot, and attention triads."""

import pytest

from analysis.models import Result
from analysis.recomputation import conduct
from analysis.recomputation.counts import Share, StudyCounts
from analysis.recomputation.store import recompute
from studies.models import Judge, Trial
from studies.services.judging import withdrawal
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import opening, transitions
from tests.analysis.answering import give_answers
from tests.factories import make_judge, make_link, make_sample, make_study, open_study
from tests.studies.services.judging.steps import run_out, start

pytestmark = pytest.mark.django_db


def answered_by(link, **fields):
    """A judge of the link who has answered once."""
    judge = make_judge(link, **fields)
    answer(code=next_trial(judge).code, position=1)
    return judge


def withdraw(judge):
    withdrawal.withdraw(code=Trial.objects.filter(judge=judge).first().code)


def counted(study):
    recompute(study_id=study.pk)
    stored = Result.objects.get(study=study, analysis_set=study.primary_set)
    return StudyCounts.from_json(stored.numbers)


def test_the_first_answer_is_the_first_live_one_counted_or_withdrawn_since():
    study = open_study()
    assert counted(study).first_answer_at is None
    answered_by(make_link(study, mode="pilot"))
    assert counted(study).first_answer_at is None
    first = answered_by(make_link(study))
    answered_by(make_link(study))
    moment = counted(study).first_answer_at
    assert moment == Trial.objects.get(judge=first).answer.answered_at.isoformat()
    withdraw(first)
    assert counted(study).first_answer_at == moment


def test_answers_withdrawn_in_an_open_study_are_withdrawn_in_sight():
    study = open_study()
    link = make_link(study)
    judges = [answered_by(link) for _ in range(3)]
    assert counted(study).withdrawn_in_sight == 0
    withdraw(judges[0])
    withdraw(judges[1])
    assert counted(study).withdrawn_in_sight == 2


def test_a_judge_without_an_answer_and_a_pilot_judge_take_nothing_back():
    study = open_study()
    judge = make_judge(make_link(study))
    next_trial(judge)
    withdraw(judge)
    withdraw(answered_by(make_link(study, mode="pilot")))
    answered_by(make_link(study))
    assert counted(study).withdrawn_in_sight == 0


def test_an_answer_that_another_stood_for_takes_nothing_back():
    study = open_study()
    link = make_link(study)
    late = start(link, "late")
    run_out(late)
    counted_trial = start(link, "next")
    assert counted_trial.triad_id == late.triad_id
    for trial in (counted_trial, late):
        answer(code=trial.code, position=1)
    withdraw(late.judge)
    assert counted(study).withdrawn_in_sight == 0
    withdraw(counted_trial.judge)
    assert counted(study).withdrawn_in_sight == 1


def test_an_answer_to_a_triad_taken_back_before_it_counted_and_is_told():
    study = open_study()
    link = make_link(study)
    first = answered_by(link)
    withdraw(first)
    second = answered_by(link)
    triads = Trial.objects.filter(judge__in=[first, second]).values("triad").distinct()
    assert triads.count() == 1
    withdraw(second)
    assert counted(study).withdrawn_in_sight == 2


def test_in_a_blind_study_only_what_was_withdrawn_after_unsealing_counts():
    study = open_study(blind=True)
    link = make_link(study)
    judges = [answered_by(link) for _ in range(3)]
    withdraw(judges[0])
    assert counted(study).withdrawn_in_sight == 0
    transitions.unseal(study=study, user=study.owner, why="a reviewer asks")
    assert counted(study).withdrawn_in_sight == 0
    withdraw(judges[1])
    assert counted(study).withdrawn_in_sight == 1


def test_what_is_withdrawn_after_the_verdict_is_told_by_the_verdict():
    study = open_study(evaluations=6)
    trials = give_answers(study, 6, 6)
    recompute(study_id=study.pk)
    withdraw(trials[0].judge)
    found = counted(study)
    assert (found.withdrawn, found.withdrawn_in_sight) == (1, 0)


BACK = {
    "the same id": {"source": "PROLIFIC_PID", "external_id": "p1"},
    "the same browser": {"browser_key": "the key of a browser"},
}


@pytest.mark.parametrize("known", BACK.values(), ids=BACK)
def test_a_pilot_judge_who_comes_back_live_is_told(known):
    study = open_study()
    pilot, live = make_link(study, mode="pilot"), make_link(study)
    answered_by(pilot, **known)
    answered_by(live, external_id="p2", source="PROLIFIC_PID", browser_key="another")
    assert counted(study).back_from_pilot == 0
    answered_by(live, **known)
    assert counted(study).back_from_pilot == 1


def test_the_person_of_two_personal_links_is_told():
    study = open_study()
    pilot = make_link(study, mode="pilot", personal=True, addressee="Ann@example.org")
    answered_by(pilot, personal=True)
    for name, number in (("bob@example.org", 0), ("ann@example.org", 1)):
        answered_by(make_link(study, personal=True, addressee=name), personal=True)
        assert counted(study).back_from_pilot == number


def test_a_judge_known_in_every_way_is_one():
    study = open_study()
    known = BACK["the same id"] | BACK["the same browser"]
    answered_by(make_link(study, mode="pilot"), **known)
    answered_by(make_link(study, mode="pilot"), browser_key=known["browser_key"])
    answered_by(make_link(study), **known)
    assert conduct.back_from_pilot(study) == 1


def test_live_first_other_panel_other_study_no_answer_or_withdrawn_is_not_coming_back():
    known = BACK["the same id"] | BACK["the same browser"]
    study, other = open_study(), open_study()
    answered_by(make_link(other, mode="pilot"), **known)
    live, pilot = make_link(study), make_link(study, mode="pilot")
    first = answered_by(live, **known)
    answered_by(pilot, **known)  # a live judge who tries the pilot afterwards
    answered_by(live, source="workerId", external_id=known["external_id"])  # another panel's p1
    answered_by(live)  # neither id nor key
    answered_by(pilot)
    assert counted(study).back_from_pilot == 0
    waiting = make_judge(live, browser_key=known["browser_key"])
    next_trial(waiting)  # back, but without an answer yet
    assert counted(study).back_from_pilot == 0
    answer(code=Trial.objects.get(judge=waiting).code, position=2)
    assert counted(study).back_from_pilot == 1
    withdraw(waiting)
    withdraw(first)
    assert counted(study).back_from_pilot == 0


def with_attention(**plan):
    study = make_study(attention_at=[1], most_failed_attention=0, **plan)
    for subject, item in (("A", "x"), ("A", "y"), ("B", "x"), ("B", "y"), ("A", "z"), ("B", "z")):
        make_sample(study, subject, item, f"Plain {subject} {item}", kind="attention")
    opening.open_study(study=study, user=study.owner, accepted=["fewer_than_recommended"])
    study.refresh_from_db()
    return study


def attend(link, *, passes):
    """A judge who passes or fails the attention triad and then chooses."""
    judge = make_judge(link)
    trial = next_trial(judge)
    assert trial.kind == "attention"
    odd = trial.triad.odd_position
    answer(code=trial.code, position=odd if passes else odd % 3 + 1)
    answer(code=next_trial(Judge.objects.get(pk=judge.pk)).code, position=1)
    return judge


@pytest.mark.parametrize(("primary_set", "found"), [("all", Share(3, 2)), ("kept", Share(2, 2))])
def test_attention_is_that_of_judges_with_answers_that_decide(primary_set, found):
    study = with_attention(primary_set=primary_set)
    link = make_link(study)
    attend(link, passes=True)
    withdrawn = attend(link, passes=True)
    attend(link, passes=True)
    attend(link, passes=False)
    attend(make_link(study, mode="pilot"), passes=True)
    leaves = next_trial(make_judge(link))
    answer(code=leaves.code, position=leaves.triad.odd_position)  # and chooses nothing else
    withdraw(withdrawn)
    assert counted(study).attention == found


def test_a_study_without_attention_triads_has_none():
    study = open_study()
    answered_by(make_link(study))
    assert counted(study).attention == Share(0, 0)
