"""Which sites may frame a judge's page, in a real browser."""

import pytest
from playwright.sync_api import Page, expect

from tests.factories import make_link, open_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

TASK = "?assignmentId=A1&hitId=H1&workerId=W1&turkSubmitTo=https://www.mturk.com"


def framed(page: Page, site: str, address: str) -> None:
    """The page of another site, which needs no network, with ours in its frame."""
    html = f'<!doctype html><title>x</title><iframe src="{address}" width=900 height=700></iframe>'
    page.route(f"{site}/*", lambda route: route.fulfill(body=html, content_type="text/html"))
    page.goto(f"{site}/")


def test_a_task_is_done_and_handed_in_within_the_frame(page: Page, live_server) -> None:
    link = make_link(open_study(), mturk=True, done_code="DONE-1")
    framed(page, "https://worker.mturk.com", f"{live_server.url}/j/{link.token}/{TASK}")
    inside = page.frame_locator("iframe")
    inside.get_by_role("button", name="I agree: begin").click()
    inside.get_by_role("radio").first.check()
    inside.get_by_role("button", name="Confirm choice").click()
    expect(inside.get_by_text("DONE-1")).to_be_visible()
    sent = []
    page.route(
        "https://www.mturk.com/mturk/externalSubmit",
        lambda route: (sent.append(route.request.post_data), route.fulfill(body="Handed in"))[1],
    )
    inside.get_by_role("button", name="Submit the task").click()
    expect(inside.get_by_text("Handed in")).to_be_visible()
    assert sent == ["assignmentId=A1&code=DONE-1"]


@pytest.mark.parametrize(
    ("mturk", "site"), [(True, "https://evil.example"), (False, "https://worker.mturk.com")]
)
def test_no_other_frame_and_no_other_link(page: Page, live_server, mturk, site) -> None:
    link = make_link(open_study(), mturk=mturk)
    address = f"{live_server.url}/j/{link.token}/{TASK}"
    with page.expect_console_message(lambda message: "frame-ancestors" in message.text):
        framed(page, site, address)
    expect(page.frame_locator("iframe").get_by_role("button")).to_have_count(0)
    page.goto(address)
    expect(page.get_by_role("button", name="I agree: begin")).to_be_visible()
