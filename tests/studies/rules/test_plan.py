"""The plan: frozen when the study opens, and never absurd."""

import pytest

from studies.services.lifecycle import amendments, transitions
from studies.services.lifecycle.plan_fields import FIXED_FIELDS
from tests.factories import make_link, make_study, open_study
from tests.studies.rules.rows import refused, sql

pytestmark = pytest.mark.django_db

FROZEN = {
    "code": "gen_random_uuid()",
    "subject_a": "'X'",
    "subject_b": "'X'",
    "goal": "'similarity'",
    "method": "'sequential'",
    "alpha": "0.2",
    "beta": "0.2",
    "pd": "0.6",
    "evaluations_per_judge": "7",
    "protocol": "'directed', question = 'X'",
    "pairing": "'same'",
    "hold_minutes": "9",
    "blind": "NOT blind",
    "language": "'de'",
    "question": "'X'",
    "instructions": "'X'",
    "consent_text": "'X'",
    "thanks_text": "'X'",
    "seed": "'x'",
    "is_test": "NOT is_test",
    "plan_json": "'{}'",
    "plan_sha256": "'x'",
    "accepted_warnings": "'[]'",
    "evaluations": "evaluations - 6",
    "status": "'draft'",
    "least_seconds": "3",
    "most_failed_attention": "1",
    "primary_set": "'kept', least_seconds = 3",
    "attention_at": "'[1]'",
    "practice_triads": "1",
    "family": "'X', family_size = 2",
    "family_size": "2, family = 'X'",
    "presentation": "'masked'",
    "progress_shown": "NOT progress_shown",
    "asks_reason": "NOT asks_reason",
    "asks_sureness": "NOT asks_sureness",
    "questionnaire": "'[1]'",
    "follow_up": """'{"ask": "degree"}'""",
    "translations": "'[1]'",
    "privacy_contact": "'X'",
    "withdrawal_until": "'2030-01-01'",
    "secret": "'x'",
    "texts_sha256": "'x'",
    "kind": "'rating'",
    "more_subjects": "'[1]'",
    "sureness_weights": "'[0, 0, 1, 2]'",
    "b_imitates_a": "NOT b_imitates_a",
}


@pytest.mark.parametrize("column", FROZEN)
def test_the_plan_of_an_opened_study_is_frozen(column):
    study = open_study(evaluations=12)  # fewer than recommended: a warning is kept with it
    with refused("frozen"):
        sql(f"UPDATE studies_study SET {column} = {FROZEN[column]} WHERE id = %s", study.pk)  # noqa: S608 - our own words


def test_each_fixed_column_is_tried_above():
    assert set(FROZEN) == {*FIXED_FIELDS, "evaluations", "status"}


def test_the_number_is_raised_by_an_amendment_only():
    study = open_study()
    with refused("amendment"):
        sql("UPDATE studies_study SET evaluations = evaluations + 6")
    amendments.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more judges")
    study.refresh_from_db()
    assert study.evaluations == 30


def test_unsealing_is_not_undone():
    study = open_study(blind=True)
    transitions.unseal(study=study, user=study.owner, why="reviewer asks")
    with refused("unsealed"):
        sql("UPDATE studies_study SET unsealed_at = NULL")


def test_an_opened_study_is_not_deleted():
    study = open_study()
    with refused("erased"):
        sql("DELETE FROM studies_study WHERE id = %s", study.pk)


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("alpha", 0), ("alpha", 0.51), ("alpha", -1), ("alpha", float("nan")),
        ("beta", 0), ("beta", 0.51), ("beta", float("nan")),
        ("pd", 0), ("pd", 1), ("pd", -0.1), ("pd", float("nan")),
        ("evaluations", 0), ("evaluations", 1_000_001), ("evaluations", -6),
        ("goal", "both"), ("method", "magic"), ("pairing", "none"), ("status", "done"),
    ],
)  # fmt: skip
def test_absurd_plans_are_refused(column, value):
    study = make_study(items=0)
    with refused("study_"):
        sql(f"UPDATE studies_study SET {column} = %s WHERE id = %s", value, study.pk)  # noqa: S608 - our own words


@pytest.mark.parametrize("plan", [{"goal": "similarity"}, {"method": "sequential"}])
def test_repeats_are_for_fixed_number_difference_only(plan):
    with refused("study_repeats_for_difference_only"):
        make_study(items=0, evaluations_per_judge=2, **plan)


def test_a_study_is_not_opened_without_a_frozen_plan():
    study = make_study(items=0)
    with refused("study_frozen_has_plan"):
        sql("UPDATE studies_study SET status = 'open' WHERE id = %s", study.pk)


def test_two_subjects_have_two_names():
    with refused("study_subjects_differ"):
        make_study(items=0, subject_a="X", subject_b="X")


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("study", "ends_at", "10000-01-01 13:59:59Z"),
        ("study", "ends_at", "1989-01-01Z"),
        ("study", "retention_until", "2300-01-01"),
        ("study", "withdrawal_until", "2300-01-01"),
        ("recruitmentlink", "expires_at", "10000-01-01 13:59:59Z"),
    ],
)
def test_no_date_is_out_of_the_calendar(table, column, value):
    make_link(make_study(items=0))
    with refused("year"):
        sql(f"UPDATE studies_{table} SET {column} = %s", value)  # noqa: S608 - our own words
