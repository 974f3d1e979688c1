"""What stands against opening a rating study, each in a sentence."""

import json
from typing import Any

import pytest

from studies.models import RatingPlan, Study
from studies.services.lifecycle.checks.ratings import (
    problems_of,
    shared_by_systems,
    warnings_of,
)
from studies.services.lifecycle.opening import open_study
from tests.factories import make_sample, make_study

pytestmark = pytest.mark.django_db
TICKS = {
    "key": "lacks",
    "label": "What is missing",
    "definition": "",
    "question": "Is anything missing?",
    "shows_context": True,
    "kind": "ticks",
}


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
    assert "no_rated_texts" in found(study)


def test_identical_texts_leave_nothing_to_rate_unless_they_are_kept():
    study = make_rating_study(items=1)
    text = study.samples.get(subject="A")
    study.samples.filter(subject="B").update(text=text.text, content_hash=text.content_hash)
    assert "nothing to rate" in found(study)["all_alike"]
    RatingPlan.objects.update(identical="keep")
    told = found(Study.objects.get(pk=study.pk))
    assert "6 sheets, and can get 1: none is rated twice" in told.pop("more_sheets_than_questions")
    assert told == {}


@pytest.mark.parametrize("method", ["rankme", "plain_me", "likert"])
def test_magnitude_estimation_needs_a_reference_of_its_own(method):
    study = make_rating_study(method=method, reference_text=" ", judges=100)
    without = set() if method == "likert" else {"no_reference"}
    assert set(found(study)) == without
    RatingPlan.objects.update(reference_text=study.samples.first().text)
    again = Study.objects.get(pk=study.pk)
    assert set(found(again)) == (without if method == "likert" else {"reference_is_rated"})


def test_the_judges_must_be_able_to_rate_all_sheets():
    study = make_rating_study(items=18, judges=8, setup="together")  # 3 judges each
    sentence = found(study)["too_few_sheets_each"]
    assert "54 sheets, and 8 judges with at most 6 each rate 48" in sentence
    wrong = make_rating_study(judges=6, judges_per_item=7, primary_criterion="beauty")
    assert set(found(wrong)) == {
        "fewer_judges_than_copies", "primary_criterion", "too_few_sheets_each", "too_few_judges",
    }  # fmt: skip


@pytest.mark.parametrize("setup", ["apart", "together"])
def test_more_sheets_than_a_study_can_have_are_named(monkeypatch, setup):
    study = make_rating_study(setup=setup)
    number = {"apart": 54, "together": 18}[setup]
    monkeypatch.setattr("studies.services.lifecycle.checks.ratings.MAX_EVALUATIONS", number)
    assert "too_many_sheets" not in found(study)
    monkeypatch.setattr("studies.services.lifecycle.checks.ratings.MAX_EVALUATIONS", number - 1)
    assert f"has {number} sheets" in found(study)["too_many_sheets"]


def test_criteria_asked_apart_have_judges_of_their_own():
    sentence = found(make_rating_study(judges=17))["too_few_judges"]
    assert "17 judges, 5 for each criterion, can never decide" in sentence
    assert sentence.endswith("at least 6 are needed for each.")
    assert found(make_rating_study(judges=18)) == {}
    assert found(make_rating_study(judges=6, mixes_criteria=True, items=4)) == {}


def test_what_can_be_accepted_is_warned_of():
    study = make_rating_study(items=40, judges=60)  # 120 sheets of each criterion
    assert dict(warnings_of(study)) == {}
    study.evaluations_per_judge = 13
    text = study.samples.get(subject="A", item="day 3")
    study.samples.filter(subject="B", item="day 3").update(content_hash=text.content_hash)
    study.rating_plan.judges = 57
    told = dict(warnings_of(study))
    assert told["few_judges"].startswith("19 judges are planned for each criterion")
    assert "rate 13 of 117 sheets for each criterion, 11 %" in told["much_of_one_judge"]
    assert "same text about “day 3”: there is nothing to rate" in told["items_alike"]
    assert shared_by_systems(study) == ""  # nothing is rated of that item


def test_systems_that_share_texts_are_named():
    study = make_rating_study(systems=3)
    text = study.samples.get(subject="A", item="day 3")
    study.samples.filter(subject="C", item="day 3").update(content_hash=text.content_hash)
    assert "Forecaster and System C about 1 of 6 items. It is" in shared_by_systems(study)
    study.rating_plan.identical = "keep"
    assert shared_by_systems(study) == ""


def test_naturalness_rated_with_what_the_texts_are_made_from_is_warned_of():
    study = make_rating_study(items=40, judges=60, setup="together")
    assert "context_in_sight" not in dict(warnings_of(study))  # there is nothing to be seen
    study.samples.update(context="name[Blue Spice]")
    told = dict(warnings_of(study))["context_in_sight"]
    assert told.startswith("Judges rate by Naturalness with what the texts are made from in sight")
    assert "for Informativeness, Quality, on the same page" in told
    study.rating_plan.setup = "apart"
    assert "context_in_sight" not in dict(warnings_of(study))
    study.rating_plan.criteria[1]["shows_context"] = True
    assert "it is shown. They may" in dict(warnings_of(study))["context_in_sight"]


def test_practice_and_attention_need_texts_of_their_own():
    study = make_rating_study(setup="together")
    study.practice_triads, study.attention_at = 2, [1]
    assert {"practice_too_few_texts", "attention_too_few_texts"} == set(found(study))
    for number in range(2):
        make_sample(study, "A", f"practice {number}", "One to practise.", kind="practice")
    make_sample(study, "B", "check", "Too few", kind="attention")
    assert "“check” has too few words" in found(study)["attention_too_short"]
    make_sample(study, "A", "check", "The intact one.", kind="attention")
    assert found(study) == {}
    for kind, item in (("practice", "practice 1"), ("attention", "check")):
        make_sample(study, "A", item, "Another one.", kind=kind)
    assert {"practice_twice", "attention_twice"} == set(found(study))


def test_opening_adds_the_twin_with_shuffled_words_and_freezes_both():
    study = make_rating_study(setup="together", judges=40)
    study.attention_at = [1]
    study.save()
    make_sample(study, "B", "check", "Rain falls on the wide green plain.", kind="attention")
    open_study(study=study, user=study.owner, accepted=["few_judges", "much_of_one_judge"])
    intact, twin = study.samples.filter(kind="attention").order_by("subject")
    assert (intact.subject, twin.subject) == ("A", "B")
    assert sorted(twin.text.split()) == sorted(intact.text.split())
    assert twin.text != intact.text
    frozen = json.loads(Study.objects.get(pk=study.pk).plan_json)["attention_samples"]
    assert frozen == [f"A {intact.content_hash}", f"B {twin.content_hash}"]
    assert study.sheets.filter(kind="attention").count() == 4  # two turns, two modes
