"""Accounts: added by address and role, invited and helped by mail, shared with by address."""

import re
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from kombu.exceptions import OperationalError

from studies.models import Collaborator, Study, User
from studies.services.accounts import sharing, tries
from studies.tasks import mail_new_password
from tests.factories import make_study, make_user

pytestmark = pytest.mark.django_db

ADD = "/admin/studies/user/add/"
FORM = {
    "email": "Dora@Example.org",
    "role": "researcher",
    "first_name": "",
    "last_name": "",
    "time_zone": "Europe/Madrid",
    "is_active": "on",
}


def add(client: Client, captured: Any, **values: str) -> Any:
    with captured(execute=True):
        return client.post(ADD, {**FORM, **values})


def test_a_person_is_added_by_address_and_role_and_invited(
    as_carol: Client, django_capture_on_commit_callbacks: Any
) -> None:
    add(as_carol, django_capture_on_commit_callbacks)
    dora = User.objects.get(email="dora@example.org")
    assert (dora.is_staff, dora.is_superuser) == (True, False)
    assert [group.name for group in dora.groups.all()] == ["Researchers"]
    assert dora.has_perm("studies.add_study")
    (message,) = mail.outbox
    assert message.to == ["dora@example.org"]
    link = re.search(r"http://testserver(/admin/reset/\S+)", str(message.body))
    assert link is not None

    browser = Client()
    page = browser.get(link[1], follow=True)
    password = {"new_password1": "triads-in-June", "new_password2": "triads-in-June"}
    browser.post(page.redirect_chain[-1][0], password)
    browser.post("/admin/login/", {"username": "dora@example.org", "password": "triads-in-June"})
    assert browser.get("/studies/new/").status_code == 200


def test_an_administrator_is_one(as_carol: Client, django_capture_on_commit_callbacks: Any) -> None:
    add(as_carol, django_capture_on_commit_callbacks, role="administrator")
    assert User.objects.get(email="dora@example.org").is_superuser


def test_one_account_an_address_however_it_is_typed(
    as_carol: Client, django_capture_on_commit_callbacks: Any
) -> None:
    for address in ("dora@example.org", "DORA@example.org", " dora@Example.org "):
        response = add(as_carol, django_capture_on_commit_callbacks, email=address)
    assert "There is an account" in response.content.decode()
    assert User.objects.filter(email__iexact="dora@example.org").count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_mail_that_fails_is_said(as_carol: Client, settings: Any) -> None:
    settings.EMAIL_BACKEND = "tests.studies.services.notifying.test_mails.BrokenMail"
    page = as_carol.post(ADD, FORM, follow=True).content.decode()
    assert "The e-mail to dora@example.org could not be sent." in page
    assert User.objects.filter(email="dora@example.org").exists()


def test_the_invitation_can_be_sent_again(as_carol: Client) -> None:
    user = make_user()
    as_carol.post(
        "/admin/studies/user/", {"action": "send_invitation", "_selected_action": [user.pk]}
    )
    assert [message.to for message in mail.outbox] == [[user.email]]


def test_researchers_come_to_no_page_about_accounts(as_alice: Client, bob: User) -> None:
    for page in ("", "add/", f"{bob.pk}/change/"):
        assert as_alice.get(f"/admin/studies/user/{page}").status_code == 403
    as_alice.post(f"/admin/studies/user/{bob.pk}/change/", {**FORM, "role": "administrator"})
    bob.refresh_from_db()
    assert not bob.is_superuser


def test_a_role_is_changed_but_an_administrator_stays(
    as_carol: Client, carol: User, bob: User
) -> None:
    def change(user: User, role: str, **more: str) -> Any:
        values = {**FORM, "email": user.email, "role": role, **more}
        return as_carol.post(f"/admin/studies/user/{user.pk}/change/", values)

    response = change(carol, "researcher")
    assert "This is the only administrator" in response.content.decode()
    change(bob, "administrator")
    bob.refresh_from_db()
    assert bob.is_superuser
    change(carol, "researcher")
    carol.refresh_from_db()
    assert not carol.is_superuser


def test_a_blocked_account_is_out_at_once(as_carol: Client, as_bob: Client, bob: User) -> None:
    values = {**FORM, "email": bob.email}
    del values["is_active"]
    as_carol.post(f"/admin/studies/user/{bob.pk}/change/", values)
    assert as_bob.get("/admin/").status_code == 302


def ask_for_a_new_password(email: str) -> None:
    cache.delete(tries._name("reset from", "127.0.0.1"))  # what other tests asked for
    cache.delete(tries._name("reset of account", email.lower()))
    page = Client(headers={"host": "localhost"})
    response = page.post("/admin/password_reset/", {"email": email})
    assert response["Location"] == "/admin/password_reset/done/"


