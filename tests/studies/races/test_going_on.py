"""Going on to the next place is decided on by what was seen before the locks.

What changes meanwhile is noticed. In either kind of study no judge gets two places, or one twice.
"""

from collections.abc import Callable
from functools import partial

import pytest
from django.db.models.functions import Now

from studies.kinds import kind_of
from studies.models import Judge, RecruitmentLink, Trial
from studies.services.judging import claims, histories, trials, withdrawal
from studies.services.judging.answering import answers
from studies.services.judging.answering.sheet_answers import fields_of, rate
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_rating_study, open_study
from tests.studies.races.paused import one_inside
from tests.studies.races.simultaneous import Outcome, at_once, errors_of, start

pytestmark = pytest.mark.django_db(transaction=True)


def triads() -> RecruitmentLink:
    return make_link(open_study(items=40, evaluations=96, evaluations_per_judge=3))


def sheets() -> RecruitmentLink:
    plan = {"setup": "together", "judges_per_item": 3}
    return make_link(open_rating_study(items=4, plan=plan, evaluations_per_judge=3))


@pytest.fixture(params=[triads, sheets])
def link(request: pytest.FixtureRequest) -> RecruitmentLink:
    return request.param()


def answer(trial: Trial) -> None:
    if trial.sheet_id is None:
        answers.answer(code=trial.code, position=1)
    else:
        rate(code=trial.code, ratings=dict.fromkeys(fields_of(trial), 100))


def one_answered(link: RecruitmentLink, key: str = "k1") -> Judge:
    trial = start(link, key)
    answer(trial)
    return trial.judge


def goes_on_while(judge: Judge, change: Callable[[], object]) -> Outcome:
    """The judge goes on, and what was seen changes before the locks are taken."""
    going_on = partial(trials.next_trial, judge)
    gone_on, changed = one_inside((histories, "see"), going_on, change)
    assert errors_of([gone_on, changed]) == []
    return gone_on


def test_in_two_tabs_at_once_a_judge_gets_one(link: RecruitmentLink) -> None:
    judge = one_answered(link)
    second = partial(trials.next_trial, judge)
    assert goes_on_while(judge, second).result == Trial.objects.get(state="held")
    assert Trial.objects.count() == 2


def test_one_that_was_given_and_lost_meanwhile_is_given_again(link: RecruitmentLink) -> None:
    """Another tab takes the very place that the first would take, and its time runs out."""
    judge = one_answered(link)

    def take_and_lose() -> None:
        lost = trials.next_trial(judge)
        kind_of(link.study).places().filter(pk=lost.place.pk).update(free_from=Now())
        claims.let_go(kind_of(link.study), lost.place.pk)

    given = goes_on_while(judge, take_and_lose).result
    assert Trial.objects.filter(judge=judge, state="held").get() == given
    assert len({trial.place.pk for trial in Trial.objects.all()}) == Trial.objects.count()


def test_closed_meanwhile_it_is_refused(link: RecruitmentLink) -> None:
    judge = one_answered(link)
    close = partial(transitions.close, study=link.study, user=link.study.owner)
    assert goes_on_while(judge, close).stop == Refusal.CLOSED
    assert Trial.objects.count() == 1


def test_withdrawn_meanwhile_it_is_refused(link: RecruitmentLink) -> None:
    judge = one_answered(link)
    leave = partial(withdrawal.withdraw, code=Trial.objects.get().code)
    assert goes_on_while(judge, leave).stop == Refusal.WITHDRAWN
    assert not Trial.objects.filter(state="held").exists()


def test_a_place_taken_meanwhile_is_another_judges(link: RecruitmentLink) -> None:
    judge = one_answered(link)
    given = goes_on_while(judge, partial(start, link, "k2")).result
    assert given.place.pk not in Trial.objects.exclude(pk=given.pk).values_list(
        kind_of(link.study).noun, flat=True
    )


def test_many_who_go_on_at_once_get_different_places(link: RecruitmentLink) -> None:
    judges = [one_answered(link, f"k{number}") for number in range(4)]
    outcomes = at_once([partial(trials.next_trial, judge) for judge in judges] * 2)
    assert errors_of(outcomes) == []
    held = [trial.place.pk for trial in Trial.objects.filter(state="held")]
    assert len(set(held)) == len(held) == 4
