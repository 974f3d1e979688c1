"""Each lock by its story: one stands still inside, and the other one waits or gives way."""

from datetime import timedelta
from functools import partial

import pytest
from django.db import transaction
from django.db.models import F
from django.db.models.functions import Now

from analysis.models import Verdict
from analysis.recomputation import store, verdicts
from analysis.recomputation.store import recompute
from studies.models import (
    Answer,
    Delivery,
    Event,
    ExcludedId,
    Invitation,
    Job,
    Judge,
    Study,
    Triad,
    Trial,
    Webhook,
)
from studies.services import jobs
from studies.services.events import log
from studies.services.judging import admission, claims, histories, limits, trials, withdrawal
from studies.services.judging.answering import answers, questionnaire, stored_answers
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import transitions
from studies.services.lifecycle.places import triads
from studies.services.notifying import mails, webhooks
from studies.services.recruiting import excluded_ids, invitations, links
from tests.factories import make_link, make_study, open_study
from tests.studies.races.paused import one_inside
from tests.studies.races.simultaneous import choosing, errors_of, run_out, start, starting

pytestmark = pytest.mark.django_db(transaction=True)


def test_of_two_who_want_the_last_place_of_a_quota_the_second_waits_for_the_link():
    link = make_link(open_study(), quota=1)
    place = limits, "is_full"
    first, second = one_inside(place, starting(link, "k1"), starting(link, "k2"))
    assert errors_of([first, second]) == []
    assert (first.stop, second.stop) == (None, Refusal.NO_PLACE)
    assert limits.taking_part(link) == Judge.objects.count() == 1


def test_who_comes_back_waits_for_who_takes_the_last_place():
    """The hold of the first judge ran out: its place is the new one's, and not both's."""
    link = make_link(open_study(), quota=1)
    run_out(start(link, "slow"))
    place = limits, "is_full"
    new, again = one_inside(place, starting(link, "new"), starting(link, "slow"))
    assert errors_of([new, again]) == []
    assert (new.stop, again.stop) == (None, Refusal.NO_PLACE)
    assert limits.taking_part(link) == 1


def test_two_tabs_of_one_judge_get_one_trial():
    judge = start(make_link(open_study(evaluations_per_judge=4)), "k1").judge
    run_out(Trial.objects.get())
    going_on = partial(trials.next_trial, judge)
    first, second = one_inside((histories, "see"), going_on, going_on)
    assert errors_of([first, second]) == []
    assert first.result == second.result
    assert Trial.objects.count() == 1


def test_two_pilot_judges_make_one_block():
    link = make_link(open_study(evaluations=6), mode="pilot")
    place = triads, "planned_triads"
    first, second = one_inside(place, starting(link, "k1"), starting(link, "k2"))
    assert errors_of([first, second]) == []
    assert first.result.triad_id != second.result.triad_id
    assert Triad.objects.filter(mode="pilot").count() == 6


@pytest.mark.parametrize(
    ("who", "place"),
    [
        ("new", (admission, "_insert")),
        ("had one", (claims, "_try_to_claim")),
        ("after the silent", (claims, "_claim_quiet")),
    ],
)
def test_who_claims_passes_over_a_triad_that_is_just_claimed(who, place):
    """Without waiting for it: who waits keeps locks for which others wait."""
    link = make_link(open_study(evaluations=6, evaluations_per_judge=2, items=12))
    if who == "after the silent":
        for number in range(6):
            start(link, f"silent {number}")
        Triad.objects.update(seen_at=Now() - timedelta(hours=1))
    had = [start(link, key) for key in ("k1", "k2")] if who == "had one" else []
    for trial in had:
        answers.answer(code=trial.code, position=1)
    given = []

    def begin(key):
        with transaction.atomic():  # a new judge begins by one statement: its locks stay to here
            given.append((trial := start(link, key)).triad_id)
        return trial

    outcomes = one_inside(place, partial(begin, "k1"), partial(begin, "k2"))
    assert errors_of(outcomes) == []
    assert given == [outcomes[1].result.triad_id, outcomes[0].result.triad_id]
    assert len(set(given)) == 2


