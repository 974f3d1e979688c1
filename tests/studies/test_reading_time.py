"""How long judges read, from the length of the texts."""

from dataclasses import asdict

import pytest

from studies import reading_time
from studies.models import RatingPlan, Sample
from studies.ratings import follow_up
from studies.ratings.numbers import SheetNumbers
from studies.workbench.draft.rating_number import Reading
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def test_the_time_to_read_is_measured_by_main_texts_alone():
    study = make_study()
    Sample.objects.filter(study=study).update(text="x" * 1200)
    make_sample(study, "A", "long", "y" * 40_000, kind="practice")
    make_sample(make_study(), "A", "other", "y" * 40_000)
    assert reading_time.minutes_of_page(study) == 3.25


@pytest.mark.parametrize(
    ("fields", "minutes"),
    [({}, 4), ({"evaluations_per_judge": 4}, 13), ({"practice_triads": 2}, 10)],
)
def test_minutes_from_the_length_of_the_texts(fields, minutes):
    """Three texts of 1,200 characters: 3 minutes and a quarter to choose."""
    study = make_study(**fields)
    Sample.objects.filter(study=study).update(text="x" * 1200)
    assert reading_time.minutes_needed(study) == minutes


@pytest.mark.parametrize(
    ("asked", "minutes"),
    [
        ({"ask": "degree", "when": "last"}, 14),
        ({"ask": "degree", "when": "each"}, 15),
        ({"ask": "rate", "when": "each", "criteria": [{"key": "quality"}]}, 17),
    ],
)
def test_each_number_after_a_choice_takes_twenty_seconds(asked, minutes):
    """Four pages of 3.25 minutes are 13; then 1, 4 and 12 numbers."""
    study = make_study(evaluations_per_judge=4, follow_up=follow_up.checked(asked))
    Sample.objects.filter(study=study).update(text="x" * 1200)
    assert reading_time.minutes_needed(study) == minutes


def test_a_study_without_texts_takes_a_minute():
    assert reading_time.minutes_needed(make_study(items=0)) == 1


@pytest.mark.parametrize(
    ("plan", "minutes"),
    [
        # Of three texts of one minute: three numbers, nine, or one text and its three numbers.
        ({}, 4),
        ({"setup": "together"}, 6),
        ({"setup": "together", "method": "plain_me"}, 2),
    ],
)
def test_on_a_sheet_each_number_takes_twenty_seconds(plan, minutes):
    study = make_study(items=1, kind="rating", more_subjects=["Third"])
    RatingPlan.objects.create(study=study, **plan)
    study.samples.update(text="x" * 1200)
    assert reading_time.minutes_needed(study) == minutes
    # The card beside the form of the draft says the same, with practice too.
    study.practice_triads = 2
    numbers = SheetNumbers(
        items=1, systems=3, judges_per_item=3, criteria=3,
        side_by_side=plan.get("method") != "plain_me", apart="setup" not in plan,
        **asdict(Reading.of(study)),
    )  # fmt: skip
    needed = reading_time.minutes_needed(study)
    assert numbers.minutes(study.evaluations_per_judge) == needed > minutes
