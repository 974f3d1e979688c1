"""The page of a sheet in a real browser: long texts on a phone, by keyboard, scripts or not."""

from dataclasses import asdict

import pytest

from studies.models import Answer, Rating
from studies.ratings.criteria import DEFAULT, Criterion
from tests.browser.judge.test_asked import fits_and_is_clean, press
from tests.browser.judge.test_judge import tab_to
from tests.factories import make_link, open_rating_study
from tests.studies.services.judging.steps import start

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LONG = ("A riverside coffee shop, Donaudampfschifffahrtsgesellschaft, cheap. " * 80)[:4990]
FAULTS = asdict(Criterion("faults", "Faults", "", "What is wrong?", kind="ticks"))


def numbers_of(page):
    return [field.input_value() for field in page.locator(".numbers input[type=text]").all()]


def assert_the_reference_stays_within_reach(page):
    """It stands in its place at first, and is a line at the top once it was scrolled past."""
    reference, text = page.locator(".reference"), page.locator("article").nth(2)
    assert reference.get_attribute("open") is not None
    text.evaluate("text => scrollTo(0, text.offsetTop)")
    page.locator(".reference.line:not([open])").wait_for()
    assert abs(text.bounding_box()["y"]) < 3  # what is being read stays where it is
    summary = reference.locator("summary")
    assert summary.bounding_box()["y"] < 20
    summary.press("Enter")
    assert reference.locator(".unfolded").bounding_box()["height"] < 0.6 * 640
    assert abs(text.bounding_box()["y"]) < 3
    page.keyboard.press("Escape")
    assert reference.get_attribute("open") is None


@pytest.mark.parametrize("scripts", [False, True])
def test_five_long_texts_are_rated_by_keyboard_on_a_phone(window, live_server, scripts):
    texts = {letter: f"{letter} {LONG}" for letter in "CDE"}
    study = open_rating_study(systems=5, texts=texts, plan={"reference_text": LONG})
    trial = start(make_link(study))
    page = window(java_script_enabled=scripts, viewport={"width": 320, "height": 640})
    page.goto(f"{live_server.url}/t/{trial.code}/")
    assert not page.evaluate("document.documentElement.scrollWidth > innerWidth")
    if scripts:
        assert_the_reference_stays_within_reach(page)
    tab_to(page, ".numbers input")
    for number in ("50", "", "200", "50", "0"):
        page.keyboard.type(number)
        page.keyboard.press("Enter" if scripts and number else "Tab")
    if scripts:
        names = [one.inner_text().split()[-1] for one in page.locator("article h2").all()]
        order = f"Your order: {names[2]}, then {names[0]} and {names[3]} alike"
        page.get_by_text(order, exact=True).wait_for()
        assert fits_and_is_clean(page)
    press(page, "#store")
    assert page.locator("#errors a").count() == 2
    assert numbers_of(page) == ["50", "", "200", "50", "0"]
    assert not scripts or fits_and_is_clean(page)
    for field in page.locator("[aria-invalid]").all():
        field.fill("70")
    press(page, "#store")
    assert sorted(Rating.objects.values_list("value", flat=True)) == [50, 50, 70, 70, 200]


def test_sliders_and_ticks_by_keyboard(window, live_server):
    plan = {"entry": "slider", "setup": "together", "criteria": [asdict(DEFAULT[2]), FAULTS]}
    study = open_rating_study(systems=2, plan={"reference_text": "The one of 100."} | plan)
    trial = start(make_link(study))
    page = window(viewport={"width": 390, "height": 800})
    page.goto(f"{live_server.url}/t/{trial.code}/")
    sliders = page.locator("input[type=range]")
    assert numbers_of(page) == ["", ""]
    assert sliders.first.get_attribute("aria-valuetext") == "not set yet"
    sliders.first.focus()
    page.keyboard.press("ArrowRight")
    assert numbers_of(page) == ["104", ""]
    page.keyboard.press("PageUp")
    assert numbers_of(page) == ["127", ""]
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    assert numbers_of(page) == ["152", ""]
    assert sliders.first.get_attribute("aria-valuetext") == "one and a half times the reference"
    sliders.last.focus()
    page.keyboard.press(" ")
    assert numbers_of(page) == ["152", "100"]
    page.locator(".numbers input[type=text]").last.fill("5")
    assert sliders.last.input_value() == "0"  # as far as it goes; the field is what is sent
    first, last = page.locator("fieldset").all()
    first.get_by_label("Something is added").check()
    first.get_by_label("Neither").check()
    assert first.locator(":checked").count() == 1
    last.get_by_label("Something is missing").check()
    assert fits_and_is_clean(page)
    page.reload()
    assert numbers_of(page) == ["152", "5"]
    assert sliders.first.input_value() == "72"
    assert page.locator("fieldset :checked").count() == 2
    # The first try is lost: what was given stays, and is sent again.
    page.route("**/t/*/", lambda route: route.abort(), times=1)
    page.get_by_role("button", name="Store my answers").click()
    page.get_by_text("The connection is lost").wait_for()
    page.get_by_role("heading", name="Thank you").wait_for()
    assert sorted(Rating.objects.values_list("value", flat=True)) == [0, 2, 5, 152]
    assert Answer.objects.get().reading.device == "mouse"


def test_points_are_chosen_by_keyboard_and_enter_goes_to_the_next_scale(window, live_server):
    plan = {"method": "likert", "setup": "together", "scale_points": 11, "scale_high": "W" * 60}
    trial = start(make_link(open_rating_study(systems=2, plan=plan)))
    page = window(viewport={"width": 320, "height": 640}, locale="pl")
    page.goto(f"{live_server.url}/t/{trial.code}/")
    tab_to(page, "fieldset input")
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "store"
    assert fits_and_is_clean(page)
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert list(Rating.objects.values_list("value", flat=True)) == [2, 2, 2]
