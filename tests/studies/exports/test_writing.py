"""The files as a spreadsheet reads them: nothing is a formula, everything comes back."""

import csv
import io
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from studies import exports
from studies.exports import guarded, unguarded
from studies.exports.columns import Column
from studies.services.judging import withdrawal
from studies.services.judging.answering import questionnaire
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import opening
from tests.factories import make_judge, make_link, make_sample, make_study, open_study
from tests.studies.exports.downloads import download, get, respond

pytestmark = pytest.mark.django_db


HOSTILE = [
    '=cmd|"/c calc"!A1',
    "+1",
    "-1",
    "@SUM(A1)",
    "\tx",
    "\rx",
    "'=1",
    "''+1",
    "'quoted'",
    'a "quoted" cell',
    "semi;colon, comma",
    "two\nlines\r\nthree",
    "  leading and trailing  ",
    "\ufeffmark",
    "‮evil مطر 12",
    "<b>&amp;</b> {{ x }}",
    "\u2028\x0b\x0c\x85",
    "日本語 🎉",
]


def test_hostile_texts_come_back_exactly_and_no_cell_is_a_formula(client, owner):
    study = make_study(items=0, owner=owner)
    for number, text in enumerate(HOSTILE):
        make_sample(study, "AB"[number % 2], f"item {number}", text, context=text)
    response = get(client, study, "texts")
    body = response.getvalue().decode()
    rows = list(csv.DictReader(io.StringIO(body, newline=""), strict=True))
    assert [unguarded(row["text"]) for row in rows] == HOSTILE
    assert [unguarded(row["context"]) for row in rows] == HOSTILE
    for row in rows:
        assert not any(cell.startswith(("=", "+", "-", "@", "\t", "\r")) for cell in row.values())


@pytest.mark.parametrize("hostile", HOSTILE)
def test_hostile_names_do_no_harm_in_any_file(client, owner, hostile):
    study = make_study(owner=owner, title=hostile, subject_a=hostile)
    study.samples.filter(item="day 0").update(item=hostile)
    opening.open_study(study=study, user=owner)
    link = make_link(study, panel=hostile, addressee=hostile)
    respond(link, "k", external_id=hostile)
    (answer,) = download(client, study, "answers")
    (invitation,) = download(client, study, "links")
    assert {unguarded(answer["panel"]), unguarded(answer["external_id"])} == {hostile}
    assert unguarded(invitation["addressee"]) == hostile
    names = {unguarded(row["subject_name"]) for row in download(client, study, "texts")}
    assert names == {hostile, "Machine"}
    disposition = get(client, study, "links")["Content-Disposition"]
    assert disposition.isascii()
    assert disposition.count('"') == 2


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_guarding_is_undone_exactly(text):
    safe = guarded(text)
    assert unguarded(safe) == text
    assert not safe.startswith(("=", "+", "-", "@", "\t", "\r"))


def test_names_of_columns_are_guarded_and_numbers_left_alone():
    rows = (row for row in [(-1, -2.5), ("-1", None)])
    export = exports.Export((Column("=evil"), Column("n")), 2, rows)
    body = b"".join(exports.csv_chunks(export)).decode()
    assert body == "'=evil,n\r\n-1,-2.5\r\n'-1,\r\n"


def test_reasons_are_harmless_in_a_spreadsheet_and_gone_with_who_withdrew(client, owner):
    study = open_study(owner=owner, asks_reason=True, asks_sureness=True)
    link = make_link(study)
    for number in range(2):
        trial = next_trial(make_judge(link))
        answer(code=trial.code, position=1)
        questionnaire.save_reason(trial=trial, reason=f"=1+{number}", sureness="guess")
    said = [(row["reason"], row["sureness"]) for row in download(client, study, "answers")]
    assert said == [("'=1+0", "guess"), ("'=1+1", "guess")]
    withdrawal.withdraw(code=trial.code)
    said = [(row["reason"], row["sureness"]) for row in download(client, study, "answers")]
    assert said == [("'=1+0", "guess"), ("", "")]


def test_times_are_utc_with_z_whatever_the_zone():
    summer = datetime.fromisoformat("2026-07-01T01:30:00.1239+13:00")
    assert exports.writing.utc(summer) == "2026-06-30T12:30:00.123Z"
    assert exports.writing.utc(None) == ""
