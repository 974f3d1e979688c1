"""Withdrawal: choices stay and count no more, what is personal goes, the triads are free again."""

import csv
import io
from datetime import timedelta

import pytest
from django.db.models.functions import Now
from django.utils import timezone

from analysis.recomputation.store import recompute
from studies.exports import answers_export, csv_chunks
from studies.models import Answer, Event, Invitation, Judge, ReadingRecord, Study, Triad, Trial
from studies.services.judging import trials, withdrawal
from studies.services.judging.answering import answers
from studies.services.judging.refusals import Refusal
from studies.services.judging.withdrawal import pseudonym
from studies.services.lifecycle import transitions
from tests.analysis.answering import give_outcomes
from tests.factories import make_link, open_study
from tests.studies.services.judging.steps import is_held, reason_of, run_out, start

pytestmark = pytest.mark.django_db

PERSON = {"source": "prolific", "external_id": "p1"}


def answered(link, key="k1", **visitor):
    trial = start(link, key, **visitor)
    return answers.answer(code=trial.code, position=1).trial


def test_nothing_is_left_that_tells_who_it_was():
    link = make_link(open_study())
    trial = answered(link, **PERSON)
    Judge.objects.update(
        questionnaire={"age": "30"},
        panel_parameters={"SESSION_ID": "s1"},
        browser_key="b1",
        language="gl",
        reads_whole=True,
    )
    Answer.objects.update(reason="Because I, Ana, know.", sureness="certain")
    ReadingRecord.objects.create(answer=trial.answer, confirmed_ms=9, visible_ms=9)
    withdrawal.withdraw(code=trial.code)
    judge = Judge.objects.get()
    assert judge.withdrawn_at is not None
    assert (judge.source, judge.external_id) == ("prolific", pseudonym(link.study, "p1"))
    assert (judge.questionnaire, judge.panel_parameters, judge.browser_key) == ({}, {}, "")
    assert (judge.language, judge.reads_whole) == ("", False)
    assert judge.form_key == pseudonym(link.study, "k1")
    answer = Answer.objects.get()
    assert (answer.chosen_position, answer.reason, answer.sureness) == (1, "", "")
    assert not ReadingRecord.objects.exists()
    event = Event.objects.get(what="answers withdrawn")
    assert event.details == {"number": 1, "after_verdict": False}


@pytest.mark.parametrize("person", [PERSON, {}])
def test_the_same_person_is_told_and_cannot_start_anew(person):
    link = make_link(open_study())
    withdrawal.withdraw(code=answered(link, **person).code)
    assert reason_of(lambda: start(link, **person)) == Refusal.WITHDRAWN
    if person:
        assert reason_of(lambda: start(make_link(link.study), "k2", **person)) == Refusal.WITHDRAWN
        assert start(link, "k3", source="mturk", external_id="p1")
    assert start(link, "k4")


def test_a_personal_link_forgets_for_whom_it_was_and_still_tells():
    link = make_link(open_study(), personal=True, addressee="ana@example.org")
    Invitation.objects.create(study=link.study, link=link, subject="Texts", body="Dear Ana")
    withdrawal.withdraw(code=answered(link).code)
    link.refresh_from_db()
    invitation = Invitation.objects.get()
    assert link.addressee == invitation.body == ""
    assert invitation.failed_at is not None
    assert reason_of(lambda: start(link, "k2")) == Refusal.WITHDRAWN


def test_what_was_answered_and_held_is_free_and_what_lapsed_stays_with_its_new_judge():
    link = make_link(open_study(evaluations_per_judge=4, evaluations=24))
    done = answered(link)
    lapsed = start(link)
    run_out(lapsed)
    other = start(link, "k2")
    assert other.triad_id == lapsed.triad_id
    held = start(link)
    withdrawal.withdraw(code=done.code)
    assert set(Trial.objects.filter(judge=done.judge).values_list("state", flat=True)) == {
        "withdrawn"
    }
    free = Triad.objects.free().values_list("pk", flat=True)
    assert {done.triad_id, held.triad_id} <= set(free)
    assert is_held(other)
    assert reason_of(lambda: trials.next_trial(done.judge)) == Refusal.WITHDRAWN
    assert reason_of(lambda: answers.answer(code=held.code, position=1)) == Refusal.WITHDRAWN
    assert start(link, "k3").triad_id == done.triad_id


def test_a_complete_study_without_a_verdict_takes_judges_again():
    study = open_study(evaluations=6)
    link = make_link(study)
    last = [answered(link, f"k{number}") for number in range(6)][-1]
    assert transitions.mark_complete(study_id=study.pk)
    assert reason_of(lambda: start(link, "late")) == Refusal.COMPLETE
    withdrawal.withdraw(code=last.code)
    assert not Study.objects.get().is_complete
    assert start(link, "late").triad_id == last.triad_id


def test_a_second_withdrawal_changes_nothing():
    trial = answered(make_link(open_study()), **PERSON)
    first = withdrawal.withdraw(code=trial.code)
    again = withdrawal.withdraw(code=trial.code)
    assert (first.withdrawn_at, first.external_id) == (again.withdrawn_at, again.external_id)
    assert Event.objects.filter(what="answers withdrawn").count() == 1


