"""Which answers count: one condition, and everything that counts answers agrees with it."""

from itertools import product

import pytest
from django.db import connection
from django.db.models.functions import Now

from analysis.breakdown.judges import judges_page
from analysis.breakdown.reasons import reason_counts, reasons_page
from analysis.breakdown.texts import items_page
from analysis.models import Result
from analysis.reading_behaviour import times
from analysis.recomputation import order
from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.store import recompute
from analysis.report_zip.tables import judges_export
from analysis.results.export import results_export
from analysis.results.study_results import read_results, stamp_for
from studies.exports.answers import answers_export
from studies.models import Answer, Judge, ReadingRecord, Triad, Trial
from studies.models.judging.triad import Mode
from studies.models.judging.trial import COUNTED_SQL
from studies.models.sample import Kind
from studies.services.lifecycle import opening
from studies.services.lifecycle.opening_warnings import ACCEPTING
from studies.services.lifecycle.places.triads import add_pilot_block
from tests.analysis.breakdown.answered import texts_as_listed, texts_that_stand_out
from tests.factories import make_judge, make_link, make_sample, make_study

pytestmark = pytest.mark.django_db

HAVE_ANSWERS = ("answered", "surplus", "withdrawn", "excluded")


def study_with_every_trial():
    """A study with two trials of every kind, mode and state: one right, the other wrong."""
    study = make_study(
        items=24, evaluations_per_judge=3, practice_triads=2, attention_at=[1, 2],
        least_seconds=2, primary_set="kept", asks_reason=True, asks_sureness=True,
    )  # fmt: skip
    for kind, number, subject in product(("practice", "attention"), range(3), "AB"):
        text = f"For {kind} {number} {subject}."
        make_sample(study, subject, f"{kind} {number}", text, kind=kind)
    study = opening.open_study(study=study, user=study.owner, accepted=list(ACCEPTING))
    for _ in range(2):
        add_pilot_block(study)
    links = {mode: make_link(study, mode=mode) for mode in Mode}
    cases = list(product(Trial.State, (True, False)))
    for kind, mode in product(Kind, Mode):
        triads = Triad.objects.filter(study=study, kind=kind, mode=mode).order_by("number")
        for triad, (state, right) in zip(triads[: len(cases)], cases, strict=True):
            add_trial(triad, make_judge(links[mode]), state, right=right)
    return study


def add_trial(triad, judge, state, *, right):
    """Written past the services, as the database holds it after them."""
    if state == "excluded":
        Judge.objects.filter(pk=judge.pk).update(excluded_at=Now(), excluded_why="too_fast")
    # A trial is withdrawn or excluded after its answer only.
    first = "answered" if state in ("withdrawn", "excluded") else state
    trial = Trial.objects.create(study=judge.study, triad=triad, judge=judge, state=first)
    if state in HAVE_ANSWERS:
        answer = Answer.objects.create(
            trial=trial,
            chosen_position=triad.odd_position if right else triad.odd_position % 3 + 1,
            shown_at="2020-01-01T00:00Z",
            reason="It rhymes.",
            sureness="certain",
        )
        ReadingRecord.objects.create(answer=answer, confirmed_ms=9, visible_ms=9)
    if (state, triad.kind) == ("answered", "main"):
        taken = "UPDATE studies_triad SET free_from = 'infinity' WHERE id = %s RETURNING id"
        assert rows_of(taken, triad.pk)
    Trial.objects.filter(pk=trial.pk).exclude(state=state).update(state=state)


def rows_of(statement, *values):
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall()


def test_query_sets_and_sql_select_the_same_answers():
    study = study_with_every_trial()
    trials = Trial.objects.filter(study=study).select_related("answer")
    expected = {
        trial.answer.pk
        for trial in trials
        if (trial.state, trial.kind, trial.mode) == ("answered", "main", "live")
    }
    assert (trials.count(), len(expected)) == (72, 2)
    by_sql = rows_of(
        "SELECT a.id FROM studies_answer a JOIN studies_trial x ON x.id = a.trial_id "  # noqa: S608
        f"WHERE x.study_id = %s AND {COUNTED_SQL}",
        study.pk,
    )
    assert {pk for (pk,) in by_sql} == expected
    assert set(Answer.objects.counted().values_list("pk", flat=True)) == expected
    assert set(Trial.objects.counted().values_list("answer", flat=True)) == expected
    assert set(ReadingRecord.objects.counted().values_list("answer", flat=True)) == expected


def test_all_that_counts_answers_counts_these():
    study = study_with_every_trial()
    recompute(study_id=study.pk)
    found = {**of_the_result(study), **of_the_breakdowns(study), **of_the_files(study)}
    assert found == dict.fromkeys(found, (2, 1))
    # With those that the exclusion rule took out.
    other = Result.objects.get(study=study, analysis_set="all")
    assert (other.counted, other.correct) == (4, 2)


def of_the_result(study):
    """Counted and right answers by every part of the stored result that says so."""
    counts = StudyCounts.from_json(Result.objects.get(study=study, analysis_set="kept").numbers)
    rows = counts.judge_results
    return {
        "result": (counts.counted, counts.correct),
        "orders": pair(counts.orders.values()),
        "panels": pair(counts.panels),
        "sureness": pair(counts.sureness.values()),
        "path": counts.path[-1],
        "positions": (sum(counts.positions), counts.correct),
        "times": (sum(counts.seconds), counts.correct),
        "judges": (
            sum(row.answers * row.judges for row in rows),
            sum(row.correct * row.judges for row in rows),
        ),
        "outcomes": (len(order.outcomes(study)), sum(order.outcomes(study))),
    }


def of_the_breakdowns(study):
    """The same by judge, reason, sureness, time of reading, text and item."""
    snapshot = read_results(stamp_for(study.owner, study.code)).snapshot
    reasons = reason_counts(study)
    listed = reasons_page(study, of="", after=0).rows
    read = times.outcomes(study)
    found = {
        "judges' page": pair(judges_page(study, which="", after=0).rows),
        "reasons": (reasons.right + reasons.wrong, reasons.right),
        "reasons' page": (len(listed), sum(answer.correct for answer in listed)),
        "sureness of reasons": pair(reasons.sureness),
        "reading": (sum(r.answers for r in read), sum(r.answers for r in read if r.correct)),
    }
    pages = {
        "texts that stand out": texts_that_stand_out(study, snapshot),
        "texts as listed": texts_as_listed(study, snapshot),
        "items that stand out": items_page(study, snapshot, standing_out=True, page=0),
        "items as listed": items_page(study, snapshot, standing_out=False, page=0),
    }
    for name, page in pages.items():
        counted, correct = pair(page.rows)
        # Each answer stands in three rows: its triad has three texts, about three items.
        found[name] = counted / 3, correct / 3
    return found


def of_the_files(study):
    """The same by the rows of the files."""
    answers = [row for row in as_dicts(answers_export(study)) if row["counted"] == "yes"]
    judges = [(row["counted"], row["correct"]) for row in as_dicts(judges_export(study))]
    results = dict(results_export(read_results(stamp_for(study.owner, study.code))).rows)
    return {
        "answers.csv": (len(answers), sum(row["correct"] for row in answers)),
        "judges.csv": tuple(map(sum, zip(*judges, strict=True))),
        "results.csv": (results["counted"], results["correct"]),
    }


def pair(rows):
    """Counted and right answers over all rows."""
    rows = list(rows)
    return sum(row.counted for row in rows), sum(row.correct for row in rows)


def as_dicts(export):
    names = [column.name for column in export.columns]
    return [dict(zip(names, row, strict=True)) for row in export.rows]
