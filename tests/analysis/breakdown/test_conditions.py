"""The share right by the condition of the odd text."""

from collections import Counter

import pytest
from django.urls import reverse

from analysis.breakdown.conditions import condition_rows
from analysis.recomputation.store import recompute
from studies.models import Answer
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from tests.analysis.answering import give_answers
from tests.analysis.breakdown.answered import snapshot_of
from tests.analysis.results.test_views import text_of
from tests.factories import make_study

pytestmark = pytest.mark.django_db


def answered(counted, *, conditions, **plan):
    study = make_study(evaluations=24, **plan)
    if conditions:
        study.samples.filter(subject="B").update(condition="shuffled")
        study.samples.filter(subject="A", item__lt="day 5").update(condition="corpus")
    opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
    give_answers(study, counted, counted // 2)
    recompute(study_id=study.pk)
    return study


def test_each_condition_of_the_odd_text_has_its_share_and_after_the_verdict_limits(client):
    study = answered(24, conditions=True)
    right, counted = Counter(), Counter()
    for answer in Answer.objects.select_related("trial__triad"):
        triad = answer.trial.triad
        condition = triad.samples[triad.odd_position - 1].condition or "no condition"
        counted[condition] += 1
        right[condition] += answer.correct
    rows = condition_rows(study, snapshot_of(study))
    assert [row.group.name for row in rows] == ["corpus", "shuffled", "no condition"]
    assert {r.group.name: (r.group.correct, r.group.counted) for r in rows} == {
        name: (right[name], counted[name]) for name in counted
    }
    assert all(row.lower is not None for row in rows)
    client.force_login(study.owner)
    shown = text_of(client.get(reverse("analysis:conditions", args=[study.code])))
    assert "These are 3 looks at answers that the verdict counts together" in shown
    assert rows[0].limits in shown


def test_before_the_verdict_there_are_no_limits_and_without_conditions_no_rows(client):
    study = answered(12, conditions=True)
    assert all(row.lower is None for row in condition_rows(study, snapshot_of(study)))
    other = answered(12, conditions=False)
    assert condition_rows(other, snapshot_of(other)) == ()
    client.force_login(other.owner)
    shown = text_of(client.get(reverse("analysis:conditions", args=[other.code])))
    assert "No counted answer is about a text with a condition" in shown
