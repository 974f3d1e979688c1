"""The first administrator: made once, with a password that only the file knows."""

from io import StringIO
from pathlib import Path

import pytest
from django.core.management import call_command

from studies.models import User

pytestmark = pytest.mark.django_db


def ensure(path: Path) -> str:
    out = StringIO()
    call_command("ensure_admin", email="admin@localhost", password_file=path, stdout=out)
    return out.getvalue()


def test_makes_an_administrator_with_a_random_password(tmp_path: Path) -> None:
    file = tmp_path / "admin-password"
    said = ensure(file)
    password = file.read_text().strip()
    admin = User.objects.get()
    assert (admin.email, admin.is_superuser, admin.is_staff) == ("admin@localhost", True, True)
    assert admin.check_password(password)
    assert len(password) >= 20
    assert file.stat().st_mode & 0o777 == 0o600
    assert password not in said


def test_takes_the_password_that_the_file_holds(tmp_path: Path) -> None:
    file = tmp_path / "admin-password"
    file.write_text("kept-from-before\n")
    ensure(file)
    assert User.objects.get().check_password("kept-from-before")


def test_twice_changes_nothing(tmp_path: Path) -> None:
    ensure(tmp_path / "first")
    User.objects.update(first_name="Ada")
    before = User.objects.values().get()
    ensure(tmp_path / "second")
    assert not (tmp_path / "second").exists()
    assert User.objects.values().get() == before
