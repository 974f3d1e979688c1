"""Ratings of a sheet: stored once, all together, counted or surplus, and withdrawn."""

from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db.models.functions import Now

from studies.models import Answer, Event, Rating, Sheet, Study, Trial
from studies.services.judging import visits, withdrawal
from studies.services.judging.answering import answers
from studies.services.judging.answering.sheet_answers import IncompleteRatingsError, fields_of, rate
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import erasure, transitions
from tests.factories import make_link, open_rating_study
from tests.studies.rules.rows import refused, sql
from tests.studies.services.judging.steps import reason_of, start

pytestmark = pytest.mark.django_db


def typed(trial: Trial, value: int = 100) -> dict[tuple[int, str], int]:
    return {field: value + number for number, field in enumerate(fields_of(trial))}


def run_out(trial: Trial) -> None:
    Sheet.objects.filter(pk=trial.sheet_id).update(free_from=Now() - timedelta(seconds=1))


def begun(**plan: Any) -> Trial:
    plan = {"setup": "together"} | plan
    return start(make_link(open_rating_study(plan=plan, evaluations_per_judge=2)))


def test_a_sheet_is_rated_as_a_whole_and_taken_for_good() -> None:
    trial = begun()
    stored = rate(code=trial.code, ratings=typed(trial))
    assert (stored.trial.state, stored.differs, stored.is_last) == ("answered", False, False)
    answer = Answer.objects.get()
    assert (answer.chosen_position, answer.correct, answer.shown_at) == (None, None, trial.held_at)
    by_place = dict(trial.sheet.texts.values_list("sample", "place"))
    rows = answer.ratings.values_list("sample", "criterion", "value")
    assert {(by_place[s], criterion): value for s, criterion, value in rows} == typed(trial)
    assert Sheet.objects.unanswered().filter(pk=trial.sheet_id).count() == 0
    second = start(trial.judge.link)
    assert rate(code=second.code, ratings=typed(second)).is_last


def test_a_visit_finds_the_texts_of_a_sheet_by_place_while_it_is_held() -> None:
    trial = begun()
    visit = visits.trial_visit(trial.code)
    by_place = [text.sample_id for text in trial.sheet.texts.order_by("place")]
    assert [sample.pk for sample in visit.places] == by_place
    assert (visit.trial.sheet, visit.samples, visit.is_held) == (trial.sheet, None, True)
    assert visit.trial.sheet.number == trial.sheet.number
    rate(code=trial.code, ratings=typed(trial))
    after = visits.trial_visit(trial.code)
    assert (after.is_stored, after.places, after.seconds_left, after.used) == (True, (), None, 1)


def test_a_visit_shows_identical_texts_once() -> None:
    study = open_rating_study(items=1, systems=3, texts={"C": "Text 0 by hand A."})
    shown = visits.trial_visit(start(make_link(study)).code).places
    assert sorted(sample.text for sample in shown) == ["Text 0 by hand A.", "Text 0 by hand B."]


def test_a_position_cannot_be_chosen_on_a_sheet() -> None:
    trial = begun()
    choosing = partial(answers.answer, code=trial.code, position=1)
    assert reason_of(choosing) == Refusal.UNKNOWN
    assert not Answer.objects.exists()


def test_the_same_sheet_sent_twice_with_other_numbers_keeps_the_first() -> None:
    trial = begun()
    rate(code=trial.code, ratings=typed(trial))
    assert not rate(code=trial.code, ratings=typed(trial)).differs
    assert rate(code=trial.code, ratings=typed(trial, 7)).differs
    assert Rating.objects.filter(value__lt=100).count() == 0
    assert Event.objects.filter(what="second choice refused").count() == 1


def test_nothing_is_stored_of_a_sheet_that_is_rated_in_part() -> None:
    trial = begun()
    ratings = typed(trial)
    ratings.popitem()
    for wrong in (ratings, {}, typed(trial) | {(9, "quality"): 1}):
        with pytest.raises(IncompleteRatingsError):
            rate(code=trial.code, ratings=wrong)
    assert not Answer.objects.exists()
    trial.refresh_from_db()
    assert trial.state == "held"


