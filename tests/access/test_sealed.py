"""Every address × role of a sealed study: who gets in, and that no page tells what is hidden."""

import re

import pytest

from tests.access.scene import ROLES, Scene, without_chance
from tests.access.table import API_WRITES
from tests.access.walk import Walk, changed, mistakes, send, state_of

pytestmark = pytest.mark.django_db
SEALED = True


def test_who_gets_in(walked: Walk) -> None:
    wrong = mistakes(walked, sealed=SEALED)
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("role", ROLES)
def test_who_may_write_by_the_api(scene: Scene, role: str) -> None:
    before = state_of(scene)
    for name, entry in API_WRITES.items():
        response = send(scene, role, name, entry.method)
        assert (name, response.status_code) == (name, entry.status(role, sealed=True))
    assert state_of(scene) == before


def test_no_page_of_a_sealed_study_depends_on_what_it_hides(walked: Walk) -> None:
    """Every choice, every order and so every number is changed; no page, list or file changes."""
    for role in walked.after:
        assert changed(walked, role) == set()


def test_no_order_stands_on_any_page_of_a_sealed_study(walked: Walk) -> None:
    """Not even one that does not change: the last test's own pages, looked at."""
    order = re.compile(r"\b(ABB|ABA|AAB|BAA|BAB|BBA)\b")
    pages = walked.before["superuser"]
    shown = [name for name, seen in pages.items() if order.search(without_chance(seen.body))]
    assert shown == []
