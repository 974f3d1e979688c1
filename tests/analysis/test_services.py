"""Recomputing a study: counts, the verdict, and what happens when runs meet."""

import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, transaction

from analysis import counting, services
from analysis.models import Result, Verdict
from analysis.numbers import Inputs, Numbers, Panel, Share
from analysis.services import Run, recompute, store_result
from studies.models import Answer, Event, Triad, Trial
from studies.services import studies as lifecycle
from tests.analysis.answering import give_answers, give_outcomes, withdraw
from tests.factories import make_link, make_study, open_study

pytestmark = pytest.mark.django_db
# Real commits, so that connections of other threads see them.
committed = pytest.mark.django_db(transaction=True)


def numbers_of(study):
    return Numbers.from_json(Result.objects.get(study=study).numbers)


def raise_number(study, evaluations):
    study.refresh_from_db()
    lifecycle.raise_evaluations(
        study=study, user=study.owner, evaluations=evaluations, why="More judges came."
    )


def test_counts_of_a_study_are_those_of_its_rows():
    study = open_study(evaluations=24)
    experts = make_link(study, panel="experts")
    give_answers(study, 7, 4, link=experts)
    give_answers(study, 5, 2, link=make_link(study, panel="public"))
    give_answers(study, 3, 3, link=experts, state="surplus")
    give_answers(study, 2, 0, link=experts, state="lapsed")
    assert recompute(study_id=study.pk) is Run.DONE
    numbers = numbers_of(study)
    assert (numbers.counted, numbers.correct, numbers.judges) == (12, 6, 12)
    assert (numbers.surplus, numbers.lapsed, numbers.reading) == (3, 2, 0)
    assert numbers.panels == (
        Panel("experts", counted=7, correct=4, lapsed=2, surplus=3),
        Panel("public", counted=5, correct=2),
    )
    counted = Answer.objects.counted()
    assert numbers.orders == {
        order: Share(
            counted.filter(trial__triad__order=order).count(),
            counted.filter(trial__triad__order=order, correct=True).count(),
        )
        for order in counting.ORDERS
    }
    assert numbers.positions == tuple(
        counted.filter(chosen_position=position).count() for position in (1, 2, 3)
    )
    assert numbers.median_seconds == pytest.approx(20)
    assert numbers.fast == 0


def test_pilot_answers_never_count():
    study = open_study(evaluations=24)
    pilot = make_link(study, mode="pilot")
    lifecycle.planning.add_pilot_block(study)
    give_answers(study, 6, 6, link=pilot)
    recompute(study_id=study.pk)
    numbers = numbers_of(study)
    assert (numbers.counted, numbers.correct, numbers.pilot) == (0, 0, 6)
    assert numbers.panels == ()


def test_somebody_who_reads_is_reading_and_one_whose_hold_ran_out_has_lapsed():
    study = open_study(evaluations=24)
    trials = give_answers(study, 2, 0, state="held")
    Triad.objects.filter(pk=trials[0].triad_id).update(free_from="2100-01-01T00:00Z")
    recompute(study_id=study.pk)
    assert (numbers_of(study).reading, numbers_of(study).lapsed) == (1, 1)


def test_path_goes_through_every_answer_of_a_small_study():
    study = open_study(evaluations=24)
    give_outcomes(study, [True, False, True, True])
    recompute(study_id=study.pk)
    assert numbers_of(study).path == ((1, 1), (2, 1), (3, 2), (4, 3))


def test_path_of_a_large_study_is_thinned_and_true(monkeypatch):
    monkeypatch.setattr(counting, "PATH_POINTS", 10)
    study = open_study(evaluations=96)
    outcomes = [number % 3 == 0 for number in range(90)]
    give_outcomes(study, outcomes)
    recompute(study_id=study.pk)
    path = numbers_of(study).path
    assert 5 <= len(path) <= 10
    assert path[-1] == (90, 30)
    assert all(x == sum(outcomes[:n]) for n, x in path)


