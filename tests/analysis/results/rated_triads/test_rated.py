"""Numbers after choices, on the results page and in the files: after the verdict."""

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from analysis.recomputation.store import recompute
from analysis.results.rated_triads.text import (
    LEFT_BEFORE,
    Degree,
    OfCriterion,
    degree_text,
    rated_text,
)
from analysis.stats.ratings.triads import degree_by_choice, systems_by_triad
from studies.models import Rating, Sample, Study, Trial
from studies.ratings.follow_up import checked
from tests.analysis.answering import give_outcomes
from tests.analysis.report_zip.archive import files, printed_by_r, quantities, recomputed, rows
from tests.analysis.results.snapshots import decided
from tests.analysis.verdict_text.statements import PLAN
from tests.factories import open_study
from tests.studies.judge.visits import text_of

pytestmark = pytest.mark.django_db

RATE = checked({"ask": "rate", "when": "each", "criteria": [{"key": "quality"}]})
DEGREE = checked({"ask": "degree", "when": "each"})
NAMES = ("Human", "Machine")


def of_twice(judges: int = 8) -> OfCriterion:
    found = systems_by_triad(
        judges=range(judges), items=range(judges), differences=[math.log(1.2)] * judges
    )
    return OfCriterion("quality", found, found, found, found.p_value or 1.0)


def test_the_ratings_follow_the_verdict_in_one_sentence() -> None:
    told = rated_text((of_twice(),), decided(PLAN, 45), NAMES)
    assert told.sentences == (
        "They are told apart (45 of 98 right), and Machine is rated 1.20 times as high as Human "
        "(1.20 to 1.20, 95 % limits) for quality (p = 0.0078).",
    )
    # Where they were not told apart, nothing is said of it here.
    [alone] = rated_text((of_twice(),), decided(PLAN, 30), NAMES).sentences
    assert alone.startswith("Machine is rated 1.20 times as high as Human")


def test_the_higher_one_is_named_first_and_what_is_not_shown_is_no_likeness() -> None:
    found = systems_by_triad(judges=range(5), items=range(5), differences=[-math.log(2)] * 5)
    assert found.limits is None
    one = OfCriterion("quality", found, found, found, found.p_value or 1.0)
    [said] = rated_text((one,), decided(PLAN, 45), NAMES).sentences
    assert "Human is rated 2.00 times as high as Machine (p = 0.062), which" in said
    assert said.startswith("For quality, neither was shown to be rated above the other")
    assert "does not show that they are rated alike. So few judges (5) cannot show it." in said
    alone = systems_by_triad(judges=[1], items=[1], differences=[0.5])
    [said] = rated_text((replace(one, whole=alone),), decided(PLAN, 45), NAMES).sentences
    assert said.endswith("That is not tested: one judge cannot speak for others.")
    none = systems_by_triad(judges=[], items=[], differences=[])
    [said] = rated_text((replace(one, whole=none),), decided(PLAN, 45), NAMES).sentences
    assert said == "For quality, no triad was rated."


@pytest.mark.parametrize(
    ("right", "wrong", "said"),
    [
        ([90] * 6, [10] * 6, "was called more different where it was the odd one: 90 on average"),
        ([10] * 6, [90] * 6, "was called less different where it was the odd one"),
        ([50] * 6, [50] * 6, "right called the chosen text more different: 50"),
        ([50] * 6, [], "No p: all answers with a number are right, or all wrong."),
    ],
)
def test_how_different_beside_right_and_wrong(right: Any, wrong: Any, said: str) -> None:
    values = [*right, *wrong]
    compared = degree_by_choice(
        judges=range(len(values)),
        right=[place < len(right) for place in range(len(values))],
        values=values,
        log=False,
    )
    [sentence] = degree_text(Degree(compared, is_magnitude=False), decided(PLAN, 45)).sentences
    assert said in sentence


def rate(trials: list[Trial], times: float = 1.5) -> None:
    """Rate the texts of B so many times as high as those of A."""
    subjects = dict(Sample.objects.values_list("pk", "subject"))
    Rating.objects.bulk_create(
        Rating(
            answer=trial.answer,
            sample_id=sample,
            criterion="quality",
            value=round(100 * times) if subjects[sample] == "B" else 100,
        )
        for trial in trials
        for sample in trial.triad.sample_ids
    )


