"""Which sheet a judge gets: no question twice, and of one criterion unless the plan mixes."""

from collections import Counter
from datetime import timedelta
from typing import Any

import pytest
from django.db.models.functions import Now

from studies.models import Judge, Sheet, Study, Trial
from studies.services.judging import claims, trials, withdrawal
from studies.services.judging.answering.sheet_answers import fields_of, rate
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle.places import sheets
from tests.factories import make_judge, make_link, open_rating_study
from tests.studies.services.judging.steps import is_held, reason_of, start

pytestmark = pytest.mark.django_db


def claimed(judge: Judge, number: int) -> list[Sheet]:
    """The sheets that a judge gets one after the other."""
    had: list[Sheet] = []
    for _ in range(number):
        place = claims.claim(judge, had)
        if place is None:
            break
        had.append(Sheet.objects.get(pk=place))
    return had


def run_out(trial: Trial) -> None:
    Sheet.objects.filter(pk=trial.sheet_id).update(free_from=Now() - timedelta(seconds=1))


def judge_of(study: Study) -> Judge:
    return make_judge(make_link(study))


def test_opening_makes_each_copy_of_each_question_and_goes_on_where_it_stopped() -> None:
    study = open_rating_study(plan={"judges_per_item": 2})
    assert study.sheets.count() == study.evaluations == 4 * 3 * 2
    texts = Counter(study.sheets.values_list("texts__place", flat=True))
    assert texts == {1: 24, 2: 24, 3: 24}
    sheets.make_sheets(study)
    assert study.sheets.count() == 24


def test_a_judge_works_on_one_criterion_and_never_gets_a_question_twice() -> None:
    had = claimed(judge_of(open_rating_study()), 9)
    assert len({sheet.criterion for sheet in had}) == 1
    assert sorted(sheet.item for sheet in had) == [f"day {n}" for n in range(4)]
    assert had[0].number == 1


def test_a_judge_of_a_mixed_plan_gets_unread_items_first_then_the_same_criterion() -> None:
    had = claimed(judge_of(open_rating_study(plan={"mixes_criteria": True})), 20)
    assert len({sheet.question for sheet in had}) == len(had) == 12
    assert len({sheet.item for sheet in had[:4]}) == 4
    assert len({sheet.criterion for sheet in had}) == 3


def test_texts_one_by_one_are_of_unread_items_first() -> None:
    had = claimed(judge_of(open_rating_study(plan={"method": "likert", "setup": "together"})), 20)
    assert len(had) == 12
    assert [len({sheet.item for sheet in had[:n]}) for n in (4, 12)] == [4, 4]


def test_a_sheet_with_an_expired_hold_goes_to_the_next_judge_or_back_to_its_own() -> None:
    study = open_rating_study(items=1, plan={"judges_per_item": 1, "setup": "together"})
    link = make_link(study)
    first = start(link)
    assert (first.triad_id, is_held(first)) == (None, True)
    assert reason_of(lambda: start(link, "k2")) == Refusal.NO_PLACE
    run_out(first)
    assert start(link).pk == first.pk  # begun anew
    assert is_held(first)
    run_out(first)
    second = start(link, "k2")
    first.refresh_from_db()
    assert (second.sheet_id, first.state) == (first.sheet_id, "lapsed")
    assert not claims.retake(first, study)


def test_of_two_sheets_that_have_lapsed_one_is_taken_again_alone() -> None:
    """All trials of sheets have no triad: that must not make them one."""
    link = make_link(open_rating_study())
    first, other = start(link), start(link, "k2")
    run_out(first)
    assert claims.retake(first, link.study)
    other.refresh_from_db()
    assert (first.state, other.state) == ("held", "held")


def test_hold_life_and_silence_of_a_sheet() -> None:
    link = make_link(open_rating_study())
    trial, other = start(link), start(link, "k2")
    assert [claims.renew(trial) for _ in range(4)] == [True, True, True, False]
    assert claims.show_life(trial)
    late = claims.quiet_after(link.study) + timedelta(seconds=5)
    Sheet.objects.filter(pk=trial.sheet_id).update(seen_at=Now() - late)
    assert list(Trial.objects.silent_for(claims.quiet_after(link.study))) == [trial]
    assert not claims.give_on(other)
    assert claims.give_on(trial)
    assert not claims.show_life(trial)


def test_a_judge_who_withdraws_frees_the_sheet() -> None:
    link = make_link(open_rating_study())
    trial = start(link)
    withdrawal.withdraw(code=trial.code)
    assert Sheet.objects.free().filter(pk=trial.sheet_id).exists()
    assert start(link, "k2").sheet_id == trial.sheet_id


def test_pilot_judges_get_another_block_of_sheets() -> None:
    study = open_rating_study(items=1, plan={"setup": "together"})
    link: Any = make_link(study, mode="pilot")
    assert {start(link, f"k{n}").sheet.block for n in range(3)} == {1, 2, 3}
    assert trials.next_trial(Judge.objects.first()).sheet.mode == "pilot"


def test_a_judge_with_a_used_up_criterion_is_not_asked_to_wait_for_others() -> None:
    study = open_rating_study(items=2, plan={"judges_per_item": 1}, evaluations_per_judge=3)
    trial = start(make_link(study))
    rate(code=trial.code, ratings=dict.fromkeys(fields_of(trial), 100))
    last = trials.next_trial(trial.judge)
    rate(code=last.code, ratings=dict.fromkeys(fields_of(last), 100))
    assert reason_of(lambda: trials.next_trial(trial.judge)) == Refusal.COMPLETE
    assert reason_of(lambda: trials.check_place(trial.judge)) == Refusal.COMPLETE
    assert Sheet.objects.free().count() == 4  # of the other criteria, for other judges
