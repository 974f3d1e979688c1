"""The last page: a code to copy, and what is left to do; the page that waits by itself."""

import pytest
from django.test import Client

from studies.models import Trial
from studies.services.judging.waiting import COMES_AGAIN_SECONDS
from tests.browser.axe import violations
from tests.factories import make_link, open_study
from tests.studies.judge.visits import begin, run_out, welcome_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_code_is_copied_and_the_last_step_is_named(page, live_server):
    link = make_link(
        open_study(), done_code="C1A2B3", done_url="https://app.prolific.com/complete?cc={code}"
    )
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{live_server.url}{welcome_of(link)}")
    page.get_by_role("button", name="I agree: begin").click()
    page.locator("input[name=choice]").first.check()
    page.get_by_role("button", name="Confirm choice").click()
    page.get_by_role("button", name="Copy the code").click()
    page.get_by_role("status").filter(has_text="Copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == "C1A2B3"
    last = page.get_by_role("link", name="One step left: confirm at Prolific")
    assert last.get_attribute("href") == "https://app.prolific.com/complete?cc=C1A2B3"


def test_a_page_that_waits_comes_again_by_itself(page, live_server):
    link = make_link(open_study(evaluations=6))
    for _ in range(6):
        begin(Client(), link)
    page.route("**/j/**", sooner)
    page.goto(f"{live_server.url}{welcome_of(link)}")
    page.get_by_text("You are next.").wait_for()
    assert page.locator("meta[http-equiv=refresh]").get_attribute("content").startswith("1;")
    run_out(Trial.objects.first())
    page.get_by_role("button", name="I agree: begin").wait_for()


def sooner(route):
    """Hand on the same page; where it comes again after its twenty seconds, after one."""
    response = route.fetch()
    refresh = 'http-equiv="refresh" content='
    body = response.text().replace(f'{refresh}"{COMES_AGAIN_SECONDS};', f'{refresh}"1;')
    route.fulfill(response=response, body=body)


@pytest.mark.parametrize("width", [320, 1440])
def test_both_pages_can_be_used_by_all(page, live_server, width):
    link = make_link(open_study(evaluations=6), no_consent_code="BYE-1234567890-ABCDEFGHIJ")
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{live_server.url}{welcome_of(link)}")
    page.get_by_role("button", name="I do not want to take part").click()
    page.get_by_role("button", name="Copy the code").wait_for()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for _ in range(6):
        begin(Client(), link)
    page.goto(f"{live_server.url}{welcome_of(link)}")
    # axe takes any refresh for a fault; this one takes nothing away, and the button needs none.
    assert [one for one in violations(page) if "meta-refresh" not in str(one)] == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
