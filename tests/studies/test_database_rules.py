"""What the database itself keeps, tried by going round the application: plain SQL only."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, connection, transaction
from django.db.models import Model
from django.db.models.functions import Now

from analysis.models import Result, Verdict
from studies.models import (
    Amendment,
    Answer,
    Event,
    Judge,
    RecruitmentLink,
    Sample,
    Study,
    Triad,
    Trial,
)
from studies.services import studies as lifecycle
from studies.services import trials
from studies.services.trials import Comer
from tests.factories import make_judge, make_link, make_sample, make_study, make_user, open_study

pytestmark = pytest.mark.django_db


def sql(statement: str, *values: Any) -> int:
    """Run one statement; how many rows it touched. Deferred rules are looked at, too."""
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement, values or None)
        touched = cursor.rowcount
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")
    return touched


@contextmanager
def refused(match: str) -> Iterator[None]:
    with pytest.raises(IntegrityError, match=match), transaction.atomic():
        yield


def start(link: RecruitmentLink, key: str = "k1", **comer: Any) -> Trial:
    return trials.start(
        token=link.token, comer=Comer(form_key=key, **comer), consent_sha256="0" * 64
    )


def open_draft(study: Study) -> Study:
    return lifecycle.open_study(study=study, user=study.owner, accepted=["fewer_than_recommended"])


def answered(link: RecruitmentLink, key: str = "k1") -> Trial:
    return trials.answer(code=start(link, key).code, position=1).trial


def insert_trial(triad: Triad, judge: Judge, state: str = "held", **copies: Any) -> int:
    """Plain INSERT; returns the id. The copies may be lies."""
    values = {
        "study_id": judge.study_id,
        "kind": "main",
        "mode": "live",
        "single": False,
        **copies,
        "triad_id": triad.pk,
        "judge_id": judge.pk,
        "code": f"code-{triad.pk}-{judge.pk}-{state}",
        "state": state,
        "renewals": 0,
    }
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO studies_trial ({', '.join(values)}) "  # noqa: S608 - our own names
            f"VALUES ({', '.join(['%s'] * len(values))}) RETURNING id",
            list(values.values()),
        )
        return int(cursor.fetchone()[0])


def insert_answer(trial_id: int, position: int, *, correct: bool = False) -> int:
    return sql(
        "INSERT INTO studies_answer (trial_id, chosen_position, correct, shown_at) "
        "VALUES (%s, %s, %s, now())",
        trial_id, position, correct,
    )  # fmt: skip


def a_sample_row(study: Study) -> tuple[str, list[Any]]:
    row = {
        "study_id": study.pk, "subject": "A", "kind": "main", "item": "i", "context": "",
        "text": "t", "language": "", "direction": "auto", "content_hash": "h", "row": 1,
    }  # fmt: skip
    columns = ", ".join(f'"{name}"' for name in row)
    places = ", ".join(["%s"] * len(row))
    return f"INSERT INTO studies_sample ({columns}) VALUES ({places})", list(row.values())  # noqa: S608


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
        sql(f"UPDATE studies_answer SET {change}")  # noqa: S608


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
    ["studies_answer", "studies_event", "studies_amendment", "studies_trial", "studies_triad",
     "studies_sample", "studies_judge", "studies_study", "analysis_verdict"],
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
        insert_answer(trial.pk, position, correct=lie)
    assert Answer.objects.get().correct == (trial.triad.odd_position == position)


@pytest.mark.parametrize("position", [0, 4, -1])
def test_position_outside_1_to_3_is_refused(position):
    trial = start(make_link(open_study()))
    with refused("answer_position"):
        Trial.objects.filter(pk=trial.pk).update(state="answered")
        insert_answer(trial.pk, position)


def test_one_answer_a_trial():
    trial = answered(make_link(open_study()))
    with refused("duplicate key"):
        insert_answer(trial.pk, 2)


@pytest.mark.parametrize("state", ["held", "lapsed", "withdrawn"])
def test_no_answer_to_a_trial_that_was_not_answered(state):
    """Else a judge of a similarity study could have a second one beside the index."""
    trial = start(make_link(open_study()))
    Trial.objects.filter(pk=trial.pk).update(state=state)
    with refused("no answer"):
        insert_answer(trial.pk, 1)


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
    second = insert_trial(triad, first.judge, single=False)
    with refused("trial_single_answer"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, second)
    with refused("no answer"):
        insert_answer(second, 1)


def test_second_answer_of_a_single_judge_is_refused_at_the_insert_of_the_trial():
    study = open_study(goal="similarity", evaluations=60)
    first = answered(make_link(study))
    triad = Triad.objects.get(study=study, mode="live", number=first.triad.number + 1)
    with refused("trial_single_answer"):
        insert_trial(triad, first.judge, "answered", single=False)


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
        sql(f"UPDATE studies_trial SET {column} = %s WHERE id = %s", value, trial.pk)  # noqa: S608


def test_copies_on_a_trial_come_from_the_database_whatever_is_inserted():
    study = open_study(goal="similarity", evaluations=60)
    triad = Triad.objects.get(study=study, mode="live", number=3)
    judge = make_judge(make_link(study))
    pk = insert_trial(triad, judge, single=False, kind="practice", mode="pilot", study_id=0)
    trial = Trial.objects.get(pk=pk)
    assert (trial.single, trial.kind, trial.mode, trial.study_id) == (
        True, "main", "live", study.pk,
    )  # fmt: skip


# Judges, triads and trials belong together


def test_judge_and_triad_of_different_studies_never_meet():
    triad = Triad.objects.get(study=open_study(), mode="live", number=1)
    stranger = make_judge(make_link(open_study()))
    with refused("do not belong together"):
        insert_trial(triad, stranger)


def test_judge_and_triad_of_different_modes_never_meet():
    study = open_study()
    triad = Triad.objects.get(study=study, mode="live", number=1)
    pilot = make_judge(make_link(study, mode="pilot"))
    with refused("do not belong together"):
        insert_trial(triad, pilot)


def test_two_trials_of_one_triad_are_not_held():
    study = open_study()
    link = make_link(study)
    trial = start(link)
    with refused("trial_triad_once"):
        insert_trial(trial.triad, make_judge(link))


@pytest.mark.parametrize("state", ["held", "answered"])
def test_nobody_gets_a_triad_that_was_answered(state):
    link = make_link(open_study())
    trial = answered(link)
    with refused("trial_triad_once"):
        insert_trial(trial.triad, make_judge(link), state)


def test_a_judge_holds_one_trial():
    study = open_study(evaluations_per_judge=3)
    trial = start(make_link(study))
    other = Triad.objects.get(study=study, mode="live", number=trial.triad.number + 1)
    with refused("trial_judge_holds_one"):
        insert_trial(other, trial.judge)


def test_nobody_judges_a_triad_twice():
    trial = start(make_link(open_study()))
    Trial.objects.filter(pk=trial.pk).update(state="lapsed")
    with refused("trial_judge_triad_once"):
        insert_trial(trial.triad, trial.judge)


@pytest.mark.parametrize("state", ["held", "lapsed", "surplus"])
def test_an_answered_trial_is_not_taken_back(state):
    """It would free the triad, and the answer would count no longer."""
    trial = answered(make_link(open_study()))
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, trial.pk)


@pytest.mark.parametrize("state", ["held", "lapsed", "answered"])
def test_a_surplus_answer_is_never_counted_later(state):
    study = open_study()
    trial = start(make_link(study))
    lifecycle.close(study=study, user=study.owner)
    trials.answer(code=trial.code, position=1)
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = %s WHERE id = %s", state, trial.pk)


def test_a_withdrawn_trial_stays_withdrawn():
    trial = answered(make_link(open_study()))
    sql("UPDATE studies_trial SET state = 'withdrawn' WHERE id = %s", trial.pk)
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = 'answered' WHERE id = %s", trial.pk)


def test_unknown_state_is_refused():
    trial = start(make_link(open_study()))
    with refused("not allowed"):
        sql("UPDATE studies_trial SET state = 'counted' WHERE id = %s", trial.pk)


def test_a_triad_is_not_freed_while_its_answer_counts():
    trial = answered(make_link(open_study()))
    with refused("is answered"):
        sql("UPDATE studies_triad SET free_from = now() WHERE id = %s", trial.triad_id)
    sql("UPDATE studies_trial SET state = 'withdrawn' WHERE id = %s", trial.pk)
    assert sql("UPDATE studies_triad SET free_from = now() WHERE id = %s", trial.triad_id) == 1


def test_an_answered_triad_is_never_left_free():
    trial = start(make_link(open_study()))
    with refused("is answered"), transaction.atomic():
        Trial.objects.filter(pk=trial.pk).update(state="answered")
        insert_answer(trial.pk, 1)


# Texts


@pytest.mark.parametrize("status", ["open", "paused", "closed"])
def test_texts_of_an_opened_study_are_fixed(status):
    study = open_study()
    Study.objects.filter(pk=study.pk).update(status=status)
    statement, values = a_sample_row(study)
    with refused("fixed"):
        sql(statement, *values)
    for change in ("text = 'x'", "subject = 'B'", "item = 'x'", "content_hash = 'x'", "row = 9"):
        with refused("fixed"):
            sql(f"UPDATE studies_sample SET {change.replace('row', chr(34) + 'row' + chr(34))}")  # noqa: S608
    with refused("fixed"):
        sql("DELETE FROM studies_sample")


@pytest.mark.parametrize("kind", ["practice", "attention"])
def test_texts_that_are_never_counted_are_fixed_as_well(kind):
    study = make_study()
    other = make_sample(study, "A", "x", "Other.", kind=kind)
    open_draft(study)
    for change in ("kind = 'main'", "text = 'x'"):
        with refused("fixed"):
            sql(f"UPDATE studies_sample SET {change} WHERE id = %s", other.pk)  # noqa: S608
    with refused("fixed"):
        sql("DELETE FROM studies_sample WHERE id = %s", other.pk)
    with refused("fixed"):
        make_sample(study, "B", "x", "One more.", kind=kind)


def test_a_text_does_not_change_its_kind_to_get_out_or_in():
    open_study()
    with refused("fixed"):
        sql("UPDATE studies_sample SET kind = 'practice'")


def test_a_text_does_not_move_between_studies():
    opened, draft = open_study(), make_study()
    with refused("fixed"):
        sql("UPDATE studies_sample SET study_id = %s WHERE study_id = %s", draft.pk, opened.pk)
    with refused("fixed"):
        sql("UPDATE studies_sample SET study_id = %s WHERE study_id = %s", opened.pk, draft.pk)


def test_texts_of_a_draft_change_freely():
    study = make_study()
    assert sql("UPDATE studies_sample SET item = 'x' WHERE study_id = %s", study.pk) == 24
    assert sql("DELETE FROM studies_sample WHERE study_id = %s", study.pk) == 24


# The plan

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
    "presentation": "'masked'",
    "progress_shown": "NOT progress_shown",
    "asks_reason": "NOT asks_reason",
    "asks_sureness": "NOT asks_sureness",
    "questionnaire": "'[1]'",
    "translations": "'[1]'",
    "privacy_contact": "'X'",
    "withdrawal_until": "'2030-01-01'",
    "secret": "'x'",
}


@pytest.mark.parametrize("column", FROZEN)
def test_the_plan_of_an_opened_study_is_frozen(column):
    study = open_study(evaluations=12)  # fewer than recommended: a warning is kept with it
    with refused("frozen"):
        sql(f"UPDATE studies_study SET {column} = {FROZEN[column]} WHERE id = %s", study.pk)  # noqa: S608


def test_every_column_of_the_plan_is_frozen_or_named_here_as_free():
    """A column that is added later must be thought about."""
    free = {
        "id", "title", "owner_id", "ends_at", "created_at", "opened_at", "completed_at",
        "unsealed_at", "closed_at", "archived_at", "single", "retention_until", "reporting",
    }  # fmt: skip
    assert {field.column for field in Study._meta.concrete_fields} == free | set(FROZEN)


def test_the_number_is_raised_by_an_amendment_only():
    study = open_study()
    with refused("amendment"):
        sql("UPDATE studies_study SET evaluations = evaluations + 6")
    lifecycle.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more judges")
    study.refresh_from_db()
    assert study.evaluations == 30


def test_unsealing_is_not_undone():
    study = open_study(blind=True)
    lifecycle.unseal(study=study, user=study.owner, why="reviewer asks")
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
        sql(f"UPDATE studies_study SET {column} = %s WHERE id = %s", value, study.pk)  # noqa: S608


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


# Triads


@pytest.mark.parametrize(
    "change",
    [
        "number = number + 1000", "block = block + 1", "kind = 'practice'", "mode = 'pilot'",
        "odd_position = odd_position % 3 + 1", "first_id = second_id, second_id = first_id",
        "third_id = first_id", "study_id = %(other)s",
        """ "order" = CASE "order" WHEN 'ABB' THEN 'BAA' ELSE 'ABB' END, odd_position = 1""",
    ],
)  # fmt: skip
def test_triads_never_change(change):
    study, other = open_study(), make_study()
    change = change.replace("%(other)s", str(other.pk))
    with refused("never change"):
        sql(f"UPDATE studies_triad SET {change} WHERE study_id = {study.pk}")  # noqa: S608


def triad_row(study: Study, samples: list[Sample], order: str, odd: int) -> Triad:
    first, second, third = samples
    return Triad(
        study=study, number=9999, block=1700, order=order, odd_position=odd,
        first=first, second=second, third=third,
    )  # fmt: skip


def of_subjects(study: Study, letters: str) -> list[Sample]:
    pools = {letter: list(study.samples.filter(subject=letter)[:3]) for letter in "AB"}
    return [pools[letter].pop() for letter in letters]


def test_the_odd_position_is_where_the_order_says():
    study = make_study()
    for odd in (2, 3):
        with refused("triad_odd_position"):
            triad_row(study, of_subjects(study, "ABB"), "ABB", odd).save()


def test_the_texts_of_a_triad_are_of_the_subjects_that_its_order_says():
    study = make_study()
    for letters in ("AAB", "BAA", "BBA"):
        with refused("does not fit its texts"):
            triad_row(study, of_subjects(study, letters), "ABB", 1).save()
    triad_row(study, of_subjects(study, "ABB"), "ABB", 1).save()


def test_the_texts_of_a_triad_are_of_its_study():
    study, other = make_study(), make_study()
    texts = of_subjects(study, "AB") + of_subjects(other, "B")
    with refused("does not fit its texts"):
        triad_row(study, texts, "ABB", 1).save()


def test_a_triad_never_holds_the_same_text_twice():
    study = make_study()
    texts = of_subjects(study, "ABB")
    with refused("triad_three_samples"):
        triad_row(study, [texts[0], texts[1], texts[1]], "ABB", 1).save()
    twin = make_sample(study, "B", "another day", texts[1].text)
    with refused("does not fit its texts"):
        triad_row(study, [texts[0], texts[1], twin], "ABB", 1).save()


def test_triad_numbers_are_unique():
    study = open_study()
    with refused("triad_number_unique"):
        Triad.objects.filter(study=study, number=1).update(number=1)
        triad = triad_row(study, of_subjects(study, "ABB"), "ABB", 1)
        triad.number = 1
        triad.save()


@pytest.mark.parametrize(
    "table", ["studies_trial", "studies_judge", "studies_triad", "studies_amendment"]
)
def test_the_parts_of_an_opened_study_are_not_deleted(table):
    """A dropout, a judge, the free triads: each is part of what happened."""
    study = open_study()
    link = make_link(study)
    trial = start(link)
    make_judge(link)
    Trial.objects.filter(pk=trial.pk).update(state="lapsed")
    lifecycle.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more")
    with refused("kept"):
        sql(f"DELETE FROM {table} WHERE id = (SELECT max(id) FROM {table})")  # noqa: S608


# The record


@pytest.mark.parametrize(
    "change", ["UPDATE studies_event SET what = 'x'", "DELETE FROM studies_event"]
)
def test_events_are_append_only(change):
    open_study()
    with refused("append-only"):
        sql(change)


def test_amendments_never_change():
    study = open_study()
    answered(make_link(study))
    lifecycle.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more")
    assert Amendment.objects.get().after_looking
    with refused("never change"):
        sql("UPDATE studies_amendment SET after_looking = false")


def make_verdict(study: Study) -> Verdict:
    return Verdict.objects.create(
        study=study, outcome="difference", counted=24, correct=20, evaluations=24,
        last_answer=1, method_version=1, numbers={},
    )  # fmt: skip


@pytest.mark.parametrize(
    "change",
    ["outcome = 'similarity'", "counted = 25", "correct = 3", "numbers = '{\"p\": 1}'",
     "given_at = now()", "last_answer = 7", "study_id = study_id + 1"],
)  # fmt: skip
def test_a_verdict_never_changes(change):
    make_verdict(open_study())
    with refused("never change"):
        sql(f"UPDATE analysis_verdict SET {change}")  # noqa: S608


def test_a_verdict_is_given_once_and_stays():
    study = open_study()
    make_verdict(study)
    with refused("duplicate key"):
        make_verdict(study)
    with refused("stays on record"):
        sql("DELETE FROM analysis_verdict")


# Judges and links


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
        sql(f"UPDATE studies_judge SET {change}", *([other] if other else []))  # noqa: S608


@pytest.mark.parametrize("change", ["mode = 'live'", "personal = false", "token = 'x'"])
def test_a_link_does_not_change_sides(change):
    make_link(open_study(), mode="pilot", personal=True)
    with refused("never change"):
        sql(f"UPDATE studies_recruitmentlink SET {change}")  # noqa: S608


def test_a_quota_of_nobody_is_refused():
    with refused("link_quota"):
        make_link(open_study(), quota=0)


# Erasing


def rows_of_studies() -> dict[str, int]:
    models: list[type[Model]] = [
        model
        for label in ("studies", "analysis")
        for model in apps.get_app_config(label).get_models()
        if model.__name__ != "User"
    ]
    return {model.__name__: count for model in models if (count := model._default_manager.count())}


def full_study() -> Study:
    """With something in every table."""
    study = open_study(evaluations_per_judge=2)
    study.collaborations.create(user=make_user())
    link = make_link(study)
    answered(link)
    answered(link)
    start(link, "k2")
    answered(make_link(study, mode="pilot"))
    lifecycle.raise_evaluations(study=study, user=study.owner, evaluations=30, why="more")
    study.uploads.create(owner=study.owner, name="x.csv", content=b"x")
    study.jobs.create(owner=study.owner, kind="open", finished_at=Now())
    Result.objects.get_or_create(study=study, analysis_set="all")
    make_verdict(study)
    return study


def test_erasing_leaves_nothing_but_events():
    study = full_study()
    before = rows_of_studies()
    assert set(before) >= {
        "Study", "Sample", "Triad", "RecruitmentLink", "Judge", "Trial", "Answer", "Event",
        "Amendment", "Upload", "Job", "Collaborator", "Result", "Verdict",
    }  # fmt: skip
    lifecycle.erase(study=study, user=study.owner)
    assert rows_of_studies() == {"Event": before["Event"] + 1}
    assert Event.objects.last().details == {"answers": 3}


def test_erasing_one_study_touches_no_other():
    study, other = full_study(), full_study()
    kept = {name: count // 2 for name, count in rows_of_studies().items() if name != "Event"}
    lifecycle.erase(study=study, user=study.owner)
    left = rows_of_studies()
    left.pop("Event")
    assert left == kept
    assert Study.objects.get() == other


@pytest.mark.parametrize("status", ["open", "paused", "closed"])
def test_a_study_can_be_erased_in_every_state(status):
    study = full_study()
    Study.objects.filter(pk=study.pk).update(status=status)
    lifecycle.erase(study=study, user=study.owner)
    assert not Study.objects.exists()


def test_the_permission_to_erase_ends_with_its_transaction():
    study, other = full_study(), full_study()
    lifecycle.erase(study=study, user=study.owner)
    with refused("never deleted"):
        sql("DELETE FROM studies_answer")
    assert Answer.objects.filter(trial__study=other).count() == 3


def test_hold_that_ran_out_may_be_answered_or_held_again():
    """The rules leave the ways open that the application goes."""
    link = make_link(open_study())
    trial = start(link)
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))
    second = start(link, "k2")
    Triad.objects.filter(pk=trial.triad_id).update(free_from=Now() - timedelta(seconds=1))
    trials.answer(code=trial.code, position=2)
    assert trials.answer(code=second.code, position=2).trial.state == "surplus"
