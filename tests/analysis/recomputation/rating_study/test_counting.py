"""A rating study is counted as one of triads is; its numbers come from the sheets that count."""

from collections import Counter

import pytest
from django.db.models.functions import Now

from analysis import tasks
from analysis.models import Result, Verdict
from analysis.recomputation import counting
from analysis.recomputation.counts import Share, StudyCounts
from analysis.recomputation.rating_study import counting as rating_counting
from analysis.recomputation.rating_study.answered import rated_texts
from analysis.recomputation.rating_study.compute import rating_numbers
from analysis.recomputation.rating_study.counting import rules_of
from analysis.recomputation.rating_study.numbers import RatingNumbers
from analysis.recomputation.rating_study.ranking import ranking_of, rankings_due
from analysis.recomputation.store import recompute
from studies.models import Judge, Trial
from studies.services.lifecycle.places import sheets
from tests.analysis.rating import b_is_better, rate_sheets
from tests.factories import make_link, open_rating_study
from tests.studies.services.judging.test_shared_sheets import opened, way_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_while_sheets_come_in_there_are_means_and_nothing_more():
    study = open_rating_study(items=4, plan={"setup": "together"})
    rate_sheets(study, number=5)

    recompute(study_id=study.pk)

    counts = StudyCounts.from_json(Result.objects.get().numbers)
    assert (counts.counted, counts.judges, counts.correct) == (5, 5, 0)
    assert counts.fast_seconds == 9  # a second for each number: three texts, three criteria
    [first, *_] = counts.ratings.criteria
    assert (first.key, first.ratings, first.tested, first.pairs) == ("quality", 15, False, ())
    assert [system.limits for system in first.systems] == [None] * 3
    assert counting.stale_studies() == []
    assert not Verdict.objects.exists()


def test_what_an_earlier_version_computed_is_computed_anew():
    study = open_rating_study(items=2, systems=2, plan={"setup": "together"})
    rate_sheets(study, number=2)
    recompute(study_id=study.pk)
    numbers = Result.objects.get().numbers
    earlier = numbers | {"ratings": numbers["ratings"] | {"criteria": []}}
    Result.objects.update(numbers=earlier, method_version=counting.METHOD_VERSION - 1)
    recompute(study_id=study.pk)
    assert Result.objects.get().numbers == numbers


def test_the_verdict_is_given_once_all_sheets_are_in_and_stays_as_it_was():
    study = open_rating_study(items=8, systems=2, plan={"setup": "together", "resamples": 1000})
    judges = rate_sheets(study)

    recompute(study_id=study.pk)

    verdict = Verdict.objects.get()
    assert (verdict.outcome, verdict.counted, verdict.correct, verdict.evaluations) == (
        "ranked", 24, 24, 24,
    )  # fmt: skip
    assert verdict.numbers["plan_sha256"] == study.plan_sha256
    stored = RatingNumbers.from_json(verdict.numbers["ratings"])
    assert [one.key for one in stored.criteria] == ["quality", "informativeness", "naturalness"]
    [pair] = stored.criteria[0].pairs
    assert (pair.estimate, pair.separated) == (pytest.approx(2 / 3, rel=0.01), True)
    assert stored.judges == ()
    now = StudyCounts.from_json(Result.objects.get().numbers)
    assert (now.verdict_left, len(now.ratings.judges)) == (Share(24, 24), 6)

    given_at, numbers = verdict.given_at, verdict.numbers
    Trial.objects.filter(judge=judges[0]).update(state="withdrawn")
    recompute(study_id=study.pk)
    verdict.refresh_from_db()
    assert (verdict.given_at, verdict.numbers) == (given_at, numbers)
    now = StudyCounts.from_json(Result.objects.get().numbers)
    assert (now.verdict_left, now.ratings.tested, len(now.ratings.judges)) == (
        Share(20, 20), True, 5,
    )  # fmt: skip


def test_the_same_ratings_give_the_same_numbers_and_are_not_worked_out_twice(monkeypatch):
    study = open_rating_study(items=4, systems=2, plan={"resamples": 1000})
    rate_sheets(study)
    recompute(study_id=study.pk)
    first = Result.objects.get().numbers["ratings"]
    Result.objects.all().delete()
    recompute(study_id=study.pk)
    assert Result.objects.get().numbers["ratings"] == first
    monkeypatch.setattr(rating_counting, "rating_numbers", None)
    recompute(study_id=study.pk)
    assert Result.objects.get().numbers["ratings"] == first


