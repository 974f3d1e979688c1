"""Accounts, without the pages around them."""

import pytest
from django.core import mail

from studies.models import User
from studies.services.accounts import people
from tests.factories import make_user

pytestmark = pytest.mark.django_db


def test_a_blocked_administrator_is_replaced_by_the_first_one() -> None:
    people.ensure_administrator(email="admin@localhost", password="first-secret")
    User.objects.update(is_active=False)
    assert not people.has_administrator()
    assert people.ensure_administrator(email="ADMIN@localhost", password="second-secret")
    admin = User.objects.get()
    assert (admin.is_active, admin.check_password("second-secret")) == (True, True)


def test_roles() -> None:
    user = make_user(is_staff=False)
    people.give_role(user=user, role="administrator")
    assert (user.is_staff, user.is_superuser, people.role_of(user)) == (True, True, "administrator")
    people.give_role(user=user, role="researcher")
    assert (user.is_staff, user.is_superuser, people.role_of(user)) == (True, False, "researcher")
    assert [group.name for group in user.groups.all()] == [people.RESEARCHERS]


def test_an_invited_person_can_ask_for_a_new_link_later() -> None:
    user = User(email="dora@example.org")
    people.add_person(user=user, role="researcher")
    assert user.has_usable_password()  # without one Django sends no link
    assert people.invite(user=user)
    assert "http://testserver/admin/password_reset/" in str(mail.outbox[0].body)
