"""The scripts of the report: their numbers are the page's."""

import re

import pytest

from analysis.recomputation.store import recompute
from tests.analysis.answering import withdraw
from tests.analysis.report_zip.archive import answered, files, printed, quantities, recomputed
from tests.factories import make_study

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
            assert float(value) == pytest.approx(float(said[name]), rel=1e-8, abs=1e-12), name
    exact = {"difference_p_value", "similarity_p_value", "difference_pd_lower", "estimate_d_prime"}
    assert exact & {name for name, value in said.items() if value} <= set(computed)


def test_script_tests_the_verdict_on_record_after_withdrawals(client, owner, tmp_path):
    study, trials = answered(owner, 98, 45)
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    computed = recomputed(found, tmp_path)
    assert (computed["verdict_correct"], computed["verdict_counted"]) == ("43", "96")
    assert computed["note"] == "withdrawn since: the verdict was given on 45 of 98, tested below"
    assert float(computed["difference_p_value"]) == pytest.approx(0.00647, abs=1e-5)
    assert "Afterwards 2 of these answers were withdrawn" in found["methods_en.txt"].decode()


def test_script_tests_nothing_before_the_verdict(client, owner, tmp_path):
    study, _ = answered(owner, 37, 30)
    computed = recomputed(files(client, owner, study), tmp_path)
    assert computed == {"counted": "37", "note": "no verdict: this plan has 98 evaluations"}


def test_script_prints_what_it_computes(client, owner, tmp_path):
    found = files(client, owner, answered(owner, 98, 45)[0])
    out = printed(found, tmp_path)
    assert out == recomputed(found, tmp_path)
    assert float(out["difference_p_value"]) == pytest.approx(0.00646, abs=1e-5)


def test_r_script_asks_for_no_package(client, owner):
    script = files(client, owner, make_study(owner=owner))["recompute.R"].decode()
    assert not re.search(r"\b(library|require|requireNamespace)\(|::", script)
    assert [script.count(sign) for sign in "({["] == [script.count(sign) for sign in ")}]"]
