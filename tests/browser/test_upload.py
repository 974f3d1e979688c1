"""Adding texts in a real browser: what is typed arrives, and is shown, exactly."""

import pytest
from django.urls import reverse

from studies.models import Sample
from tests.browser.axe import violations
from tests.browser.signing_in import sign_in
from tests.factories import make_study, make_user

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LINES = "  two blanks first\n\n\tthen a tab,  and   blanks \n– end"
RIGHT_TO_LEFT = "מחר 12 מעלות (AB-3), גשם"
MARKUP = "<b>bold</b> & {{ x }} <script>document.title = 'taken'</script>"
PLAIN = "It snows."
ROWS = (
    f'subject,item,text\nForecaster,day 1,"{LINES}"\nForecaster,day 2,"{RIGHT_TO_LEFT}"\n'
    f'Machine,day 3,"{MARKUP}"\n'
)


@pytest.fixture
def study():
    return make_study(items=0, owner=make_user("ann@example.org", is_superuser=True))


@pytest.fixture
def signed_in(page, live_server, study):
    sign_in(page, live_server.url + reverse("studies:upload", args=[study.code]))
    page.wait_for_url("**/texts/upload/")
    return page


def test_pasted_texts_survive_to_the_preview_and_to_the_database(signed_in, study):
    page = signed_in
    problems = []
    page.on("console", lambda message: problems.append(message.text))
    page.fill("textarea[name=pasted]", f"{ROWS}Machine,day 4,{PLAIN}\n")
    page.click("text=Check the texts")
    page.wait_for_selector("text=Store 4 texts")
    # All are in the triads of one block; `textContent` is exact, `innerText` is what is seen.
    exact = page.locator(".sample-text").evaluate_all("found => found.map(e => e.textContent)")
    assert set(exact) == {LINES, RIGHT_TO_LEFT, MARKUP, PLAIN}
    seen = page.locator(".sample-text").evaluate_all("found => found.map(e => e.innerText)")
    assert LINES in seen
    directions = {
        text: page.locator(".sample-text").nth(n).evaluate("e => getComputedStyle(e).direction")
        for n, text in enumerate(exact)
    }
    assert directions == {LINES: "ltr", RIGHT_TO_LEFT: "rtl", MARKUP: "ltr", PLAIN: "ltr"}
    assert "taken" not in page.title()
    page.click("text=Store 4 texts")
    page.wait_for_url("**/texts/surface-cues/")
    stored = Sample.objects.order_by("row").values_list("text", flat=True)
    assert list(stored) == [LINES, RIGHT_TO_LEFT, MARKUP, PLAIN]
    assert problems == []


def test_a_file_with_errors_is_listed_and_pasted_rows_are_kept(signed_in):
    page = signed_in
    broken = 'subject,item,text\nForecaster,1,"  kept exactly\n'
    page.fill("textarea[name=pasted]", broken)
    page.click("text=Check the texts")
    page.wait_for_selector("text=Row 2: a quotation mark opens this cell")
    assert page.input_value("textarea[name=pasted]") == broken
    page.fill("textarea[name=pasted]", "")
    page.set_input_files(
        "input[name=file]",
        {
            "name": "weather.csv",
            "mimeType": "text/csv",
            "buffer": "subject;item;text\nForecaster;1;café\nMachine;2;\n".encode("cp1252"),
        },
    )
    page.click("text=Check the texts")
    page.wait_for_selector("text=Row 3: The text is empty.")
    assert page.locator("button[value=save]").count() == 0


def test_everything_works_without_javascript_and_from_the_keyboard(browser, live_server, study):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    sign_in(page, live_server.url + reverse("studies:upload", args=[study.code]))
    page.wait_for_url("**/texts/upload/")
    page.focus("textarea[name=pasted]")
    page.keyboard.insert_text(ROWS)
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_selector("text=Store 3 texts")
    page.focus("button[value=save]")
    page.keyboard.press("Enter")
    page.wait_for_url("**/texts/surface-cues/")
    assert Sample.objects.count() == 3
    context.close()


@pytest.mark.parametrize("width", [360])
def test_pages_have_no_accessibility_faults_and_fit_the_screen(signed_in, study, width):
    page = signed_in
    page.set_viewport_size({"width": width, "height": 800})

    def check():
        assert violations(page, "#main") == []
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    check()
    page.click("text=Check the texts")
    page.wait_for_selector("text=Choose a file or paste the rows.")
    check()
    page.fill("textarea[name=pasted]", ROWS + f"Machine,4,{'x' * 300}\nMachine,4,{'x' * 300}\n")
    page.click("text=Check the texts")
    page.wait_for_selector("text=Store 5 texts")
    check()
    # The whole way in steps, with columns of other names, to the ticks of what gives texts away.
    add = page.url.split("/texts/")[0] + "/texts/upload/"
    page.goto(add)
    page.fill("textarea[name=pasted]", ROWS.replace("subject,item,text", "author,topic,output"))
    page.click("text=Check the texts")
    page.wait_for_selector("text=Which column is which?")
    check()
    page.click("text=Check the texts")
    page.click("text=Store 3 texts")
    page.wait_for_selector("text=What differs")
    check()
    page.locator("tr", has_text="Hold markup").locator("a").click()
    page.check("input[name=out]")
    page.click("text=Store these ticks")
    page.wait_for_selector("text=The ticks of 1 text were stored.")
    assert Sample.objects.get(left_out=True).text == MARKUP
    check()
    page.goto(add)
    page.fill("textarea[name=pasted]", ROWS + "Machine,4,\n,5,x\n")
    page.click("text=Check the texts")
    page.wait_for_selector("text=Upload the corrected rows")
    check()