def test_numbers_survive_json():
    study = open_study(evaluations=24, evaluations_per_judge=4)
    give_answers(study, 24, 15, per_judge=4)
    recompute(study_id=study.pk)
    numbers = numbers_of(study)
    assert numbers.judges == 6
    assert sum(row.judges * row.correct for row in numbers.judge_results) == 15
    assert Numbers.from_json(numbers.as_json()) == numbers
    assert Numbers.from_json({}) == Numbers()


def test_revision_grows_with_a_change_and_only_then():
    study = open_study()
    recompute(study_id=study.pk)
    recompute(study_id=study.pk)
    assert Result.objects.get().revision == 1
    give_answers(study, 1, 1)
    recompute(study_id=study.pk)
    assert Result.objects.get().revision == 2


def test_erased_study_is_gone():
    assert recompute(study_id=0) is Run.GONE


PARTS = ("answers_stored", "trials_withdrawn", "amendments", "judges_excluded")


@pytest.mark.parametrize("part", PARTS)
def test_late_run_never_overwrites(part):
    study = open_study()
    newer = {**dict.fromkeys(PARTS, 5), "method_version": 1}
    store_result(study_id=study.pk, inputs=Inputs(**newer), numbers=Numbers(counted=5))
    late = Inputs(**{**newer, "answers_stored": 6, part: 4})
    assert not store_result(study_id=study.pk, inputs=late, numbers=Numbers(counted=99))
    result = Result.objects.get()
    assert (result.counted, result.revision, getattr(result, part)) == (5, 1, 5)


def test_run_of_an_older_method_never_overwrites(monkeypatch):
    study = open_study()
    version = counting.METHOD_VERSION
    monkeypatch.setattr(counting, "METHOD_VERSION", version + 1)
    recompute(study_id=study.pk)
    monkeypatch.setattr(counting, "METHOD_VERSION", version)
    give_answers(study, 3, 3)
    recompute(study_id=study.pk)
    assert Result.objects.get().counted == 0
    assert not Verdict.objects.exists()


# The verdict


@pytest.mark.parametrize(
    ("plan", "correct", "outcome"),
    [
        ({"goal": "difference"}, 13, "difference"),
        ({"goal": "difference"}, 12, "not_shown"),
        ({"goal": "similarity", "beta": 0.2, "pd": 0.5}, 13, "similarity"),
        ({"goal": "similarity", "beta": 0.2, "pd": 0.5}, 14, "not_shown"),
    ],
)
def test_fixed_verdict_is_that_of_the_exact_test(plan, correct, outcome):
    study = open_study(evaluations=24, **plan)
    give_answers(study, 24, correct)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get(study=study)
    assert (verdict.outcome, verdict.counted, verdict.correct) == (outcome, 24, correct)
    assert verdict.last_answer == Answer.objects.latest("pk").pk
    assert verdict.numbers["texts"] == 24
    assert Event.objects.filter(study=study, what="verdict given").count() == 1
    study.refresh_from_db()
    assert study.is_complete


def test_no_verdict_before_the_number_is_reached():
    study = open_study(evaluations=24)
    give_answers(study, 23, 23)
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_surplus_answers_do_not_make_up_the_number():
    study = open_study(evaluations=24)
    give_answers(study, 23, 23)
    give_answers(study, 1, 1, state="surplus")
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_test_study_has_a_verdict_too():
    study = open_study(evaluations=24, is_test=True)
    give_answers(study, 24, 20)
    recompute(study_id=study.pk)
    assert Verdict.objects.exists()


def test_raise_after_looking_ends_the_fixed_verdict_for_good():
    study = open_study(evaluations=24)
    give_answers(study, 10, 5)
    raise_number(study, 30)
    give_answers(study, 20, 20)
    recompute(study_id=study.pk)
    assert Result.objects.get().counted == 30
    assert not Verdict.objects.exists()


@pytest.mark.parametrize("blind", [True, False])
def test_raise_before_looking_moves_the_verdict(blind):
    study = open_study(evaluations=24, blind=blind)
    link = make_link(study)
    if blind:
        give_answers(study, 10, 5, link=link)
    raise_number(study, 30)
    give_answers(study, 20 if blind else 24, 14, link=link)
    recompute(study_id=study.pk)
    assert Verdict.objects.exists() == blind
    if not blind:
        give_answers(study, 6, 0, link=link)
        recompute(study_id=study.pk)
    assert Verdict.objects.get().evaluations == 30


