"""The choice: stored once, counted or surplus."""

from datetime import timedelta

import pytest
from django.db.models.functions import Now

from studies.models import Answer, Event, Triad
from studies.reading_record import PageRecord
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import reason_of, run_out, start

pytestmark = pytest.mark.django_db


def test_answer_sets_correct_in_the_database():
    link = make_link(open_study())
    trial = start(link)
    odd = trial.triad.odd_position
    answers.answer(code=trial.code, position=odd)
    other = start(link, "k2")
    answers.answer(code=other.code, position=other.triad.odd_position % 3 + 1)
    assert list(Answer.objects.values_list("correct", flat=True)) == [True, False]


def test_second_choice_changes_nothing_and_is_logged():
    link = make_link(open_study())
    trial = start(link)
    answers.answer(code=trial.code, position=1)
    assert not answers.answer(code=trial.code, position=1).differs
    assert not Event.objects.filter(what="second choice refused").exists()
    assert answers.answer(code=trial.code, position=2).differs
    assert Answer.objects.get().chosen_position == 1
    assert Event.objects.get(what="second choice refused").details == {"trial": trial.pk}


@pytest.mark.parametrize("position", [0, 4, -1])
def test_position_outside_1_to_3_is_refused(position):
    trial = start(make_link(open_study()))
    with pytest.raises(ValueError, match="position must be 1, 2 or 3"):
        answers.answer(code=trial.code, position=position)


def test_late_choice_counts_while_no_one_took_the_triad():
    trial = start(make_link(open_study()))
    run_out(trial)
    assert answers.answer(code=trial.code, position=1).trial.state == "answered"


def test_late_choice_is_surplus_when_the_triad_was_taken():
    link = make_link(open_study())
    first = start(link)
    run_out(first)
    start(link, "k2")
    assert answers.answer(code=first.code, position=1).trial.state == "surplus"
    assert reason_of(lambda: start(link)) == Refusal.FINISHED


def test_choice_after_closing_is_surplus():
    study = open_study()
    trial = start(make_link(study))
    transitions.close(study=study, user=study.owner)
    assert answers.answer(code=trial.code, position=1).trial.state == "surplus"


def test_choice_while_paused_counts_but_no_one_new_starts():
    study = open_study()
    link = make_link(study)
    trial = start(link)
    transitions.pause(study=study, user=study.owner)
    assert reason_of(lambda: start(link, "k2")) == Refusal.PAUSED
    assert answers.answer(code=trial.code, position=1).trial.state == "answered"


def test_a_lapsed_trial_is_refused_once_the_last_evaluation_was_made_elsewhere():
    link = make_link(open_study(items=24))
    first = start(link)
    run_out(first)
    start(link, "k2")
    second = start(link)
    assert second != first
    answers.answer(code=second.code, position=1)
    assert reason_of(lambda: answers.answer(code=first.code, position=1)) == Refusal.FINISHED


def test_an_unknown_code():
    refused = reason_of(lambda: answers.answer(code="no trial", position=1))
    assert refused == Refusal.UNKNOWN


def test_an_answered_triad_is_taken_for_good_and_is_nobodys_to_hold():
    link = make_link(open_study())
    trial = start(link)
    answers.answer(code=trial.code, position=1)
    assert not Triad.objects.free().filter(pk=trial.triad_id).exists()
    assert not Triad.objects.unanswered().filter(pk=trial.triad_id).exists()


def test_a_page_translated_by_the_browser_is_marked():
    link = make_link(open_study())
    for key, translated in (("k1", True), ("k2", False)):
        record = PageRecord(translated=translated)
        answers.answer(code=start(link, key).code, position=1, record=record)
    answers.answer(code=start(link, "k3").code, position=1)
    marks = Answer.objects.order_by("pk").values_list("page_translated", flat=True)
    assert list(marks) == [True, False, False]


def test_a_lapsed_choice_counts_where_its_triad_is_free_again():
    """Another judge had it in between, and let it run out."""
    link = make_link(open_study())
    first = start(link)
    run_out(first)
    between = start(link, "k2")
    first.refresh_from_db()
    assert (first.state, between.triad_id) == ("lapsed", first.triad_id)
    run_out(between)
    assert answers.answer(code=first.code, position=1).trial.state == "answered"
    between.refresh_from_db()
    assert between.state == "lapsed"
    assert answers.answer(code=between.code, position=1).trial.state == "surplus"


def test_one_evaluation_a_judge_is_one_answer_however_many_trials_lapsed():
    """A judge who comes back again and again, and then sends every page that is still open."""
    link = make_link(open_study(items=24))
    pages = []
    for number in range(3):
        pages.append(start(link))
        run_out(pages[-1])
        start(link, f"taker{number}")
    Triad.objects.filter(trials__in=pages).update(free_from=Now() - timedelta(seconds=1))
    assert len({page.triad_id for page in pages}) == 3
    answers.answer(code=pages[1].code, position=1)
    for page in (pages[0], pages[2]):
        assert reason_of(lambda page=page: answers.answer(code=page.code, position=1)) == (
            Refusal.FINISHED
        )
    assert reason_of(lambda: start(link)) == Refusal.FINISHED
    assert Answer.objects.count() == 1


def test_a_pilot_choice_beyond_the_plan_s_number_is_kept_among_the_pilot():
    """Pilot triads are numbered on and on; only of live ones the plan's number is the last."""
    link = make_link(open_study(evaluations=6), mode="pilot")
    numbers = []
    for number in range(8):
        trial = answers.answer(code=start(link, f"k{number}").code, position=1).trial
        numbers.append(trial.triad.number)
        assert (trial.state, trial.mode) == ("answered", "pilot")
    assert max(numbers) > 6
    assert not Answer.objects.counted().exists()
