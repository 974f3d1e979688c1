"""Invitations: who gets one, what is sent, and that no one gets it twice."""

from smtplib import SMTPRecipientsRefused
from typing import Any, ClassVar

import pytest
from django.core import mail
from django.core.mail import get_connection
from django.core.mail.backends.locmem import EmailBackend
from django.db.models.functions import Now

from studies import tasks
from studies.models import Invitation, Job, RecruitmentLink, Study
from studies.services import jobs
from studies.services.judging import admission
from studies.services.judging.answering import answers
from studies.services.recruiting import invitations
from studies.services.recruiting.links import address_of, revoke
from tests.factories import make_judge, make_link, open_study

pytestmark = pytest.mark.django_db


class Refusing(EmailBackend):
    """A mail server that refuses some people, and breaks the worker at others."""

    def send_messages(self, messages: Any) -> int:
        if "refused@" in messages[0].to[0]:
            raise SMTPRecipientsRefused({"x": (550, b"no such\r\nmailbox")})
        if "busy@" in messages[0].to[0]:
            raise SMTPRecipientsRefused({"x": (450, b"try later")})
        if "killed@" in messages[0].to[0]:
            raise KeyboardInterrupt
        return super().send_messages(messages)


class Noting(EmailBackend):
    """A mail server that notes which connections are open."""

    connected: ClassVar[set[int]] = set()

    def open(self) -> bool:
        self.connected.add(id(self))
        return True

    def close(self) -> None:
        self.connected.discard(id(self))


def invite(study: Study, lines: str, **more: Any) -> int | None:
    fields = {"everybody": False, "subject": "Read", "body": "Hello: {link}", "panel": "experts"}
    return invitations.invite(
        study=study, user=study.owner, lines=lines, mode="live", **(fields | more)
    )


def send(study: Study) -> Job:
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.SEND_INVITATIONS)
    tasks.run_job(job.pk)
    job.refresh_from_db()
    return job


def states(study: Study) -> dict[str, str]:
    rows = Invitation.objects.filter(study=study).with_state()
    return {row.link.addressee: row.state for row in rows.select_related("link")}


def test_addresses_are_read_as_mail_programs_write_them() -> None:
    study = open_study()
    make_link(study, personal=True, addressee="known@example.org")
    make_link(study, personal=True, addressee="Somebody Else")
    lines = "Ann Lee <ann@example.org>; bob@example.org\n\nBOB@example.org\nKnown@example.org\n"
    read = invitations.read_addresses(study, lines)
    assert read.new == ("ann@example.org", "bob@example.org")
    assert [link.addressee for link in read.with_link] == ["known@example.org"]
    assert read.repeated == ("BOB@example.org",)
    everybody = invitations.read_addresses(study, "", everybody=True)
    assert everybody.addresses == ["known@example.org"]


@pytest.mark.parametrize(
    "line", ["nobody", "a@b@c", "x@example.org\tBcc: y", "@", "a b@example.org"]
)
def test_a_line_without_an_address_is_named(line: str) -> None:
    with pytest.raises(ValueError, match="no e-mail address in line 2"):
        invitations.read_addresses(open_study(), f"ann@example.org\n{line}")


@pytest.mark.parametrize(
    ("subject", "body", "field"),
    [
        ("a\nBcc: b@example.org", "{link}", "subject"),
        ("a\r", "{link}", "subject"),
        ("a", "x", "body"),
    ],
)
def test_headers_cannot_be_smuggled_in_and_the_link_is_there(
    subject: str, body: str, field: str
) -> None:
    assert list(invitations.check_words(subject, body)) == [field]
    with pytest.raises(ValueError, match=r"one line|Write \{link\}"):
        invite(open_study(), "ann@example.org", subject=subject, body=body)
    assert not RecruitmentLink.objects.exists()


def test_each_gets_a_link_of_their_own_once(settings: Any) -> None:
    study = open_study()
    assert invite(study, "ann@example.org\nbob@example.org", language="es") == 2
    job = send(study)
    assert (job.error, job.finished_at is None) == ("", False)
    assert [message.to for message in mail.outbox] == [["ann@example.org"], ["bob@example.org"]]
    for message, link in zip(mail.outbox, RecruitmentLink.objects.order_by("pk"), strict=True):
        assert message.body == f"Hello: {address_of(link)}"
        assert (message.reply_to, link.language) == ([study.owner.email], "es")
    send(study)
    assert invite(study, "ANN@example.org") == 0
    assert len(mail.outbox) == 2


def test_the_list_must_be_the_one_that_was_shown() -> None:
    study = open_study()
    assert invite(study, "ann@example.org", expected=2) is None
    assert not RecruitmentLink.objects.exists()