STORED = stored_answers, "_insert"


def inside(call):
    """Call in a transaction: a choice is stored by one statement, and its locks stay to its end."""

    def in_transaction():
        with transaction.atomic():
            return call()

    return in_transaction


def test_a_second_choice_of_another_trial_waits_for_the_judge():
    """A judge of one evaluation with two pages: the choice that comes second is one too many."""
    link = make_link(open_study(items=24))
    lapsed = start(link, "k1")
    run_out(lapsed)
    between = start(link, "k2")
    held = start(link, "k1")
    run_out(between)  # so that the lapsed one's choice would count
    assert held.triad_id != lapsed.triad_id
    first, second = one_inside(STORED, inside(choosing(held, 1)), choosing(lapsed, 1))
    assert errors_of([first, second]) == []
    assert (first.stop, second.stop) == (None, Refusal.FINISHED)
    assert Answer.objects.count() == 1


def test_closing_waits_for_a_choice_that_is_being_stored():
    study = open_study()
    trial = start(make_link(study), "k1")
    close = partial(transitions.close, study=study, user=study.owner)
    choice, closing = one_inside(STORED, inside(choosing(trial, 1)), close)
    assert errors_of([choice, closing]) == []
    stored = Answer.objects.get()
    study.refresh_from_db()
    assert (stored.trial.state, study.status) == ("answered", "closed")
    assert stored.answered_at < study.closed_at


def test_a_hold_is_not_renewed_beyond_its_third_time_by_two_tabs():
    trial = start(make_link(open_study()), "k1")
    Trial.objects.update(renewals=claims.MAX_RENEWALS - 1)
    renewing = partial(claims.renew, trial)
    first, second = one_inside((claims, "_prolong"), renewing, renewing)
    assert (first.result, second.result) == (True, False)
    assert Trial.objects.get().renewals == claims.MAX_RENEWALS


def test_the_questionnaire_waits_for_a_withdrawal():
    """What was sent while the judge withdraws is not stored after it."""
    asks = [{"key": "age", "kind": "number", "label": "Age", "when": "before"}]
    trial = start(make_link(open_study(questionnaire=asks)), "k1")
    withdraw = partial(withdrawal.withdraw, code=trial.code)
    save = partial(questionnaire.save_answers, trial=trial, part="before", answers={"age": 30})
    first, second = one_inside((withdrawal, "_withdraw_trials"), withdraw, save)
    assert errors_of([first, second]) == []
    assert second.stop == Refusal.WITHDRAWN
    assert Judge.objects.get().questionnaire == {}


def test_a_withdrawal_after_the_count_and_before_the_verdict_puts_it_off():
    study, trial = _all_but_decided()
    withdraw = partial(withdrawal.withdraw, code=trial.code)
    counting = partial(recompute, study_id=study.pk)
    outcomes = one_inside((verdicts, "_fixed"), counting, withdraw)
    assert errors_of(outcomes) == []
    study.refresh_from_db()
    assert not Verdict.objects.exists()
    assert (Triad.objects.planned().free().count(), study.is_complete) == (1, False)


def test_a_withdrawal_while_the_verdict_is_stored_comes_after_it():
    study, trial = _all_but_decided()
    withdraw = partial(withdrawal.withdraw, code=trial.code)
    counting = partial(recompute, study_id=study.pk)
    outcomes = one_inside((store, "log"), counting, withdraw)
    assert errors_of(outcomes) == []
    study.refresh_from_db()
    assert Verdict.objects.get().counted == 6
    assert (Triad.objects.planned().free().count(), study.is_complete) == (0, True)
    assert Event.objects.get(what="answers withdrawn").details["after_verdict"] is True


def _all_but_decided():
    study = open_study(evaluations=6)
    link = make_link(study)
    held = [start(link, f"k{number}") for number in range(6)]
    for trial in held:
        answers.answer(code=trial.code, position=1)
    return study, held[3]


