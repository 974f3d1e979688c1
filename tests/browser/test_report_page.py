"""The report as a page in a real browser: narrow, dark, printed, by keyboard, under its policy."""

import pytest
from django.urls import reverse

from tests.analysis.report_zip.archive import answered
from tests.browser.axe import violations
from tests.browser.signing_in import sign_in
from tests.factories import make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TITLE = "Weather <b>reports</b> " + "W" * 60


def test_it_is_readable_everywhere_and_prints_without_its_links(page, live_server):
    owner = make_user("ann@example.org", is_superuser=True)
    study, _ = answered(owner, 98, 45, title=TITLE, least_seconds=2.0)
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    sign_in(page, live_server.url + reverse("analysis:report_page", args=[study.code]))
    page.wait_for_selector("h1")
    for width, scheme in ((320, "light"), (1440, "dark")):
        page.set_viewport_size({"width": width, "height": 900})
        page.emulate_media(color_scheme=scheme)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert violations(page) == []
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "To the report"
    assert page.evaluate("[...document.images].every(image => image.naturalWidth > 100)")
    page.emulate_media(media="print")
    assert not page.is_visible("nav")
    assert page.is_visible("text=45 of 98")
    assert refused == []
