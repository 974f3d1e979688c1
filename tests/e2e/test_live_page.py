"""The results page in a real browser while judges answer: web server, worker, broker and beat."""

import time

import pytest

from tests.browser.test_results import sign_in
from tests.faults import scenes
from tests.faults.people import Ledger, Person, arrive, choices

pytestmark = pytest.mark.browser


@pytest.fixture
def without_beat(stack):
    """The sweep finds what nothing else has counted, and would hide that it was late."""
    stack.beat.kill()
    yield
    stack.beat.start()


@pytest.mark.usefixtures("without_beat")
def test_answer_of_a_judge_is_on_the_page_within_a_second(stack, page):
    [scene] = scenes.make(stack, {"evaluations": 24})
    [(email,)] = stack.sql(
        "SELECT u.email FROM studies_user u JOIN studies_study s ON s.owner_id = u.id "
        "WHERE s.id = %s",
        [scene.pk],
    )
    sign_in(page, f"{stack.base_url}/studies/{scene.code}/results/", email)
    page.wait_for_selector("text=No answers yet.")
    people = arrive(scene, 2)
    for number, person in enumerate(people, start=1):
        ledger = Ledger()
        began = time.monotonic()
        choices([person], ledger)
        page.wait_for_selector(f"text={number} of 24 answers, ")
        seconds = time.monotonic() - began
        assert ledger.statuses == [200]
        # 0.15 s until it is counted, up to 0.75 s until the page asks; the rest for a busy machine.
        assert seconds < 2, seconds
    while Person.here:
        Person.here.pop().browser.close()