def test_closed_early_has_no_verdict():
    study = open_study(evaluations=24)
    give_answers(study, 20, 20)
    lifecycle.close(study=study, user=study.owner)
    give_answers(study, 4, 4, state="surplus")
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_later_answers_never_alter_a_verdict():
    study = open_study(evaluations=24)
    give_answers(study, 24, 12)
    recompute(study_id=study.pk)
    raise_number(study, 30)
    give_answers(study, 6, 6)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    assert (verdict.outcome, verdict.counted, verdict.correct) == ("not_shown", 24, 12)
    numbers = numbers_of(study)
    assert (numbers.counted, numbers.correct) == (30, 18)
    assert numbers.verdict_left == Share(24, 12)
    assert numbers.after_verdict == Share(6, 6)


def test_withdrawal_after_the_verdict_leaves_it_on_record():
    study = open_study(evaluations=24)
    trials = give_answers(study, 24, 15)
    recompute(study_id=study.pk)
    withdraw(trials[:2])
    recompute(study_id=study.pk)
    assert Verdict.objects.get().correct == 15
    assert numbers_of(study).verdict_left == Share(22, 13)
    assert numbers_of(study).withdrawn == 2


def test_withdrawal_before_the_verdict_puts_it_off():
    study = open_study(evaluations=24)
    trials = give_answers(study, 24, 15)
    withdraw(trials[:1])
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()


def test_repeats_have_the_beta_binomial_estimate_and_no_similarity_test():
    study = open_study(evaluations=24, evaluations_per_judge=6)
    give_outcomes(study, ([True] * 4 + [False] * 2) * 4, per_judge=6)
    recompute(study_id=study.pk)
    numbers = Verdict.objects.get().numbers
    assert numbers["similarity"] is None
    assert numbers["repeats"]["judges"] == 4
    assert 0 < numbers["repeats"]["pd_lower"] < numbers["repeats"]["pd"]


# Sequential plans


def sequential(**fields):
    return open_study(
        method="sequential", alpha=0.05, beta=0.05, pd=0.3, items=24, **{"evaluations": 60} | fields
    )


def test_first_crossing_is_stored_with_its_answer_and_ends_recruitment():
    study = sequential()
    outcomes = [True] * 9 + [False] * 6
    trials = give_outcomes(study, outcomes)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    # 8 right of 8 is the first count on Wald's upper line.
    line = verdict.numbers["upper_line"]
    assert (verdict.outcome, verdict.correct) == ("difference", line)
    assert verdict.counted == verdict.correct
    assert verdict.last_answer == trials[verdict.counted - 1].answer.pk
    study.refresh_from_db()
    assert study.is_complete
    numbers = numbers_of(study)
    assert numbers.verdict_left == Share(verdict.counted, verdict.correct)
    assert numbers.after_verdict.counted == len(outcomes) - verdict.counted


def test_sequential_similarity():
    study = sequential(goal="similarity")
    give_outcomes(study, [False] * 30)
    recompute(study_id=study.pk)
    assert Verdict.objects.get().outcome == "similarity"


def test_largest_number_between_the_lines_is_no_verdict():
    study = sequential(evaluations=24)
    give_outcomes(study, [True, True, False, False, False, True, False, False] * 3)
    recompute(study_id=study.pk)
    verdict = Verdict.objects.get()
    assert (verdict.outcome, verdict.counted) == ("none", 24)
    assert "difference" not in verdict.numbers


def test_sequential_goes_on_between_the_lines():
    study = sequential()
    give_outcomes(study, [True, False, False] * 3)
    recompute(study_id=study.pk)
    assert not Verdict.objects.exists()
    study.refresh_from_db()
    assert not study.is_complete


