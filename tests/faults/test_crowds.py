"""Many judges in the same moment, and leavers, over HTTP."""

import pytest

from tests.faults import scenes
from tests.faults.people import Ledger, Person, arrive, at_once
from tests.faults.scenes import Scene
from tests.stack import Stack


@pytest.fixture(scope="module")
def crowded(stack: Stack) -> list[Scene]:
    return scenes.make(
        stack,
        {"evaluations": 200, "items": 40},
        {"evaluations": 24},
    )


def test_200_judges_in_the_same_moment_get_200_different_triads(stack, crowded):
    scene = crowded[0]
    people = [Person(scene) for _ in range(200)]
    at_once([person.arrive for person in people])
    assert len({person.page.trial_code for person in people}) == 200
    held = stack.sql(
        "SELECT count(*), count(DISTINCT triad_id), count(DISTINCT judge_id) FROM studies_trial "
        "WHERE study_id = %s AND state = 'held'",
        [scene.pk],
    )
    assert held == [(200, 200, 200)]
    numbers = stack.sql(
        "SELECT min(number), max(number) FROM studies_triad t JOIN studies_trial x "
        "ON x.triad_id = t.id WHERE x.study_id = %s",
        [scene.pk],
    )
    assert numbers == [(1, 200)]


def test_five_clicks_and_back_are_one_answer(crowded):
    scene = crowded[1]
    ledger = Ledger()
    [person] = arrive(scene, 1)
    texts = person.page
    tabs = [Person(scene) for _ in range(5)]
    for tab in tabs:
        tab.page = texts
    pages = at_once([lambda tab=tab: tab.choose(2, ledger) for tab in tabs])
    assert {page.status for page in pages} == {200}
    assert len({page.url for page in pages}) == 1
    # Back, and another choice: the first is kept, and the page says so.
    person.page = texts
    again = person.choose(3, ledger)
    assert "first answer" in again.html
    assert scene.answers() == {texts.trial_code: 2}