def test_late_ratings_count_where_the_sheet_is_free_and_are_surplus_where_it_is_not() -> None:
    study = open_rating_study(items=1, plan={"setup": "together", "judges_per_item": 2})
    link = make_link(study)
    late, other = start(link), start(link, "k2")
    run_out(late)
    assert rate(code=late.code, ratings=typed(late)).trial.state == "answered"
    run_out(other)
    taker = start(link, "k3")
    assert rate(code=other.code, ratings=typed(other)).trial.state == "surplus"
    rate(code=taker.code, ratings=typed(taker))
    assert Rating.objects.counted().count() == 2 * 9
    assert transitions.mark_complete(study_id=study.pk)


def test_ratings_after_closing_are_surplus_and_strangers_are_refused() -> None:
    trial = begun()
    transitions.close(study=trial.study, user=trial.study.owner)
    assert rate(code=trial.code, ratings=typed(trial)).trial.state == "surplus"
    assert reason_of(lambda: rate(code="unknown", ratings={})) == Refusal.UNKNOWN


def test_a_judge_who_withdraws_takes_the_ratings_out_of_the_count() -> None:
    trial = begun()
    rate(code=trial.code, ratings=typed(trial))
    withdrawal.withdraw(code=trial.code)
    assert Rating.objects.count() == 9
    assert not Rating.objects.counted().exists()
    assert Sheet.objects.free().filter(pk=trial.sheet_id).exists()
    late = typed(trial)
    assert rate(code=trial.code, ratings=late).trial.state == "withdrawn"


def test_too_fast_judges_are_excluded_and_their_sheets_served_again() -> None:
    study = open_rating_study(
        plan={"setup": "together"}, evaluations_per_judge=2, least_seconds=60, primary_set="kept"
    )
    trial = start(make_link(study))
    rate(code=trial.code, ratings=typed(trial))
    trial.refresh_from_db()
    assert trial.state == "excluded"
    assert Sheet.objects.free().filter(pk=trial.sheet_id).exists()
    second = start(trial.judge.link)
    assert rate(code=second.code, ratings=typed(second)).trial.state == "surplus"


def test_identical_texts_that_are_shown_once_are_rated_once_for_each() -> None:
    study = open_rating_study(items=1, systems=3, texts={"C": "Text 0 by hand A."})
    trial = start(make_link(study))
    assert len(fields_of(trial)) == 2  # one criterion
    rate(code=trial.code, ratings=typed(trial))
    assert sorted(Rating.objects.values_list("sample__subject", flat=True)) == ["A", "B", "C"]
    values = dict(Rating.objects.values_list("sample__subject", "value"))
    assert values["A"] == values["C"] != values["B"]


@pytest.mark.parametrize(
    ("plan", "change"),
    [
        ({}, {"value": 0}),
        ({"method": "likert", "scale_points": 5}, {"value": 6}),
        ({}, {"criterion": "beauty"}),
        ({}, {"sample_id": None}),
    ],
)
def test_the_database_keeps_what_a_sheet_asks(plan, change) -> None:
    trial = begun(**plan)
    sample = trial.sheet.texts.first().sample_id
    row = {"sample_id": sample, "criterion": "quality", "value": 3} | change
    with refused("not rated so"):
        Rating.objects.create(answer=stored_by_hand(trial), **row)


def test_the_database_wants_all_ratings_of_a_sheet() -> None:
    trial = begun()
    sample = trial.sheet.texts.first().sample_id
    with refused("lacks 8 ratings"):
        answer = stored_by_hand(trial)
        Rating.objects.create(answer=answer, sample_id=sample, criterion="quality", value=3)
        sql("SET CONSTRAINTS ALL IMMEDIATE")


def stored_by_hand(trial: Trial) -> Answer:
    sql("UPDATE studies_sheet SET free_from = 'infinity' WHERE id = %s", trial.sheet_id)
    Trial.objects.filter(pk=trial.pk).update(state="answered")
    return Answer.objects.create(trial=trial, chosen_position=None, shown_at=trial.held_at)  # type: ignore[misc]  # of a sheet


def test_a_rating_study_is_erased_with_all_that_was_rated() -> None:
    trial = begun()
    rate(code=trial.code, ratings=typed(trial))
    study = trial.study
    transitions.close(study=study, user=study.owner)
    erasure.erase(study=study, user=study.owner, why="over")
    for model in (Study, Sheet, Trial, Answer, Rating):
        assert not model.objects.exists()
