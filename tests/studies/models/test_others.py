"""What the smaller query sets keep, and in which words rows are named."""

from datetime import timedelta

import pytest
from django.utils import timezone

from studies.models import (
    Amendment,
    Collaborator,
    ColleagueInvitation,
    Delivery,
    Event,
    Invitation,
    Job,
    Judge,
    RecruitmentLink,
    ShareLink,
    Trial,
    User,
    Webhook,
)
from studies.models.judging.judge import known_id
from studies.services.judging import trials, withdrawal
from studies.services.judging.answering import answers
from tests.factories import make_judge, make_link, make_study, make_user, open_study

pytestmark = pytest.mark.django_db

NOW = timezone.now()
HOUR = timedelta(hours=1)


@pytest.mark.parametrize(
    ("fields", "usable"),
    [
        ({}, True),
        ({"expires_at": NOW + HOUR}, True),
        ({"expires_at": NOW - HOUR}, False),
        ({"revoked_at": NOW}, False),
        ({"revoked_at": NOW, "expires_at": NOW + HOUR}, False),
    ],
)
def test_a_link_is_usable_until_it_is_revoked_or_expires(fields, usable):
    make_link(make_study(items=1), **fields)
    assert RecruitmentLink.objects.usable().exists() == usable


def test_the_id_of_a_link_is_that_of_mechanical_turk_or_the_one_that_is_named():
    names = [
        RecruitmentLink(mturk=mturk, id_parameter=name).id_name
        for mturk in (False, True)
        for name in ("", "PID")
    ]
    assert names == ["", "PID", "workerId", "workerId"]


@pytest.mark.parametrize(
    ("fields", "waiting", "state"),
    [
        ({}, True, "waiting"),
        ({"sent_at": NOW}, False, "sent"),
        ({"failed_at": NOW}, False, "failed"),
    ],
)
def test_an_invitation_waits_until_it_is_sent_or_has_failed(fields, waiting, state):
    study = make_study(items=1)
    Invitation.objects.create(study=study, link=make_link(study, personal=True), **fields)
    assert Invitation.objects.waiting().exists() == waiting
    assert Invitation.objects.with_state().get().state == state
    assert Invitation.objects.not_begun().exists() == (fields == {"sent_at": NOW})


def test_an_invitation_follows_its_judge():
    link = make_link(open_study(evaluations_per_judge=2), personal=True)
    Invitation.objects.create(study=link.study, link=link, sent_at=NOW)
    judge, states = make_judge(link), []
    for _ in range(2):
        trial = trials.next_trial(judge)
        states.append(Invitation.objects.with_state().get().state)
        answers.answer(code=trial.code, position=1)
    states.append(Invitation.objects.with_state().get().state)
    assert states == ["started", "started", "finished"]
    assert not Invitation.objects.not_begun().exists()


def test_a_link_that_has_run_out_reminds_of_nothing():
    study = make_study(items=1)
    link = make_link(study, personal=True, expires_at=NOW - HOUR)
    Invitation.objects.create(study=study, link=link, sent_at=NOW)
    assert not Invitation.objects.not_begun().exists()


def test_jobs_of_one_study_and_kind():
    study, other, owner = make_study(items=1), make_study(items=1), make_user()

    def job(study=study, kind="open", **fields):
        return Job.objects.create(study=study, owner=owner, kind=kind, **fields)

    old, new = (job(finished_at=NOW, result={}) for _ in range(2))
    job(finished_at=NOW)
    for study_and_kind in ({"study": other}, {"kind": "reading"}):
        job(**study_and_kind, result={})
    assert Job.objects.newest_result(study, "open") == new != old
    assert Job.objects.running(study, "open") is None
    running = job()
    assert Job.objects.running(study, "open") == running
    assert Job.objects.unfinished().count() == 3
    assert Job.objects.newest_result(study, "rehearse") is None


def test_an_account_is_found_by_its_address_however_it_is_typed():
    user, _other = make_user(email="ana@example.org"), make_user()
    assert User.objects.get_by_natural_key("Ana@Example.ORG") == user


def test_only_raises_of_the_number_after_looking_cost_a_verdict():
    study, user = make_study(items=1), make_user()
    for kind in Amendment.Kind:
        for looked in (False, True):
            Amendment.objects.create(
                study=study, kind=kind, old_evaluations=24, new_evaluations=30,
                after_looking=looked, who=user, why="x",
            )  # fmt: skip
    [found] = Amendment.objects.raised_after_looking()
    assert (found.kind, found.after_looking) == ("evaluations", True)


def test_webhooks_and_deliveries_end():
    study = make_study(items=1)
    webhook = Webhook.objects.create(study=study, url="https://a.example", made_by=make_user())
    event = Event.objects.create(study=study, study_code=study.code, what="opened")
    for ends in ({}, {"delivered_at": NOW}, {"given_up_at": NOW}):
        Delivery.objects.all().delete()
        Delivery.objects.create(
            study=study, webhook=webhook, event=event, payload="", next_at=NOW, **ends
        )
        assert Delivery.objects.waiting().exists() == (ends == {})
    assert Webhook.objects.active().exists()
    Webhook.objects.update(stopped_at=NOW)
    assert not Webhook.objects.active().exists()


def test_who_has_withdrawn_has_no_id_any_more():
    link = make_link(open_study())
    judge = make_judge(link, external_id="P1")
    known = Judge.objects.annotate(known=known_id())
    assert known.get().known == "P1"
    withdrawal.withdraw(code=trials.next_trial(judge).code)
    assert (known.get().known, Judge.objects.get().external_id == "") == ("", False)


@pytest.mark.parametrize(
    ("fields", "unused", "is_open"),
    [
        ({}, True, True),
        ({"used_at": NOW}, False, False),
        ({"withdrawn_at": NOW}, False, False),
        ({"expires_at": NOW - HOUR}, True, False),
        ({"invited_by": False}, True, False),
    ],
)
def test_a_colleague_follows_a_link_once_in_time_and_from_an_active_account(
    fields, unused, is_open
):
    inviting = make_user(is_active=fields.pop("invited_by", True))
    ColleagueInvitation.objects.create(
        **{"study": make_study(items=1), "email": "ana@example.org", "sha256": "0" * 64}
        | {"invited_by": inviting, "expires_at": NOW + HOUR}
        | fields
    )
    invitations = ColleagueInvitation.objects
    assert (invitations.unused().exists(), invitations.open().exists()) == (unused, is_open)
    assert str(invitations.get()) == "ana@example.org"


def test_what_gives_permission_is_144_random_bits_or_more():
    tokens = [ShareLink().token, RecruitmentLink().token, Trial().code, Webhook().secret]
    assert len(set(tokens) | {ShareLink().token}) == 5
    assert [len(token) for token in tokens] == [24, 24, 24, 43]


def test_rows_are_named_in_words():
    study, user = make_study(items=1), make_user(email="ana@example.org")
    role = Collaborator.objects.create(study=study, user=user, role="analyst")
    assert str(role) == "ana@example.org: Analyst: read and export"
    assert str(make_link(study, panel="experts", mode="pilot")) == "experts (pilot)"
    assert str(ShareLink(note="For the reviewers", made_at=NOW)) == "For the reviewers"
    assert str(ShareLink(made_at=NOW)) == f"{NOW:%Y-%m-%d}"
    assert str(Event(at=NOW, what="opened")) == f"{NOW:%Y-%m-%d %H:%M} opened"
    assert Event(what="webhook added").label == "Webhook added"
    assert Event(what="of a former version").label == "of a former version"
