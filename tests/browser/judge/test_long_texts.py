"""Long texts on a phone, large letters, and what the choice says of itself."""

import pytest
from playwright.sync_api import expect

from studies.models import Answer, ReadingRecord
from studies.questionnaire import checked
from tests.browser.axe import violations
from tests.browser.judge.test_judge import begin, choose, confirm, confirm_and_wait
from tests.browser.judge.test_languages import CUT_OFF
from tests.browser.judge.test_reading import a_masked_link
from tests.factories import make_link, make_sample, make_study, open_study
from tests.studies.judge.visits import opened

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PHONE = {"width": 390, "height": 700}
# Lines of the text for which the place in the window is asked.
PLACE = """number => document.querySelectorAll("article")[number].getBoundingClientRect().top
    - document.querySelector(".jumps").getBoundingClientRect().bottom"""


def long_texts(**fields):
    study = make_study(items=0, **fields)
    for number in range(6):
        for subject in "AB":
            text = f"{subject}{number} " + "Rain falls on this day again. " * 170
            make_sample(study, subject, f"item {number}", text)
    return make_link(opened(study))


def begin_on_a_phone(page, live_server, link):
    begin(page, live_server, link)
    page.wait_for_selector(".jumps.marked")  # its script comes last


def jump(page, number):
    page.locator(".jumps a").nth(number - 1).click()


def scroll_by(page, pixels):
    page.evaluate("pixels => scrollBy(0, pixels)", pixels)
    page.evaluate("() => new Promise(requestAnimationFrame)")


def is_marked(page, code):
    """With the next picture of the window, at the latest."""
    expect(page.locator(".jumps [aria-current]")).to_have_text([code])


def test_the_row_jumps_and_remembers_each_place(window, live_server):
    page = window(viewport=PHONE)
    begin_on_a_phone(page, live_server, long_texts())
    codes = page.locator("article h2").all_inner_texts()
    assert page.locator(".jumps a").all_inner_texts() == codes
    assert page.locator(".jumps").bounding_box()["height"] <= 44
    jump(page, 2)
    assert abs(page.evaluate(PLACE, 1)) < 2
    is_marked(page, codes[1])
    scroll_by(page, 1234)
    jump(page, 3)
    assert abs(page.evaluate(PLACE, 2)) < 2
    jump(page, 2)
    assert abs(page.evaluate(PLACE, 1) + 1234) < 2
    assert page.locator(".jumps").bounding_box()["y"] == 0
    jump(page, 2)  # once more: to its beginning
    assert abs(page.evaluate(PLACE, 1)) < 2
    scroll_by(page, 20_000)
    is_marked(page, codes[2])
    choose(page, 1)
    confirm_and_wait(page)
    record = ReadingRecord.objects.get()
    assert [position for position, _at in record.jumps] == [2, 3, 2, 2]
    times = [at for _position, at in record.jumps]
    assert times == sorted(times)
    assert times[-1] <= record.confirmed_ms


@pytest.mark.parametrize("scripts", [True, False])
def test_a_choice_at_the_end_of_each_text(window, live_server, scripts):
    page = window(viewport=PHONE, java_script_enabled=scripts)
    begin(page, live_server, long_texts())
    for number in (1, 3):
        pick = page.locator(".pick").nth(number - 1)
        pick.scroll_into_view_if_needed()
        place = pick.bounding_box()
        pick.click()
        assert page.locator("input:checked").get_attribute("value") == str(number)
        assert abs(pick.bounding_box()["y"] - place["y"]) < 2  # reading goes on where it was
    if scripts:
        assert page.locator(".pick.chosen").count() == 1
    assert page.get_by_role("radio", name=page.locator("h2").first.inner_text()).count() == 1
    confirm_and_wait(page)
    assert Answer.objects.get().chosen_position == 3


def test_without_scripts_the_row_leads_to_each_text(window, live_server):
    page = window(viewport=PHONE, java_script_enabled=False)
    begin(page, live_server, long_texts())
    jump(page, 3)
    heading, row = page.locator("h2").last.bounding_box(), page.locator(".jumps").bounding_box()
    assert row["y"] + row["height"] - 1 <= heading["y"] < 120


