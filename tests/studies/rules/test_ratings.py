"""Ratings: only what the plan asks for, with the answer, and never changed."""

from typing import Any

import pytest

from studies.models import Answer, Rating, RecruitmentLink, Trial
from studies.ratings.follow_up import checked
from studies.services.judging import withdrawal
from studies.services.lifecycle import erasure
from tests.factories import make_link, open_study
from tests.studies.rules.rows import answered, refused, sql, start

pytestmark = pytest.mark.django_db

DEGREE = checked({"ask": "degree", "when": "each"})
MAGNITUDE = checked({"ask": "magnitude", "when": "each", "reference": ["Warm.", "Cold."]})
RATE = checked({"ask": "rate", "when": "each", "criteria": [{"key": "quality"}]})
# An answer and numbers beside it, as one statement; `free_from` keeps the triad.
CHOOSE = """
    WITH moved AS (
        UPDATE studies_triad SET free_from = 'infinity' WHERE id = %s
    ), decided AS (
        UPDATE studies_trial SET state = 'answered' WHERE id = %s RETURNING id
    ), answered AS (
        INSERT INTO studies_answer (trial_id, chosen_position, shown_at)
        SELECT id, 1, now() FROM decided RETURNING id
    )
    INSERT INTO studies_rating (answer_id, sample_id, criterion, value)
    SELECT answered.id, given.* FROM answered,
        unnest(%s::bigint[], %s::text[], %s::int[]) AS given (sample, criterion, value)
"""
Given = tuple[int | None, str, int]


def choose(trial: Trial, *given: Given) -> Answer:
    columns = [[row[place] for row in given] for place in range(3)]
    sql(CHOOSE, trial.triad_id, trial.pk, *columns)
    return Answer.objects.get(trial=trial)


def link_of(follow_up: dict[str, Any], **fields: Any) -> RecruitmentLink:
    return make_link(open_study(follow_up=follow_up, **fields))


def quality(trial: Trial, *values: int) -> list[Given]:
    return [
        (pk, "quality", value) for pk, value in zip(trial.triad.sample_ids, values, strict=False)
    ]


@pytest.mark.parametrize(
    ("plan", "criterion", "fit", "unfit"),
    [(DEGREE, "degree", (0, 100), (101,)), (MAGNITUDE, "difference", (1, 999_999), (0,))],
)
def test_a_number_about_the_difference_is_within_its_limits(plan, criterion, fit, unfit):
    link = link_of(plan)
    for number, value in enumerate(fit):
        assert choose(start(link, f"k{number}"), (None, criterion, value)).ratings.count() == 1
    for value in unfit:
        with refused("not rated so"):
            choose(start(link, "k9"), (None, criterion, value))


def test_the_three_texts_are_rated_by_the_plans_criteria():
    link = link_of(RATE)
    first = start(link)
    assert choose(first, *quality(first, 100, 1, 999_999)).ratings.count() == 3
    trial = start(link, "k2")
    good = quality(trial, 100, 100)
    [foreign, *_] = set(first.triad.sample_ids) - set(trial.triad.sample_ids)
    third = trial.triad.sample_ids[2]
    unfit = (foreign, "quality", 9), (third, "taste", 9), (third, "quality", 0), (None, "degree", 9)
    for bad in unfit:
        with refused("not rated so"):
            choose(trial, *good, bad)
    with refused("rating_once"):
        choose(trial, *good, good[0])
    with refused("has 2 of 3 ratings"):
        choose(trial, *good)


def test_the_largest_number_has_six_digits():
    trial = start(link_of(RATE))
    with refused("rating_value"):
        choose(trial, *quality(trial, 1, 1, 1_000_000))


def test_where_each_is_asked_no_answer_comes_without_its_number():
    trial = start(link_of(DEGREE))
    with refused("has 0 of 1 ratings"):
        choose(trial)


def test_where_the_last_is_asked_only_that_has_numbers():
    link = link_of(DEGREE | {"when": "last"}, evaluations_per_judge=2)
    choose(start(link))
    with refused("has 0 of 1 ratings"):
        choose(start(link))
    choose(start(link), (None, "degree", 70))


def test_a_study_that_asks_for_none_takes_none():
    trial = answered(make_link(open_study()))
    with refused("not rated so"):
        sql(
            "INSERT INTO studies_rating (answer_id, criterion, value) "
            "SELECT id, 'degree', 1 FROM studies_answer WHERE trial_id = %s",
            trial.pk,
        )


def test_a_rating_never_changes_and_is_kept():
    choose(start(link_of(DEGREE)), (None, "degree", 70))
    with refused("never changes"):
        sql("UPDATE studies_rating SET value = 71")
    with refused("is kept"):
        sql("DELETE FROM studies_rating")


def test_a_withdrawn_answer_keeps_its_numbers_and_gets_no_more():
    link = link_of(DEGREE | {"when": "last"}, evaluations_per_judge=2)
    answer = choose(start(link))
    last = choose(trial := start(link), (None, "degree", 70))
    withdrawal.withdraw(code=trial.code)
    assert last.ratings.count() == 1
    assert not last.ratings.counted().exists()
    with refused("not rated so"):
        sql(
            "INSERT INTO studies_rating (answer_id, criterion, value) VALUES (%s, 'degree', 1)",
            answer.pk,
        )


def test_ratings_are_erased_with_their_study():
    study = choose(start(link_of(DEGREE)), (None, "degree", 70)).study
    erasure.erase(study=study, user=study.owner)
    assert not Rating.objects.exists()
