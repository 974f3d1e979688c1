"""A judge's visit in a real browser: hands on the keyboard, hasty fingers, lost connections."""

import gzip
import re
from pathlib import Path

import pytest
from django.urls import reverse

from studies.models import Answer, Judge, Trial
from tests.browser.axe import violations
from tests.factories import make_link, make_sample, make_study, open_study
from tests.studies.judge.visits import opened

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

STATIC = Path(__file__).parents[3] / "static" / "judge"


def welcome_at(live_server, link):
    return live_server.url + reverse("judge:welcome", args=[link.token])


def begin(page, live_server, link):
    page.goto(welcome_at(live_server, link))
    page.get_by_role("button", name="I agree: begin").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there


def choose(page, number):
    page.get_by_role("radio").nth(number - 1).check()


def confirm(page):
    page.get_by_role("button", name="Confirm choice").click()


def confirm_and_wait(page):
    with page.expect_navigation():
        confirm(page)


def tab_to(page, selector):
    """Press Tab until the focus is there."""
    for _ in range(20):
        page.keyboard.press("Tab")
        if page.evaluate("s => document.activeElement.matches(s)", selector):
            return
    raise AssertionError(f"Tab does not reach {selector}")


def test_a_whole_visit_by_keyboard(page, live_server):
    link = make_link(open_study(evaluations_per_judge=2), done_code="DONE-1")
    page.goto(welcome_at(live_server, link))
    tab_to(page, "button[value=yes]")
    page.keyboard.press("Enter")
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    tab_to(page, "input[type=radio]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")  # chooses nothing and sends nothing
    assert Answer.objects.count() == 0
    tab_to(page, "#confirm")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator(".progress").inner_text() == "2 of 2"
    page.keyboard.press("3")  # outside the group of choices: nothing
    assert page.locator("input:checked").count() == 0
    tab_to(page, "input[type=radio]")
    page.keyboard.press("3")
    assert page.locator("input:checked").get_attribute("value") == "3"
    assert Answer.objects.count() == 1
    tab_to(page, "#confirm")
    with page.expect_navigation():
        page.keyboard.press("Space")
    assert page.get_by_text("DONE-1").is_visible()
    assert list(Answer.objects.values_list("chosen_position", flat=True)) == [1, 3]


def test_nothing_is_preselected_also_after_a_refresh(page, live_server):
    begin(page, live_server, make_link(open_study()))
    assert page.locator("input:checked").count() == 0
    labels = page.locator("article h2").all_inner_texts()
    choose(page, 2)
    page.reload()
    assert page.locator("input:checked").count() == 0
    assert page.locator("article h2").all_inner_texts() == labels


@pytest.mark.parametrize("scripts", [True, False])
def test_confirming_without_a_choice_says_so_at_the_choice(window, live_server, scripts):
    page = window(java_script_enabled=scripts)
    begin(page, live_server, make_link(open_study()))
    confirm(page)
    page.get_by_text("Please choose one of the three texts first").wait_for()
    focused = page.locator("input:focus")
    assert focused.get_attribute("value") == "1"
    assert focused.get_attribute("aria-describedby") == "missing"
    assert page.locator("input:checked").count() == 0


def test_a_whole_visit_without_scripts_and_cookies(window, live_server):
    page = window(java_script_enabled=False)
    begin(page, live_server, make_link(open_study(evaluations_per_judge=2)))
    for _ in range(2):
        page.context.clear_cookies()
        stored = Answer.objects.count()
        choose(page, 2)
        page.keyboard.press("Enter")  # must not send by choosing
        assert Answer.objects.count() == stored
        confirm_and_wait(page)
    assert page.get_by_role("heading", name="Thank you").is_visible()
    assert (Answer.objects.count(), Judge.objects.count()) == (2, 1)


@pytest.mark.parametrize("scripts", [True, False])
def test_five_fast_clicks_make_one_judge_and_one_answer(window, live_server, scripts):
    page = window(java_script_enabled=scripts)
    page.goto(welcome_at(live_server, make_link(open_study())))
    page.get_by_role("button", name="I agree: begin").click(click_count=5, delay=1)
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    choose(page, 1)
    page.get_by_role("button", name="Confirm choice").click(click_count=5, delay=1)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert (Judge.objects.count(), Answer.objects.count()) == (1, 1)


def test_back_and_again_keeps_the_first_choice(page, live_server):
    begin(page, live_server, make_link(open_study(evaluations_per_judge=3)))
    first = page.url
    choose(page, 1)
    confirm_and_wait(page)
    second = page.url
    page.go_back()
    page.wait_for_url(second)
    assert page.url != first
    page.reload()
    assert Answer.objects.count() == 1
    assert page.locator(".progress").inner_text() == "2 of 3"


