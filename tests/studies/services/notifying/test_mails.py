"""Tell me: what is told, to whom, once, and again where the mail failed."""

from datetime import timedelta
from typing import Any

import pytest
from django.core import mail
from django.db import connection
from django.utils import timezone

from studies.models import Event, RecruitmentLink, Study
from studies.services.advisory_locks import LockClass
from studies.services.events import log
from studies.services.judging.answering.answers import answer
from studies.services.judging.trials import next_trial
from studies.services.lifecycle import transitions
from studies.services.notifying import mails
from studies.tasks import tell_owners
from studies.workbench.history import event_labels
from tests.factories import make_judge, make_link, make_user, open_study

pytestmark = pytest.mark.django_db


class BrokenMail:
    """A mail server that is away."""

    def __init__(self, **_options: Any) -> None: ...

    def send_messages(self, _messages: list[Any]) -> int:
        raise ConnectionRefusedError


@pytest.fixture
def study() -> Study:
    return open_study(owner=make_user("owner@example.org"), title="Weather\nreports")


def age(study: Study, days: int) -> None:
    """Let the study have been opened some days ago."""
    then = timezone.now() - timedelta(days=days)
    Study.objects.filter(pk=study.pk).update(opened_at=then)
    with connection.cursor() as cursor:
        # A table with checks that wait cannot be altered.
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_event DISABLE TRIGGER event_kept")
        cursor.execute("UPDATE studies_event SET at = %s", [then])
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("ALTER TABLE studies_event ENABLE TRIGGER event_kept")
        cursor.execute("SET CONSTRAINTS ALL DEFERRED")


def bodies() -> list[str]:
    return [str(message.body) for message in mail.outbox]


def test_nothing_to_tell_sends_nothing(study: Study) -> None:
    make_link(study, quota=1)
    tell_owners()
    assert mail.outbox == []


def test_number_and_verdict_are_one_mail_to_the_owner(study: Study) -> None:
    log(study, Event.What.NUMBER_REACHED)
    log(study, Event.What.VERDICT_GIVEN, counted=24)
    tell_owners()
    (message,) = mail.outbox
    assert message.to == ["owner@example.org"]
    assert message.subject == "triadsurvey: Weather reports"
    assert "- All 24 planned evaluations are in.\n- The verdict has been given.\n" in message.body
    assert f"http://testserver/studies/{study.code}/" in message.body


def test_each_thing_is_told_once_and_what_comes_later_too(study: Study) -> None:
    log(study, Event.What.NUMBER_REACHED)
    tell_owners()
    tell_owners()
    assert len(mail.outbox) == 1
    log(study, Event.What.VERDICT_GIVEN)
    tell_owners()
    tell_owners()
    assert ["verdict" in body for body in bodies()] == [False, True]


def test_an_event_that_was_stored_late_is_told_too(study: Study) -> None:
    first = log(study, Event.What.NUMBER_REACHED)
    log(study, Event.What.OWNER_TOLD, event=first.pk + 1000)
    assert mails.tell(study_id=study.pk)


def test_where_the_mail_fails_it_is_tried_again(study: Study, settings: Any) -> None:
    log(study, Event.What.NUMBER_REACHED)
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = f"{__name__}.BrokenMail"
    tell_owners()
    assert not Event.objects.filter(what=Event.What.OWNER_TOLD).exists()
    settings.EMAIL_BACKEND = works
    tell_owners()
    assert len(mail.outbox) == 1


def test_a_failing_mail_does_not_keep_others_from_theirs(study: Study, settings: Any) -> None:
    log(study, Event.What.NUMBER_REACHED)
    other = open_study(owner=make_user("bad\n@example.org"), title="Other")
    log(other, Event.What.NUMBER_REACHED)
    tell_owners()
    assert [message.to for message in mail.outbox] == [["owner@example.org"]]