def test_what_fails_says_why_and_can_be_sent_again(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    study = open_study()
    invite(study, "refused@example.org\nann@example.org\nrevoked@example.org\nbusy@example.org")
    link = RecruitmentLink.objects.get(addressee="revoked@example.org")
    revoke(link=link, user=study.owner)
    assert send(study).error == ""
    assert states(study) == {
        "refused@example.org": "refused",
        "busy@example.org": "failed",
        "ann@example.org": "sent",
        "revoked@example.org": "failed",
    }
    reasons = Invitation.objects.exclude(error="").values_list("error", flat=True)
    assert list(reasons) == [
        "550 no such mailbox",
        "The link is revoked or has expired.",
        "450 try later",
    ]
    settings.EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    invitations.try_again(study=study, user=study.owner)
    send(study)
    assert states(study)["refused@example.org"] == "sent"
    others = ["ann@example.org", "refused@example.org", "busy@example.org"]
    assert [message.to[0] for message in mail.outbox] == others


def test_a_worker_that_is_killed_sends_nothing_twice(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Refusing"
    study = open_study()
    invite(study, "ann@example.org\nkilled@example.org\nbob@example.org")
    with pytest.raises(KeyboardInterrupt):
        send(study)
    tasks.run_job(Job.objects.unfinished().get().pk)
    assert [message.to[0] for message in mail.outbox] == ["ann@example.org", "bob@example.org"]
    assert states(study)["killed@example.org"] == "failed"
    assert "may or may not have arrived" in Invitation.objects.exclude(error="").get().error


def test_without_a_mail_server_nothing_is_marked(settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 9  # no server listens there
    study = open_study()
    invite(study, "ann@example.org")
    assert "The mail server does not answer" in send(study).error
    assert states(study) == {"ann@example.org": "waiting"}


def test_a_cancelled_job_leaves_the_rest_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    study = open_study()
    invite(study, "ann@example.org")
    job = jobs.begin(study=study, user=study.owner, kind=Job.Kind.SEND_INVITATIONS)
    jobs.cancel(job=job)
    tasks.run_job(job.pk)
    assert (mail.outbox, states(study)) == ([], {"ann@example.org": "waiting"})


def test_only_who_has_not_begun_is_reminded() -> None:
    study = open_study()
    invite(study, "\n".join(f"{name}@example.org" for name in ("new", "began", "done", "gone")))
    send(study)
    links = {link.addressee.partition("@")[0]: link for link in study.links.all()}
    make_judge(links["began"], personal=True)
    done = admission.start(
        token=links["done"].token,
        visitor=admission.Visitor(form_key="k" * 20),
        consent_sha256="0" * 64,
    )
    answers.answer(code=done.code, position=1)
    revoke(link=links["gone"], user=study.owner)
    assert {name.partition("@")[0]: state for name, state in states(study).items()} == {
        "new": "sent",
        "began": "started",
        "done": "finished",
        "gone": "sent",
    }
    mail.outbox.clear()
    assert invitations.remind(study=study, user=study.owner, subject="Again", body="{link}") == 1
    send(study)
    assert [(m.to[0], m.subject) for m in mail.outbox] == [("new@example.org", "Again")]
    assert mail.outbox[0].body == address_of(links["new"])


def test_people_of_another_study_are_neither_known_nor_written_to() -> None:
    """Two studies of one owner: what is asked for one leaves the people of the other alone."""
    study = open_study()
    other = open_study(owner=study.owner)
    make_link(other, personal=True, addressee="linked@example.org")
    invite(other, "invited@example.org\nfailed@example.org\nsent@example.org")
    for name, change in (("failed", {"failed_at": Now()}), ("sent", {"sent_at": Now()})):
        found = Invitation.objects.filter(link__addressee=f"{name}@example.org")
        found.update(**change)
    before = states(other)
    lines = "linked@example.org\ninvited@example.org"
    read = invitations.read_addresses(study, lines, everybody=True)
    assert (read.new, read.with_link, read.invited) == (tuple(lines.split()), (), ())
    invite(study, "ann@example.org")
    assert invitations.try_again(study=study, user=study.owner) == 0
    send(study)
    assert invitations.remind(study=study, user=study.owner, subject="Again", body="{link}") == 1
    send(study)
    assert {message.to[0] for message in mail.outbox} == {"ann@example.org"}
    assert states(other) == before


def test_who_has_begun_or_may_not_any_more_is_not_among_everybody() -> None:
    study = open_study()
    names = ("waiting", "begun", "revoked", "expired", "invited")
    links = {
        name: make_link(study, personal=True, addressee=f"{name}@example.org") for name in names
    }
    make_link(study, addressee="open@example.org")  # for a panel, not for a person
    make_judge(links["begun"], personal=True)
    revoke(link=links["revoked"], user=study.owner)
    RecruitmentLink.objects.filter(pk=links["expired"].pk).update(expires_at=Now())
    Invitation.objects.create(study=study, link=links["invited"], subject="x", body="y")
    read = invitations.read_addresses(study, "", everybody=True)
    assert read.addresses == ["waiting@example.org"]
    assert invite(study, "", everybody=True) == 1
    assert states(study) == {"waiting@example.org": "waiting", "invited@example.org": "waiting"}


def test_two_jobs_at_once_send_each_invitation_once(settings: Any) -> None:
    """The second job runs while the first one sends, and both have read the same first row."""
    study = open_study()
    invite(study, "ann@example.org\nbob@example.org")
    [ann, bob] = Invitation.objects.order_by("pk")
    with get_connection() as server:
        invitations._send_one(ann.pk, study.owner, server)
        # Another job had found them both waiting.
        for read_before in (ann, bob, bob):
            invitations._send_one(read_before.pk, study.owner, server)
    assert [message.to[0] for message in mail.outbox] == ["ann@example.org", "bob@example.org"]


def test_a_failed_invitation_is_sent_only_when_it_is_asked_for_again() -> None:
    study = open_study()
    invite(study, "ann@example.org")
    failed = Invitation.objects.get()
    Invitation.objects.update(failed_at=Now(), error="550")
    with get_connection() as server:
        invitations._send_one(failed.pk, study.owner, server)
    send(study)
    assert (mail.outbox, states(study)) == ([], {"ann@example.org": "failed"})


def test_the_connection_to_the_mail_server_ends_with_the_job(settings: Any) -> None:
    settings.EMAIL_BACKEND = f"{__name__}.Noting"
    study = open_study()
    invite(study, "ann@example.org")
    assert send(study).error == ""
    assert len(mail.outbox) == 1
    assert Noting.connected == set()