def rated_study(counted: int = 12, **fields: Any) -> tuple[Study, list[Trial]]:
    study = open_study(**{"follow_up": RATE, "evaluations": 12, **fields})
    trials = give_outcomes(study, [place % 2 == 0 for place in range(counted)])
    rate(trials)
    recompute(study_id=study.pk)
    return study, trials


def page(client: Client, study: Study) -> str:
    client.force_login(study.owner)
    return text_of(client.get(f"/studies/{study.code}/results/"))


def test_the_page_has_a_second_result_once_the_verdict_is_given(client: Client) -> None:
    study, trials = rated_study(11)
    assert "Numbers after the choice" not in page(client, study)
    more = give_outcomes(study, [True])
    rate(more)
    recompute(study_id=study.pk)
    shown = page(client, study)
    assert "Numbers after the choice" in shown
    assert "Machine is rated 1.50 times as high as Forecaster (1.50 to 1.50, 95 % limits)" in shown
    assert "the verdict above is that of the triads alone" in shown
    # What is withdrawn counts no more.
    Trial.objects.filter(pk=trials[0].pk).update(state="withdrawn")
    recompute(study_id=study.pk)
    assert ">11</td>" in page(client, study)


@pytest.mark.parametrize(("each", "said"), [(1, False), (2, True)])
def test_of_judges_who_left_before_the_last_triad_the_page_says_that_they_gave_none(
    client: Client, each: int, said: bool
) -> None:
    study, _ = rated_study(follow_up=RATE | {"when": "last"}, evaluations_per_judge=each)
    assert (LEFT_BEFORE in page(client, study).replace("&#x27;", "'")) is said


def test_a_study_that_asks_for_none_says_nothing_of_them(client: Client) -> None:
    study = open_study(evaluations=12)
    give_outcomes(study, [True] * 12)
    recompute(study_id=study.pk)
    assert "Numbers after the choice" not in page(client, study)


def test_each_number_is_a_row_of_the_files(client: Client, tmp_path: Path) -> None:
    study, trials = rated_study()
    client.force_login(study.owner)
    own = b"".join(client.get(f"/studies/{study.code}/export/ratings.csv"))
    given = rows(own)
    assert len(given) == 36
    first = given[0]
    assert (first["method"], first["criterion"], first["counted"]) == ("rate", "quality", "yes")
    of_page = [row for row in given if row["triad"] == first["triad"]]
    assert sorted(row["place"] for row in of_page) == ["1", "2", "3"]
    assert {row["value"]: row["system_name"] for row in of_page} == {
        "150": "Machine",
        "100": "Forecaster",
    }
    assert sum(float(row["log_less_page_mean"]) for row in of_page) == pytest.approx(0, abs=1e-8)
    assert min(row["rank_on_page"] for row in of_page) == "1"
    report = files(client, study.owner, study)
    assert len(rows(report["ratings.csv"])) == 36
    assert float(quantities(report)["rating_1_ratio"]) == pytest.approx(1.5)
    assert float(recomputed(report, tmp_path)["rating_1_ratio"]) == pytest.approx(1.5)
    assert float(printed_by_r(report, tmp_path)["rating_1_ratio"]) == pytest.approx(1.5)
    assert "ratings.csv" in report["codebook.csv"].decode()
    assert "by quality, as magnitudes" in report["design_statement.md"].decode()
    assert Trial.objects.count() == len(trials)


def test_a_number_about_the_difference_has_no_text(client: Client, tmp_path: Path) -> None:
    study = open_study(follow_up=DEGREE, evaluations=12)
    for place, trial in enumerate(give_outcomes(study, [place < 6 for place in range(12)])):
        Rating.objects.create(answer=trial.answer, criterion="degree", value=90 if place < 6 else 0)
    recompute(study_id=study.pk)
    assert "called more different where it was the odd one: 90 on average" in page(client, study)
    given = rows(b"".join(client.get(f"/studies/{study.code}/export/ratings.csv")))
    report = files(client, study.owner, study)
    for computed in (recomputed(report, tmp_path), printed_by_r(report, tmp_path)):
        means = [float(computed[f"degree_{side}_mean"]) for side in ("right", "wrong")]
        assert means == [90, 0]
    assert [given[-1][name] for name in ("place", "system", "value", "log_value")] == [
        "",
        "",
        "0",
        "",
    ]
