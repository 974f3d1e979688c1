"""Two analysis sets: the plan's decides, the other is a sensitivity check."""

import re
from dataclasses import replace

import pytest
from django.db import connection
from django.db.models.functions import Now

from analysis.models import Result, Verdict
from analysis.number_format import limit_or_chance, lower_limit, p_cell, upper_limit
from analysis.recomputation import counting
from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.store import recompute
from analysis.results.analysis_sets import sets_table
from analysis.stats import difference_test, similarity_test
from studies.models import Judge, Triad, Trial
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.judging.withdrawal import withdraw
from tests.analysis.answering import give_answers, give_outcomes
from tests.analysis.results.snapshots import decided, waiting
from tests.analysis.results.test_views import page, text_of
from tests.analysis.verdict_text.statements import PLAN
from tests.factories import make_judge, make_link, make_user, open_study

pytestmark = pytest.mark.django_db


def exclude(study, trials):
    """What the plan's rule does to the judges: marked; in a `kept` plan also taken out."""
    judges = [trial.judge_id for trial in trials]
    Judge.objects.filter(pk__in=judges).update(excluded_at=Now(), excluded_why="too_fast")
    if study.primary_set == "kept":
        Trial.objects.filter(judge__in=judges, state="answered").update(state="excluded")
        triads = Triad.objects.filter(trials__judge__in=judges)
        triads.update(free_from="1970-01-01T00:00:00Z")


def counts_of(study):
    rows = Result.objects.filter(study=study).values_list("analysis_set", "counted", "correct")
    return {name: (correct, counted) for name, counted, correct in rows}


@pytest.mark.parametrize("primary", ["all", "kept"])
def test_both_sets_are_counted_in_one_run(primary):
    study = open_study(evaluations=24, least_seconds=2, primary_set=primary)
    trials = give_answers(study, 10, 6)
    exclude(study, trials[:3])
    recompute(study_id=study.pk)
    assert counts_of(study) == {"all": (6, 10), "kept": (3, 7)}
    assert Result.objects.get(study=study, analysis_set=primary).judges_excluded == 3


def test_a_plan_without_a_rule_has_one_set():
    study = open_study()
    give_answers(study, 4, 2)
    recompute(study_id=study.pk)
    assert counts_of(study) == {"all": (2, 4)}


def test_an_exclusion_makes_a_result_stale():
    study = open_study(least_seconds=2)
    trials = give_answers(study, 4, 2)
    recompute(study_id=study.pk)
    assert counting.stale_studies() == []
    exclude(study, trials[:1])
    assert counting.stale_studies() == [study.pk]
    recompute(study_id=study.pk)
    assert counting.stale_studies() == []


@pytest.mark.parametrize("primary", ["all", "kept"])
def test_only_the_primary_set_has_a_verdict(client, primary):
    owner = make_user()
    study = open_study(owner=owner, evaluations=24, least_seconds=2, primary_set=primary)
    trials = give_answers(study, 24, 16)
    exclude(study, trials[:4])
    recompute(study_id=study.pk)
    if primary == "kept":
        assert not Verdict.objects.exists()
        give_answers(study, 4, 0)
        recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    right = {"all": 16, "kept": 12}[primary]
    assert (verdict.correct, verdict.counted) == (right, 24)
    text = text_of(page(client, owner, study))
    assert f"{right} of 24 right" in text
    assert len(re.findall("sensitivity", text)) == 1
    others = {
        "all": "sensitivity: exploratory 12 of 20",
        "kept": "sensitivity: exploratory 16 of 28",
    }
    assert others[primary] in text


def test_the_page_is_new_where_only_the_other_set_changed(client):
    owner = make_user()
    study = open_study(owner=owner, least_seconds=2)
    trials = give_answers(study, 6, 3)
    recompute(study_id=study.pk)
    etag = page(client, owner, study, "poll")["ETag"]
    assert page(client, owner, study, "poll", **{"if-none-match": etag}).status_code == 304
    exclude(study, trials[:1])
    recompute(study_id=study.pk)
    response = page(client, owner, study, "poll", **{"if-none-match": etag})
    assert "1 judge is excluded by the rule" in response.content.decode()


def test_practice_and_attention_stand_in_no_count():
    """Past the services, as they leave it: answered trials of another kind."""
    study = open_study(evaluations=24)
    trials = give_outcomes(study, [True] * 6)
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_trial DISABLE TRIGGER USER")
        cursor.execute("ALTER TABLE studies_answer DISABLE TRIGGER USER")
        for trial, kind, state in zip(
            trials,
            ("practice", "attention", "practice", "attention"),
            ("answered", "surplus", "lapsed", "withdrawn"),
            strict=False,
        ):
            cursor.execute(
                "UPDATE studies_trial SET kind = %s, state = %s WHERE id = %s",
                [kind, state, trial.pk],
            )
            cursor.execute(
                "UPDATE studies_answer SET kind = %s WHERE trial_id = %s", [kind, trial.pk]
            )
        cursor.execute("ALTER TABLE studies_trial ENABLE TRIGGER USER")
        cursor.execute("ALTER TABLE studies_answer ENABLE TRIGGER USER")
    recompute(study_id=study.pk)
    numbers = Result.objects.get().numbers
    names = ("counted", "correct", "surplus", "lapsed", "withdrawn", "fast")
    assert [numbers[name] for name in names] == [2, 2, 0, 0, 0, 0]


