"""Judges who are out: withdrawn for good and without a trace, excluded by the plan's rule alone."""

import pytest

from studies.models import Judge, ReadingRecord, Triad, Trial
from studies.services.judging import withdrawal
from studies.services.judging.answering import answers
from tests.factories import make_judge, make_link, open_study
from tests.studies.rules import rows
from tests.studies.rules.rows import answered, refused, sql, start
from tests.studies.services.judging.test_practice import a_study, opened

pytestmark = pytest.mark.django_db

WITHDRAW = "UPDATE studies_judge SET withdrawn_at = now(), browser_key = '' WHERE id = %s"
EXCLUDE = "UPDATE studies_judge SET excluded_at = now(), excluded_why = 'too_fast' WHERE id = %s"
SLOW = {"least_seconds": 0.1}
TAKE_OUT = "UPDATE studies_trial SET state = 'excluded' WHERE id = %s"


def test_who_withdraws_leaves_no_trial_that_counts():
    trial = answered(make_link(open_study()))
    with refused("something is left"):
        sql(WITHDRAW, trial.judge_id)


@pytest.mark.parametrize("left", ["reason = 'Ana'", "sureness = 'guess'"])
def test_who_withdraws_leaves_no_words(left):
    trial = answered(make_link(open_study()))
    sql(f"UPDATE studies_answer SET {left}")  # noqa: S608 - our own words
    sql("UPDATE studies_trial SET state = 'withdrawn'")
    with refused("something is left"):
        sql(WITHDRAW, trial.judge_id)


def test_who_withdraws_leaves_no_reading_record():
    trial = answered(make_link(open_study()))
    ReadingRecord.objects.create(answer=trial.answer, confirmed_ms=1, visible_ms=1)
    sql("UPDATE studies_trial SET state = 'withdrawn'")
    with refused("something is left"):
        sql(WITHDRAW, trial.judge_id)


@pytest.mark.parametrize(
    "detail",
    ["language = 'gl'", "browser_key = 'b'", "reads_whole = true"]
    + [f"{column} = '{{\"age\": 30}}'" for column in ("questionnaire", "came_with")],
)
def test_a_withdrawn_judge_is_blank(detail):
    trial = withdrawn()
    with refused("judge_withdrawn_is_blank"):
        sql(f"UPDATE studies_judge SET {detail} WHERE id = %s", trial.judge_id)  # noqa: S608 - our own words


def withdrawn():
    trial = answered(make_link(open_study()))
    withdrawal.withdraw(code=trial.code)
    return trial


def test_withdrawing_is_for_good_and_nothing_comes_after_it():
    trial = withdrawn()
    with refused("set once"):
        sql("UPDATE studies_judge SET withdrawn_at = NULL WHERE id = %s", trial.judge_id)
    other = Triad.objects.filter(study=trial.study_id, mode="live").exclude(pk=trial.triad_id)[0]
    with refused("has withdrawn"):
        rows.insert_trial(other, Judge.objects.get())
    for said in ("reason = 'Ana'", "sureness = 'guess'"):
        with refused("this answer was withdrawn"):
            sql(f"UPDATE studies_answer SET {said}")  # noqa: S608 - our own words
    with refused("this answer was withdrawn"):
        ReadingRecord.objects.create(answer=trial.answer, confirmed_ms=1, visible_ms=1)


def slowly(link):
    trial = start(link)
    sql("UPDATE studies_trial SET held_at = held_at - interval '1 minute'")
    return answers.answer(code=trial.code, position=1).trial


def test_only_a_judge_whom_the_rule_names_is_taken_out():
    trial = slowly(make_link(open_study(primary_set="kept", **SLOW)))
    with refused("not excluded by the plan"):
        sql(TAKE_OUT, trial.pk)
    sql(EXCLUDE, trial.judge_id)
    assert sql(TAKE_OUT, trial.pk) == 1
    with refused("does not follow"):
        sql("UPDATE studies_trial SET state = 'answered' WHERE id = %s", trial.pk)
    with refused("set once"):
        sql("UPDATE studies_judge SET excluded_at = NULL WHERE id = %s", trial.judge_id)


def test_no_answer_is_taken_out_where_the_plan_counts_all():
    trial = slowly(make_link(open_study(**SLOW)))
    sql(EXCLUDE, trial.judge_id)
    with refused("not excluded by the plan"):
        sql(TAKE_OUT, trial.pk)


def test_many_answer_a_triad_for_attention_and_it_is_never_taken():
    link = make_link(opened(a_study(attention_at=[1])))
    first = answers.answer(code=start(link).code, position=1).trial
    judge = make_judge(link)
    rows.insert_answer(rows.insert_trial(first.triad, judge, state="answered"), 2)
    sql("SET CONSTRAINTS ALL IMMEDIATE")
    assert Trial.objects.filter(triad=first.triad, state="answered").count() == 2
    assert Triad.objects.free().filter(pk=first.triad_id).exists()
