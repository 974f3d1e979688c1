"""What stands against opening a rating study, each in a sentence."""

from typing import Any

import pytest

from studies.models import RatingPlan, Study
from studies.services.lifecycle.checks.ratings import problems_of
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db


def make_rating_study(systems: int = 2, items: int = 6, **plan: Any) -> Study:
    """A draft that nothing stands against, but for what `plan` says."""
    names = [f"System {letter}" for letter in "CDEFGH"[: systems - 2]]
    study = make_study(items=items, kind="rating", more_subjects=names, evaluations_per_judge=6)
    for number in range(items):
        for letter in "CDEFGH"[: systems - 2]:
            make_sample(study, letter, f"day {number}", f"Text {number} of {letter}.")
    RatingPlan.objects.create(study=study, **{"reference_text": "A model text."} | plan)
    return study


def found(study: Study) -> dict[str, str]:
    return dict(problems_of(study))


@pytest.mark.parametrize(("systems", "fewest"), [(2, 6), (3, 7), (4, 8), (5, 9), (8, 11)])
def test_fewer_judges_than_can_ever_decide_are_named(systems, fewest):
    assert found(make_rating_study(systems, judges=fewest, setup="together")) == {}
    plan = {"judges": fewest - 1, "setup": "together"}
    sentence = found(make_rating_study(systems, **plan))["too_few_judges"]
    assert f"{fewest - 1} judges can never decide between {systems} systems" in sentence
    assert f"at least {fewest} are needed" in sentence


def test_items_without_a_text_of_each_system_are_listed():
    study = make_rating_study(3, items=8)
    study.samples.filter(subject="C").exclude(item="day 0").delete()
    sentence = found(study)["incomplete_items"]
    assert "Each item needs one text of each system" in sentence
    assert "“day 1” (System C); “day 2” (System C)" in sentence
    assert sentence.endswith("and 2 more.")
    study.samples.all().delete()
    assert "no_texts" in found(study)


def test_identical_texts_leave_nothing_to_rate_unless_they_are_kept():
    study = make_rating_study(items=1)
    text = study.samples.get(subject="A")
    study.samples.filter(subject="B").update(text=text.text, content_hash=text.content_hash)
    assert "nothing to rate" in found(study)["identical_texts"]
    RatingPlan.objects.update(identical="keep")
    assert found(Study.objects.get(pk=study.pk)) == {}


@pytest.mark.parametrize("method", ["rankme", "plain_me", "likert"])
def test_magnitude_estimation_needs_a_reference_of_its_own(method):
    study = make_rating_study(method=method, reference_text=" ", judges=100)
    assert set(found(study)) == (set() if method == "likert" else {"no_reference"})
    RatingPlan.objects.update(reference_text=study.samples.first().text)
    again = Study.objects.get(pk=study.pk)
    assert set(found(again)) == (set() if method == "likert" else {"reference_is_rated"})


def test_the_judges_must_be_able_to_rate_all_sheets():
    study = make_rating_study(items=9, judges=8)  # 9 items, 3 criteria, 3 judges each
    assert (
        "81 sheets, and 8 judges with at most 6 each rate 48" in found(study)["too_few_sheets_each"]
    )
    wrong = make_rating_study(judges=6, judges_per_item=7, primary_criterion="beauty")
    assert set(found(wrong)) == {
        "fewer_judges_than_copies", "primary_criterion", "too_few_sheets_each",
    }  # fmt: skip
