"""Old and odd browsers: what they lack is deleted before the page's scripts run.

The phone of 2019 is an iPhone with Safari 12: no `event.submitter`, no pointer events, no
`AbortSignal.timeout`, a click that names no pointer.
"""

import re

import pytest

from studies.models import Answer, ReadingRecord
from tests.browser.judge.test_judge import begin, choose, confirm, confirm_and_wait
from tests.browser.judge.test_reading import SEEN, a_masked_link, sentence
from tests.factories import make_link, open_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NO_TIMEOUT = "delete AbortSignal.timeout;"
NO_SUBMITTER = "delete SubmitEvent.prototype.submitter;"
NO_CONTROLLER = "delete window.AbortController; delete window.AbortSignal;"
NO_FETCH = "delete window.fetch;"
NO_FORM_DATA = "delete FormData.prototype.entries; delete window.URLSearchParams;"
NO_KIND_OF_CLICK = """
    const named = Object.getOwnPropertyDescriptor(PointerEvent.prototype, "pointerType");
    Object.defineProperty(PointerEvent.prototype, "pointerType", {
        get() { return this.type === "click" ? undefined : named.get.call(this); },
    });
"""
NO_KIND_OF_POINTER = "delete PointerEvent.prototype.pointerType;"
NO_POINTER_EVENTS = """
    for (const kind of ["over", "move", "down", "up", "leave", "enter", "out"])
        addEventListener("pointer" + kind, (event) => event.stopImmediatePropagation(), true);
    delete window.PointerEvent;
"""
NO_STORAGE = """
    Object.defineProperty(window, "sessionStorage", { get() { throw new Error("refused"); } });
"""
NEWER = """
    delete HTMLFormElement.prototype.requestSubmit;
    if (window.crypto) delete Crypto.prototype.randomUUID;
    delete Element.prototype.replaceChildren;
    delete window.structuredClone;
    delete Array.prototype.at;
    delete String.prototype.replaceAll;
    delete Object.hasOwn;
    delete Promise.allSettled;
    delete Promise.any;
"""
PHONE_OF_2019 = NO_TIMEOUT + NO_SUBMITTER + NO_POINTER_EVENTS + NEWER
LACKS = {
    "AbortSignal.timeout": NO_TIMEOUT,
    "event.submitter": NO_SUBMITTER,
    "AbortController": NO_CONTROLLER,
    "fetch": NO_FETCH,
    "fetch and event.submitter": NO_FETCH + NO_SUBMITTER,
    "FormData of a form": NO_FORM_DATA,
    "storage": NO_STORAGE,
    "what came later": NEWER,
    "a phone of 2019": PHONE_OF_2019,
}


@pytest.fixture
def old(window):
    """Open a page without some features; an error in one of its scripts fails the test."""
    errors = []

    def open_page(lacks, **settings):
        page = window(**settings)
        page.add_init_script(f"(() => {{ {lacks} }})()")
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield open_page
    assert errors == []


@pytest.mark.parametrize("lacks", LACKS.values(), ids=LACKS.keys())
def test_a_whole_visit(old, live_server, lacks):
    page = old(lacks)
    begin(page, live_server, make_link(open_study(evaluations_per_judge=2)))
    confirm(page)
    page.get_by_text("Please choose one of the three texts first").wait_for()
    page.get_by_role("radio").first.focus()
    page.keyboard.press("2")
    page.keyboard.press("Enter")  # must not send by choosing
    assert Answer.objects.count() == 0
    confirm_and_wait(page)
    assert page.locator(".progress").inner_text() == "2 of 2"
    choose(page, 3)
    page.get_by_role("button", name="Confirm choice").click(click_count=5, delay=1)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert list(Answer.objects.values_list("chosen_position", flat=True)) == [2, 3]
    assert ReadingRecord.objects.count() == 2


