"""No column of a study is forgotten: model, database, form, API and copy are compared."""

import re

import pytest
from django.db import connection

from studies.api.serializers.studies import StudyIn, StudyOut
from studies.models import Study
from studies.services.lifecycle.plan_fields import (
    AFTER_OPENING,
    FIXED_FIELDS,
    FORM_FIELDS,
    IN_PLAN,
    OTHER_FIELDS,
    PLAN_FIELDS,
)
from studies.workbench.forms.study.form import StudyForm
from studies.workbench.forms.study.steps import PagesForm, QuestionForm
from tests.studies.services.lifecycle.full_plan import FULL_PLAN

# On the form, but no column: it fills `accepted_warnings`.
ACCEPT_FEWER = "accept_fewer"


def test_every_column_of_the_model_is_in_one_of_the_lists() -> None:
    names = [field.name for field in (*PLAN_FIELDS, *OTHER_FIELDS)]
    assert sorted(names) == sorted(field.name for field in Study._meta.concrete_fields)


@pytest.mark.django_db
def test_the_trigger_of_the_database_holds_what_is_said_to_be_fixed() -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'studies_study_frozen'")
        [[source]] = cursor.fetchall()
    [old, new] = re.search(
        r"\((OLD\.[^)]+)\)\s+IS DISTINCT FROM\s+\((NEW\.[^)]+)\)", source
    ).groups()
    assert sorted(re.findall(r"OLD\.(\w+)", old)) == sorted(FIXED_FIELDS)
    assert re.findall(r"NEW\.(\w+)", new) == re.findall(r"OLD\.(\w+)", old)


def test_what_is_not_fixed_stays_on_the_form_of_an_opened_study() -> None:
    free = {field.name for field in PLAN_FIELDS if field.not_fixed}
    assert {*AFTER_OPENING, "evaluations"} == free


def test_form_and_its_sections_hold_each_field_once() -> None:
    wanted = sorted([*FORM_FIELDS, ACCEPT_FEWER])
    assert sorted(StudyForm().fields) == wanted
    assert sorted([*QuestionForm().fields, *PagesForm().fields]) == wanted
    shown = [*QuestionForm().shown_sections(), *PagesForm().shown_sections()]
    assert sorted(field.name for section in shown for field in section.fields) == wanted


def test_the_api_takes_and_gives_each_field() -> None:
    of_ratings = {"kind", "systems", "items", "rating"}
    assert set(StudyIn().fields) == {*FORM_FIELDS, ACCEPT_FEWER, *of_ratings}
    assert set(StudyOut().fields) >= set(FORM_FIELDS)
    beside = set(StudyOut().fields) - set(FORM_FIELDS)
    assert beside.isdisjoint({"seed", "secret", "plan_json"})


def test_the_full_plan_of_the_tests_has_each_field() -> None:
    assert set(FULL_PLAN) == set(FORM_FIELDS)
    assert set(IN_PLAN) < set(FORM_FIELDS)
