"""Covered texts by mouse, touch and keyboard; what the page tells of a reading; its weight."""

import gzip
import re
from pathlib import Path

import pytest

from studies.models import Answer, ReadingRecord
from tests.browser.axe import violations
from tests.browser.judge.test_judge import begin, choose, confirm_and_wait, welcome_at
from tests.factories import make_link, make_sample, make_study, open_study
from tests.studies.judge.visits import opened

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
JUDGE = Path(__file__).parents[3] / "static" / "judge"
SEEN = """() => [...document.querySelectorAll('.s')]
    .filter(s => getComputedStyle(s.firstChild).color !== 'rgba(0, 0, 0, 0)')
    .map(s => s.textContent)"""
BOXES = """() => [...document.querySelectorAll('.s, article, .bar, h1')].map(element => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height];
})"""


PAINTED = """() => new Promise(done => new PerformanceObserver(list => {
    for (const { name, startTime } of list.getEntries())
        if (name === 'first-contentful-paint') done(startTime);
}).observe({ type: 'paint', buffered: true }))"""
BLOCKING = """() => performance.getEntriesByType('resource')
    .filter(entry => entry.renderBlockingStatus === 'blocking').map(entry => entry.name)"""


def a_masked_link(**fields):
    study = make_study(items=0, presentation="masked", **fields)
    for number in range(12):
        for subject in "AB":
            text = f"Rain falls on day {number}.\nIt stops {subject} early. Sun follows 🙂 then!"
            make_sample(study, subject, f"day {number}", text)
    return make_link(opened(study))


def sentence(page, text, number):
    return page.locator(".text").nth(text - 1).locator(".s").nth(number - 1)


def stays_of(page, choice):
    choose(page, choice)
    confirm_and_wait(page)
    record = ReadingRecord.objects.latest("pk")
    assert record.masked
    last = 0
    for _position, _sentence, start, length in record.stays:
        assert start >= last
        last = start + length
    assert last <= record.confirmed_ms
    return [tuple(stay[:2]) for stay in record.stays], record


def test_covered_texts_by_mouse_by_keyboard_and_by_touch(window, live_server):
    page = window(viewport={"width": 1000, "height": 700}, has_touch=True)
    begin(page, live_server, a_masked_link(evaluations_per_judge=3))
    before = page.evaluate(BOXES)
    assert page.evaluate(SEEN) == []

    # By mouse: shown under the pointer, and covered when it goes on or away.
    for text, number in ((1, 1), (2, 3)):
        sentence(page, text, number).hover()
        assert page.evaluate(SEEN) == [sentence(page, text, number).text_content()]
        assert page.evaluate(BOXES) == before
    page.locator("h1").hover()
    assert page.evaluate(SEEN) == []
    assert page.locator(".s > span:not([aria-hidden])").count() == 0
    stays, record = stays_of(page, 3)
    assert stays == [(1, 1), (2, 3)]
    assert record.device == "mouse"

    # By keyboard: each text is one stop of Tab, arrows go from sentence to sentence.
    before = page.evaluate(BOXES)
    page.get_by_role("button", name="I cannot read like this").focus()
    shown = []
    for key in ("Tab", "ArrowDown", "End", "Tab", "Home", "Tab"):
        page.keyboard.press(key)
        [seen] = page.evaluate(SEEN)
        shown.append(seen)
        assert page.evaluate(BOXES) == before
    assert shown[0].startswith("Rain")
    assert shown[1].startswith("It stops")
    assert shown[2].startswith("Sun")
    page.keyboard.press("Tab")
    assert page.evaluate(SEEN) == []
    page.keyboard.press("2")
    page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    record = ReadingRecord.objects.latest("pk")
    assert [tuple(stay[:2]) for stay in record.stays] == [(1, 1), (1, 2), (1, 3), (2, 1), (3, 1)]
    assert record.device == "keyboard"

    # By touch: tapped, and covered by a tap elsewhere.
    before = page.evaluate(BOXES)
    for text, number in ((3, 2), (1, 1)):
        sentence(page, text, number).tap()
        assert page.evaluate(SEEN) == [sentence(page, text, number).text_content()]
        assert page.evaluate(BOXES) == before
    page.locator("h1").tap()
    assert page.evaluate(SEEN) == []
    page.get_by_role("radio").first.tap()
    page.locator("#confirm").tap()
    page.get_by_role("heading", name="Thank you").wait_for()
    record = ReadingRecord.objects.latest("pk")
    assert [tuple(stay[:2]) for stay in record.stays] == [(3, 2), (1, 1)]
    assert record.device == "touch"


def test_without_scripts_texts_are_whole_and_nothing_is_recorded(window, live_server):
    page = window(java_script_enabled=False)
    begin(page, live_server, a_masked_link())
    shown = page.locator(".s").first
    assert shown.evaluate("s => getComputedStyle(s).color") != "rgba(0, 0, 0, 0)"
    assert not page.get_by_role("button", name="I cannot read like this").is_visible()
    choose(page, 1)
    confirm_and_wait(page)
    assert (Answer.objects.count(), ReadingRecord.objects.count()) == (1, 0)