def test_where_texts_stand_side_by_side_there_is_no_row(window, live_server):
    page = window(viewport={"width": 1440, "height": 800})
    begin(page, live_server, long_texts())
    assert not page.locator(".jumps").is_visible()
    assert not page.locator(".pick").first.is_visible()


OVERLAPS = """() => {
    const boxes = [...document.querySelectorAll(".choices span, .choices input")]
        .map(each => each.getBoundingClientRect());
    const labels = [...document.querySelectorAll(".choices label")];
    return labels.filter(label => label.scrollWidth > label.clientWidth + 1).length
        + boxes.filter((a, i) => boxes.some((b, j) => j > i
            && a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1)).length;
}"""


@pytest.mark.parametrize("masked", [True, False])
@pytest.mark.parametrize("locale", ["en", "de", "fr"])
def test_letters_of_twice_the_size_at_320_pixels(window, live_server, locale, masked):
    page = window(viewport={"width": 320, "height": 640}, locale=locale)
    page.add_init_script(
        "addEventListener('DOMContentLoaded',"
        " () => { document.documentElement.style.fontSize = '200%'; })"
    )
    link = a_masked_link() if masked else make_link(open_study())
    page.goto(f"{live_server.url}/j/{link.token}/")
    page.locator("button[value=yes]").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    page.evaluate("dispatchEvent(new Event('resize'))")
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    assert page.evaluate(OVERLAPS) == 0
    page.evaluate("scrollTo(0, document.body.scrollHeight)")
    last, bar = page.locator("article").last.bounding_box(), page.locator(".bar").bounding_box()
    assert last["y"] + last["height"] <= bar["y"]
    page.evaluate("scrollTo(0, 0)")
    if bar["height"] > 0.4 * 640:
        assert page.locator(".bar").evaluate("e => getComputedStyle(e).position") == "static"


