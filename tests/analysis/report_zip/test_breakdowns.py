"""Panels, conditions and codes in the report, as their pages have them."""

import pytest

from analysis.recomputation.store import recompute
from analysis.report_zip.paper.content import report_content
from analysis.results.study_results import read_results, stamp_for
from studies.models import Answer, Collaborator
from studies.services.coding import code_reasons
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.analysis.answering import give_outcomes
from tests.analysis.report_zip.archive import files, rows
from tests.factories import make_link, make_study, make_user

pytestmark = pytest.mark.django_db


def coded(study):
    """Two people who agree on all reasons but one."""
    other = make_user()
    Collaborator.objects.create(study=study, user=other, role="editor")
    answers = list(Answer.objects.filter(study=study).order_by("pk"))
    Answer.objects.filter(study=study).update(reason="It reads so.")
    for coder in (study.owner, other):
        codes = {one.pk: "style" if one.correct else "length" for one in answers}
        if coder == other:
            codes[answers[0].pk] = "length"
        code_reasons(study=study, coder=coder, codes=codes)


def test_the_report_has_panels_with_a_test_conditions_and_codes_with_kappa(client, owner):
    study = make_study(owner=owner, evaluations=24, asks_reason=True)
    study.samples.filter(subject="B").update(condition="shuffled")
    study = opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))
    give_outcomes(study, [True] * 10 + [False] * 2, link=make_link(study, panel="experts"))
    give_outcomes(study, [True] * 4 + [False] * 8, link=make_link(study, panel="public"))
    coded(study)
    recompute(study_id=study.pk)
    content = report_content(read_results(stamp_for(owner, study.code)))
    found = {table.title: table for table in content.tables}
    panels = found["Share right by group: Panel"]
    assert [row[:4] for row in panels.rows] == [
        ("experts", "12", "10", "12"),
        ("public", "12", "4", "12"),
    ]
    assert panels.numeric == (False, True, True, True, True, True)
    assert "Fisher's exact test" in panels.note
    assert panels.note.startswith("Exploratory")
    conditions = found["Share right by condition of the odd text"]
    assert [row[0] for row in conditions.rows] == ["shuffled", "no condition"]
    codes = found["Share right by code of the reason"]
    assert "Cohen's kappa is 0.9" in codes.note
    assert codes.rows[0][-1] != "–"
    table = rows(files(client, owner, study)["breakdowns.csv"])
    by_name = {(row["breakdown"], row["group"]): row for row in table}
    assert len(table) == 6
    experts = by_name["Panel", "experts"]
    assert (experts["correct"], experts["counted"]) == ("10", "12")
    assert float(experts["p_value"]) == pytest.approx(0.0361, abs=1e-4)
    assert 0.5 < float(experts["lower"]) < 10 / 12 < float(experts["upper"])
    assert float(by_name["code of the reason", "style"]["kappa"]) == pytest.approx(0.9155, abs=1e-4)


def test_a_study_of_one_panel_without_codes_has_no_such_tables(owner, client):
    study = make_study(owner=owner, evaluations=24)
    study = opening.open_study(study=study, user=owner, accepted=list(ACCEPTING))
    give_outcomes(study, [True] * 12)
    recompute(study_id=study.pk)
    content = report_content(read_results(stamp_for(owner, study.code)))
    assert [*content.breakdowns.tables()] == []
    assert rows(files(client, owner, study)["breakdowns.csv"]) == []
