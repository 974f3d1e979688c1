"""A colleague without an account is invited, makes one by the link, and has the role."""

import re
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

import pytest
from django.core import mail
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from studies.models import Collaborator, ColleagueInvitation, Study, User
from tests.factories import make_study, make_user
from tests.stand_ins.smtp_server import mail_server
from tests.studies.conftest import researcher

pytestmark = pytest.mark.django_db
DORA = "dora@university.example"
PASSWORD = {"new_password1": "triads-in-June", "new_password2": "triads-in-June"}


@pytest.fixture
def study(alice: User) -> Study:
    return make_study(owner=alice, title="Weather\n<b>reports")


def page_of(study: Study) -> str:
    return f"/studies/{study.code}/settings/share/"


def invite(browser: Client, study: Study, email: str = DORA, role: str = "analyst") -> Any:
    return browser.post(page_of(study), {"email": email, "role": role}, follow=True)


def link_in(message: Any) -> str:
    found = re.search(r"http://testserver(/join/[\w-]+/)", str(message.body))
    assert found is not None
    return found[1]


def test_a_colleague_without_an_account_makes_one_and_sees_the_study(as_alice, study, client):
    page = invite(as_alice, study, " Dora@University.example").content.decode()
    assert "An invitation to make an account was sent to" in page
    assert "Sent; the link works until" in page
    (message,) = mail.outbox
    assert message.to == [DORA]
    body = str(message.body)
    assert "alice@example.org" in body
    assert "“Weather <b>reports”" in body
    assert "Analyst: read and export" in body
    link = link_in(message)
    for _ in range(2):  # opening uses nothing up
        shown = client.get(link).content.decode()
    assert "alice@example.org" in shown
    assert "<b>reports" not in shown
    there = client.post(link, {"first_name": "Dora", **PASSWORD})
    assert (
        "Your role is Analyst: read and export." in client.get(there["Location"]).content.decode()
    )
    dora = User.objects.get(email=DORA)
    assert (dora.first_name, dora.is_superuser) == ("Dora", False)
    assert dora.has_perm("studies.add_study")
    assert dora.check_password(PASSWORD["new_password1"])
    assert Collaborator.objects.get(user=dora).role == "analyst"
    assert list(study.events.values_list("what", flat=True)) == ["colleague invited", "shared"]
    assert "Invited, not here yet" not in as_alice.get(page_of(study)).content.decode()


def test_a_link_works_once_and_its_secret_is_kept_nowhere(as_alice, study, client):
    invite(as_alice, study)
    link = link_in(mail.outbox[0])
    assert link.split("/")[2] not in str(ColleagueInvitation.objects.values().get())
    client.post(link, PASSWORD)
    again = Client().post(
        link, {"new_password1": "another-one-9", "new_password2": "another-one-9"}
    )
    assert again.status_code == 410
    assert User.objects.get(email=DORA).check_password(PASSWORD["new_password1"])


def gone(client: Client, link: str) -> None:
    for ask in (client.get, client.post):
        page = ask(link, PASSWORD)
        assert page.status_code == 410
        assert "This invitation does not work" in page.content.decode()
    assert not User.objects.filter(email=DORA).exists()


def test_a_link_ends_after_seven_days_by_withdrawal_and_with_the_inviters_part(
    as_alice, alice, study, client, bob
):
    invite(as_alice, study)
    row, link = ColleagueInvitation.objects.get(), link_in(mail.outbox[0])
    assert abs(row.expires_at - timezone.now() - timedelta(days=7)) < timedelta(minutes=1)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    gone(client, link)
    User.objects.filter(pk=alice.pk).update(is_active=True)
    Study.objects.filter(pk=study.pk).update(owner=bob)
    gone(client, link)
    Study.objects.filter(pk=study.pk).update(owner=alice)
    ColleagueInvitation.objects.update(expires_at=timezone.now())
    gone(client, link)
    assert "Expired: invite again" in as_alice.get(page_of(study)).content.decode()
    invite(as_alice, study)  # in its place
    assert ColleagueInvitation.objects.unused().count() == 1
    gone(client, link)
    as_alice.post(page_of(study), {"withdraw": ColleagueInvitation.objects.unused().get().pk})
    gone(client, link_in(mail.outbox[1]))
    gone(client, "/join/x%00y/".replace("%00", ""))