@pytest.mark.parametrize(
    "lacks", [NO_KIND_OF_CLICK, NO_KIND_OF_POINTER, NO_POINTER_EVENTS, PHONE_OF_2019]
)
def test_a_tap_uncovers_a_sentence(old, live_server, lacks):
    page = old(lacks, viewport={"width": 375, "height": 667}, has_touch=True, is_mobile=True)
    begin(page, live_server, a_masked_link())
    for text, number in ((1, 2), (2, 1)):
        sentence(page, text, number).tap()
        assert page.evaluate(SEEN) == [sentence(page, text, number).text_content()]
    page.locator("h1").tap()
    assert page.evaluate(SEEN) == []
    page.get_by_role("radio").first.tap()
    page.locator("#confirm").tap()
    page.get_by_role("heading", name="Thank you").wait_for()
    record = ReadingRecord.objects.get()
    assert [tuple(stay[:2]) for stay in record.stays] == [(1, 2), (2, 1)]
    if lacks in (NO_POINTER_EVENTS, PHONE_OF_2019, NO_KIND_OF_CLICK):
        assert record.device == "touch"


@pytest.mark.parametrize("lacks", [NO_POINTER_EVENTS, NO_KIND_OF_CLICK])
def test_a_mouse_uncovers_a_sentence(old, live_server, lacks):
    page = old(lacks)
    begin(page, live_server, a_masked_link())
    sentence(page, 1, 1).hover()
    assert page.evaluate(SEEN) == [sentence(page, 1, 1).text_content()]
    sentence(page, 1, 1).click()
    page.locator("h1").hover()
    assert page.evaluate(SEEN) == []


def block(page, how):
    """Let an extension stand between the scripts and their requests."""
    if how == "refused":
        page.route("**/*", lambda route: _unless_script(route, route.request))
    else:
        page.add_init_script(
            {
                "rejected": "window.fetch = () => Promise.reject(new TypeError('blocked'))",
                "another answer": "window.fetch = async () => new Response('<p>Sign in</p>')",
            }[how]
        )


def _unless_script(route, request):
    if request.resource_type in ("fetch", "xhr"):
        route.abort("blockedbyclient")
    else:
        route.continue_()


@pytest.mark.parametrize("how", ["refused", "rejected", "another answer"])
def test_blocked_requests_are_sent_as_a_form_after_three_failures(page, live_server, how):
    block(page, how)
    page.clock.install()
    begin(page, live_server, make_link(open_study()))
    choose(page, 2)
    confirm(page)
    page.get_by_text("The connection is lost").wait_for()
    for _ in range(3):
        page.clock.run_for(2_000)
        page.wait_for_timeout(50)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert Answer.objects.get().chosen_position == 2
    assert ReadingRecord.objects.count() == 1


def test_a_request_that_never_ends_is_given_up(page, live_server):
    page.add_init_script("window.fetch = () => new Promise(() => {})")
    page.clock.install()
    begin(page, live_server, make_link(open_study()))
    choose(page, 1)
    confirm(page)
    for _ in range(8):
        page.clock.run_for(10_000)
        page.wait_for_timeout(50)  # what a timer began needs a moment of its own
    page.get_by_role("heading", name="Thank you").wait_for()
    assert Answer.objects.count() == 1


def test_a_server_that_is_away_is_waited_for(page, live_server):
    """The page stays: a form that the browser sends now would end in the browser's own error."""
    away = [True]
    begin(page, live_server, make_link(open_study()))
    page.clock.install()
    page.route("**/*", lambda route: route.abort() if away[0] else route.continue_())
    choose(page, 3)
    confirm(page)
    for _ in range(6):
        page.clock.run_for(6_000)
        page.wait_for_timeout(50)
    assert page.get_by_text("The connection is lost").is_visible()
    assert page.locator("input:checked").get_attribute("value") == "3"
    away[0] = False
    page.clock.resume()
    page.clock.run_for(11_000)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert Answer.objects.get().chosen_position == 3


def test_the_button_sends_a_form_after_three_failures(page, live_server):
    """Also where nothing but a form gets through."""
    begin(page, live_server, make_link(open_study()))
    page.clock.install()
    page.route(
        re.compile("."),
        lambda route: (
            route.continue_()
            if route.request.is_navigation_request()
            else route.abort("blockedbyclient")
        ),
    )
    choose(page, 1)
    confirm(page)
    for _ in range(3):
        page.clock.run_for(2_000)
        page.wait_for_timeout(50)
    confirm(page)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert Answer.objects.count() == 1