def test_a_pilot_judge_who_begins_does_not_wait_for_a_verdict_that_is_stored():
    """The verdict's lock is against changes of the study; its judges only point to it."""
    study, _trial = _all_but_decided()
    pilot, ended = make_link(study, mode="pilot"), []

    def count():
        recompute(study_id=study.pk)
        ended.append("verdict")

    def begin():
        start(pilot, "p1")
        ended.append("judge")

    assert errors_of(one_inside((store, "log"), count, begin)) == []
    assert ended == ["judge", "verdict"]


def test_two_workers_do_a_job_once(monkeypatch):
    study = open_study()
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.SEND_INVITATIONS)
    done = []
    monkeypatch.setitem(jobs.WORK, job.kind, lambda job, progress: done.append(job.pk))
    run = partial(jobs.run, job_id=job.pk)
    first, second = one_inside((jobs, "_work"), run, run)
    assert errors_of([first, second]) == []
    assert done == [job.pk]


def test_two_workers_write_one_mail_to_an_owner(mailoutbox):
    study = open_study(evaluations=6)
    log(study, Event.What.NUMBER_REACHED)
    tell = partial(mails.tell, study_id=study.pk)
    first, second = one_inside((mails, "notice_of"), tell, tell)
    assert errors_of([first, second]) == []
    assert sorted([first.result, second.result]) == [False, True]
    assert len(mailoutbox) == 1


def test_two_workers_send_a_delivery_once(monkeypatch):
    study = open_study()
    webhooks.add(study=study, user=study.owner, url="https://example.org/")
    transitions.close(study=study, user=study.owner)
    webhooks.store_deliveries()
    delivery = Delivery.objects.get()
    sent = []
    monkeypatch.setattr(webhooks, "send", lambda *_of: sent.append(1) or (200, ""))
    deliver = partial(webhooks.deliver, delivery_id=delivery.pk)
    # Inside the transaction that takes it, and while it is sent.
    for place in ("F", "send"):
        Delivery.objects.update(delivered_at=None, next_at=F("next_at") - timedelta(hours=1))
        sent.clear()
        first, second = one_inside((webhooks, place), deliver, deliver)
        assert errors_of([first, second]) == []
        assert sent == [1]


@pytest.mark.parametrize(
    ("place", "call", "rows", "number"),
    [
        (
            (links, "read_people"),
            lambda study: links.make_personal_links(
                study=study, user=study.owner, lines="Ann\nBob", panel="p", mode="live"
            ),
            lambda study: study.links,
            2,
        ),
        (
            (invitations, "read_addresses"),
            lambda study: invitations.invite(
                study=study,
                user=study.owner,
                lines="ann@example.org",
                everybody=False,
                subject="x",
                body="{link}",
                panel="p",
                mode="live",
            ),
            lambda study: Invitation.objects,
            1,
        ),
        (
            (excluded_ids, "log"),
            lambda study: excluded_ids.replace(study=study, user=study.owner, ids=["p1"]),
            lambda study: ExcludedId.objects,
            1,
        ),
    ],
    ids=["personal links", "invitations", "excluded ids"],
)
def test_two_tabs_with_the_same_list_store_it_once(place, call, rows, number):
    study = make_study()
    both = one_inside(place, partial(call, study), partial(call, study))
    assert errors_of(both) == []
    assert rows(study).count() == number


def test_two_tabs_add_one_webhook():
    study = make_study()
    add = partial(webhooks.add, study=study, user=study.owner, url="https://example.org/")
    first, second = one_inside((webhooks, "log"), add, add)
    assert first.error is None
    assert isinstance(second.error, webhooks.WebhookRefusedError)
    assert Webhook.objects.count() == 1


def test_two_recomputations_record_the_end_once():
    study, _trial = _all_but_decided()
    complete = partial(transitions.mark_complete, study_id=study.pk)
    first, second = one_inside((transitions, "log"), complete, complete)
    assert errors_of([first, second]) == []
    assert (first.result, second.result) == (True, False)
    assert Event.objects.filter(what=Event.What.NUMBER_REACHED).count() == 1
    assert Study.objects.get().is_complete
