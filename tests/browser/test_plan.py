"""The planning page in a real browser: keyboard, narrow windows, axe."""

import pytest
from django.urls import reverse

from tests.browser.axe import violations

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUESTIONS = {
    "paper": "?goal=similarity&alpha=0.05&beta=0.01&pd=0.3",
    "few": "?goal=difference&alpha=0.1&beta=0.2&pd=0.5",
    "longest": "?goal=difference&alpha=0.0001&beta=0.0001&pd=0.01",
    "unreachable": "?goal=difference&alpha=0.001&beta=0.05&n=6",
    "wrong": "?goal=difference&alpha=abc&beta=9&pd=nan&n=-1",
    "overfull": "?goal=difference&alpha=0.05&beta=0.05&pd=0.3&n=66",
}


def address(live_server, query=""):
    return live_server.url + reverse("analysis:plan") + query


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_axe_finds_nothing(window, live_server, width, scheme):
    page = window(viewport={"width": width, "height": 800}, color_scheme=scheme)
    # Axe looks at every cell: of the tables behind the pictures a short one stands for all.
    for name in ("few", "unreachable", "wrong", "overfull"):
        page.goto(address(live_server, QUESTIONS[name]))
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert (name, violations(page)) == (name, [])


def test_the_page_for_ratings_has_nothing_for_axe_and_fits_a_phone(window, live_server):
    page = window(viewport={"width": 320, "height": 800})
    for query in ("", "?method=likert&judges=5&systems=8", "?systems=9&item=0.1&difference=x"):
        page.goto(live_server.url + reverse("analysis:plan_ratings") + query)
        page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
        assert (query, violations(page)) == (query, [])
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, query


@pytest.mark.parametrize("width", [320, 360, 800, 1024])
def test_no_question_makes_the_page_scroll_sideways(window, live_server, width):
    page = window(viewport={"width": width, "height": 700})
    for name, query in QUESTIONS.items():
        page.goto(address(live_server, query))
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name


def test_a_question_is_asked_and_answered_by_the_keyboard_without_javascript(window, live_server):
    page = window(java_script_enabled=False)
    page.goto(address(live_server))
    page.get_by_label("alpha").focus()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    for typed in ("0,05", "1 %", "30 %", ""):
        page.keyboard.press("Control+a")
        page.keyboard.press("Delete")
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.locator(".headline").inner_text() == "98 judges are enough."
    assert "goal=similarity" in page.url
    assert page.get_by_label("pd").input_value() == "30 %"


def test_the_next_thing_to_do_is_seen_without_scrolling_on_a_laptop(window, live_server):
    page = window(viewport={"width": 1366, "height": 700})
    page.goto(address(live_server, QUESTIONS["paper"]))
    use = page.get_by_role("link", name="Use this plan", exact=True).bounding_box()
    assert use["y"] + use["height"] <= 700
    assert page.locator(".grid .chosen").is_visible()


@pytest.mark.parametrize(("width", "kind"), [(360, "narrow"), (1440, "wide")])
def test_one_picture_is_drawn_and_its_letters_can_be_read(window, live_server, width, kind):
    page = window(viewport={"width": width, "height": 700})
    page.goto(address(live_server, QUESTIONS["longest"]))
    assert page.locator("svg.curve:visible").count() == 1
    svg = page.locator(f"svg.curve.{kind}")
    box = svg.bounding_box()
    for text in svg.locator("text").all():
        letters = text.bounding_box()
        assert letters["height"] >= 12
        assert letters["x"] >= box["x"] - 1
        assert letters["x"] + letters["width"] <= box["x"] + box["width"] + 1
