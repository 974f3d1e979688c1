"""A first study from the landing page to opened: with a spreadsheet, and nothing read before."""

import time

import pytest

from studies.models import Study
from tests.browser.axe import violations
from tests.browser.signing_in import sign_in
from tests.browser.test_wide_workbook import wide_file
from tests.factories import make_study, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MOST_CLICKS = 9
SECONDS = 5 * 60


class Clicks:
    """Clicks in a page, which are counted."""

    def __init__(self, page):
        self.page = page
        self.number = 0

    def on(self, role, name, **options):
        self.page.get_by_role(role, name=name, **options).first.click()
        self.number += 1
        self.page.wait_for_load_state()


def test_from_the_landing_page_to_opened_in_nine_clicks(page, live_server):
    make_user("ann@example.org", is_superuser=True)
    clicks, began = Clicks(page), time.monotonic()
    page.goto(live_server.url)
    clicks.on("link", "Sign in")
    page.fill("#id_username", "ann@example.org")
    page.fill("#id_password", "secret-pass-1")
    page.press("#id_password", "Enter")
    page.wait_for_url("**/studies/")
    clicks.on("link", "New study")
    page.fill("#id_title", "Restaurants")
    page.fill("#id_subject_a", "TGen")
    page.fill("#id_subject_b", "Human")
    assert violations(page, "#main") == []
    clicks.on("button", "Store and add texts")
    with page.expect_file_chooser() as chooser:
        page.click("input[name=file]")
        clicks.number += 1
    chooser.value.set_files(wide_file())
    clicks.on("button", "Check the texts")
    clicks.on("button", "Store 60 texts")
    page.wait_for_url("**/texts/surface-cues/")
    clicks.on("link", "Check and open")
    page.wait_for_url("**/open/")
    assert violations(page, "#main") == []
    for box in page.locator(".check input[type=checkbox]").all():
        box.check()
        clicks.number += 1
    clicks.on("button", "Open study")
    page.wait_for_url("**/studies/*-*/")
    study = Study.objects.get()
    assert (study.status, study.samples.count(), study.evaluations) == ("open", 60, 66)
    assert clicks.number <= MOST_CLICKS
    assert time.monotonic() - began < SECONDS


@pytest.mark.parametrize("width", [320, 1440])
def test_the_number_follows_what_is_typed(page, live_server, width):
    make_user("ann@example.org", is_superuser=True)
    page.set_viewport_size({"width": width, "height": 800})
    sign_in(page, f"{live_server.url}/studies/new/")
    page.wait_for_selector("#number >> text=66 evaluations")
    page.fill("#id_pd", "50 %")
    page.wait_for_selector("#number >> text=23 evaluations")
    page.fill("#id_alpha", "")
    page.wait_for_selector("#number:not(:has(p))", state="attached")
    page.select_option("#id_goal", "similarity")
    page.fill("#id_alpha", "0.05")
    page.wait_for_selector("#number >> text=show similarity", state="attached")
    assert page.evaluate("document.documentElement.scrollWidth") == width
    assert violations(page, "#main") == []


def test_small_pages_load_in_their_frames_and_take_no_focus(page, live_server):
    study = make_study(owner=make_user("ann@example.org", is_superuser=True))
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    sign_in(page, f"{live_server.url}/studies/{study.code}/pages/")
    first = page.frame_locator(".small-page iframe").first
    first.get_by_role("heading").first.wait_for()
    assert violations(page, "#main") == []
    page.set_viewport_size({"width": 320, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    page.get_by_role("link", name="Edit words of Thanks").click()
    assert page.locator("#id_thanks_text").is_visible()
    assert problems == []