def test_only_until_the_date_that_the_consent_text_states():
    today = timezone.localdate()
    for until, allowed in ((today, True), (today - timedelta(days=1), False)):
        study = open_study(withdrawal_until=until)
        trial = answered(make_link(study))
        assert withdrawal.may_withdraw(study) is allowed
        if allowed:
            withdrawal.withdraw(code=trial.code)
        else:
            with pytest.raises(withdrawal.TooLateError):
                withdrawal.withdraw(code=trial.code)
            trial.refresh_from_db()
            assert trial.state == "answered"


@pytest.mark.parametrize("status", ["paused", "closed"])
def test_in_every_state_of_the_study(status):
    study = open_study()
    trial = answered(make_link(study))
    Study.objects.update(status=status, closed_at=Now() if status == "closed" else None)
    withdrawal.withdraw(code=trial.code)
    assert Answer.objects.counted().count() == 0


def test_downloads_say_that_it_was_withdrawn_and_nothing_of_whom():
    study = open_study()
    withdrawal.withdraw(code=answered(make_link(study), **PERSON).code)
    [row] = csv.DictReader(io.StringIO(b"".join(csv_chunks(answers_export(study))).decode()))
    assert (row["state"], row["counted"], row["not_counted_because"]) == (
        *("withdrawn", "no", "withdrawn"),
    )
    assert (row["external_source"], row["external_id"]) == ("prolific", "")


def test_an_unknown_code():
    assert reason_of(lambda: withdrawal.withdraw(code="nobody")) == Refusal.UNKNOWN


def test_what_ties_a_judge_to_another_goes_and_the_others_keep_theirs():
    """The same browser, set first; a second judge with all that the first one leaves behind."""
    link = make_link(open_study())
    first = answered(link, browser_key="b" * 20)
    second = answered(link, "k2", browser_key="b" * 20)
    for trial in (first, second):
        ReadingRecord.objects.create(answer=trial.answer, confirmed_ms=9, visible_ms=9)
    Answer.objects.update(reason="Dull.", sureness="certain")
    Judge.objects.update(questionnaire={"age": 30}, language="gl")
    assert Judge.objects.get(pk=second.judge_id).same_browser_as_id == first.judge_id
    withdrawal.withdraw(code=second.code)
    assert Judge.objects.get(pk=second.judge_id).same_browser_as is None
    kept = Judge.objects.get(pk=first.judge_id)
    assert (kept.withdrawn_at, kept.questionnaire, kept.language) == (None, {"age": 30}, "gl")
    assert kept.browser_key == "b" * 20
    first.refresh_from_db()
    assert (first.state, first.answer.reason, first.answer.sureness) == (
        *("answered", "Dull.", "certain"),
    )
    assert ReadingRecord.objects.get().answer == first.answer


def test_the_other_personal_links_keep_their_people():
    study = open_study()
    ana, bo = (make_link(study, personal=True, addressee=f"{n}@example.org") for n in "ab")
    for link in (ana, bo):
        Invitation.objects.create(study=study, link=link, subject="Texts", body="Dear reader")
    withdrawal.withdraw(code=answered(ana).code)
    bo.refresh_from_db()
    invitation = Invitation.objects.get(link=bo)
    assert (bo.addressee, invitation.body, invitation.failed_at) == (
        *("b@example.org", "Dear reader", None),
    )


def test_the_name_of_a_panel_is_no_person_and_stays():
    link = make_link(open_study(), addressee="Newsletter of May")
    withdrawal.withdraw(code=answered(link).code)
    link.refresh_from_db()
    assert link.addressee == "Newsletter of May"


@pytest.mark.parametrize("decided", [True, False])
def test_after_the_verdict_no_triad_is_free_again(decided):
    """A text more is not judged, and the study takes no judges: its verdict stands."""
    study = open_study(evaluations=6, evaluations_per_judge=2, items=24)
    link = make_link(study)
    trials_of = [answered(link, f"k{number}") for number in range(3) for _ in range(2)]
    if decided:
        recompute(study_id=study.pk)
        assert Study.objects.decided().filter(pk=study.pk).exists()
    withdrawal.withdraw(code=trials_of[0].code)
    free = Triad.objects.planned().free().filter(study=study).count()
    assert free == (0 if decided else 2)
    assert Study.objects.get().is_complete == decided
    event = Event.objects.get(what="answers withdrawn")
    assert event.details == {"number": 2, "after_verdict": decided}


def test_a_sequential_study_that_has_ended_early_takes_no_judges_after_a_withdrawal():
    """Most of its triads were never answered: what is free does not open it again."""
    study = open_study(method="sequential", alpha=0.05, beta=0.05, evaluations=60, items=24)
    trials_of = give_outcomes(study, [True] * 12)
    recompute(study_id=study.pk)
    ended = Study.objects.get().completed_at
    assert ended is not None
    withdrawal.withdraw(code=trials_of[3].code)
    assert Study.objects.get().completed_at == ended
    assert reason_of(lambda: start(make_link(study), "late")) == Refusal.COMPLETE
