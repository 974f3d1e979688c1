"""The description of the API and the tokens of an account, in a real browser."""

import pytest

from tests.browser.axe import violations
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_the_description_is_shown_under_the_strict_policy(page, live_server):
    """Swagger UI needs neither inline scripts nor styles nor anything from elsewhere."""
    refused, asked = [], []
    page.on("console", lambda message: refused.append(message.text))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{live_server.url}/api/v1/docs/")
    page.wait_for_selector(".opblock")
    page.click("#operations-studies-studies_create .opblock-summary-control")
    page.wait_for_selector("#operations-studies-studies_create .opblock-body")
    assert [text for text in refused if "Content Security Policy" in text] == []
    assert [url for url in asked if not url.startswith((live_server.url, "data:"))] == []


def test_a_token_is_made_and_revoked_by_hand(page, live_server):
    make_user("ann@example.org", is_superuser=True)
    page.set_viewport_size({"width": 360, "height": 800})
    page.goto(f"{live_server.url}/admin/profile/")
    page.fill("input[name=username]", "ann@example.org")
    page.fill("input[name=password]", "secret-pass-1")
    page.click("[type=submit]")
    page.fill("input[name=name]", "night runs")
    page.click("text=Make token")
    assert page.inner_text("#token").startswith("triad_")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == []
    page.click("text=Revoke token")
    page.wait_for_selector("text=The token is revoked.")
    assert page.query_selector("text=night runs") is None