def test_two_tabs_make_one_answer_and_the_second_is_told(window, live_server):
    one = window()
    two = one.context.new_page()
    begin(one, live_server, make_link(open_study(evaluations_per_judge=2)))
    two.goto(one.url)
    choose(one, 1)
    choose(two, 2)
    confirm_and_wait(one)
    confirm_and_wait(two)
    assert two.get_by_text("Your first answer for those texts was kept").is_visible()
    assert one.url == two.url.partition("?")[0]
    assert Answer.objects.get().chosen_position == 1


def test_a_lost_connection_keeps_the_choice_and_sends_it_again(page, live_server):
    begin(page, live_server, make_link(open_study()))
    tries = []

    def lose(route):
        tries.append(route.request.post_data)
        if len(tries) == 1:
            route.abort()
        elif len(tries) == 2:
            route.fulfill(status=503, body="away")
        else:
            route.continue_()

    page.route(
        re.compile(r"/t/[^/]+/$"),
        lambda r: lose(r) if r.request.method == "POST" else r.continue_(),
    )
    choose(page, 3)
    confirm(page)
    page.get_by_text("The connection is lost. Your answer is kept here").wait_for()
    assert page.locator("input:checked").get_attribute("value") == "3"
    page.get_by_text("The server cannot store answers just now").wait_for()
    page.get_by_role("heading", name="Thank you").wait_for()
    assert all(sent == tries[0] and sent.endswith("choice=3") for sent in tries)
    assert len(tries) == 3
    assert Answer.objects.get().chosen_position == 3


def test_an_answer_is_stored_once_if_its_confirmation_was_lost(page, live_server):
    begin(page, live_server, make_link(open_study()))
    tries = []

    def lose_the_answer(route):
        tries.append(route.request.method)
        if tries.count("POST") == 1 and route.request.method == "POST":
            route.fetch()
            route.abort()
        else:
            route.continue_()

    page.route(re.compile(r"/t/[^/]+/$"), lose_the_answer)
    choose(page, 2)
    confirm(page)
    page.get_by_role("heading", name="Thank you").wait_for()
    assert not page.get_by_text("first answer").count()
    assert tries.count("POST") == 2
    assert Answer.objects.count() == 1


def test_the_hold_is_renewed_while_the_page_is_seen(page, live_server):
    """Not in a tab behind others: three times at most, each when most of the hold is over."""
    page.clock.install()
    begin(page, live_server, make_link(open_study()))
    asked = []
    page.wait_for_load_state("networkidle")  # scripts and pictures of the page are no answer to it
    page.on("request", lambda request: asked.append(request.url.split("/")[-2]))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.clock.fast_forward("29:00")
    assert asked == []
    page.evaluate("delete document.hidden")
    for _ in range(3):
        with page.expect_response(re.compile("/renew/$")) as renewed:
            page.clock.fast_forward("29:00")
        assert renewed.value.status == 204
    with page.expect_response(re.compile("/alive/$")):
        page.clock.fast_forward("29:00")
    assert (asked.count("renew"), Trial.objects.get().renewals) == (3, 3)


def test_a_page_that_the_browser_kept_is_asked_for_anew(page, live_server):
    """Its texts may be answered by now; one that was just loaded is left alone."""
    begin(page, live_server, make_link(open_study()))
    page.evaluate("document.body.id = 'first'")
    shown = "kept => dispatchEvent(new PageTransitionEvent('pageshow', {persisted: kept}))"
    page.evaluate(shown, False)
    assert page.locator("#first").count() == 1
    with page.expect_navigation():
        page.evaluate(shown, True)
    assert page.locator("#first").count() == 0


def pages_of_a_visit(page, live_server):
    """Each page that a judge commonly sees, one after the other."""
    study = open_study(evaluations_per_judge=2)
    link = make_link(
        study, done_code="DONE-1", no_consent_code="BYE-1", done_url="https://x.example/"
    )
    page.goto(welcome_at(live_server, link))
    yield "welcome"
    page.get_by_role("button", name="I agree: begin").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    yield "texts"
    confirm(page)
    page.locator("#missing").wait_for()
    yield "nothing chosen"
    page.get_by_role("link", name="Leave").click()
    page.get_by_role("heading", name="You can stop at any time").wait_for()
    yield "leave"
    page.go_back()
    for _ in range(2):
        choose(page, 1)
        confirm_and_wait(page)
    yield "thanks"
    page.goto(welcome_at(live_server, link))
    yield "welcome back"
    page.goto(f"{live_server.url}/j/nobodys-link/")
    yield "unknown"


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_axe_finds_nothing(window, live_server, width, scheme):
    page = window(
        viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce"
    )
    for name in pages_of_a_visit(page, live_server):
        assert (name, violations(page)) == (name, [])


