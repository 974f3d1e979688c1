"""The scripts of the report: their numbers are the page's."""

import re
import runpy
import subprocess
import sys
from datetime import timedelta

import pytest
from django.db.models.functions import Now

from analysis.recomputation.store import recompute
from analysis.report_zip.contents import SCRIPTS
from analysis.stats import fit_beta_binomial
from studies.models import Trial
from studies.services.judging.answering import answers
from tests.analysis.answering import withdraw
from tests.analysis.earlier_version import given_by_an_earlier_version
from tests.analysis.recomputation.crossed_study import crossed_study
from tests.analysis.report_zip.archive import (
    answered,
    files,
    printed,
    printed_by_r,
    quantities,
    recomputed,
    unpacked,
)
from tests.factories import make_link, make_study, open_study
from tests.studies.services.judging.steps import start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("counted", "correct", "plan"),
    [
        (98, 45, {}),
        (98, 36, {"goal": "similarity"}),
        (98, 20, {}),
        (24, 24, {"evaluations": 24}),
        (96, 45, {"evaluations": 96, "evaluations_per_judge": 6}),
        (60, 50, {"method": "sequential", "beta": 0.05}),
    ],
)
def test_python_script_gives_the_numbers_of_the_results(
    client, owner, tmp_path, counted, correct, plan
):
    study, _ = answered(owner, counted, correct, **plan)
    found = files(client, owner, study)
    computed, said = recomputed(found, tmp_path), quantities(found)
    computed.pop("note", None)
    assert len(computed) >= 4
    for name, value in computed.items():
        if name == "verdict":
            assert value == said[name]
        else:
            # Where a likelihood is largest is known to half the digits of its values.
            rel = 1e-6 if name in OF_REPEATS else 1e-8
            assert float(value) == pytest.approx(float(said[name]), rel=rel, abs=1e-12), name
    exact = {"difference_p_value", "similarity_p_value", "difference_pd_lower", "estimate_d_prime"}
    assert exact & {name for name, value in said.items() if value} <= set(computed)


def test_script_tests_the_verdict_on_record_after_withdrawals(client, owner, tmp_path):
    study, trials = answered(owner, 98, 45)
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    computed = recomputed(found, tmp_path)
    assert (computed["left_correct"], computed["left_counted"]) == ("43", "96")
    assert computed["note"] == "withdrawn since: the verdict was given on 45 of 98, tested below"
    assert float(computed["difference_p_value"]) == pytest.approx(0.00647, abs=1e-5)
    assert "Afterwards 2 of these answers were withdrawn" in found["methods_en.txt"].decode()


def test_answers_of_a_sequential_plan_are_taken_in_the_order_in_which_triads_were_given(
    client, owner, tmp_path
):
    """Those who answer last held first: by storage the lines would be crossed elsewhere."""
    study = open_study(owner=owner, evaluations=60, method="sequential", beta=0.05, items=24)
    link = make_link(study)
    held = [start(link, f"k{number}") for number in range(12)]
    for trial in held[6:] + held[:6]:
        odd = trial.triad.odd_position
        answers.answer(code=trial.code, position=odd if trial in held[:8] else odd % 3 + 1)
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    said = quantities(found)
    assert said["verdict"] == "difference"
    computed = recomputed(found, tmp_path)
    of_verdict = ("verdict", "verdict_counted", "verdict_correct")
    assert {name: computed[name] for name in of_verdict} == {
        name: said[name] for name in of_verdict
    }


@pytest.mark.parametrize("order", ["assignment", "completion"])
def test_a_sequential_verdict_is_recomputed_after_withdrawals(client, owner, tmp_path, order):
    plan = {"method": "sequential", "beta": 0.05, "evaluations": 60}
    study, trials = answered(owner, 60, 50, **plan)
    if order == "completion":
        given_by_an_earlier_version(study, without="in_order")
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    assert quantities(found)["sequential_order"] == order
    out = printed(found, tmp_path)  # agrees
    assert out["verdict_counted"] == quantities(found)["verdict_counted"]


