"""After a restore: where what was stored differs from what the answers give, it is said."""

import pytest
from django.core.management import CommandError, call_command
from django.db import connection

from analysis.models import Result, Verdict
from analysis.recomputation.store import differences, recompute
from studies.models import Study, Trial
from tests.analysis.answering import give_answers, withdraw
from tests.factories import open_study

pytestmark = pytest.mark.django_db


def complete(**fields) -> Study:
    study = open_study(**{"evaluations": 24} | fields)
    give_answers(study, 24, 20)
    recompute(study_id=study.pk)
    assert Verdict.objects.filter(study=study).exists()
    return study


def alter(table: str, change: str) -> None:
    """Change what the database lets no one change."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
        cursor.execute(f"UPDATE {table} SET {change}")  # noqa: S608 - words of these tests
        cursor.execute(f"ALTER TABLE {table} ENABLE TRIGGER USER")


@pytest.mark.parametrize("fields", [{}, {"method": "sequential", "pd": 0.3}, {"least_seconds": 1}])
def test_what_was_stored_by_us_does_not_differ(fields):
    study = complete(**fields)
    assert differences(study_id=study.pk) == []


def test_a_result_that_differs_is_said_and_fails_the_command(capsys):
    study = complete()
    Result.objects.update(correct=19)
    [line] = differences(study_id=study.pk)
    assert line.startswith(f"study {study.pk}: 20 of 24 are right, but its result says")
    with pytest.raises(CommandError, match="Results that were stored differ"):
        call_command("recompute", "--all")


@pytest.mark.parametrize("change", ["correct = 19", "counted = 25"])
def test_a_verdict_that_differs_is_said(change):
    study = complete()
    alter("analysis_verdict", change)
    [line] = differences(study_id=study.pk)
    assert line.startswith(f"study {study.pk}: 20 of 24 of its answers are right, but its verdict")


def test_answers_that_were_withdrawn_are_no_difference():
    study = complete()
    withdraw(Trial.objects.filter(study=study)[:3])
    assert differences(study_id=study.pk) == []  # the result is out of date
    recompute(study_id=study.pk)
    assert differences(study_id=study.pk) == []
