"""The researcher's way in a real browser: from sign-in to a link that is sent, wide and narrow."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest

from studies.models import Study, User
from studies.questionnaire import checked
from studies.services.accounts import sharing
from studies.services.notifying import webhooks
from studies.services.texts import upload as uploads
from tests.access.scene import rating_draft
from tests.analysis.companions.studies import look_at as look_at_texts
from tests.analysis.companions.studies import restaurant_study
from tests.browser.axe import COLOURS, violations
from tests.factories import make_link, make_sample, make_study, make_user, open_study
from tests.studies.conftest import researcher

if TYPE_CHECKING:
    from playwright.sync_api import Page

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture(autouse=True)
def _addresses(settings: Any, live_server: Any) -> None:
    settings.BASE_URL = live_server.url


@pytest.fixture
def alice() -> User:
    return researcher("alice@example.org")


def sign_in(page: "Page", base: str) -> None:
    page.goto(f"{base}/studies/")
    page.get_by_label("E-mail address").fill("alice@example.org")
    page.get_by_label("Password").fill("secret-pass-1")
    page.get_by_role("button", name="Sign in").click()


@pytest.mark.parametrize("javascript", [True, False], ids=["with-js", "without-js"])
def test_from_nothing_to_a_link_that_is_sent(
    window: Callable[..., "Page"], live_server: Any, alice: User, javascript: bool
) -> None:
    page = window(java_script_enabled=javascript)
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text))
    sign_in(page, live_server.url)
    page.get_by_role("link", name="New study").click()
    page.get_by_label("Title").fill("Weather")
    page.get_by_label("Subject A").fill("Human")
    page.get_by_label("Subject B").fill("Machine")
    page.get_by_role("button", name="Store and add texts").click()
    page.wait_for_url("**/texts/upload/")
    study = Study.objects.get()
    for number in range(4):
        for subject in "AB":
            make_sample(study, subject, f"day {number}", f"Text {number} of {subject}.")
    page.get_by_role("link", name="Check and open").click()
    page.get_by_label("Open the study with so few texts").check()
    page.get_by_role("button", name="Open study").click()
    page.get_by_role("link", name="Make a recruitment link").first.click()
    page.get_by_label("Panel", exact=True).fill("experts")
    page.get_by_role("button", name="Make the link").click()
    address = page.locator("#address").inner_text()
    assert address == f"{live_server.url}/j/{study.links.get().token}/"
    assert page.get_by_role("button", name="Copy link").is_visible() == javascript
    page.get_by_role("link", name="Overview").click()
    assert page.locator("#live-link").inner_text() == address
    assert complaints == []


def test_copy_link_copies_the_whole_address(
    window: Callable[..., "Page"], live_server: Any, alice: User
) -> None:
    study = open_study(owner=alice)
    link = make_link(study)
    page = window(permissions=["clipboard-read", "clipboard-write"])
    sign_in(page, live_server.url)
    page.goto(f"{live_server.url}/studies/{study.code}/")
    page.get_by_role("button", name="Copy link").click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == f"{live_server.url}/j/{link.token}/"


QUESTIONS = checked([{"label": "Your age", "options": ["under 30", "30 or more"]}])


def test_pages_fit_a_phone_and_satisfy_axe(
    window: Callable[..., "Page"], live_server: Any, alice: User
) -> None:
    study = open_study(owner=alice, title="A" * 60)
    draft = make_study(owner=alice, questionnaire=QUESTIONS, translations={"es": {"question": "?"}})
    link = make_link(study, panel="experts")
    make_user()
    page = window(viewport={"width": 360, "height": 740}, bypass_csp=True)
    sign_in(page, live_server.url)
    for path in (
        "/admin/",
        "/admin/studies/event/",
        "/studies/",
        "/studies/new/",
        "/studies/new/ratings/",
        *(
            f"/studies/{draft.code}/{name}"
            for name in ("", "question/", "texts/", "pages/", "open/")
        ),
        *(
            f"/studies/{study.code}/{name}"
            for name in ("", "texts/", "pages/", "people/", "report/")
        ),
        *(f"/studies/{study.code}/{name}/" for name in ("settings", "history", "plan", "close")),
        *(f"/studies/{study.code}/{name}/" for name in ("amend", "erase", "settings/share")),
        *(f"/studies/{study.code}/people/{name}/" for name in ("personal-links", "invite")),
        *(f"/studies/{study.code}/people/{name}/" for name in ("excluded", f"links/{link.pk}")),
        "/admin/profile/",
    ):
        look_at(page, live_server.url, path)


# Colours change slowly.
# Those that follow the scrolling of a table never finish.
SETTLED = """Promise.all(document.getAnimations()
    .filter(one => one.timeline instanceof DocumentTimeline).map(one => one.finished))"""


def look_at(page: "Page", site: str, path: str) -> None:
    """Nothing scrolls sideways and axe finds nothing, in both colour schemes, also where folded."""
    page.goto(site + path)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert (path, width) == (path, 360)
    assert (path, violations(page)) == (path, [])
    page.emulate_media(color_scheme="dark")
    page.evaluate(SETTLED)
    assert (path, violations(page, options=COLOURS)) == (path, [])
    page.emulate_media(color_scheme="light")


def test_the_workbench_fits_a_phone_and_satisfies_axe(
    window: Callable[..., "Page"], live_server: Any, alice: User
) -> None:
    User.objects.update(is_superuser=True)
    study = open_study(owner=alice, title="A" * 60)
    draft = make_study(owner=alice)
    rating = rating_draft(alice, 2)
    rows = b"subject,item,text\nForecaster,1,Rain.\nMachine,1,Rain.\nnew,1,Sun.\n"
    sent = uploads.receive(study=rating, user=alice, name="three.csv", content=rows)
    looked_at = restaurant_study(owner=alice, pd=0.1)
    look_at_texts(looked_at)
    sharing.make_share_link(study=study, user=alice, note="for those who review it")
    webhooks.add(study=study, user=alice, url="https://example.org/" + "a" * 60)
    page = window(viewport={"width": 360, "height": 740}, bypass_csp=True)
    sign_in(page, live_server.url)
    for path in (
        *(f"/studies/{draft.code}/{name}/" for name in ("texts/surface-cues", "rehearse")),
        *(f"/studies/{draft.code}/{name}/" for name in ("machine-judge", "report")),
        *(f"/studies/{one.code}/companions/" for one in (draft, looked_at)),
        *(f"/studies/{rating.code}/texts/{name}" for name in ("", "items/")),
        *(f"/studies/{rating.code}/texts/{name}/" for name in ("systems/B", f"upload/{sent.pk}")),
        *(f"/studies/{study.code}/{name}/" for name in ("share-links", "webhooks")),
        *(f"/studies/{study.code}/results/{name}/" for name in ("reading", "judges")),
        f"/studies/{study.code}/people/invitations/",
        "/admin/status/",
        "/admin/profile/second-factor/",
    ):
        look_at(page, live_server.url, path)
    page.get_by_role("button", name="Set up a second factor").click()
    look_at(page, live_server.url, "/admin/profile/second-factor/")