def test_a_result_that_the_answers_do_not_give_is_named_with_status_1(client, owner, tmp_path):
    found = files(client, owner, answered(owner, 98, 45)[0])
    wrong = re.sub(rb"(difference_p_value),[^,\r]+", rb"\1,0.5", found["results.csv"])
    assert wrong != found["results.csv"]
    folder = unpacked(found | {"results.csv": wrong}, tmp_path)
    done = subprocess.run(
        [sys.executable, "-I", str(folder / "recompute.py")],
        check=False,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 1
    *_, head, line = done.stdout.splitlines()
    assert head == "differs from the stored result:"
    assert line.startswith("difference_p_value: 0.006")


def test_script_tests_nothing_before_the_verdict(client, owner, tmp_path):
    study, _ = answered(owner, 37, 30)
    computed = recomputed(files(client, owner, study), tmp_path)
    assert computed["note"] == "no verdict: this plan has 98 evaluations"
    assert not {name for name in computed if name.startswith(("difference_", "similarity_"))}


EVIDENCE = {
    "log_e_value_difference",
    "log_e_value_similarity",
    "confidence_sequence_pd_lower",
    "confidence_sequence_pd_upper",
    "confidence_sequence_below_chance",
}


@pytest.mark.parametrize("correct", [0, 3, 12, 37])
def test_what_holds_at_every_look_is_recomputed(client, owner, tmp_path, correct):
    found = files(client, owner, answered(owner, 37, correct)[0])
    out = printed(found, tmp_path)  # agrees
    assert set(out) >= EVIDENCE
    assert set(out) <= set(quantities(found)) | {"note"}


@pytest.mark.parametrize(
    ("name", "plan"),
    [("different_single", {}), ("different_single", {"goal": "similarity"}), ("same_repeats", {})],
)
def test_limits_over_texts_are_recomputed(client, owner, tmp_path, name, plan):
    study = crossed_study(name, owner=owner, **plan)
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    computed, said = recomputed(found, tmp_path), quantities(found)
    for quantity in ("p_value", "pc_lower", "pc_upper", "design_effect"):
        value = float(computed[f"over_texts_{quantity}"])
        assert value == pytest.approx(float(said[f"over_texts_{quantity}"]), rel=1e-8)
    if name == "same_repeats":
        by_r = printed_by_r(found, tmp_path)  # agrees, as page and scripts do with repeats
        for quantity in OF_REPEATS:
            stored = pytest.approx(float(said[quantity]), rel=1e-6, abs=1e-9)
            assert float(computed[quantity]) == stored, quantity
            assert float(by_r[quantity]) == stored, quantity


OF_REPEATS = (
    "beta_binomial_pd",
    "beta_binomial_pd_lower",
    "beta_binomial_pd_upper",
    "beta_binomial_d_prime",
)


@pytest.mark.parametrize(
    ("right", "answers"),
    [
        ([6, 5, 3, 1], [6] * 4),
        ([1, 2, 3, 0, 3, 3, 1, 2, 1, 0, 3, 2], [3, 3, 3, 3, 3, 3, 2, 2, 1, 1, 3, 3]),
        ([3] * 8 + [1] * 16, [3] * 24),
        ([3] * 12, [3] * 12),
        ([0] * 12, [3] * 12),
    ],
    ids=["few", "unequal", "all or none", "all right", "all wrong"],
)
def test_the_estimate_of_judges_who_repeat_is_found_by_another_way(right, answers):
    """The script climbs no slope: it looks on grids, and nearer. The edges are among the cases."""
    script = runpy.run_path(str(SCRIPTS / "repeats.py"))
    found = dict(script["beta_binomial"](list(zip(right, answers, strict=True))))
    fit = fit_beta_binomial(right, answers, chance_corrected=True)
    expected = {
        "beta_binomial_pd": fit.pd.value,
        "beta_binomial_pd_lower": fit.pd.lower,
        "beta_binomial_pd_upper": fit.pd.upper,
        "beta_binomial_p_overdispersion": fit.p_overdispersion,
    }
    if len(right) < 10:
        del expected["beta_binomial_p_overdispersion"]  # it is drawn
    assert found == pytest.approx(expected, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("primary_set", ["all", "kept"])
def test_the_set_that_does_not_decide_is_recomputed(client, owner, tmp_path, primary_set):
    study = open_study(
        owner=owner, evaluations=24, items=24, least_seconds=5, primary_set=primary_set
    )
    link = make_link(study)
    for number in range(6):
        trial = start(link, f"k{number}")
        if number:
            Trial.objects.filter(pk=trial.pk).update(held_at=Now() - timedelta(minutes=1))
        odd = trial.triad.odd_position
        answers.answer(code=trial.code, position=odd if number < 4 else odd % 3 + 1)
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    out = printed(found, tmp_path)  # agrees
    expected = ("5", "3") if primary_set == "all" else ("6", "4")
    assert (out["sensitivity_counted"], out["sensitivity_correct"]) == expected
    assert out["judges_excluded"] == "1"


def test_whom_the_rule_excludes_is_recomputed_from_times_and_attention_triads(tmp_path):
    """Without the marks of judges.csv: these are what is checked."""
    script = runpy.run_path(str(SCRIPTS / "recompute.py"))
    head = "judge,triad,mode,kind,correct,shown_at_utc,answered_at_utc"
    at = "2026-11-28T10:00:00.000Z,2026-11-28T10:00:{}Z"
    answers = [
        head,
        *(f"fast,1,live,main,1,{at}".format("01.990"), f"slow,2,live,main,1,{at}".format("02.010")),
        *(
            f"again,3,live,main,1,{at}".format("01.000"),
            f"pilot,4,pilot,main,1,{at}".format("01.000"),
        ),
        *(
            f"near,5,live,main,1,{at}".format("02.000"),
            f"marked,6,live,main,1,{at}".format("02.000"),
        ),
        *[f"absent,7,live,attention,0,{at}".format("09.000")] * 2,
        f"once,8,live,attention,0,{at}".format("09.000"),
    ]
    names = {line.split(",")[0]: "" for line in answers[1:]} | {"marked": "2026"}
    tables = {
        "answers.csv": answers,
        "judges.csv": ["judge,excluded_at_utc", *map(",".join, names.items())],
        "trials.csv": ["judge,triad,kind,given_again", "again,3,main,yes", "fast,1,main,no"],
        "plan.csv": [
            *("name,value", "exclusion.least_seconds,2.0", "exclusion.most_failed_attention,1")
        ],
    }
    for name, lines in tables.items():
        (tmp_path / name).write_text("\n".join(lines))
    found = script["excluded_judges"](script["rows"](tmp_path / "answers.csv"), tmp_path)
    assert found == {"fast", "marked", "absent"}


def test_script_prints_what_it_computes(client, owner, tmp_path):
    found = files(client, owner, answered(owner, 98, 45)[0])
    out = printed(found, tmp_path)
    assert out == recomputed(found, tmp_path)
    assert float(out["difference_p_value"]) == pytest.approx(0.00646, abs=1e-5)


def test_r_script_asks_for_no_package(client, owner):
    found = files(client, owner, make_study(owner=owner))
    for name in ("recompute.R", "repeats.R"):
        script = found[name].decode()
        assert not re.search(r"\b(library|require|requireNamespace)\(|::", script)
        assert [script.count(sign) for sign in "({["] == [script.count(sign) for sign in ")}]"]