CONTRAST = """() => {
    const pixel = document.createElement("canvas").getContext("2d");
    const light = color => {
        pixel.fillStyle = color;
        pixel.fillRect(0, 0, 1, 1);
        const [r, g, b] = [...pixel.getImageData(0, 0, 1, 1).data].slice(0, 3)
            .map(v => v / 255).map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const cover = getComputedStyle(document.querySelector(".s")).getPropertyValue("--cover").trim();
    const sheet = getComputedStyle(document.querySelector("article")).backgroundColor;
    const [dark, bright] = [light(cover), light(sheet)].sort((a, b) => a - b);
    return (bright + 0.05) / (dark + 0.05);
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_covers_can_be_seen(window, live_server, scheme):
    page = window(color_scheme=scheme)
    begin(page, live_server, a_masked_link())
    assert page.evaluate(CONTRAST) >= 3


def test_the_keys_work_in_the_group_alone_and_it_says_so(page, live_server):
    begin(page, live_server, make_link(open_study()))
    told = page.get_by_text("With the focus on one of the three choices, the keys 1, 2 and 3")
    assert told.is_visible()
    group = page.locator("fieldset")
    assert group.get_attribute("aria-describedby") == told.get_attribute("id")
    for place in ("body", "a", "#confirm"):
        page.locator(place).first.focus()
        page.keyboard.press("2")
        assert page.locator("input:checked").count() == 0
    page.get_by_role("radio").last.focus()
    page.keyboard.press("2")
    assert page.locator("input:checked").get_attribute("value") == "2"
    assert violations(page) == []


def test_without_scripts_no_keys_are_promised(window, live_server):
    page = window(java_script_enabled=False)
    begin(page, live_server, make_link(open_study()))
    assert not page.locator("#keys").is_visible()


QUESTIONS = checked(
    [
        {"label": "Your age", "key": "age", "options": ["under 30", "older"], "required": True},
        {"label": "Years of study", "key": "years", "kind": "number"},
    ]
)


@pytest.mark.parametrize("scripts", [True, False])
def test_errors_have_a_summary_that_takes_the_focus(window, live_server, scripts):
    page = window(java_script_enabled=scripts, viewport=PHONE)
    link = make_link(open_study(questionnaire=QUESTIONS, asks_reason=True))
    page.goto(f"{live_server.url}/j/{link.token}/")
    page.locator("button[value=yes]").click()
    page.locator("[name=q-years]").fill("many")
    page.get_by_role("button", name="Go on to the texts").click()
    page.locator("#errors").wait_for()
    assert page.title().startswith("Error: ")
    assert page.evaluate("document.activeElement.id") == "errors"
    assert page.locator("#errors a").all_inner_texts() == [
        "Your age – Please answer this question.",
        "Years of study – Please write a number, for example 3 or 3.5.",
    ]
    assert not scripts or violations(page) == []
    for number, name in ((1, "q-years"), (0, "q-age")):
        page.locator("#errors a").nth(number).click()
        assert page.evaluate("document.activeElement.name") == name
    page.get_by_role("radio").first.check()
    page.locator("[name=q-years]").fill("3")
    page.get_by_role("button", name="Go on to the texts").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    confirm(page)
    page.locator("#missing").wait_for()
    assert page.title() == "Error: Please choose"
    choose(page, 1)
    confirm_and_wait(page)
    page.locator("#reason").evaluate("e => e.removeAttribute('maxlength')")
    page.locator("#reason").fill("x" * 5001)
    page.get_by_role("button", name="Go on").click()
    page.locator("#errors").wait_for()
    assert page.title().startswith("Error: ")
    assert page.evaluate("document.activeElement.id") == "errors"
    page.locator("#errors a").click()
    assert page.evaluate("document.activeElement.id") == "reason"


@pytest.mark.parametrize("scripts", [True, False])
def test_another_language_keeps_what_was_chosen_and_typed(window, live_server, scripts):
    page = window(java_script_enabled=scripts, viewport=PHONE)
    link = make_link(open_study(questionnaire=QUESTIONS, asks_reason=True, asks_sureness=True))
    page.goto(f"{live_server.url}/j/{link.token}/")
    page.locator("button[value=yes]").click()

    def switch(language):
        page.locator(".languages summary").click()
        page.get_by_role("link", name=language).click()

    page.locator("[name=q-years]").fill("ten")
    page.get_by_role("radio").last.check()
    switch("Galego")
    assert page.locator("[name=q-years]").input_value() == "ten"
    assert page.get_by_role("radio").last.is_checked()
    page.locator("[name=q-years]").fill("10")
    page.locator(".questions button").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    choose(page, 2)
    switch("Français")
    assert page.locator("html").get_attribute("lang") == "fr"
    assert page.locator("input:checked").get_attribute("value") == "2"
    assert Answer.objects.count() == 0
    with page.expect_navigation():
        page.locator("#confirm").click()
    page.locator("[name=sureness]").first.check()
    page.locator("#reason").fill("two\nlines <b>")
    switch("Deutsch")
    assert page.locator("#reason").input_value() == "two\nlines <b>"
    assert page.locator("[name=sureness]").first.is_checked()
    with page.expect_navigation():
        page.locator(".questions button").click()
    answer = Answer.objects.get()
    assert (answer.chosen_position, answer.reason.splitlines()) == (2, ["two", "lines <b>"])
    assert answer.sureness == "guess"
    if scripts:
        assert [position for position, _at in ReadingRecord.objects.get().choices] == [2]


def test_whole_texts_keep_the_choice(page, live_server):
    begin(page, live_server, a_masked_link())
    choose(page, 3)
    page.get_by_role("button", name="I cannot read like this").click()
    page.locator(".text", has_text="Rain falls").first.wait_for()
    assert page.locator("input:checked").get_attribute("value") == "3"
    confirm_and_wait(page)
    assert Answer.objects.get().chosen_position == 3


def test_instructions_look_as_if_they_open(page, live_server):
    begin(page, live_server, make_link(open_study(instructions="Read them all.")))
    summary = page.get_by_text("Instructions")
    assert summary.evaluate("e => getComputedStyle(e, '::after').content").startswith('" ▾"')
    assert "underline" in summary.evaluate("e => getComputedStyle(e).textDecoration")
    summary.click()
    assert page.get_by_text("Read them all.").is_visible()
