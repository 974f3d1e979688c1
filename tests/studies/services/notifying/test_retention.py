"""A study erases itself on its day: after two e-mails, each with its time, and never without."""

from datetime import date, timedelta
from typing import Any

import pytest
from django.core import mail
from django.utils import timezone

from studies.models import Answer, Event, Study
from studies.services.accounts import sharing
from studies.services.lifecycle import erasure
from studies.services.notifying import retention
from studies.tasks import keep_retention, tell_owners
from tests.factories import make_study, make_user, open_study
from tests.studies.races.simultaneous import at_once

pytestmark = pytest.mark.django_db
TODAY = timezone.localdate()
BROKEN = "tests.studies.services.notifying.test_mails.BrokenMail"


@pytest.fixture
def study() -> Study:
    """To be erased twenty days from now."""
    found = open_study(owner=make_user("owner@example.org"), title="Weather\nreports")
    until = TODAY + timedelta(days=20)
    erasure.keep(study=found, user=found.owner, until=until, erases_itself=True, why="consent")
    return found


def on(day: int) -> None:
    """The task as beat runs it, some days from now, and once more."""
    for _ in range(2):
        keep_retention(str(TODAY + timedelta(days=day)))


def mails() -> list[str]:
    return [message.subject for message in mail.outbox]


def erased() -> bool:
    return not Study.objects.exists()


def test_two_mails_come_before_the_day_on_which_it_is_erased(study: Study) -> None:
    on(5)
    assert mails() == []
    on(6)
    said = f"Will be erased on {TODAY + timedelta(days=20)}: Weather reports"
    assert mails() == [said]
    on(16)
    assert mails() == [said]
    on(17)
    assert mails() == [said, said]
    assert mail.outbox[0].to == ["owner@example.org"]
    assert f"http://testserver/studies/{study.code}/keep/" in str(mail.outbox[0].body)
    on(19)
    assert not erased()
    on(20)
    assert erased()
    assert not Answer.objects.exists()
    last = Event.objects.latest("pk")
    assert (last.what, last.who) == ("erased", None)
    assert last.why == f"Its data were to be kept until {TODAY + timedelta(days=20)}."


def test_a_worker_that_comes_late_shortens_no_notice(study: Study) -> None:
    on(100)
    on(101)
    assert len(mails()) == 1
    assert f"on {TODAY + timedelta(days=114)}" in mails()[0]
    on(110)
    assert len(mails()) == 1
    on(130)  # the second mail is late as well
    assert f"on {TODAY + timedelta(days=133)}" in mails()[1]
    on(132)
    assert not erased()
    on(133)
    assert erased()


def test_nothing_is_erased_while_mails_cannot_be_sent(study: Study, settings: Any) -> None:
    settings.EMAIL_BACKEND = BROKEN
    for day in (6, 17, 20, 400):
        on(day)
    assert retention.days_told(study) == []
    assert not erased()


def test_an_owner_who_is_blocked_is_told_nothing_and_loses_nothing(study: Study) -> None:
    study.owner.is_active = False
    study.owner.save()
    for day in (6, 17, 20):
        on(day)
    assert (mails(), erased()) == ([], False)


@pytest.mark.parametrize("told", [0, 1, 2])
def test_another_day_begins_anew(study: Study, told: int) -> None:
    for day in (6, 17)[:told]:
        on(day)
    later = TODAY + timedelta(days=40)
    erasure.keep(study=study, user=study.owner, until=later, erases_itself=True, why="appeal")
    on(20)
    assert (len(mails()), erased()) == (told, False)
    on(26)
    assert len(mails()) == told + 1
    assert study.events.filter(what="keeping changed", why="appeal").exists()


def test_without_the_owners_choice_nothing_erases_itself(study: Study) -> None:
    for status in ("draft", "kept"):
        rows = [make_study()] if status == "draft" else [study]
        changes: dict[str, Any] = {"retention_until": TODAY}
        changes |= {"erases_itself": status == "draft"}
        Study.objects.filter(pk__in=[row.pk for row in rows]).update(**changes)
    for day in (6, 17, 20, 40):
        on(day)
    assert Study.objects.count() == 2
    tell_owners()
    assert "Nothing is deleted by itself" in str(mail.outbox[0].body)


def test_who_chose_erasure_is_not_told_that_nothing_is_deleted(study: Study) -> None:
    Study.objects.update(retention_until=TODAY)
    tell_owners()
    assert mail.outbox == []


@pytest.mark.parametrize(
    ("until", "told", "today", "day"),
    [
        (date(2030, 5, 20), [], date(2030, 5, 1), date(2030, 5, 20)),
        (date(2030, 5, 20), [], date(2030, 5, 19), date(2030, 6, 2)),
        (date(2030, 5, 20), [date(2030, 5, 6)], date(2030, 5, 17), date(2030, 5, 20)),
        (date(2030, 5, 20), [date(2030, 5, 6)], date(2030, 5, 30), date(2030, 6, 2)),
    ],
)
def test_the_day_that_is_said(until: date, told: list[date], today: date, day: date) -> None:
    assert retention.day_of_erasure(until, told, today) == day


@pytest.mark.django_db(transaction=True)
def test_two_workers_and_an_owner_in_the_same_moment(study: Study) -> None:
    day = TODAY + timedelta(days=20)
    for days in (6, 17):
        at_once([lambda days=days: keep_retention(str(TODAY + timedelta(days=days)))] * 2)
    assert len(mails()) == 2
    keep = {"study": study, "user": study.owner, "why": "appeal", "erases_itself": True}
    until = day + timedelta(days=30)
    calls = [lambda: retention.proceed(study_id=study.pk, today=day)] * 3
    outcomes = at_once([*calls, lambda: erasure.keep(**keep, until=until)])
    assert all(isinstance(one.error, Study.DoesNotExist | None) for one in outcomes)
    # Either the owner came first, and all is kept; or one worker erased it, once.
    assert erased() == (outcomes[-1].error is not None)
    assert Event.objects.filter(what="erased").count() == int(erased())


def test_only_the_owner_chooses_with_a_reason_and_a_day_to_come(as_alice, alice, as_bob, bob):
    study = open_study(owner=alice)
    sharing.share(study=study, user=alice, email=bob.email, role="editor")
    page = f"/studies/{study.code}/keep/"
    given = {"until": str(TODAY + timedelta(days=9)), "erases_itself": "on", "why": "consent"}
    assert as_bob.post(page, given).status_code == 404
    for wrong in ({"why": ""}, {"until": str(TODAY)}, {"until": "2500-01-01"}, {"until": ""}):
        assert as_alice.post(page, given | wrong).status_code == 422
    as_alice.post(page, given)
    study.refresh_from_db()
    assert (study.retention_until, study.erases_itself) == (TODAY + timedelta(days=9), True)
    assert (
        "then the study is erased automatically"
        in as_alice.get(f"/studies/{study.code}/").content.decode()
    )
    as_alice.post(page, given | {"erases_itself": ""})
    study.refresh_from_db()
    assert not study.erases_itself
