"""results.csv: what it holds before and with a verdict."""

import csv
import io

import pytest

from analysis.recomputation.store import recompute
from studies.services.lifecycle import amendments
from tests.analysis.answering import give_answers
from tests.analysis.results.test_views import answered, url
from tests.factories import make_user, open_study

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner():
    return make_user()


def rows_of(client, user, study, query=""):
    client.force_login(user)
    response = client.get(url(study, "export_results") + query)
    content = b"".join(response.streaming_content).decode()
    rows = list(csv.reader(io.StringIO(content.removeprefix("\ufeff"))))
    assert rows[0] == ["quantity", "value"]
    assert response["X-Row-Count"] == str(len(rows) - 1)
    return dict(rows[1:]), content


def test_results_file_with_the_verdict(client, owner):
    study = answered(owner, 98, 45)
    rows, content = rows_of(client, owner, study)
    assert rows["plan_sha256"] == study.plan_sha256
    assert (rows["counted"], rows["correct"], rows["verdict"]) == ("98", "45", "difference")
    assert float(rows["difference_p_value"]) == pytest.approx(0.006461120821041044)
    assert float(rows["similarity_pd_upper"]) == pytest.approx(0.37151, abs=1e-4)
    assert rows["difference_min_correct"] == "41"
    assert rows["difference_significant"] == "1"
    assert float(rows["estimate_d_prime"]) == pytest.approx(1.25, abs=0.01)
    assert rows["statement"].startswith("Judges like these can tell these texts of Forecaster")
    assert rows["panel_1"] == "public"
    assert not content.startswith("\ufeff")
    assert rows_of(client, owner, study, "?bom=1")[1].startswith("\ufeff")


def test_results_file_before_the_verdict_holds_what_may_be_watched(client, owner):
    study = answered(owner, 37, 15)
    study.refresh_from_db()
    amendments.raise_evaluations(study=study, user=owner, evaluations=150, why="=cmd()")
    recompute(study_id=study.pk)
    rows, _ = rows_of(client, owner, study)
    assert "log_e_value_difference" in rows
    assert "confidence_sequence_pd_upper" in rows
    assert not [name for name in rows if name.startswith(("difference_", "similarity_", "verdict"))]
    assert (rows["amendments"], rows["amendment_1_evaluations_after"]) == ("1", "150")
    assert rows["amendment_1_reason"] == "'=cmd()"


def test_results_file_of_repeats_and_of_a_sequential_plan(client, owner):
    repeats = open_study(owner=owner, evaluations=24, evaluations_per_judge=6)
    give_answers(repeats, 24, 15, per_judge=6)
    recompute(study_id=repeats.pk)
    rows, _ = rows_of(client, owner, repeats)
    assert float(rows["beta_binomial_pd"]) > 0
    # The pooled count gives a test, and no limit for people.
    assert float(rows["difference_p_value"]) < 0.01
    assert not [name for name in rows if name.startswith("difference_") and "pd_" in name]
    assert "similarity_p_value" not in rows
    assert "log_e_value_similarity" not in rows
    sequential = open_study(owner=owner, evaluations=60, method="sequential", items=24)
    give_answers(sequential, 12, 12)
    recompute(study_id=sequential.pk)
    rows, _ = rows_of(client, owner, sequential)
    assert rows["verdict"] == "difference"
    assert float(rows["sequential_risk_difference"]) <= 0.05
    assert "difference_p_value" not in rows


def test_an_infinite_distance_is_empty_with_its_reason(client, owner):
    study = answered(owner, 24, 24, evaluations=24)
    rows, content = rows_of(client, owner, study)
    for name in ("estimate_d_prime", "estimate_d_prime_upper"):
        assert rows[name] == ""
        assert rows[f"{name}_undefined"].startswith("infinite: ")
    assert float(rows["estimate_d_prime_lower"]) > 0
    assert "estimate_d_prime_lower_undefined" not in rows
    assert ",inf" not in content
