"""The second factor of an account: codes from a phone (TOTP), and spare codes without one."""

from django.db import transaction
from django_otp import devices_for_user, match_token
from django_otp.plugins.otp_static.models import StaticDevice, StaticToken
from django_otp.plugins.otp_totp.models import TOTPDevice

from studies.models import User

SPARE_CODES = 8
PHONE = "phone"
SPARE = "spare codes"


def is_on(user: User) -> bool:
    """Return whether the account asks for a code."""
    return next(iter(devices_for_user(user)), None) is not None


def accepts(*, user: User, code: str) -> bool:
    """Use up a code; return whether it is right. After wrong ones django-otp makes tries wait."""
    # Phones begin a word with a capital; spare codes have none.
    return match_token(user, code.lower()) is not None


def beginning(user: User) -> TOTPDevice | None:
    """Return the phone that is being set up."""
    found: TOTPDevice | None = TOTPDevice.objects.filter(user=user, confirmed=False).first()
    return found


def begin(*, user: User) -> TOTPDevice:
    """Make a new key, which has no effect before `confirm`."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user, confirmed=False).delete()
        device: TOTPDevice = TOTPDevice.objects.create(user=user, name=PHONE, confirmed=False)
        return device


def confirm(*, user: User, code: str) -> list[str] | None:
    """Turn the factor on if the code is right; return the spare codes, to be shown once."""
    with transaction.atomic():
        waiting = TOTPDevice.objects.select_for_update().filter(user=user, confirmed=False)
        device = waiting.first()
        if device is None or not device.verify_token(code):
            return None
        TOTPDevice.objects.filter(user=user, confirmed=True).delete()
        device.confirmed = True
        device.save()
        return _new_spare_codes(user)


def _new_spare_codes(user: User) -> list[str]:
    StaticDevice.objects.filter(user=user).delete()
    device = StaticDevice.objects.create(user=user, name=SPARE)
    codes = [StaticToken.random_token() for _ in range(SPARE_CODES)]
    StaticToken.objects.bulk_create(StaticToken(device=device, token=code) for code in codes)
    return codes


def turn_off(*, user: User) -> None:
    """Let the password alone be enough again."""
    with transaction.atomic():
        TOTPDevice.objects.filter(user=user).delete()
        StaticDevice.objects.filter(user=user).delete()
