"""The judge's pages in each language: nothing is cut off on a small phone, and one can switch."""

import re

import pytest
from django.urls import reverse

from studies.models import Answer, Triad
from tests.browser.judge.test_judge import welcome_at
from tests.factories import make_link, make_study, open_study

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SMALL = {"width": 320, "height": 640}
WORDS = {
    "es": (
        "Acepto: comenzar",
        "Confirmar elección",
        "¿Cuál de ellos fue escrito por el otro autor?",
    ),
    "gl": ("Acepto: comezar", "Confirmar elección", "Cal deles foi escrito polo outro autor?"),
    "fr": (
        "J’accepte : commencer",
        "Confirmer mon choix",
        "Lequel a été écrit par l’autre auteur ?",
    ),
    "de": (
        "Ich willige ein: beginnen",
        "Auswahl bestätigen",
        "Welcher Text stammt vom anderen Autor?",
    ),
    "pt": ("Aceito: começar", "Confirmar escolha", "Qual deles foi escrito pelo outro autor?"),
    "it": ("Accetto e inizio", "Conferma la scelta", "Quale è stato scritto dall’altro autore?"),
    "nl": (
        "Ik ga akkoord: beginnen",
        "Keuze bevestigen",
        "Welke is door de andere auteur geschreven?",
    ),
    "pl": ("Zgadzam się: zaczynam", "Potwierdź wybór", "Który z nich napisał inny autor?"),
    "ar": ("أوافق: ابدأ", "تأكيد الاختيار", "أيها كتبه المؤلف الآخر؟"),
    "zh-hans": ("我同意：开始", "确认选择", "哪一篇是另一位作者写的？"),
}
BROWSERS = {"zh-hans": "zh-CN", "pt": "pt-BR", "ar": "ar-EG"}
# What sticks out of the window, or does not fit into its own box.
CUT_OFF = """() => [...document.querySelectorAll("body *")].filter((each) => {
    const box = each.getBoundingClientRect();
    const hidden = each.closest(".hidden, details:not([open]) > :not(summary)");
    return !hidden && box.width > 0 && (
        box.right > innerWidth + 0.5 || box.left < -0.5
        || each.matches("button, .button, label, h1, h2, p, summary, li")
        && each.scrollWidth > each.clientWidth + 1);
}).map((each) => each.outerHTML.slice(0, 80))"""


def fits(page):
    assert page.evaluate(CUT_OFF) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= SMALL["width"]


def welcome_back_fits(page):
    """The page with the longest line at its top: that of a judge who ran out of time."""
    if Triad.objects.filter(trials__state="held").update(free_from="2020-01-01T00:00:00Z"):
        page.reload()
        fits(page)
        with page.expect_navigation():
            page.locator("main form button").click()


def speaks(page, language):
    direction = page.locator("body").evaluate("body => getComputedStyle(body).direction")
    assert direction == ("rtl" if language == "ar" else "ltr")
    assert page.locator("html").get_attribute("lang") == language


@pytest.mark.parametrize("language", WORDS)
def test_a_whole_visit_in_the_language_of_the_browser(window, live_server, language):
    agree, confirm, question = WORDS[language]
    page = window(locale=BROWSERS.get(language, language), viewport=SMALL)
    link = make_link(open_study(evaluations_per_judge=2), done_code="DONE-1")
    page.goto(welcome_at(live_server, link))
    speaks(page, language)
    fits(page)
    page.get_by_role("button", name=agree).click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    # French sets no-break spaces before its marks.
    assert re.sub(r"\s", " ", page.locator("h1").inner_text()) == question
    for _ in range(2):
        speaks(page, language)
        fits(page)
        page.get_by_role("button", name=confirm).click()
        assert page.locator("#missing").is_visible()
        fits(page)
        page.get_by_role("radio").first.check()
        with page.expect_navigation():
            page.get_by_role("button", name=confirm).click()
        welcome_back_fits(page)
    speaks(page, language)
    assert page.get_by_text("DONE-1").is_visible()
    fits(page)
    assert Answer.objects.count() == 2


@pytest.mark.parametrize("scripts", [True, False])
def test_switching_keeps_the_texts_and_stays(window, live_server, scripts):
    page = window(locale="de", viewport=SMALL, java_script_enabled=scripts)
    page.goto(welcome_at(live_server, make_link(open_study(evaluations_per_judge=2))))
    page.locator("button[value=yes]").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    texts = page.locator(".text").all_inner_texts()
    page.get_by_text("Deutsch").first.click()
    if scripts:
        fits(page)
    page.get_by_role("link", name="Galego").click()
    speaks(page, "gl")
    assert page.locator(".text").all_inner_texts() == texts
    page.get_by_role("radio").first.check()
    with page.expect_navigation():
        page.get_by_role("button", name="Confirmar elección").click()
    speaks(page, "gl")
    assert page.locator(".progress").inner_text() == "2 de 2"


def test_the_banner_of_a_lost_connection_speaks_too(window, live_server):
    page = window(locale="fr")
    page.goto(welcome_at(live_server, make_link(open_study())))
    page.locator("button[value=yes]").click()
    page.wait_for_selector("#trial")
    page.wait_for_load_state()  # scripts and sheets are there
    page.get_by_role("radio").first.check()
    page.context.set_offline(True)
    page.get_by_role("button", name="Confirmer mon choix").click()
    page.get_by_text("La connexion est interrompue.").wait_for()
    page.context.set_offline(False)
    page.get_by_role("heading", name="Merci").wait_for()
    assert Answer.objects.count() == 1


@pytest.mark.parametrize("language", WORDS)
def test_stops_fit(window, live_server, language):
    page = window(locale=BROWSERS.get(language, language), viewport=SMALL)
    page.goto(live_server.url + reverse("judge:welcome", args=["nowhere"]))
    speaks(page, language)
    fits(page)
    draft = make_link(make_study(items=2), language="gl")
    page.goto(welcome_at(live_server, draft))
    speaks(page, "gl")
