"""Sheets in the same moment: each is held by one judge, and none gets a question twice."""

from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest
from django.db.models.functions import Now

from studies.models import Answer, Judge, Rating, Sheet, Study, Trial
from studies.services.judging import claims, trials, withdrawal
from studies.services.judging.answering.sheet_answers import StoredRatings, fields_of, rate
from studies.services.lifecycle import transitions
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


def rating(trial: Trial, value: int = 100) -> Callable[[], StoredRatings]:
    ratings = dict.fromkeys(fields_of(trial), value)
    return lambda: rate(code=trial.code, ratings=ratings)


def test_a_sheet_sent_at_once_is_one_answer_and_other_numbers_are_told_so() -> None:
    trial = starting(make_link(open_rating_study(plan={"setup": "together"})), "k")()
    outcomes = at_once([*[rating(trial)] * 3, rating(trial, 7)])
    assert errors_of(outcomes) == []
    answer = Answer.objects.get()
    kept = set(answer.ratings.values_list("value", flat=True))
    differ = [outcome.result.differs for outcome in outcomes]
    assert (kept, sum(differ)) in (({100}, 1), ({7}, 3))
    assert Rating.objects.count() == 9


def test_a_late_sheet_is_rated_while_another_judge_takes_it() -> None:
    link = make_link(open_rating_study(items=6, plan={"setup": "together"}))
    for number in range(6):
        late = starting(link, f"late{number}")()
        Sheet.objects.filter(pk=late.sheet_id).update(free_from=Now())
        rated, new = at_once([rating(late), starting(link, f"new{number}")])
        assert errors_of([rated, new]) == []
        kept = rated.result.trial.state
        assert kept == ("surplus" if new.result.sheet_id == late.sheet_id else "answered")
        rating(new.result)()
    by_sheet = Counter(Answer.objects.counted().values_list("trial__sheet", flat=True))
    assert set(by_sheet.values()) == {1}


def test_ratings_withdrawal_and_the_end_of_the_study_at_once_leave_one_truth() -> None:
    study = open_rating_study(items=1, systems=2, plan={"setup": "together"})
    held = [starting(make_link(study), f"k{number}")() for number in range(3)]
    leave = partial(withdrawal.withdraw, code=held[0].code)
    end = partial(transitions.mark_complete, study_id=study.pk)
    outcomes = at_once([*(rating(trial) for trial in held), leave, end])
    assert errors_of(outcomes) == []
    assert Judge.objects.exclude(withdrawn_at=None).count() == 1
    assert Answer.objects.counted().count() == 2
    assert not Study.objects.get().is_complete


def test_tabs_that_go_on_at_once_share_practice_and_the_repeated_sheet() -> None:
    study = open_rating_study(
        plan={"setup": "together", "repeats_one": True},
        evaluations_per_judge=3,
        practice_triads=1,
    )
    link = make_link(study)
    for number in range(2):
        trial = starting(link, f"k{number}")()
        for kind in ("practice", "main", "main", "repeat"):
            assert trial.kind == kind
            rating(trial)()
            outcomes = at_once([partial(trials.next_trial, trial.judge)] * 4)
            assert errors_of(outcomes) == []
            [trial] = {outcome.result.pk: outcome.result for outcome in outcomes}.values()
    assert Sheet.objects.filter(kind="repeat").count() == 2
    assert Trial.objects.count() == 10
