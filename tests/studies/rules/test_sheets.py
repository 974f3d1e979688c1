"""Rating studies: what the database keeps of plan, systems, sheets, their trials and answers."""

from typing import Any

import pytest
from django.db import connection

from studies.models import Answer, Judge, RatingPlan, Sheet, SheetText, Study, Trial
from tests.factories import make_judge, make_link, make_sample, make_study, open_study
from tests.studies.rules.rows import refused, sql

pytestmark = pytest.mark.django_db


@pytest.fixture
def study() -> Study:
    return make_study(items=2, kind="rating", more_subjects=["Third"], evaluations=4)


def make_sheet(study: Study, number: int = 1, **fields: Any) -> Sheet:
    fields = {"item": "day 0", "question": number} | fields
    return Sheet.objects.create(study=study, number=number, block=1, **fields)


@pytest.fixture
def judge(study: Study) -> Judge:
    return make_judge(make_link(study))


def test_a_study_is_of_one_kind_from_the_first_save(study: Study) -> None:
    assert study.subjects == {"A": "Forecaster", "B": "Machine", "C": "Third"}
    for other in (make_study(items=0), study):
        kind = {"rating": "triangle", "triangle": "rating"}[other.kind]
        with refused("kind never changes|study_kind"):
            sql("UPDATE studies_study SET kind = %s WHERE id = %s", kind, other.pk)


@pytest.mark.parametrize(
    "change", ["goal = 'similarity'", "method = 'sequential'", "pairing = 'same'",
               "protocol = 'directed', question = 'Q'", "asks_reason = true",
               "follow_up = '{\"ask\": \"degree\"}'"]
)  # fmt: skip
def test_a_rating_study_plans_no_triads(study: Study, change: str) -> None:
    with refused("study_kind"):
        sql(f"UPDATE studies_study SET {change} WHERE id = {study.pk}")  # noqa: S608 - our own words


def test_only_rating_studies_have_more_than_two_systems(study: Study) -> None:
    third = make_sample(study, "C", "day 0", "Of the third.")
    triads = make_study()
    with refused("texts of A and B only"):
        make_sample(triads, "C", "day 0", "Of nobody.")
    with refused("texts of A and B only"):
        sql("UPDATE studies_sample SET study_id = %s WHERE id = %s", triads.pk, third.pk)
    with refused("sample_subject"):
        make_sample(study, "I", "day 0", "Of nobody.")
    with refused("study_kind"):
        sql("UPDATE studies_study SET more_subjects = '[\"X\"]' WHERE id = %s", triads.pk)


def test_the_plan_of_ratings_is_of_a_rating_study_and_frozen(study: Study) -> None:
    RatingPlan.objects.create(study=study)
    with refused("rates nothing"):
        RatingPlan.objects.create(study=make_study(items=0))
    sql("UPDATE studies_ratingplan SET judges = 30")
    sql("UPDATE studies_study SET status = 'opening', plan_json = '{}' WHERE id = %s", study.pk)
    for statement in (
        "UPDATE studies_ratingplan SET judges = 40",
        "DELETE FROM studies_ratingplan",
    ):
        with refused("frozen"):
            sql(statement)


def test_a_sheet_holds_one_text_of_each_system_about_its_item(study: Study) -> None:
    first, second = study.samples.filter(item="day 0").order_by("subject")
    sheet = make_sheet(study)
    SheetText.objects.bulk_create(
        [
            SheetText(sheet=sheet, place=1, sample=first),
            SheetText(sheet=sheet, place=2, sample=second),
        ]
    )
    elsewhere = study.samples.get(item="day 1", subject="A")
    with refused("does not fit"):
        SheetText.objects.create(sheet=sheet, place=3, sample=elsewhere)
    again = make_sample(study, "A", "day 0", "Another of A.")
    with refused("does not fit"):
        SheetText.objects.create(sheet=sheet, place=3, sample=again)
    different = make_sample(study, "C", "day 0", "Of the third.")
    with refused("does not fit"):  # at one place stands one text
        SheetText.objects.create(sheet=sheet, place=2, sample=different)
    same = make_sample(study, "C", "day 0", second.text)
    SheetText.objects.create(sheet=sheet, place=2, sample=same)
    with refused("only rating studies"):
        make_sheet(make_study(items=0))


def test_sheets_and_their_texts_are_kept(study: Study, judge: Judge) -> None:
    sheet = make_sheet(study)
    sample = study.samples.get(item="day 0", subject="A")
    SheetText.objects.create(sheet=sheet, place=1, sample=sample)
    for statement in (
        "UPDATE studies_sheet SET item = 'x'", "UPDATE studies_sheet SET question = 9",
        "UPDATE studies_sheettext SET place = 2", "DELETE FROM studies_sheettext",
    ):  # fmt: skip
        with refused("never change|kept"):
            sql(statement)
    sql("UPDATE studies_sheet SET free_from = now() + interval '1 h'")
    sheet.refresh_from_db()
    assert sheet.first_held_at is not None
    with refused("does not fit"):  # a judge has it
        other = study.samples.get(item="day 0", subject="B")
        SheetText.objects.create(sheet=sheet, place=2, sample=other)


def test_no_judge_has_the_same_question_twice(study: Study, judge: Judge) -> None:
    first, copy = make_sheet(study), make_sheet(study, 2, question=1)
    trial = Trial.objects.create(study=study, sheet=first, judge=judge)
    assert (trial.triad_id, Trial.objects.get().kind) == (None, "main")
    sql("UPDATE studies_trial SET state = 'lapsed'")
    with refused("has had the question"):
        Trial.objects.create(study=study, sheet=copy, judge=judge)
    other = make_judge(judge.link)
    Trial.objects.create(study=study, sheet=first, judge=other)
    with refused("trial_sheet_once"):
        Trial.objects.create(study=study, sheet=first, judge=make_judge(judge.link))


def test_a_trial_is_of_a_triad_or_of_a_sheet(study: Study, judge: Judge) -> None:
    with refused("trial_triad_or_sheet|do not belong"):
        Trial.objects.create(study=study, judge=judge)
    triad = open_study().triads.first()
    with refused("trial_triad_or_sheet"):
        Trial.objects.create(study=study, judge=judge, sheet=make_sheet(study), triad=triad)


def test_ratings_choose_no_position_and_are_neither_right_nor_wrong(
    study: Study, judge: Judge
) -> None:
    trial = Trial.objects.create(study=study, sheet=make_sheet(study), judge=judge)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE studies_sheet SET free_from = 'infinity'")
        cursor.execute("UPDATE studies_trial SET state = 'answered'")
    with refused("a position is chosen"):
        Answer.objects.create(trial=trial, chosen_position=1, shown_at=trial.held_at)
    Answer.objects.create(trial=trial, chosen_position=None, shown_at=trial.held_at)  # type: ignore[misc]  # of a sheet
    stored = Answer.objects.get()
    assert (stored.correct, stored.order, stored.number, stored.study_id) == (
        None, "", 1, study.pk,
    )  # fmt: skip
    with refused("answered and cannot be free"):
        sql("UPDATE studies_sheet SET free_from = now()")