def test_a_weak_password_is_refused_in_words(as_alice, study, client):
    invite(as_alice, study)
    link = link_in(mail.outbox[0])
    page = client.post(link, {"new_password1": "12345678", "new_password2": "12345678"})
    assert page.status_code == 422
    assert "too common" in page.content.decode()
    assert not User.objects.filter(email=DORA).exists()


def test_an_account_that_was_made_meanwhile_gets_the_role_and_keeps_its_password(
    as_alice, study, client
):
    invite(as_alice, study)
    link = link_in(mail.outbox[0])
    dora = researcher(DORA)
    assert "You have an account" in client.get(link).content.decode()
    answer = client.post(link, PASSWORD)
    overview = reverse("analysis:overview", args=[study.code])
    assert answer["Location"] == reverse("admin:login", query={"next": overview})
    assert f'name="next" value="{overview}"' in client.get(answer["Location"]).content.decode()
    plain = client.get(reverse("admin:login")).content.decode()
    assert f'name="next" value="{reverse("analysis:studies")}"' in plain
    assert client.session.get("_auth_user_id") is None
    dora.refresh_from_db()
    assert dora.check_password("secret-pass-1")
    assert Collaborator.objects.get(user=dora).role == "analyst"


def test_a_blocked_account_is_not_opened_by_an_invitation(as_alice, study, client):
    invite(as_alice, study)
    make_user(DORA, is_active=False)
    assert client.post(link_in(mail.outbox[0]), PASSWORD).status_code == 410
    assert not User.objects.get(email=DORA).is_active
    page = invite(as_alice, study)
    assert "is blocked" in page.content.decode()


@pytest.mark.parametrize("email", ["eve@elsewhere.example", "eve@x.university.example"])
def test_other_domains_need_an_administrator(as_alice, study, email):
    page = invite(as_alice, study, email)
    assert (page.status_code, mail.outbox) == (422, [])
    assert "An administrator of this site can, from this page." in page.content.decode()


def test_a_site_may_leave_accounts_to_its_administrators(as_alice, study, settings):
    settings.OWNERS_INVITE = False
    assert invite(as_alice, study).status_code == 422
    assert "university.example" not in as_alice.get(page_of(study)).content.decode()


def test_an_administrator_invites_any_address(study, settings, client):
    settings.OWNERS_INVITE = False
    client.force_login(make_user("root@example.org", is_superuser=True))
    invite(client, study, "eve@elsewhere.example")
    assert Client().post(link_in(mail.outbox[0]), PASSWORD).status_code == 302
    assert Collaborator.objects.get().user.email == "eve@elsewhere.example"


def test_invitations_are_bounded_for_each_person(as_alice, study, monkeypatch):
    monkeypatch.setattr("studies.services.accounts.colleagues.MOST_OPEN", 2)
    for name in ("a", "b", "b"):
        assert invite(as_alice, study, f"{name}@university.example").status_code == 200
    page = invite(as_alice, study, "c@university.example")
    assert "2 of your invitations have not been used yet" in page.content.decode()
    monkeypatch.setattr("studies.services.accounts.colleagues.MOST_A_DAY", 3)
    ColleagueInvitation.objects.unused().update(withdrawn_at=timezone.now())
    page = invite(as_alice, study, "c@university.example")
    assert "3 invitations within a day" in page.content.decode()
    assert len(mail.outbox) == 3


def test_a_mail_server_that_refuses_is_quoted(as_alice, study, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.server_address[1]
        page = invite(as_alice, study, "refused@university.example").content.decode()
        invite(as_alice, study)
    words = "550 5.1.1 No &lt;mailbox&gt; 5.1.1 of this name"
    assert f"<strong>Refused</strong> by the mail server: {words}" in page
    refused, sent = ColleagueInvitation.objects.all()
    assert (refused.sent_at, refused.refused[:3]) == (None, "550")
    assert (sent.sent_at is None, sent.refused) == (False, "")
    assert len(server.taken) == 1


def test_a_mail_server_that_is_away_is_said(as_alice, study, settings, bob):
    assert "who gets an e-mail" in invite(as_alice, study, bob.email).content.decode()
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = 9  # no server listens there
    assert "Connection refused" in invite(as_alice, study).content.decode()
    assert "to whom no e-mail was sent" in invite(as_alice, study, bob.email).content.decode()


def test_djangos_own_command_sends_a_test(settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    with mail_server() as server:
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.server_address[1]
        call_command("sendtestemail", "ann@university.example")
        with pytest.raises(SMTPRecipientsRefused):
            call_command("sendtestemail", "refused@university.example")
    assert "To: ann@university.example" in server.taken[0]
