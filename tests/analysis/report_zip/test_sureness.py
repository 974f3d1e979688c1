"""The weighted test of sureness in the report: both scripts and the methods paragraph."""

import pytest

from analysis.recomputation.store import recompute
from studies.models import Answer
from tests.analysis.report_zip.archive import answered, files, printed, printed_by_r, quantities

pytestmark = pytest.mark.django_db


def test_both_scripts_and_the_methods_paragraph_tell_the_weighted_test(client, owner, tmp_path):
    study, trials = answered(
        owner, 24, 12, evaluations=24, asks_sureness=True, sureness_weights=[0, 1, 1, 2]
    )
    for trial, level in zip(
        trials, ["certain", "fairly_sure", "not_sure", "guess"] * 6, strict=True
    ):
        Answer.objects.filter(trial=trial).update(sureness=level)
    recompute(study_id=study.pk)
    found = files(client, owner, study)
    said = quantities(found)
    assert (said["sureness_certain_counted"], said["sureness_certain_correct"]) == ("6", "3")
    assert said["sureness_statistic"] == "12"
    assert float(printed(found, tmp_path)["sureness_p_value"]) == pytest.approx(
        float(said["sureness_p_value"]), rel=1e-8
    )
    assert "sureness_p_value" in printed_by_r(found, tmp_path)
    assert "(0, 1, 1, 2 for a guess, not sure," in found["methods_en.txt"].decode()
    assert "no verdict rests on it" in found["methods_en.txt"].decode()
