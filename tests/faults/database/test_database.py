"""PostgreSQL stopped, restarted and killed under load: no confirmed answer is missing."""

import threading
import time

import pytest

from studies.virtual_judges.browser import UnreachableError
from tests.faults import scenes
from tests.faults.people import Ledger, Person, arrive, at_once
from tests.faults.scenes import Scene
from tests.stack import Stack

JUDGES = 8


@pytest.fixture(scope="module")
def places(stack: Stack) -> list[Scene]:
    plan = {"evaluations": 240, "items": 30, "evaluations_per_judge": 20}
    return scenes.make(stack, plan, plan, {"evaluations": 24})


def test_a_judge_in_flight_keeps_the_choice_and_sends_it_again(stack, places):
    scene = places[2]
    ledger = Ledger()
    [person] = arrive(scene, 1)
    texts = person.page
    stack.stop_postgres()
    try:
        page = person.choose(2, ledger)
        assert page.status == 503
        assert "retry-after" in page.headers
        assert page.form is not None
        assert page.form.hidden["choice"] == "2"
        # To the same address, with all that was posted.
        assert page.form.action in {"", f"/t/{texts.trial_code}/"}
        assert "Send my choice again" in page.html
        # A new judge is told politely, too.
        assert person.browser.get(scene.address, step="welcome").status == 503
    finally:
        stack.start_postgres()
    page = person.browser.submit(page, page.form, {}, step="again")
    assert page.status == 200
    assert scene.answers() == {texts.trial_code: 2}


@pytest.mark.parametrize("how", ["restarted", "killed"])
def test_no_confirmed_answer_is_missing_after_a_restart_under_load(stack, places, how):
    scene = places[0 if how == "restarted" else 1]
    ledger = Ledger()
    people = arrive(scene, JUDGES)
    broken = threading.Event()

    def break_it() -> None:
        time.sleep(0.7)
        if how == "restarted":
            stack.restart_postgres("fast")
        else:
            stack.kill_postgres()
            stack.start_postgres()
        broken.set()

    def answer_on(person: Person) -> None:
        until = time.monotonic() + 40
        for number in range(20):
            if broken.is_set() and number > 5:
                return
            person.choose_until_confirmed(1 + number % 3, ledger, until)
            go_on(person, until)

    at_once([break_it, *[lambda person=person: answer_on(person) for person in people]])
    assert len(ledger.confirmed) >= 4 * JUDGES
    assert ledger.missing_in(scene) == {}
    for page, choice in ledger.away_pages:
        assert page.form is not None
        assert page.form.hidden["choice"] == str(choice)
    assert set(ledger.statuses) <= {200, 503}
    stack.wait_for(scene.is_right, "the result is right", 25)


def go_on(person: Person, until: float) -> None:
    """To the next texts, however often the page must be asked for."""
    while not person.page.shows_texts and time.monotonic() < until:
        page = person.page
        try:
            if page.form is not None:
                person.page = person.browser.submit(page, page.form, {}, step="go on")
            else:
                person.page = person.browser.get(page.url, step="texts")
        except UnreachableError:
            pass
        if not person.page.shows_texts:
            time.sleep(0.1)
