"""Signing in: guessing is stopped, and a second factor is asked for where there is one."""

import re
import time
from typing import Any

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.models import User
from studies.services.accounts import tries
from studies.tasks import mail_new_password
from studies.workbench.forms.accounts import FAILURES_OF_ADDRESS, RESETS_OF_ACCOUNT
from tests.factories import make_user

pytestmark = pytest.mark.django_db

PASSWORD = "triads-in-June"
PAGE = "/admin/profile/second-factor/"


@pytest.fixture(autouse=True)
def _forget_tries() -> None:
    """What other tests tried is in Redis, which no transaction takes back."""
    cache.delete(tries._name("failed sign-in", "192.0.2.1"))
    cache.delete(tries._name("reset from", "127.0.0.1"))


@pytest.fixture
def dora() -> User:
    user = make_user()
    user.set_password(PASSWORD)
    user.save()
    return user


def sign_in(user: User, password: str = PASSWORD, *, code: str = "", address: str = "") -> Any:
    """Try to sign in from an address; the typed account differs in case each time it may."""
    form = {"username": user.email, "password": password, "code": code, "next": "/admin/"}
    return Client(REMOTE_ADDR=address or "192.0.2.1").post("/admin/login/", form)


def test_an_address_is_pasted_with_what_cannot_be_seen(dora: User) -> None:
    dora.email += "\u200b"
    assert sign_in(dora)["Location"] == "/admin/"


def code_of(user: User, *, later: int = 0) -> str:
    """What the phone shows, `later` half minutes from now."""
    device = TOTPDevice.objects.get(user=user)
    totp = TOTP(device.bin_key, device.step, device.t0, device.digits)
    totp.time = time.time() + 30 * later
    return f"{totp.token():06d}"


def test_guessing_is_stopped_for_this_account_from_this_address(dora: User) -> None:
    for number in range(10):
        dora.email = dora.email.upper() if number % 2 else dora.email.lower()
        last = sign_in(dora, "wrong")
    assert last.status_code == 429
    assert sign_in(dora).status_code == 429
    assert "quarter of an hour" in sign_in(dora).content.decode()
    assert sign_in(dora, address="192.0.2.2").status_code == 302
    other = make_user()
    assert sign_in(other, "wrong").status_code == 200


def test_nine_mistakes_and_the_right_password_start_anew(dora: User) -> None:
    for _round in range(2):
        for _number in range(9):
            assert sign_in(dora, "wrong").status_code == 200
        assert sign_in(dora).status_code == 302


def set_up(browser: Client, user: User) -> list[str]:
    """Through the pages: the spare codes."""
    browser.post(PAGE, {"action": "begin"})
    waiting = browser.get(PAGE).content.decode()
    assert "data:image/svg+xml" in waiting
    assert sign_in(user).status_code == 302  # nothing is asked for yet
    done = browser.post(PAGE, {"action": "confirm", "code": code_of(user)}).content.decode()
    return re.findall(r"<li><code>(\w+)</code>", done)


def test_a_second_factor_is_asked_for_once_it_is_set_up(dora: User) -> None:
    browser = Client()
    browser.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    spare = set_up(browser, dora)
    assert len(set(spare)) == 8

    assert "has a second factor" in sign_in(dora).content.decode()
    assert "not right" in sign_in(dora, code="000000").content.decode()
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    code = code_of(dora, later=1)
    assert sign_in(dora, code=code).status_code == 302
    assert sign_in(dora, code=code).status_code == 200  # used already
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)


def test_a_spare_code_stands_in_once(dora: User) -> None:
    browser = Client()
    browser.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    first, second, *_rest = set_up(browser, dora)
    # As a phone writes it, with a capital first.
    assert sign_in(dora, code=first.capitalize()).status_code == 302
    assert sign_in(dora, code=first).status_code == 200
    dora.staticdevice_set.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    # It is turned off by a code as well, and the password alone is enough again.
    wrong = browser.post(PAGE, {"action": "turn_off", "code": "nonsense"})
    assert wrong.status_code == 422
    dora.staticdevice_set.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    browser.post(PAGE, {"action": "turn_off", "code": second})
    assert sign_in(dora).status_code == 302


def test_a_wrong_code_sets_nothing_up(dora: User) -> None:
    browser = Client()
    browser.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    browser.post(PAGE, {"action": "begin"})
    response = browser.post(PAGE, {"action": "confirm", "code": "123"})
    assert response.status_code == 422
    assert sign_in(dora).status_code == 302


def test_the_keys_of_others_are_on_no_page_of_the_admin(as_carol: Client) -> None:
    assert as_carol.get("/admin/otp_totp/totpdevice/").status_code == 404
    assert as_carol.get("/admin/otp_static/staticdevice/").status_code == 404


def test_another_phone_needs_a_code_of_the_one_before(dora: User) -> None:
    browser = Client()
    browser.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    spare = set_up(browser, dora)
    for code in ({}, {"code": "000000"}):
        assert browser.post(PAGE, {"action": "begin", **code}).status_code == 422
    assert not TOTPDevice.objects.filter(user=dora, confirmed=False).exists()
    dora.staticdevice_set.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    TOTPDevice.objects.update(throttling_failure_count=0, throttling_failure_timestamp=None)
    assert browser.post(PAGE, {"action": "begin", "code": spare[0]}).status_code == 302
    assert TOTPDevice.objects.filter(user=dora, confirmed=False).count() == 1


def test_wrong_codes_lock_as_wrong_passwords_do(dora: User) -> None:
    browser = Client()
    browser.force_login(dora, backend="django.contrib.auth.backends.ModelBackend")
    set_up(browser, dora)
    statuses = [sign_in(dora, code="000000").status_code for _ in range(12)]
    assert statuses[:9] == [200] * 9
    assert statuses[-1] == 429


def test_one_address_cannot_try_a_password_at_one_account_after_another(dora: User) -> None:
    for _ in range(FAILURES_OF_ADDRESS):
        assert sign_in(make_user(), "wrong", address="192.0.2.40").status_code == 200
    assert "Too many sign-ins from here" in sign_in(dora, address="192.0.2.40").content.decode()
    assert sign_in(dora, address="192.0.2.41").status_code == 302


def test_a_mailbox_is_not_flooded_with_links_for_a_new_password(
    dora: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mail_new_password, "delay", mail_new_password)
    pages = [Client().post("/admin/password_reset/", {"email": dora.email}) for _ in range(8)]
    assert {page.status_code for page in pages} == {302}  # nothing is told of it
    assert len(mail.outbox) == RESETS_OF_ACCOUNT