def test_links_that_run_out_are_told_once(study: Study) -> None:
    past = timezone.now() - timedelta(minutes=1)
    make_link(study, panel="experts", expires_at=past)
    make_link(study, panel="revoked", expires_at=past, revoked_at=past)
    make_link(study, panel="later", expires_at=timezone.now() + timedelta(days=1))
    for name in ("ann", "bob"):
        make_link(study, panel="p", personal=True, addressee=name, expires_at=past)
    tell_owners()
    tell_owners()
    (body,) = bodies()
    assert (
        "- The recruitment link “experts” takes no more judges: it has expired or is full.\n"
        "- 2 personal links have expired.\n" in body
    )
    assert "revoked" not in body
    assert "later" not in body


def test_a_link_with_a_used_up_quota_takes_no_more_judges(study: Study) -> None:
    link = make_link(study, panel="experts", quota=1)
    answer(code=next_trial(make_judge(link)).code, position=1)
    tell_owners()
    assert "“experts” takes no more judges" in bodies()[0]
    assert RecruitmentLink.objects.get().expiry_told_at is not None


def test_a_week_without_an_answer_is_told_once(study: Study) -> None:
    age(study, days=6)
    tell_owners()
    assert mail.outbox == []
    age(study, days=8)
    tell_owners()
    tell_owners()
    assert ["no answer has come in for a week" in body for body in bodies()] == [True]


def test_silence_is_not_told_after_a_new_answer_or_a_pause(study: Study) -> None:
    age(study, days=8)
    link = make_link(study)
    answer(code=next_trial(make_judge(link)).code, position=1)
    tell_owners()
    transitions.pause(study=study, user=study.owner)
    tell_owners()
    assert mail.outbox == []


def test_silence_counts_from_the_resumption(study: Study) -> None:
    age(study, days=8)
    transitions.pause(study=study, user=study.owner)
    transitions.resume(study=study, user=study.owner)
    tell_owners()
    assert mail.outbox == []


def test_a_blocked_owner_gets_no_mail(study: Study) -> None:
    log(study, Event.What.NUMBER_REACHED)
    study.owner.is_active = False
    study.owner.save()
    tell_owners()
    assert mail.outbox == []


@pytest.mark.django_db(transaction=True)
def test_of_two_workers_one_tells(study: Study) -> None:
    log(study, Event.What.NUMBER_REACHED)
    other = connection.copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s, %s)", [LockClass.OWNER_MAIL, study.pk])
        assert not mails.tell(study_id=study.pk)
    other.close()
    assert mails.tell(study_id=study.pk)


def test_the_end_of_keeping_is_told_once_for_each_day(study: Study) -> None:
    today = timezone.localdate()
    rows = Study.objects.filter(pk=study.pk)
    rows.update(retention_until=today + timedelta(days=1))
    tell_owners()
    assert mail.outbox == []
    for day in (today, today - timedelta(days=1)):
        rows.update(retention_until=day)
        tell_owners()
        tell_owners()
        assert f"until {day}" in bodies()[-1]
    assert len(mail.outbox) == 2
    assert rows.exists()  # nothing is deleted by itself


def test_one_mail_is_one_event_that_says_of_what(study: Study) -> None:
    log(study, Event.What.NUMBER_REACHED)
    log(study, Event.What.VERDICT_GIVEN)
    tell_owners()
    tell_owners()
    assert len(mail.outbox) == 1
    told = study.events.get(what=Event.What.OWNER_TOLD)
    [row] = [
        row
        for row in event_labels.described(study.events.order_by("-pk"))
        if row["what"] == told.label
    ]
    assert row["more"] == "Number of evaluations reached, Verdict given"


def test_what_an_earlier_version_told_of_is_not_told_again(study: Study) -> None:
    event = log(study, Event.What.NUMBER_REACHED)
    log(study, Event.What.OWNER_TOLD, event=event.pk)
    assert not mails.tell(study_id=study.pk)
