"""Sheets in the same moment: each is held by one judge, and none gets a question twice."""

from collections import Counter
from functools import partial

import pytest
from django.db.models.functions import Now

from studies.models import Sheet, Trial
from studies.services.judging import claims, trials
from tests.factories import make_link, open_rating_study
from tests.studies.races.simultaneous import at_once, errors_of, starting

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_many_judges_at_once_no_two_hold_a_sheet() -> None:
    link = make_link(open_rating_study(items=3, plan={"setup": "together"}))
    outcomes = at_once([starting(link, f"k{number}") for number in range(12)])
    assert errors_of(outcomes) == []
    held = [outcome.result.sheet_id for outcome in outcomes if not outcome.error]
    assert len(set(held)) == len(held) == 9


def test_a_lapsed_sheet_wanted_by_its_judge_again_and_by_another() -> None:
    link = make_link(open_rating_study(items=6, plan={"setup": "together"}))
    for number in range(6):
        first = starting(link, f"first{number}")()
        Sheet.objects.filter(pk=first.sheet_id).update(free_from=Now())
        again, new = at_once([starting(link, f"first{number}"), starting(link, f"new{number}")])
        assert errors_of([again, new]) == []
        assert again.result.sheet_id != new.result.sheet_id
    assert Trial.objects.filter(state="held").count() == 12


def test_five_tabs_of_a_judge_are_one_trial_and_a_hold_is_renewed_three_times() -> None:
    link = make_link(open_rating_study(plan={"setup": "together"}))
    outcomes = at_once([starting(link, "k")] * 5)
    assert errors_of(outcomes) == []
    [trial] = Trial.objects.all()
    renewed = at_once([partial(claims.renew, trial)] * 6)
    assert Counter(outcome.result for outcome in renewed) == {True: 3, False: 3}
    going_on = at_once([partial(trials.next_trial, trial.judge)] * 4)
    assert {outcome.result.pk for outcome in going_on} == {trial.pk}
