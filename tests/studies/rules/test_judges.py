"""Judges and links never change sides."""

import pytest

from studies.models import Judge
from tests.factories import make_judge, make_link, make_study, open_study
from tests.studies.rules.rows import refused, sql

pytestmark = pytest.mark.django_db


def test_one_judge_a_form_key():
    link = make_link(open_study())
    make_judge(link, form_key="same")
    with refused("judge_form_key_unique"):
        make_judge(link, form_key="same")
    make_judge(make_link(open_study()), form_key="same")


def test_one_judge_an_external_id_also_through_another_link():
    study = open_study()
    make_judge(make_link(study), source="prolific", external_id="p1")
    with refused("judge_external_id_unique"):
        make_judge(make_link(study), source="prolific", external_id="p1")
    make_judge(make_link(study), source="mturk", external_id="p1")
    make_judge(make_link(study, mode="pilot"), source="prolific", external_id="p1")


def test_one_judge_a_personal_link_whatever_is_inserted():
    link = make_link(open_study(), personal=True)
    make_judge(link, personal=False)
    assert Judge.objects.get().personal
    with refused("judge_personal_link_unique"):
        make_judge(link, personal=False)


def test_a_judge_is_of_the_study_and_mode_of_the_link():
    link = make_link(open_study(), mode="pilot")
    other = open_study()
    judge = Judge.objects.create(
        study=other, link=link, mode="live", form_key="f", consent_sha256="0" * 64
    )
    judge.refresh_from_db()
    assert (judge.study_id, judge.mode) == (link.study_id, "pilot")


@pytest.mark.parametrize("change", ["mode = 'live'", "link_id = %s", "study_id = %s"])
def test_a_judge_does_not_change_sides(change):
    study = open_study()
    make_judge(make_link(study, mode="pilot"))
    other = {"link_id = %s": make_link(study).pk, "study_id = %s": make_study().pk}.get(change)
    with refused("never change"):
        sql(f"UPDATE studies_judge SET {change}", *([other] if other else []))  # noqa: S608 - our own words


@pytest.mark.parametrize("change", ["mode = 'live'", "personal = false", "token = 'x'"])
def test_a_link_does_not_change_sides(change):
    make_link(open_study(), mode="pilot", personal=True)
    with refused("never change"):
        sql(f"UPDATE studies_recruitmentlink SET {change}")  # noqa: S608 - our own words


def test_a_quota_of_zero_is_refused():
    with refused("link_quota"):
        make_link(open_study(), quota=0)
