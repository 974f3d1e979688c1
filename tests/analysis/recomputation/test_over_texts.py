"""Limits over other texts: from rows to what is stored with the verdict."""

import pytest

from analysis.models import Verdict
from analysis.recomputation import over_texts
from analysis.recomputation.store import recompute
from studies.models import Sample, Study
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.analysis.answering import give_answers, give_outcomes, withdraw
from tests.analysis.recomputation.crossed_study import crossed_study
from tests.analysis.stats.reference import rows
from tests.analysis.stats.test_crossed import FIELDS
from tests.factories import make_sample, make_study, open_study

pytestmark = pytest.mark.django_db


def stored(study):
    recompute(study_id=study.pk)
    return Verdict.objects.get(study=study).numbers["over_texts"]


@pytest.mark.parametrize(
    ("name", "items"), [("different_single", 15), ("same_repeats", 12)], ids=["single", "repeats"]
)
def test_stored_numbers_are_those_of_the_reference(name, items):
    found = stored(crossed_study(name))
    limits = found.pop("limits")
    assert found == {
        "confounded": False,
        "items": items,
        "items_a": items,
        "items_b": items,
        "none_because": None,
    }
    values = {row["quantity"]: float(row["value"]) for row in rows("crossed_values", set=name)}
    compared = [q for q in values if FIELDS.get(q) in limits]
    assert len(compared) >= 10
    for quantity in compared:
        expected = pytest.approx(values[quantity], rel=1e-8, abs=1e-12)
        assert limits[FIELDS[quantity]] == expected, quantity


def test_a_similarity_plan_gets_the_test_of_its_goal():
    limits = stored(crossed_study("different_single", goal="similarity", pd=0.3))["limits"]
    values = {
        row["quantity"]: float(row["value"])
        for row in rows("crossed_values", set="different_single")
    }
    mean, pc = values["correct"] / values["n"], 1 / 3 + 2 / 3 * 0.3
    assert limits["t"] == pytest.approx((mean - pc) / values["vc_se"])
    assert limits["p_value"] < 0.5
    assert limits["pc_upper"] == pytest.approx(values["vc_pc_upper_95_one_sided"])


@pytest.mark.parametrize(("items", "least"), [(4, 4), (5, 5)])
def test_below_five_items_a_subject_there_are_none(items, least):
    study = open_study(evaluations=24, items=items)
    give_answers(study, 24, 13)
    found = stored(study)
    assert (found["items_a"], found["items_b"]) == (least, least)
    assert found["none_because"] == ("few_items" if items < 5 else None)
    assert (found["limits"] is None) == (items < 5)


def test_many_items_of_one_subject_do_not_make_up_for_few_of_the_other():
    study = apart(of_a=9, of_b=4)
    give_answers(study, 24, 13)
    found = stored(study)
    assert (found["items"], found["items_a"], found["items_b"]) == (13, 9, 4)
    assert (found["limits"], found["none_because"]) == (None, "few_items")


def apart(*, of_a: int, of_b: int) -> Study:
    """An open study in which no item has texts of both subjects."""
    study = make_study(items=0, evaluations=24)
    for subject, number in (("A", of_a), ("B", of_b)):
        for place in range(number):
            make_sample(study, subject, f"{subject} {place}", f"Text {place} of {subject}.")
    return opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))


def test_a_study_without_an_item_of_both_subjects_is_confounded():
    study = apart(of_a=9, of_b=9)
    give_answers(study, 24, 13)
    assert stored(study)["confounded"] is True


def test_texts_that_are_left_out_or_for_practice_share_no_item():
    study = make_study(items=0)
    make_sample(study, "A", "sun", "A of the sun.")
    make_sample(study, "B", "sun", "B of the sun.", left_out=True)
    make_sample(study, "B", "sun", "B for practice.", kind="practice")
    samples = Sample.objects.filter(study=study)
    assert not samples.main().share_an_item()
    make_sample(study, "B", "sun", "B of the sun again.")
    assert samples.main().share_an_item()


def test_answers_that_are_all_alike_let_nothing_be_estimated():
    study = open_study(evaluations=24)
    give_answers(study, 24, 24)
    found = stored(study)
    assert (found["items"], found["limits"]) == (12, None)
    assert found["none_because"] == "not_estimable"


def test_one_judge_alone_lets_nothing_be_estimated():
    study = open_study(evaluations=6, evaluations_per_judge=6, items=24)
    give_outcomes(study, [True, False, True] * 2, per_judge=6)
    found = stored(study)
    assert found["items"] >= 10
    assert (found["limits"], found["none_because"]) == (None, "not_estimable")


def test_a_sequential_plan_has_none():
    study = open_study(evaluations=60, method="sequential", items=24)
    give_answers(study, 12, 12)
    found = stored(study)
    assert (found["limits"], found["none_because"]) == (None, "sequential")
    assert found["confounded"] is False


def test_above_the_largest_number_of_answers_there_are_none(monkeypatch):
    monkeypatch.setattr(over_texts, "MOST_ANSWERS", 23)
    study = open_study(evaluations=24)
    give_answers(study, 24, 13)
    found = stored(study)
    assert (found["limits"], found["none_because"]) == (None, "too_many")


def test_judges_enter_where_they_repeat_only():
    single = open_study(evaluations=24)
    give_answers(single, 24, 13)
    assert stored(single)["limits"]["judge_variance"] is None
    repeats = open_study(evaluations=24, evaluations_per_judge=6)
    give_outcomes(repeats, ([True] * 5 + [False]) * 2 + [False] * 12, per_judge=6)
    limits = stored(repeats)["limits"]
    assert limits["judge_variance"] > 0
    assert limits["degrees_of_freedom"] == 3


def test_answers_that_do_not_count_do_not_enter():
    study = open_study(evaluations=24)
    give_answers(study, 3, 3, state="surplus")
    give_answers(study, 24, 13)
    limits = stored(study)["limits"]
    alone = open_study(evaluations=24)
    give_answers(alone, 24, 13)
    others = stored(alone)["limits"]
    assert limits.pop("judge_variance") is others.pop("judge_variance") is None
    assert limits == pytest.approx(others, rel=1e-9, abs=1e-12)  # rows come in any order


def test_a_withdrawal_after_the_verdict_changes_nothing_of_it():
    study = open_study(evaluations=24)
    trials = give_answers(study, 24, 13)
    before = stored(study)
    withdraw(trials[:3])
    assert stored(study) == before


def test_the_answers_are_read_in_one_statement(django_assert_num_queries):
    study = open_study(evaluations=24)
    give_answers(study, 24, 13)
    with django_assert_num_queries(2):  # one for the items of the study
        over_texts.over_texts(study, counted=24)