def test_whole_texts_by_the_button(window, live_server):
    page = window(forced_colors="active", color_scheme="dark")
    begin(page, live_server, a_masked_link())
    assert page.evaluate(SEEN) == []
    assert violations(page) == []
    page.get_by_role("button", name="I cannot read like this").click()
    page.locator(".text", has_text="Rain falls").first.wait_for()
    assert page.locator(".s").count() == 0
    choose(page, 1)
    confirm_and_wait(page)
    record = ReadingRecord.objects.get()
    assert (record.masked, record.stays) == (False, [])
    assert record.answer.trial.judge.reads_whole


def test_choices_are_recorded_in_order_over_a_reload_and_a_lost_connection(window, live_server):
    page = window(viewport={"width": 360, "height": 700})
    begin(page, live_server, make_link(open_study()))
    choose(page, 1)
    choose(page, 3)
    page.reload()
    page.keyboard.press("1")  # a stray key is no change of mind
    page.get_by_role("radio").first.focus()
    page.keyboard.press("2")
    page.keyboard.press("2")
    sent = []

    def lose_once(route):
        sent.append(route.request.post_data)
        if route.request.method == "POST" and len(sent) == 1:
            route.abort()
        else:
            route.continue_()

    page.route(re.compile(r"/t/[^/]+/$"), lose_once)
    confirm_and_wait(page)
    assert sent[0] == sent[1]
    record = ReadingRecord.objects.get()
    assert [position for position, _at in record.choices] == [1, 3, 2]
    assert record.chosen_ms == record.choices[-1][1] <= record.confirmed_ms
    assert 0 < record.visible_ms <= record.confirmed_ms
    assert (record.width, record.device, record.masked) == (360, "mouse", False)
    assert not Answer.objects.get().page_translated


def test_arrows_that_pass_a_text_change_no_mind(page, live_server):
    begin(page, live_server, make_link(open_study()))
    choose(page, 1)
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.wait_for_timeout(1100)
    page.keyboard.press("ArrowUp")
    confirm_and_wait(page)
    record = ReadingRecord.objects.get()
    assert [position for position, _at in record.choices] == [1, 3, 2]


@pytest.mark.parametrize(
    "translate",
    [
        # What Chrome, Edge, and Firefox or Safari do to a page.
        "document.documentElement.classList.add('translated-ltr')",
        "document.querySelector('h1').setAttribute('_msttexthash', '1')",
        "document.querySelector('h1').firstChild.data = '¿Cuál?'",
        "document.documentElement.lang = 'es'",
    ],
)
def test_a_translated_page_is_flagged_though_it_is_turned_back(page, live_server, translate):
    begin(page, live_server, make_link(open_study()))
    words = page.locator("h1").inner_text()
    page.evaluate(translate)
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.evaluate(
        """words => {
            document.documentElement.className = '';
            document.documentElement.lang = 'en';
            document.querySelector('h1').textContent = words;
        }""",
        words,
    )
    choose(page, 1)
    confirm_and_wait(page)
    assert Answer.objects.get().page_translated


def first_paint_of(page, address):
    """Milliseconds, and what the paint had to wait for beside the page itself, on a slow line."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    rate = 400_000 / 8
    slow = {"latency": 400, "downloadThroughput": rate, "uploadThroughput": rate}
    network.send("Network.emulateNetworkConditions", {"offline": False, **slow})
    page.goto(address)
    return page.evaluate(PAINTED), page.evaluate(BLOCKING)


@pytest.mark.parametrize("which", ["welcome", "texts"])
def test_first_paint_waits_for_two_requests_on_a_slow_line(window, live_server, which):
    """Of a page that nothing is kept of: in a visit the texts come after the first page's style."""
    page, link = window(), make_link(open_study())
    address = welcome_at(live_server, link)
    if which == "texts":
        begin(page, live_server, link)
        address = page.url
    for _ in range(8):  # a busy machine only adds to it
        phone = window(viewport={"width": 360, "height": 640})
        painted, blocking = first_paint_of(phone, address)
        assert [name.rpartition("/")[2] for name in blocking] == ["judge.css"]
        if painted < 1500:
            break
    assert painted < 1500


def test_page_style_and_scripts_weigh_little(page, live_server):
    """The page of covered texts, which asks for most, and each file that it asks for."""
    begin(page, live_server, a_masked_link())
    addresses = page.eval_on_selector_all(
        "script[src], link[rel=stylesheet]", "found => found.map(one => one.src || one.href)"
    )
    files = [JUDGE / address.rsplit("/", 1)[1] for address in addresses]
    sent = [page.content().encode(), *(path.read_bytes() for path in files)]
    assert sum(len(gzip.compress(each)) for each in sent) < 13_400
