"""Which studies are out of date, and the command that recomputes them."""

from datetime import timedelta

import pytest
from django.core.management import CommandError, call_command
from django.db.models.functions import Now

from analysis.models import Result
from analysis.recomputation import counting
from analysis.recomputation.store import recompute
from studies.models import Triad
from tests.analysis.answering import give_answers, withdraw
from tests.analysis.recomputation.runs import raise_number
from tests.factories import make_study, open_study

pytestmark = pytest.mark.django_db


def test_a_result_is_stale_when_something_else_was_counted():
    fresh, stale = open_study(), open_study()
    make_study()  # a draft has no result, and needs none
    give_answers(fresh, 2, 1)
    give_answers(stale, 2, 1)
    assert counting.stale_studies() == [fresh.pk, stale.pk]
    call_command("recompute", "--stale")
    assert counting.stale_studies() == []
    trials = give_answers(stale, 1, 1)
    assert counting.stale_studies() == [stale.pk]
    recompute(study_id=stale.pk)
    withdraw(trials)
    assert counting.stale_studies() == [stale.pk]
    recompute(study_id=stale.pk)
    raise_number(stale, 36)
    assert counting.stale_studies() == [stale.pk]
    recompute(study_id=stale.pk)
    assert counting.stale_studies() == []


def test_a_raised_study_with_an_earlier_verdict_is_not_stale_for_ever():
    """Only a sequential verdict ends recruitment."""
    study = open_study(evaluations=24)
    give_answers(study, 24, 20)
    recompute(study_id=study.pk)
    assert study.verdict.outcome == "difference"
    raise_number(study, 30)
    recompute(study_id=study.pk)
    assert counting.stale_studies() == []


def test_stale_where_the_method_is_older(monkeypatch):
    study = open_study()
    recompute(study_id=study.pk)
    monkeypatch.setattr(counting, "METHOD_VERSION", counting.METHOD_VERSION + 1)
    assert counting.stale_studies() == [study.pk]


def test_staleness_of_all_studies_is_one_query(django_assert_num_queries):
    for _ in range(3):
        give_answers(open_study(), 1, 1)
    with django_assert_num_queries(1):
        counting.stale_studies()


def test_all_results_are_compared_with_the_answers(capsys):
    whole, stale, lost, wrong = (open_study() for _ in range(4))
    make_study()
    for study in (whole, stale, lost, wrong):
        give_answers(study, 3, 1)
    call_command("recompute", "--all")
    assert capsys.readouterr().out == "4 recomputed\n"
    give_answers(stale, 1, 1)
    call_command("recompute", "--all")  # out of date only: recomputed, and no difference
    assert Result.objects.get(study=stale).counted == 4
    # As if rows had been lost on the way, and as if a count had been wrong.
    Result.objects.filter(study=lost).update(answers_stored=4, counted=4)
    Result.objects.filter(study=wrong).update(correct=2)
    with pytest.raises(CommandError) as raised:
        call_command("recompute", "--all")
    said = str(raised.value).splitlines()
    assert len(said) == 3
    assert said[1].startswith(f"study {lost.pk}: now Inputs(answers_stored=3,")
    assert said[2] == f"study {wrong.pk}: 1 of 3 are right, but its result says 2 of 3"


def test_recompute_command_takes_number_or_code(capsys):
    study = open_study()
    give_answers(study, 3, 1)
    call_command("recompute", str(study.pk))
    assert Result.objects.get().counted == 3
    call_command("recompute", str(study.code))
    assert capsys.readouterr().out == "1 recomputed\n1 recomputed\n"
    for wrong in ("0", "no-such-study", "00000000-0000-0000-0000-000000000000"):
        with pytest.raises(CommandError):
            call_command("recompute", wrong)


def test_stale_once_a_hold_that_was_counted_as_reading_runs_out():
    study = open_study()
    triads = Triad.objects.filter(pk=give_answers(study, 1, 0, state="held")[0].triad_id)
    triads.update(free_from="2100-01-01T00:00Z")
    recompute(study_id=study.pk)
    Result.objects.update(computed_at=Now() - timedelta(seconds=9))
    assert counting.stale_studies() == []
    triads.update(free_from=Now() - timedelta(seconds=5))
    assert counting.stale_studies() == [study.pk]
    recompute(study_id=study.pk)
    assert counting.stale_studies() == []