def test_no_page_scrolls_sideways_at_320_pixels(window, live_server):
    page = window(viewport={"width": 320, "height": 600})
    for name in pages_of_a_visit(page, live_server):
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, name


@pytest.mark.parametrize(("width", "height"), [(320, 640), (740, 360), (1440, 900)])
def test_long_texts_can_be_read_to_the_end(window, live_server, width, height):
    study = make_study(items=0)
    for number in range(3):
        for subject in "AB":
            text = f"{subject}{number} " + "word " * 3000 + "W" * 400
            make_sample(study, subject, f"item {number}", text, context="c" * 300)
    page = window(viewport={"width": width, "height": height})
    begin(page, live_server, make_link(opened(study)))
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, bar = page.locator("article").last.bounding_box(), page.locator(".bar").bounding_box()
    assert last["y"] + last["height"] <= bar["y"]
    assert bar["height"] < height / 3 or height < 480


def test_columns_where_there_is_room_and_a_bar_at_the_foot_of_a_phone(window, live_server):
    link = make_link(open_study())
    for width, columns in ((360, 1), (899, 1), (900, 3), (1440, 3)):
        page = window(viewport={"width": width, "height": 700})
        begin(page, live_server, link)
        lefts = {round(box.bounding_box()["x"]) for box in page.locator("article").all()}
        assert len(lefts) == columns, width
        confirm_box = page.locator("#confirm").bounding_box()
        assert confirm_box["y"] + confirm_box["height"] <= 700, width


def test_texts_look_as_they_were_written(page, live_server):
    study = make_study(items=0)
    written = "  first\n\n\tsecond   <b>bold</b> {{ x }}\n"
    for number in range(3):
        for subject in "AB":
            make_sample(study, subject, f"item {number}", f"{written}{subject}{number}")
    begin(page, live_server, make_link(opened(study)))
    for text in page.locator(".text").all():
        assert text.evaluate("e => e.textContent").startswith(written)
        assert text.evaluate("e => getComputedStyle(e).whiteSpace") == "pre-wrap"


def test_the_console_stays_empty(page, live_server):
    """No breach of the Content-Security-Policy, nothing missing, no error in a script."""
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("response", lambda r: said.append(f"{r.status} {r.url}") if r.status >= 400 else None)
    for _ in pages_of_a_visit(page, live_server):
        pass
    assert [line for line in said if "nobodys-link" not in line and "404" not in line] == []


def test_the_preview_works_with_scripts(page, live_server, client):
    study = make_study(evaluations_per_judge=2)
    client.force_login(study.owner)
    session = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": live_server.url}])
    page.goto(live_server.url + reverse("studies:preview", args=[study.code]))
    page.get_by_role("button", name="I agree: begin").click()
    for _ in range(2):
        choose(page, 2)
        confirm_and_wait(page)
    assert page.get_by_role("heading", name="Thank you").is_visible()
    assert page.get_by_text("Preview: nothing is stored").is_visible()
    assert (Answer.objects.count(), Judge.objects.count()) == (0, 0)


def test_the_button_sends_again_at_once(page, live_server):
    begin(page, live_server, make_link(open_study()))
    tries = []

    def lose_twice(route):
        tries.append(route.request.method)
        if route.request.method == "POST" and tries.count("POST") < 3:
            route.abort()
        else:
            route.continue_()

    page.route(re.compile(r"/t/[^/]+/$"), lose_twice)
    choose(page, 1)
    for _ in range(2):
        confirm(page)
        page.get_by_text("The connection is lost").wait_for()
    confirm_and_wait(page)
    assert Answer.objects.count() == 1


def test_styles_and_scripts_are_small():
    """As they go over the line: WhiteNoise has them compressed."""
    sizes = {path.name: len(gzip.compress(path.read_bytes())) for path in STATIC.iterdir()}
    # Of pages that few studies have, or that come after the texts.
    of_numbers = sizes.pop("ratings.css") + sizes.pop("ratings.js")
    of_sheets = sizes.pop("sheet.css") + sizes.pop("sheet.js")
    of_reference = sizes.pop("reference.js")
    assert sum(sizes.values()) < 14_000
    assert of_reference < 800
    assert of_numbers < 2_500
    assert of_sheets < 2_500