def test_a_new_password_comes_by_a_link_that_the_host_header_cannot_bend(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(mail_new_password, "delay", mail_new_password)
    make_user("dora@example.org")
    ask_for_a_new_password("Dora@example.org")
    (message,) = mail.outbox
    assert message.subject == "A new password for triadsurvey"
    assert "http://testserver/admin/reset/" in str(message.body)
    assert "localhost" not in str(message.body).replace("triadsurvey@localhost", "")


def test_the_page_does_not_wait_for_the_mail_so_that_no_time_tells_of_an_account(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[int] = []
    monkeypatch.setattr(mail_new_password, "delay", asked.append)
    dora = make_user("dora@example.org")
    ask_for_a_new_password("dora@example.org")
    assert (asked, mail.outbox) == ([dora.pk], [])


def test_without_the_broker_the_mail_is_sent_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def away(user_id: int) -> None:
        raise OperationalError

    monkeypatch.setattr(mail_new_password, "delay", away)
    make_user("dora@example.org")
    ask_for_a_new_password("dora@example.org")
    assert [message.to for message in mail.outbox] == [["dora@example.org"]]


def test_an_unknown_address_is_answered_the_same_way() -> None:
    response = Client().post("/admin/password_reset/", {"email": "nobody@example.org"})
    assert response["Location"] == "/admin/password_reset/done/"
    assert mail.outbox == []


def test_the_sign_in_page_offers_it() -> None:
    assert "/admin/password_reset/" in Client().get("/admin/login/").content.decode()


def test_everybody_sets_their_own_time_zone_and_nothing_else(as_alice: Client, alice: User) -> None:
    values = {
        "first_name": "Alice",
        "last_name": "",
        "time_zone": "Europe/Madrid",
        "csv_separator": ";",
    }
    as_alice.post("/admin/profile/", {**values, "is_superuser": "on", "email": "x@example.org"})
    alice.refresh_from_db()
    assert (alice.time_zone, alice.is_superuser) == ("Europe/Madrid", False)
    assert alice.email == "alice@example.org"
    assert "time zone Europe/Madrid" in as_alice.get("/admin/").content.decode()


@pytest.mark.parametrize("zone", ["Mars/Olympus", "../../etc/passwd", "", "x" * 100])
def test_an_absurd_time_zone_is_refused_and_kept(as_alice: Client, alice: User, zone: str) -> None:
    response = as_alice.post("/admin/profile/", {"time_zone": zone})
    assert "time_zone" in response.context["form"].errors
    alice.refresh_from_db()
    assert alice.time_zone == "UTC"


def share(client: Client, study: Study, **values: Any) -> Any:
    return client.post(f"/studies/{study.code}/settings/share/", values)


def test_a_study_is_shared_by_exact_address(as_alice: Client, alice: User, bob: User) -> None:
    study = make_study(owner=alice)
    response = share(as_alice, study, email="bob", role="editor")
    assert response.status_code == 422
    response = share(as_alice, study, email="rob@example.org", role="editor")
    assert "There is no account with this address" in response.content.decode()
    share(as_alice, study, email="BOB@example.org", role="editor")
    share(as_alice, study, email="bob@example.org", role="analyst")
    collaborator = Collaborator.objects.get()
    assert (collaborator.user, collaborator.role) == (bob, "analyst")
    share(as_alice, study, remove=collaborator.pk)
    assert not Collaborator.objects.exists()


def test_no_page_lists_who_has_an_account(as_alice: Client, alice: User, bob: User) -> None:
    study = make_study(owner=alice)
    for page in ("share", "change", "people"):
        html = as_alice.get(f"/studies/{study.code}/{page}/").content.decode()
        assert bob.email not in html


def test_the_owner_alone_shares(as_bob: Client, alice: User, bob: User) -> None:
    study = make_study(owner=alice)
    sharing.share(study=study, user=alice, email=bob.email, role="editor")
    assert share(as_bob, study, email="carol@example.org", role="editor").status_code == 404


def test_no_one_ends_a_part_in_another_study(
    as_alice: Client, as_bob: Client, alice: User, bob: User
) -> None:
    theirs = sharing.share(
        study=make_study(owner=alice), user=alice, email=bob.email, role="editor"
    )
    mine = make_study(owner=bob)
    share(as_bob, mine, remove=theirs.pk)
    assert Collaborator.objects.filter(pk=theirs.pk).exists()


def test_a_study_is_not_shared_with_its_owner(as_alice: Client, alice: User) -> None:
    response = share(as_alice, make_study(owner=alice), email=alice.email, role="editor")
    assert "This is the owner of the study." in response.content.decode()
