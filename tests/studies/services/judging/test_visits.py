"""What the pages of a link and of a trial need to know."""

from datetime import timedelta

import pytest
from django.db.models import F
from django.utils import timezone

from studies.kinds import RATING, TRIANGLE
from studies.models import Trial
from studies.services.judging import visits, withdrawal
from studies.services.judging.admission import Visitor, arrive
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import reason_of, run_out, start
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db


def link_visit(link, key="k1"):
    return visits.link_visit(arrival=arrive(link.token), visitor=Visitor(form_key=key))


def test_a_visitor_is_new_or_a_judge_who_has_finished_or_not():
    link = make_link(open_study())
    assert link_visit(link) == visits.LinkVisit(link, None)
    trial = start(link)
    assert link_visit(link) == visits.LinkVisit(link, trial.judge)
    answers.answer(code=trial.code, position=1)
    assert link_visit(link) == visits.LinkVisit(link, trial.judge, finished=True)


def test_a_full_link_refuses_new_visitors_and_knows_its_judges():
    link = make_link(open_study(), quota=1)
    trial = start(link)
    answers.answer(code=trial.code, position=1)
    assert reason_of(lambda: link_visit(link, "k2")) == Refusal.QUOTA
    assert link_visit(link).finished


@pytest.mark.parametrize(
    ("column", "reason"), [("revoked_at", Refusal.REVOKED), ("expires_at", Refusal.EXPIRED)]
)
def test_a_link_that_has_ended_refuses_new_visitors_only(column, reason):
    link = make_link(open_study())
    trial = start(link)
    setattr(link, column, timezone.now() - timedelta(seconds=1))
    link.save()
    assert reason_of(lambda: link_visit(link, "k2")) == reason
    assert link_visit(link).judge == trial.judge


@pytest.mark.parametrize(("left", "is_held"), [(None, False), (0.0, False), (0.1, True)])
def test_a_hold_lasts_until_its_last_moment(left, is_held):
    trial = Trial(state=Trial.State.HELD)
    visit = visits.TrialVisit(trial, used=0, done=0, held_code=None, seconds_left=left)
    assert (visit.is_held, visit.has_run_out) == (is_held, not is_held)


def test_a_judge_who_has_withdrawn_is_told_so():
    link = make_link(open_study())
    code = start(link).code
    withdrawal.withdraw(code=code)
    assert reason_of(lambda: link_visit(link)) == Refusal.WITHDRAWN
    assert reason_of(lambda: visits.trial_visit(code)) == Refusal.WITHDRAWN
    assert reason_of(lambda: visits.trial_visit("no trial")) == Refusal.UNKNOWN


def state_of(visit):
    names = ("is_held", "has_run_out", "is_stored", "is_feedback", "is_finished")
    return [name for name in names if getattr(visit, name)]


def test_a_trial_from_its_hold_to_its_answer(django_assert_num_queries):
    trial = start(make_link(open_study(hold_minutes=10)))
    visits.trial_visit(trial.code)  # this process knows the link and its study now
    with django_assert_num_queries(1):
        visit = visits.trial_visit(trial.code)
    assert state_of(visit) == ["is_held"]
    assert 590 < visit.seconds_left <= 600
    assert (visit.used, visit.done, visit.held_code) == (0, 0, trial.code)
    run_out(trial)
    visit = visits.trial_visit(trial.code)
    assert state_of(visit) == ["has_run_out"]
    assert visit.seconds_left < 0
    answers.answer(code=trial.code, position=1)
    visit = visits.trial_visit(trial.code)
    assert state_of(visit) == ["is_stored", "is_finished"]
    assert (visit.used, visit.done, visit.held_code, visit.seconds_left) == (1, 1, None, None)


def test_a_lapsed_trial_names_the_one_that_is_held_instead():
    link = make_link(open_study(items=24))
    first = start(link)
    run_out(first)
    start(link, "k2")
    second = start(link)
    visit = visits.trial_visit(first.code)
    assert state_of(visit) == []
    assert visit.held_code == second.code


def test_practice_is_not_told_in_the_progress_and_attention_is():
    link = make_link(opened(a_study(practice_triads=1, attention_at=[1])))
    practice = start(link)
    answers.answer(code=practice.code, position=1)
    visit = visits.trial_visit(practice.code)
    assert state_of(visit) == ["is_stored", "is_feedback"]
    assert (visit.used, visit.done) == (0, 0)
    attention = start(link)
    answers.answer(code=attention.code, position=1)
    visit = visits.trial_visit(attention.code)
    assert (visit.trial.kind, visit.used, visit.done) == ("attention", 0, 1)


def test_the_time_left_does_not_tell_a_shared_triad():
    """It runs from when the page was given, longer after each renewal; the page says one hold."""
    trial = start(make_link(opened(a_study(attention_at=[1], hold_minutes=10))))
    assert trial.kind == "attention"
    Trial.objects.filter(pk=trial.pk).update(renewals=3)
    assert visits.trial_visit(trial.code).seconds_left == 600
    early = F("held_at") - timedelta(minutes=35)
    Trial.objects.filter(pk=trial.pk).update(held_at=early)
    assert 290 < visits.trial_visit(trial.code).seconds_left <= 300


def test_a_process_keeps_few_pages_and_each_for_one_choice(monkeypatch):
    monkeypatch.setattr(visits, "SEEN", 2)
    monkeypatch.setattr(visits, "_seen", {})
    link = make_link(open_study())
    first, second, third = (start(link, key).code for key in ("k1", "k2", "k3"))
    for code in (first, second, third, third):
        visits.look(code)
    seen = visits.last_seen(third, TRIANGLE)
    assert (seen.trial.code, seen.samples) == (third, None)
    assert seen.held_for >= timedelta(0)
    assert [visits.last_seen(code, TRIANGLE) for code in (first, third)] == [None, None]
    assert visits.last_seen(second, RATING) is None
    assert visits.last_seen(second, TRIANGLE).trial.code == second
