"""A second factor: on after the first right code, with spare codes that each work once."""

import time

import pytest
from django.utils import timezone
from django_otp.oath import TOTP
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.services.accounts import second_factor
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def code_of(device: TOTPDevice, *, steps: int = 0) -> str:
    """The code that the phone shows now, or some steps of 30 seconds later."""
    phone = TOTP(device.bin_key, device.step, device.t0, device.digits, device.drift)
    phone.time = time.time() + steps * device.step
    return f"{phone.token():06d}"


def test_a_key_asks_for_nothing_before_it_is_confirmed() -> None:
    user = make_user()
    device = second_factor.begin(user=user)
    assert second_factor.beginning(user) == device
    assert not second_factor.is_on(user)
    assert second_factor.confirm(user=user, code="000000x") is None
    assert not second_factor.is_on(user)


def test_the_right_code_turns_it_on_and_gives_spare_codes() -> None:
    user = make_user()
    spare_codes = second_factor.confirm(user=user, code=code_of(second_factor.begin(user=user)))
    assert spare_codes is not None
    assert len(set(spare_codes)) == second_factor.SPARE_CODES
    assert second_factor.is_on(user)
    assert second_factor.beginning(user) is None
    assert second_factor.accepts(user=user, code=spare_codes[0].capitalize())
    assert not second_factor.accepts(user=user, code=spare_codes[0])


def test_another_phone_replaces_the_first_once_it_is_confirmed() -> None:
    user = make_user()
    old = second_factor.begin(user=user)
    spare_codes = second_factor.confirm(user=user, code=code_of(old))
    second_factor.begin(user=user)
    new = second_factor.begin(user=user)  # the key before it is forgotten
    assert list(TOTPDevice.objects.filter(user=user).order_by("pk")) == [old, new]
    assert second_factor.is_on(user)
    assert second_factor.confirm(user=user, code=code_of(new)) != spare_codes
    assert list(TOTPDevice.objects.filter(user=user)) == [new]


def test_a_code_works_once_and_a_wrong_one_makes_the_next_wait() -> None:
    user = make_user()
    device = second_factor.begin(user=user)
    second_factor.confirm(user=user, code=code_of(device))
    later = code_of(device, steps=1)
    assert second_factor.accepts(user=user, code=later)
    assert not second_factor.accepts(user=user, code=later)
    device.refresh_from_db()
    assert device.throttling_failure_timestamp is not None
    assert device.throttling_failure_timestamp <= timezone.now()


def test_turned_off_the_account_has_neither_phone_nor_spare_codes() -> None:
    user = make_user()
    spare_codes = second_factor.confirm(user=user, code=code_of(second_factor.begin(user=user)))
    assert spare_codes
    second_factor.turn_off(user=user)
    assert not second_factor.is_on(user)
    assert not second_factor.accepts(user=user, code=spare_codes[0])


def test_whatever_one_does_another_keeps_phone_and_spare_codes() -> None:
    other, user = make_user(), make_user()
    phone = second_factor.begin(user=other)
    [spare, *_more] = second_factor.confirm(user=other, code=code_of(phone)) or []
    waiting = second_factor.begin(user=other)
    for _ in range(2):
        second_factor.confirm(user=user, code=code_of(second_factor.begin(user=user)))
    second_factor.turn_off(user=user)
    assert list(TOTPDevice.objects.order_by("pk")) == [phone, waiting]
    assert second_factor.beginning(user) is None
    assert not second_factor.accepts(user=user, code=spare)
    assert second_factor.accepts(user=other, code=spare)
