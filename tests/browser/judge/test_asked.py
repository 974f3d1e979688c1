"""What is asked besides the texts, in a real browser: the whole way by keyboard, scripts or not."""

import pytest
from django.urls import reverse

from studies.models import Answer, Judge
from studies.questionnaire import checked
from studies.ratings import follow_up
from tests.browser.axe import violations
from tests.browser.judge.test_judge import tab_to
from tests.factories import make_link, open_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

QUESTIONS = checked(
    [
        {
            "label": "Your age",
            "key": "age",
            "options": ["under 30", "30 or more"],
            "required": True,
        },
        {"label": "Years of study", "key": "years", "kind": "number", "least": 0},
        {"label": "Anything else?", "key": "more", "kind": "text", "when": "after"},
    ]
)


def press(page, selector):
    """To a button, and press it."""
    tab_to(page, selector)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def fits_and_is_clean(page):
    wide = page.evaluate("document.documentElement.scrollWidth > innerWidth")
    return not wide and violations(page) == []


@pytest.mark.parametrize("scripts", [False, True])
def test_the_whole_way_by_keyboard(browser, live_server, scripts):
    study = open_study(questionnaire=QUESTIONS, asks_reason=True, asks_sureness=True)
    link = make_link(study, done_code="DONE-1")
    context = browser.new_context(
        java_script_enabled=scripts, viewport={"width": 320, "height": 640}
    )
    page = context.new_page()
    page.goto(live_server.url + reverse("judge:welcome", args=[link.token]))
    press(page, "button[value=yes]")
    tab_to(page, "[name=q-years]")
    page.keyboard.type("many")
    press(page, ".questions button")
    assert page.locator(".error").count() == 3  # at the top, and at each question
    assert page.locator("[name=q-years]").input_value() == "many"
    assert not scripts or fits_and_is_clean(page)
    tab_to(page, "[name=q-age]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "[name=q-years]")
    page.keyboard.press("Control+a")
    page.keyboard.type("3,5")
    press(page, ".questions button")
    tab_to(page, "[name=choice]")
    page.keyboard.press("ArrowDown")
    press(page, "#confirm")
    assert page.get_by_role("heading", name="Your choice is stored").is_visible()
    assert Answer.objects.get().reason == ""
    page.get_by_text("Look at the texts again").press("Enter")
    assert page.get_by_text("Your choice", exact=True).is_visible()
    assert not scripts or fits_and_is_clean(page)
    page.go_back()
    page.go_forward()
    tab_to(page, "[name=sureness]")
    page.keyboard.press("ArrowDown")
    tab_to(page, "#reason")
    page.keyboard.type("it sounds like one")
    press(page, ".questions button")
    tab_to(page, "[name=q-more]")
    page.keyboard.type("no")
    press(page, ".questions button")
    assert page.get_by_text("DONE-1").is_visible()
    context.close()
    answer = Answer.objects.get()
    assert (answer.reason, bool(answer.sureness)) == ("it sounds like one", True)
    answers = Judge.objects.get().questionnaire
    assert (answers["years"], answers["more"]) == (3.5, "no")


RATE = follow_up.checked(
    {"ask": "rate", "criteria": [{"key": "quality"}], "reference": ["A day like any other."]}
)


@pytest.mark.parametrize("scripts", [False, True])
def test_numbers_by_keyboard(browser, live_server, scripts):
    link = make_link(open_study(follow_up=RATE), done_code="DONE-1")
    context = browser.new_context(
        java_script_enabled=scripts, viewport={"width": 320, "height": 640}
    )
    page = context.new_page()
    page.goto(live_server.url + reverse("judge:welcome", args=[link.token]))
    press(page, "button[value=yes]")
    tab_to(page, "[name=choice]")
    page.keyboard.press("ArrowDown")
    press(page, "#confirm")
    page.get_by_role("heading", name="How do you rate the three texts?").wait_for()
    fields = page.get_by_label("Quality")
    tab_to(page, ".numbers input")
    for number in ("200", "50.5", "50"):
        page.keyboard.type(number)
        page.keyboard.press("Enter" if scripts else "Tab")
    if scripts:
        codes = [field.get_attribute("data-text") for field in fields.all()]
        page.get_by_text(f"Your order: {codes[0]}, then {codes[1]}, then {codes[2]}").wait_for()
        assert page.evaluate("document.activeElement.id") == "store"
        assert fits_and_is_clean(page)
        page.reload()
        assert [field.input_value() for field in fields.all()] == ["200", "50.5", "50"]
    press(page, "#store")
    assert page.locator("#errors a").count() == 1
    assert [field.input_value() for field in fields.all()] == ["200", "50.5", "50"]
    assert not scripts or fits_and_is_clean(page)
    assert not Answer.objects.exists()
    page.locator("[aria-invalid]").fill("50")
    press(page, "#store")
    assert page.get_by_text("DONE-1").is_visible()
    context.close()
    answer = Answer.objects.get()
    assert sorted(answer.ratings.values_list("value", flat=True)) == [50, 50, 200]
    assert not scripts or answer.reading.choices[-1][0] == answer.chosen_position