def test_judges_who_left_are_told_from_those_who_read():
    study = open_study(evaluations=24, evaluations_per_judge=2)
    give_answers(study, 6, 3, per_judge=2)  # three finish
    give_answers(study, 1, 1, per_judge=2)  # one stops after the first
    give_answers(study, 1, 0, state="lapsed")  # one lets the first lapse
    reading = give_answers(study, 1, 0, state="held")
    Triad.objects.filter(pk=reading[0].triad_id).update(free_from="2100-01-01T00:00:00Z")
    recompute(study_id=study.pk)
    people = StudyCounts.from_json(Result.objects.get().numbers).people
    assert (people.began, people.completed, people.left, people.reading) == (6, 3, 2, 1)


def test_the_rule_at_work_in_a_kept_plan():
    """By the services: a judge who answers at once is too fast, and another judge is asked."""
    study = open_study(evaluations=24, least_seconds=5, primary_set="kept")
    trial = next_trial(make_judge(make_link(study)))
    answer(code=trial.code, position=trial.triad.odd_position)
    give_answers(study, 3, 2)
    recompute(study_id=study.pk)
    assert counts_of(study) == {"all": (3, 4), "kept": (2, 3)}
    assert Result.objects.get(study=study, analysis_set="kept").numbers["excluded"] == 1
    assert counting.stale_studies() == []


@pytest.mark.parametrize("counted", [23, 24])
def test_a_withdrawal_before_and_after_the_verdict(client, counted):
    owner = make_user()
    study = open_study(owner=owner, evaluations=24)
    trials = give_answers(study, counted, 16)
    recompute(study_id=study.pk)
    withdraw(code=trials[0].code)
    assert counting.stale_studies() == [study.pk]
    recompute(study_id=study.pk)
    assert counting.stale_studies() == []
    text = text_of(page(client, owner, study))
    if counted == 24:
        assert "16 of 24 right" in text
        assert "After withdrawal of 1 answer:" in text
    else:
        assert "22 of 24 answers, 15 right." in text
        assert Triad.objects.filter(pk=trials[0].triad_id).free().exists()


# Risks that differ, so that a head or a test with the other one's shows.
RISKS = replace(PLAN, alpha=0.05, beta=0.2, pd=0.3)


@pytest.mark.parametrize("primary", ["all", "kept"])
def test_the_cells_of_both_sets_by_name(primary):
    """The plan's set decides, with the verdict's counts; the other one's are those of now."""
    snapshot = decided(RISKS, 16, 24, primary_set=primary, other_set=StudyCounts(20, correct=8))
    table = sets_table(snapshot)
    assert table.heads == (
        *("answers", "what they are for", "right", "p, difference"),
        *("lower limit of pd, 95 %", "p, similarity", "upper limit of pd, 80 %"),
    )
    names = {"all": "all counted answers", "kept": "answers left by the exclusion rule"}
    [other] = names.keys() - {primary}
    deciding, sensitivity = (dict(zip(table.heads, row, strict=True)) for row in table.rows)
    for cells, name, what, correct, counted in (
        (deciding, names[primary], "decide: confirmatory", 16, 24),
        (sensitivity, names[other], "sensitivity: exploratory", 8, 20),
    ):
        difference = difference_test(correct, counted, alpha=0.05)
        similarity = similarity_test(correct, counted, beta=0.2, pd=0.3)
        assert cells == {
            "answers": name,
            "what they are for": what,
            "right": f"{correct} of {counted}",
            "p, difference": p_cell(difference.p_value),
            "lower limit of pd, 95 %": limit_or_chance(difference.pd_lower_uncut, lower_limit),
            "p, similarity": p_cell(similarity.p_value),
            "upper limit of pd, 80 %": limit_or_chance(similarity.pd_upper_uncut, upper_limit),
        }


def test_no_p_is_rounded_across_the_risk_of_its_own_test():
    """Two digits of p would be the risk; the other test's risk is far away."""
    alpha = difference_test(16, 24, alpha=0.05).p_value * 1.0001
    beta = similarity_test(8, 20, beta=0.2, pd=0.3).p_value * 1.0001
    plan = replace(RISKS, alpha=alpha, beta=beta)
    table = sets_table(decided(plan, 16, 24, other_set=StudyCounts(20, correct=8)))
    deciding, sensitivity = (dict(zip(table.heads, row, strict=True)) for row in table.rows)
    assert alpha / 1.001 < float(deciding["p, difference"]) <= alpha
    assert beta / 1.001 < float(sensitivity["p, similarity"]) <= beta


@pytest.mark.parametrize(
    ("plan", "heads"),
    [
        (replace(RISKS, evaluations_per_judge=6), ("p, difference",)),
        (replace(RISKS, method="sequential"), ()),
    ],
)
def test_of_repeats_and_sequential_plans_only_what_holds_stands_there(plan, heads):
    snapshot = decided(RISKS, 16, 24, other_set=StudyCounts(20, correct=8))
    table = sets_table(replace(snapshot, plan=plan))
    assert table.heads[3:] == heads
    assert [row[2] for row in table.rows] == ["16 of 24", "8 of 20"]
    assert {len(row) for row in table.rows} == {3 + len(heads)}


def test_before_the_verdict_there_are_counts_and_no_tests():
    snapshot = waiting(RISKS, 10, 6, other_set=StudyCounts(9, correct=5))
    table = sets_table(snapshot)
    assert table.heads == ("answers", "what they are for", "right")
    assert [row[1:] for row in table.rows] == [
        ("decide: confirmatory", "6 of 10"),
        ("sensitivity: exploratory", "5 of 9"),
    ]
    empty = decided(RISKS, 16, 24, other_set=StudyCounts())
    assert sets_table(empty).rows[1][2:] == ("0 of 0", "–", "–", "–", "–")
    assert sets_table(replace(snapshot, hidden=True)) is None
    assert sets_table(replace(snapshot, other_set=None)) is None
