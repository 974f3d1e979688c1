"""The page of the API and the tokens of an account, in a real browser."""

import pytest

from tests.browser.axe import violations
from tests.browser.signing_in import sign_in
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_page_of_the_api_is_readable_everywhere(page, live_server):
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(f"{live_server.url}/api/v1/docs/")
    assert page.inner_text("header nav").split() == ["Plan", "Sign", "in"]
    for width, scheme in ((320, "light"), (1440, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        page.evaluate("document.querySelectorAll('details').forEach(part => { part.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
    assert refused == []


def test_a_link_to_a_shape_opens_it(page, live_server):
    page.goto(f"{live_server.url}/api/v1/docs/")
    page.click("text=/api/v1/studies/{code}/texts/")
    page.click("#texts_add >> text=TextsIn")
    page.wait_for_selector("#TextsIn table")


def test_a_token_is_made_and_revoked_by_hand(page, live_server):
    make_user("ann@example.org", is_superuser=True)
    page.set_viewport_size({"width": 360, "height": 800})
    sign_in(page, f"{live_server.url}/admin/profile/")
    page.fill("input[name=name]", "night runs")
    page.click("text=Make token")
    assert page.inner_text("#token").startswith("triad_")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.click("text=Revoke token")
    page.wait_for_selector("text=The token is revoked.")
    assert page.query_selector("text=night runs") is None
