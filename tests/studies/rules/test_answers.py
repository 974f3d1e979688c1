"""Answers: one a trial, never changed; one a judge where the plan says so."""

import pytest
from django.db import transaction

from studies.models import Answer, Triad, Trial
from tests.factories import make_judge, make_link, open_study
from tests.studies.rules import rows
from tests.studies.rules.rows import answered, refused, sql, start

pytestmark = pytest.mark.django_db

# Answers


@pytest.mark.parametrize(
    "change",
    [
        "chosen_position = chosen_position % 3 + 1",
        "correct = NOT correct",
        "answered_at = answered_at - interval '1 day'",
        "shown_at = shown_at - interval '1 day'",
        "id = id + 1000000",
    ],
)
def test_answer_never_changes(change):
    answered(make_link(open_study()))
    with refused("never change"):
        sql(f"UPDATE studies_answer SET {change}")  # noqa: S608 - our own words


@pytest.mark.parametrize(
    ("column", "said", "other"), [("reason", "Ana", "Bea"), ("sureness", "guess", "certain")]
)
def test_why_and_how_sure_are_said_once(column, said, other):
    answered(make_link(open_study()))
    change = f"UPDATE studies_answer SET {column} = %s"  # noqa: S608 - one of two columns
    for value in (said, said, ""):  # said, said again, blanked
        assert sql(change, value) == 1
    sql(change, said)
    with refused("set once"):
        sql(change, other)
    with refused("set once"):
        sql("UPDATE studies_answer SET page_translated = NOT page_translated")


def test_answer_is_not_moved_to_another_trial():
    link = make_link(open_study())
    answered(link)
    other = start(link, "k2")
    with refused("never change"):
        sql("UPDATE studies_answer SET trial_id = %s", other.pk)


def test_answer_is_not_replaced_by_an_upsert():
    trial = answered(make_link(open_study()))
    with refused("never change"):
        sql(
            "INSERT INTO studies_answer (trial_id, chosen_position, correct, shown_at) "
            "VALUES (%s, 2, true, now()) ON CONFLICT (trial_id) DO UPDATE "
            "SET chosen_position = excluded.chosen_position",
            trial.pk,
        )


@pytest.mark.parametrize("trick", ["", "1", "0", "None", "on"])
def test_answer_is_never_deleted_whatever_study_is_being_erased(trick):
    answered(make_link(open_study()))
    with refused("never deleted"):
        sql("SELECT set_config('triadsurvey.erasing', %s, true)", trick)
        sql("DELETE FROM studies_answer")


@pytest.mark.parametrize(
    "table",
    ["studies_answer", "studies_rating", "studies_event", "studies_amendment", "studies_trial",
     "studies_triad", "studies_sample", "studies_judge", "studies_study", "analysis_verdict"],
)  # fmt: skip
def test_tables_are_not_emptied(table):
    # Only the tests' own settings, which empty the tables after each test, may do that.
    sql("SET LOCAL triadsurvey.emptying = 'off'")
    with refused("TRUNCATE"):
        sql(f"TRUNCATE {table} CASCADE")


@pytest.mark.parametrize("lie", [True, False])
@pytest.mark.parametrize("position", [1, 2, 3])
def test_correct_is_set_by_the_database_whatever_is_inserted(position, lie):
    trial = start(make_link(open_study()))
    with transaction.atomic():
        sql("UPDATE studies_triad SET free_from = 'infinity' WHERE id = %s", trial.triad_id)
        Trial.objects.filter(pk=trial.pk).update(state="answered")
        rows.insert_answer(trial.pk, position, correct=lie)
    assert Answer.objects.get().correct == (trial.triad.odd_position == position)


@pytest.mark.parametrize("position", [0, 4, -1])
def test_position_outside_1_to_3_is_refused(position):
    trial = start(make_link(open_study()))
    with refused("answer_position"):
        Trial.objects.filter(pk=trial.pk).update(state="answered")
        rows.insert_answer(trial.pk, position)


def test_one_answer_a_trial():
    trial = answered(make_link(open_study()))
    with refused("duplicate key"):
        rows.insert_answer(trial.pk, 2)


@pytest.mark.parametrize("state", ["held", "lapsed", "withdrawn"])
def test_no_answer_to_a_trial_that_was_not_answered(state):
    """Else a judge of a similarity study could have a second one beside the index."""
    trial = start(make_link(open_study()))
    Trial.objects.filter(pk=trial.pk).update(state=state)
    with refused("no answer"):
        rows.insert_answer(trial.pk, 1)


@pytest.mark.parametrize("state", ["answered", "surplus"])
def test_no_answered_trial_without_an_answer(state):
    trial = start(make_link(open_study()))
    with refused("has no answer"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, trial.pk)


# One answer a judge


@pytest.mark.parametrize("plan", [{"goal": "similarity"}, {"method": "sequential"}])
@pytest.mark.parametrize("state", ["answered", "surplus"])
def test_second_answer_of_a_single_judge_is_refused(plan, state):
    study = open_study(evaluations=60, **plan)
    link = make_link(study)
    first = answered(link)
    triad = Triad.objects.get(study=study, mode="live", number=first.triad.number + 1)
    second = rows.insert_trial(triad, first.judge, single=False)
    with refused("trial_single_answer"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, second)
    with refused("no answer"):
        rows.insert_answer(second, 1)


def test_second_answer_of_a_single_judge_is_refused_at_the_insert_of_the_trial():
    study = open_study(goal="similarity", evaluations=60)
    first = answered(make_link(study))
    triad = Triad.objects.get(study=study, mode="live", number=first.triad.number + 1)
    with refused("trial_single_answer"):
        rows.insert_trial(triad, first.judge, "answered", single=False)


def test_judge_with_repeats_may_answer_again():
    study = open_study(evaluations_per_judge=2)
    link = make_link(study)
    answered(link)
    answered(link)
    assert Answer.objects.filter(trial__judge__form_key="k1").count() == 2


@pytest.mark.parametrize("column", ["single", "kind", "mode", "study_id", "triad_id", "judge_id"])
def test_copies_on_a_trial_never_change(column):
    study = open_study(goal="similarity", evaluations=60)
    trial = start(make_link(study))
    value = {
        "single": False,
        "kind": "practice",
        "mode": "pilot",
        "study_id": open_study().pk,
        "triad_id": Triad.objects.get(study=study, mode="live", number=9).pk,
        "judge_id": make_judge(make_link(study)).pk,
    }[column]
    with refused("never change"):
        sql(f"UPDATE studies_trial SET {column} = %s WHERE id = %s", value, trial.pk)  # noqa: S608 - our own words


def test_copies_on_a_trial_come_from_the_database_whatever_is_inserted():
    study = open_study(goal="similarity", evaluations=60)
    triad = Triad.objects.get(study=study, mode="live", number=3)
    judge = make_judge(make_link(study))
    pk = rows.insert_trial(triad, judge, single=False, kind="practice", mode="pilot", study_id=0)
    trial = Trial.objects.get(pk=pk)
    assert (trial.single, trial.kind, trial.mode, trial.study_id) == (
        True, "main", "live", study.pk,
    )  # fmt: skip
