"""Accounts: the first administrator, people who are invited, and whom a study is shared with."""

from studies.models import User


def has_administrator() -> bool:
    """Somebody can administer this installation."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


def ensure_administrator(*, email: str, password: str) -> bool:
    """Make an administrator where there is none; True where one was made.

    An administrator who is there keeps whatever password they have chosen.
    """
    if has_administrator():
        return False
    user = User.objects.filter(email__iexact=email).first()
    if user is None:
        User.objects.create_superuser(email, password)
        return True
    user.is_active = user.is_staff = user.is_superuser = True
    user.set_password(password)
    user.save(update_fields=["is_active", "is_staff", "is_superuser", "password"])
    return True
