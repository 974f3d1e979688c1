"""Groups of judges: by what they answered to the questions, and by panel."""

import math

import pytest
from django.urls import reverse
from scipy.stats import beta, fisher_exact

from analysis.recomputation.store import recompute
from studies.models import Judge
from studies.questionnaire import checked
from tests.analysis.answering import give_outcomes
from tests.analysis.results.test_views import text_of
from tests.factories import make_link, open_study

pytestmark = pytest.mark.django_db

QUESTIONS = checked(
    [
        {"key": "job", "label": "Occupation", "options": ["writer", "reader", "other"]},
        {"key": "age", "label": "Age", "kind": "number"},
    ]
)


def answered(outcomes, jobs, **fields):
    """One judge an answer, with these occupations in turn."""
    study = open_study(questionnaire=QUESTIONS, **{"evaluations": len(outcomes)} | fields)
    give_outcomes(study, outcomes)
    for judge, job in zip(Judge.objects.filter(study=study).order_by("pk"), jobs, strict=True):
        judge.questionnaire = {"job": job, "age": 30}
        judge.save(update_fields=["questionnaire"])
    recompute(study_id=study.pk)
    return study


def page(client, study):
    client.force_login(study.owner)
    return client.get(reverse("analysis:groups", args=[study.code]))


def test_each_answer_of_a_question_is_a_group_with_limits_and_a_test(client):
    outcomes = [True] * 10 + [False] * 2 + [True] * 4 + [False] * 8
    study = answered(outcomes, ["writer"] * 12 + ["reader"] * 12)
    response = page(client, study)
    [table] = response.context["tables"]
    found = [(row.group.name, row.group.correct, row.group.counted) for row in table.rows]
    assert found == [("writer", 10, 12), ("reader", 4, 12)]
    expected = fisher_exact([[10, 4], [2, 8]]).pvalue
    assert table.p_value == table.p_adjusted == pytest.approx(expected)
    text = text_of(response)
    lower, upper = beta.ppf(0.025, 10, 3), beta.ppf(0.975, 11, 2)
    limits = f"{math.floor(1000 * lower) / 10:.1f}–{math.ceil(1000 * upper) / 10:.1f} %"
    assert limits in text
    assert "Fisher's exact test" in text
    assert "One test is made on this page" in text


def test_small_groups_are_hidden_and_none_is_told_from_the_sum(client):
    jobs = ["writer"] * 12 + ["reader"] * 8 + ["other"] * 4
    study = answered([True] * 24, jobs)
    [table] = page(client, study).context["tables"]
    assert [row.group.name for row in table.rows] == ["writer"]
    assert table.hidden == 2
    assert table.p_value is None
    everyone_small = answered([True] * 6, ["writer", "reader", "other"] * 2)
    response = page(client, everyone_small)
    assert response.context["tables"][0].rows == ()
    assert "Each group has fewer than 5 judges" in text_of(response)


def test_while_a_study_runs_there_are_counts_but_no_looks(client):
    study = answered([True] * 12, ["writer", "reader"] * 6, evaluations=24)
    response = page(client, study)
    [table] = response.context["tables"]
    assert (table.p_value, table.rows[0].limits) == (None, "")
    assert "once the verdict is given" in text_of(response)


def test_panels_are_groups_where_there_are_several_and_passed_questions_are_no_answer(client):
    study = open_study(evaluations=24, questionnaire=QUESTIONS)
    give_outcomes(study, [True] * 12, link=make_link(study, panel="prolific"))
    give_outcomes(study, [False] * 12, link=make_link(study, panel="students"))
    recompute(study_id=study.pk)
    tables = page(client, study).context["tables"]
    assert [table.question for table in tables] == ["Occupation", "Panel"]
    assert [row.group.name for row in tables[0].rows] == ["no answer"]
    assert [(row.group.name, row.group.correct) for row in tables[1].rows] == [
        ("prolific", 12),
        ("students", 0),
    ]


def test_where_judges_repeat_there_is_no_test(client):
    study = open_study(evaluations=24, evaluations_per_judge=2, questionnaire=QUESTIONS)
    give_outcomes(study, [True] * 24, per_judge=2)
    recompute(study_id=study.pk)
    response = page(client, study)
    assert response.context["tests"] == 0
    assert "Judges answer several triads each" in text_of(response)


def test_without_questions_and_panels_the_page_says_so(client):
    study = open_study()
    assert "there are no groups" in text_of(page(client, study))