def test_recruitment_ends_after_a_crash_between_verdict_and_end():
    study = sequential()
    give_outcomes(study, [True] * 12)
    recompute(study_id=study.pk)
    type(study).objects.filter(pk=study.pk).update(completed_at=None)
    assert counting.stale_studies() == [study.pk]
    recompute(study_id=study.pk)
    study.refresh_from_db()
    assert study.is_complete


# Staleness


def test_stale_is_whatever_differs_from_what_was_counted():
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


# Runs that meet


def in_threads(number, call):
    """Call in so many threads at once, each with a connection of its own; their results."""
    barrier, results = threading.Barrier(number), []

    def run():
        try:
            barrier.wait(10)
            results.append(call())
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(number)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return results


@committed
def test_one_verdict_however_many_workers_race():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    results = in_threads(6, lambda: recompute(study_id=study.pk))
    assert set(results) <= {Run.DONE, Run.BUSY}
    assert Run.DONE in results
    assert Verdict.objects.count() == 1
    assert Event.objects.filter(what="verdict given").count() == 1


@committed
def test_one_verdict_even_without_the_lock():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    lifecycle.mark_complete(study_id=study.pk)
    results = in_threads(6, lambda: services._repeated(study.pk))
    assert len(results) == 6
    assert Verdict.objects.count() == 1
    assert Event.objects.filter(what="verdict given").count() == 1


@committed
def test_busy_while_another_run_holds_the_lock_and_free_again_after_it():
    study = open_study()
    held, go_on = threading.Event(), threading.Event()

    def hold():
        with services._lock(study.pk, wait=True):
            held.set()
            go_on.wait(10)
        connection.close()

    thread = threading.Thread(target=hold)
    thread.start()
    held.wait(10)
    assert recompute(study_id=study.pk) is Run.BUSY
    go_on.set()
    assert recompute(study_id=study.pk, wait=True) is Run.DONE
    thread.join(10)


@committed
def test_waiting_for_the_lock_does_not_take_the_snapshot():
    """The answer that came while a run waited is in the result of that run."""
    study = open_study()
    held, go_on, results = threading.Event(), threading.Event(), []

    def hold():
        with services._lock(study.pk, wait=True):
            held.set()
            go_on.wait(10)
        connection.close()

    def wait():
        results.append(recompute(study_id=study.pk, wait=True))
        connection.close()

    holder, waiter = threading.Thread(target=hold), threading.Thread(target=wait)
    holder.start()
    held.wait(10)
    waiter.start()
    while not _waiting_for_the_lock():
        pass
    give_answers(study, 1, 1)
    go_on.set()
    holder.join(10)
    waiter.join(10)
    assert results == [Run.DONE]
    assert Result.objects.get().counted == 1


def _waiting_for_the_lock():
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE locktype='advisory' AND NOT granted")
        return cursor.fetchone()[0]


@committed
def test_failure_in_the_middle_releases_the_lock_and_stores_nothing(monkeypatch):
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    with monkeypatch.context() as patch:
        patch.setattr(services, "store_result", _broken)
        with pytest.raises(RuntimeError):
            recompute(study_id=study.pk)
    assert not Verdict.objects.exists()
    assert counting.stale_studies() == [study.pk]
    assert in_threads(1, lambda: recompute(study_id=study.pk)) == [Run.DONE]
    assert Verdict.objects.count() == 1


def _broken(**kwargs):
    raise RuntimeError("broken on purpose")


@committed
def test_recompute_within_a_transaction_is_refused():
    study = open_study()
    with transaction.atomic(), pytest.raises(RuntimeError):
        recompute(study_id=study.pk)


def test_database_refuses_to_alter_a_verdict():
    study = open_study(evaluations=24)
    give_answers(study, 24, 15)
    recompute(study_id=study.pk)
    with pytest.raises(IntegrityError), transaction.atomic():
        Verdict.objects.update(outcome="not_shown")


def test_counted_is_what_the_query_set_counts():
    study = open_study(evaluations=24)
    give_answers(study, 9, 4)
    give_answers(study, 3, 1, state="surplus")
    recompute(study_id=study.pk)
    assert Result.objects.get().counted == Trial.objects.counted().count() == 9