def means_of(found):
    """What of numbers is there before all sheets are in."""
    return [
        (
            *(one.key, one.sheets, one.judges, one.items, one.ratings, one.busiest),
            *((of.system, of.ratings, of.arithmetic, of.geometric) for of in one.systems),
        )
        for one in found.criteria
    ] + [(one.key, one.judges, one.systems) for one in found.ticks]


@pytest.mark.parametrize("method", ["rankme", "plain_me"])
def test_of_two_analysis_sets_each_has_its_numbers_and_one_decides(method):
    faults = {
        "key": "faults", "label": "Faults", "definition": "", "question": "Which?",
        "shows_context": True, "kind": "ticks",
    }  # fmt: skip
    told = faults | {"key": "told", "label": "Told", "kind": "number"}
    plan = {"setup": "together", "criteria": [told, faults], "method": method}
    study = open_rating_study(items=4, systems=2, least_seconds=5, plan=plan)

    def value(judge, item, system, criterion):
        given = b_is_better(judge, item, system, criterion)
        return given % 4 if criterion == "faults" else given

    judges = rate_sheets(study, judges=4, number=8, value=value)
    Judge.objects.filter(pk=judges[0].pk).update(excluded_at=Now())

    recompute(study_id=study.pk)

    kept = 8 - Trial.objects.filter(judge=judges[0]).count()
    by_set = {row.analysis_set: StudyCounts.from_json(row.numbers) for row in Result.objects.all()}
    assert {name: (found.counted, found.judges) for name, found in by_set.items()} == {
        "all": (8, 4), "kept": (kept, 3),
    }  # fmt: skip
    assert by_set["kept"].ratings.criteria[0].sheets == kept
    # From columns the means are what they will be from rows, once all sheets are in.
    rows = rated_texts(study)
    for name, of in (("all", rows), ("kept", [one for one in rows if not one.judge_excluded])):
        assert means_of(by_set[name].ratings) == means_of(rating_numbers(of, rules_of(study)))


def test_practice_pilot_surplus_and_withdrawn_sheets_are_no_part_of_the_numbers():
    study = open_rating_study(items=4, systems=2, plan={"setup": "together"})
    sheets.add_pilot_block(study)
    rate_sheets(study, link=make_link(study, mode="pilot"))
    rate_sheets(study, number=2, state="surplus", judges=2)
    [gone, *_] = rate_sheets(study, number=4, judges=4)
    Trial.objects.filter(judge=gone).update(state="withdrawn")

    recompute(study_id=study.pk)

    counts = StudyCounts.from_json(Result.objects.get().numbers)
    assert (counts.counted, counts.pilot, counts.surplus, counts.withdrawn) == (3, 4, 2, 1)
    assert counts.ratings.criteria[0].sheets == 3


def test_sheets_for_practice_and_attention_are_no_ratings_and_repeats_are_told_apart():
    """The whole way of a judge through the services: two for practice, one repeat."""
    trials = way_of(opened())
    study = trials[0].judge.study
    rows = rated_texts(study)
    assert Counter(row.kind for row in rows) == {"main": 9, "repeat": 3}
    recompute(study_id=study.pk)
    counts = StudyCounts.from_json(Result.objects.get().numbers)
    assert (counts.counted, counts.ratings.criteria[0].ratings) == (3, 9)
    assert means_of(counts.ratings) == means_of(rating_numbers(rows, rules_of(study)))
    assert counts.attention == Share(1, 1)


def test_the_papers_ranking_is_due_once_for_the_same_ratings(monkeypatch):
    study = open_rating_study(items=4, systems=2, plan={"setup": "together", "resamples": 1000})
    rate_sheets(study, number=11)
    recompute(study_id=study.pk)
    assert rankings_due() == []
    rate_sheets(study, judges=1)
    recompute(study_id=study.pk)
    asked = []
    monkeypatch.setattr(tasks.rank_as_paper, "apply_async", lambda args, **_: asked.append(args[0]))
    tasks.sweep()
    assert asked == [study.pk]
    tasks.rank_as_paper(study.pk)
    revision = Result.objects.get().revision
    assert (rankings_due(), len(ranking_of(Result.objects.get()))) == ([], 3)
    recompute(study_id=study.pk)
    assert Result.objects.get().revision == revision

    Trial.objects.filter(judge=study.judges.first()).update(state="withdrawn")
    recompute(study_id=study.pk)
    assert (rankings_due(), ranking_of(Result.objects.get())) == ([study.pk], ())
