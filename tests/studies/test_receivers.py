"""Groups have exactly their permissions after each migration."""

import pytest
from django.contrib.auth.models import Group, Permission

from studies.receivers import MAY, keep_groups
from studies.services.accounts.people import RESEARCHERS

pytestmark = pytest.mark.django_db


def codenames() -> set[str]:
    rows = Group.objects.get(name=RESEARCHERS).permissions
    return set(rows.values_list("codename", flat=True))


def test_researchers_have_the_permissions_of_the_table() -> None:
    wanted = {f"{verb}_{model}" for model, verbs in MAY[RESEARCHERS].items() for verb in verbs}
    assert codenames() == wanted


def test_what_was_given_or_taken_by_hand_is_put_right() -> None:
    before = codenames()
    group = Group.objects.get(name=RESEARCHERS)
    group.permissions.add(Permission.objects.get(codename="delete_user"))
    group.permissions.remove(Permission.objects.get(codename="add_study"))
    keep_groups()
    assert codenames() == before


def test_a_group_that_is_gone_is_made_again() -> None:
    before = codenames()
    Group.objects.all().delete()
    keep_groups()
    assert codenames() == before
