"""Choices in the same moment, and holds that run out meanwhile."""

import time
from collections import Counter
from collections.abc import Callable
from functools import partial

import pytest

from studies.models import Answer, Event, Study, Triad, Trial
from studies.services.judging import claims, limits, trials
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.races.simultaneous import at_once, choosing, errors_of, run_out, start, starting

pytestmark = pytest.mark.django_db(transaction=True)


TAKEN_FOR_GOOD = "9000-01-01T00:00:00Z"


def test_five_identical_posts_are_one_answer():
    trial = start(make_link(open_study()))
    outcomes = at_once([choosing(trial, 2)] * 5)
    assert [outcome.error for outcome in outcomes] == [None] * 5
    assert not any(outcome.result.differs for outcome in outcomes)
    assert Answer.objects.get().chosen_position == 2
    assert not Event.objects.filter(what="second choice refused").exists()


def test_different_choices_in_two_tabs_keep_the_first_and_say_so():
    trial = start(make_link(open_study()))
    outcomes = at_once([choosing(trial, 1), choosing(trial, 2), choosing(trial, 3)])
    assert errors_of(outcomes) == []
    assert sum(outcome.result.differs for outcome in outcomes) == 2
    kept = next(i for i, outcome in enumerate(outcomes, 1) if not outcome.result.differs)
    assert Answer.objects.get().chosen_position == kept
    assert Event.objects.filter(what="second choice refused").count() == 2


def test_two_last_answers_at_once_complete_the_study():
    study = open_study(evaluations=6)
    link = make_link(study)
    held = [start(link, f"k{number}") for number in range(6)]
    for trial in held[2:]:
        answers.answer(code=trial.code, position=1)

    def last(trial: Trial) -> Callable[[], bool]:
        def call() -> bool:
            answers.answer(code=trial.code, position=1)
            return transitions.mark_complete(study_id=study.pk)

        return call

    outcomes = at_once([last(held[0]), last(held[1])])
    assert errors_of(outcomes) == []
    assert sorted(outcome.result for outcome in outcomes) == [False, True]
    assert Study.objects.get().is_complete


def test_answers_while_the_study_is_closed_are_counted_or_surplus_and_none_is_lost():
    study = open_study(evaluations=60, items=20)
    link = make_link(study)
    held = [start(link, f"k{number}") for number in range(60)]

    def close() -> None:
        time.sleep(0.05)
        transitions.close(study=study, user=study.owner)

    outcomes = at_once([close, *(choosing(trial, 1) for trial in held)])
    assert errors_of(outcomes) == []
    study.refresh_from_db()
    stored = Answer.objects.values_list("trial__state", "answered_at")
    assert len(stored) == 60
    for state, answered_at in stored:
        assert state == ("answered" if answered_at < study.closed_at else "surplus")
    assert Triad.objects.planned().filter(free_from__gt=TAKEN_FOR_GOOD).count() == sum(
        state == "answered" for state, _ in stored
    )


def test_a_lapsed_triad_that_is_answered_late_and_wanted_by_another():
    """Both at the same moment: the first has it, and none gets an error."""
    study = open_study(evaluations=30, items=20)
    link = make_link(study)
    for number in range(15):
        late = start(link, f"late{number}")
        run_out(late)
        choice, new = at_once([choosing(late, 1), starting(link, f"new{number}")])
        assert errors_of([choice, new]) == []
        kept = choice.result.trial.state
        assert kept == ("surplus" if new.result.triad_id == late.triad_id else "answered")
        answers.answer(code=new.result.code, position=1)
    by_triad = Counter(Answer.objects.counted().values_list("trial__triad", flat=True))
    assert set(by_triad.values()) == {1}


def test_a_lapsed_triad_wanted_by_its_judge_again_and_by_another():
    link = make_link(open_study(evaluations=60, items=20))
    for number in range(15):
        first = start(link, f"first{number}")
        run_out(first)
        again, new = at_once([starting(link, f"first{number}"), starting(link, f"new{number}")])
        assert errors_of([again, new]) == []
        assert again.result.triad_id != new.result.triad_id
    assert Trial.objects.filter(state="held").count() == 30


def test_a_lapsed_trial_and_another_in_two_tabs():
    """A judge returns to the lapsed trial while the other tab asks for the next."""
    study = open_study(evaluations_per_judge=4, evaluations=60, items=20)
    link = make_link(study)
    for number in range(10):
        first = start(link, f"k{number}")
        run_out(first)
        start(link, f"taker{number}")
        run_out(first)
        first.refresh_from_db()
        assert first.state == "lapsed"
        going_on = partial(trials.next_trial, first.judge)
        outcomes = at_once([going_on, going_on, starting(link, f"k{number}")])
        assert errors_of(outcomes) == []
        assert len({outcome.result.pk for outcome in outcomes}) == 1


def test_a_hold_that_is_renewed_while_the_choice_comes_stays_answered():
    link = make_link(open_study(evaluations=60, items=20))
    for number in range(20):
        trial = start(link, f"k{number}")
        outcomes = at_once([choosing(trial, 1), *[partial(claims.renew, trial)] * 3])
        assert errors_of(outcomes) == []
    assert Triad.objects.filter(free_from__gt=TAKEN_FOR_GOOD).count() == 20


def test_a_hold_is_renewed_three_times_however_many_tabs_ask():
    trial = start(make_link(open_study()))
    outcomes = at_once([lambda: claims.renew(Trial.objects.get(pk=trial.pk))] * 10)
    assert errors_of(outcomes) == []
    assert sum(outcome.result for outcome in outcomes) == 3
    assert Trial.objects.get().renewals == 3


def test_a_judge_with_an_expired_hold_comes_back_within_the_quota():
    """The place went to another judge meanwhile: a quota of one is one person."""
    link = make_link(open_study(), quota=1)
    run_out(start(link, "slow"))
    second = start(link, "quick")
    outcomes = at_once([starting(link, "slow"), choosing(second, 1)])
    # Told to come again, or that the quota is full, as the other's choice was stored or not.
    assert outcomes[0].stop in (Refusal.NO_PLACE, Refusal.QUOTA)
    assert outcomes[1].stop is None
    assert limits.taking_part(link) == 1
