"""The results page in a real browser: live, readable everywhere, honest when it is cut off."""

import re
from dataclasses import asdict

import pytest
from django.urls import reverse

from analysis.recomputation.rating_study.ranking import rank_as_paper
from analysis.recomputation.store import recompute
from studies.models import Answer
from studies.models.rating_plan import default_criteria
from studies.ratings.criteria import Criterion
from tests.analysis.answering import give_answers
from tests.analysis.rating import b_is_better, rate_sheets
from tests.browser.axe import violations
from tests.browser.signing_in import sign_in
from tests.factories import make_link, make_user, open_rating_study, open_study

pytestmark = pytest.mark.browser
APART = ("judges", "texts", "items", "groups", "reasons", "reason_codes")
in_process = pytest.mark.django_db(transaction=True)


def open_results(page, address):
    """Open the results as their researcher."""
    sign_in(page, address)
    page.wait_for_selector("#results")


@pytest.fixture
def study():
    """98 answers are planned; 30 are in, of two panels."""
    study = open_study(
        owner=make_user("ann@example.org", is_superuser=True),
        evaluations=98,
        items=24,
        title="Weather reports: a forecaster against a machine",
    )
    for panel in ("experts", "a panel with a rather long name, students of 2026"):
        give_answers(study, 15, 7, link=make_link(study, panel=panel))
    recompute(study_id=study.pk)
    return study


@pytest.fixture
def window(browser):
    """Pages of any size and colour scheme, which must not complain."""
    contexts, problems = [], []

    def open_window(**options):
        context = browser.new_context(**options)
        context.set_default_timeout(10_000)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: problems.append(message.text))
        page.on("pageerror", lambda error: problems.append(str(error)))
        return page

    yield open_window
    for context in contexts:
        context.close()
    assert problems == []


def address_of(live_server, study):
    return live_server.url + reverse("analysis:results", args=[study.code])


@in_process
@pytest.mark.parametrize(
    ("width", "scheme", "counted"),
    [(360, "dark", 98), (1440, "light", 30)],
)
def test_axe_finds_nothing_and_nothing_runs_over(
    window, live_server, study, width, scheme, counted
):
    if counted == 98:
        give_answers(study, 68, 31)
        recompute(study_id=study.pk)
    page = window(viewport={"width": width, "height": 900}, color_scheme=scheme)
    open_results(page, address_of(live_server, study))
    for details in page.locator("#results details").all():
        details.evaluate("element => element.open = true")
    assert violations(page, "#results") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@in_process
def test_axe_finds_nothing_on_the_page_of_ratings_and_nothing_runs_over(window, live_server):
    faults = asdict(Criterion("faults", "Faults", "", "What is wrong?", kind="ticks"))
    criteria = [*default_criteria(), faults]
    plan = {"setup": "together", "criteria": criteria, "resamples": 1000}
    owner = make_user("ann@example.org")
    rated = open_rating_study(owner=owner, items=4, systems=5, plan=plan, least_seconds=1)
    rate_sheets(rated, value=lambda judge, item, system, key: (
        int(system == "B") if key == "faults" else b_is_better(judge, item, system, key)
    ))  # fmt: skip
    recompute(study_id=rated.pk)
    rank_as_paper(study_id=rated.pk)
    page = window(viewport={"width": 360, "height": 900}, color_scheme="dark")
    open_results(page, address_of(live_server, rated))
    for details in page.locator("#results details").all():
        details.evaluate("element => element.open = true")
    assert violations(page, "#results") == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@in_process
def test_new_numbers_come_without_a_reload_and_what_is_open_stays_open(window, live_server, study):
    page = window()
    open_results(page, address_of(live_server, study))
    page.click("#details > summary")
    page.evaluate("window.notReloaded = true")
    give_answers(study, 1, 1)
    recompute(study_id=study.pk)
    page.wait_for_selector("text=31 of 98 answers, 15 right.", timeout=5000)
    assert page.evaluate("window.notReloaded")
    assert page.locator("#details").evaluate("element => element.open")
    # A screen reader is told the new sentence.
    assert page.text_content("#news").startswith("31 of 98 answers, 15 right.")


@in_process
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark")])
def test_pages_taken_apart_are_clean_and_pictures_are_saved(
    window, live_server, study, width, scheme
):
    trials = give_answers(study, 68, 31)
    Answer.objects.filter(trial__in=trials).update(reason="a rhyme " * 40, sureness="certain")
    recompute(study_id=study.pk)
    page = window(viewport={"width": width, "height": 900}, color_scheme=scheme)
    open_results(page, address_of(live_server, study))
    for name in ("interval", "orders"):
        page.locator("#details").evaluate("element => element.open = true")
        with page.expect_download() as saved:
            page.click(f"[data-png*='{name}.svg']")
        assert saved.value.path().read_bytes().startswith(b"\x89PNG")
    addresses = [reverse(f"analysis:{name}", args=[study.code]) for name in APART]
    for address in (*addresses, f"{reverse('analysis:compare')}?studies={study.code}"):
        page.goto(live_server.url + address)
        assert violations(page, ".results") == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert "98" in page.inner_text(".results")


@in_process
def test_marked_text_is_not_pulled_away(window, live_server, study):
    page = window()
    open_results(page, address_of(live_server, study))
    page.locator(".sentence").evaluate("element => getSelection().selectAllChildren(element)")
    give_answers(study, 1, 1)
    recompute(study_id=study.pk)
    page.wait_for_timeout(1500)
    assert page.evaluate("getSelection().toString()").startswith("30 of 98 answers")
    page.evaluate("getSelection().removeAllRanges()")
    page.wait_for_selector("text=31 of 98 answers", timeout=5000)


@in_process
def test_without_javascript_the_page_renews_itself(window, live_server, study):
    page = window(java_script_enabled=False)
    open_results(page, address_of(live_server, study))
    assert "30 of 98 answers, 14 right." in page.text_content(".sentence")
    assert page.get_attribute("meta[http-equiv=refresh]", "content") == "15"
    assert page.locator(".foot noscript a").is_visible()


@in_process
def test_cut_off_it_says_so_and_comes_back_by_itself(browser, live_server, study):
    context = browser.new_context()
    page = context.new_page()
    open_results(page, address_of(live_server, study))
    context.set_offline(True)
    page.wait_for_selector("text=Not connected: these numbers may be old.", timeout=5000)
    context.set_offline(False)
    page.wait_for_selector("#connection", state="hidden", timeout=8000)
    context.close()


@in_process
def test_signed_out_it_says_so(browser, live_server, study):
    context = browser.new_context()
    page = context.new_page()
    open_results(page, address_of(live_server, study))
    context.clear_cookies()
    page.wait_for_selector("text=You are signed out.", timeout=5000)
    context.close()


@in_process
def test_hidden_page_asks_for_nothing(window, live_server, study):
    page = window()
    page.clock.install()
    open_results(page, address_of(live_server, study))
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    page.evaluate("Object.defineProperty(document, 'hidden', {value: true, configurable: true})")
    page.clock.pause_at(page.evaluate("Date.now() / 1000 + 1.2"))
    page.wait_for_timeout(200)  # what was asked for before comes in
    asked.clear()
    page.clock.run_for(2500)
    page.wait_for_timeout(200)
    assert asked == []
    page.evaluate("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'))")
    page.wait_for_timeout(500)
    assert len(asked) == 1


@in_process
def test_everything_can_be_copied_as_text(window, live_server, study):
    give_answers(study, 68, 31)
    recompute(study_id=study.pk)
    page = window()
    open_results(page, address_of(live_server, study))
    for details in page.locator("#results details").all():
        details.evaluate("element => element.open = true")
    text = re.sub(r"\s+", " ", page.inner_text("#results"))
    wanted = "45 of 98 right, 41 needed", "(95 % limit)", "experts 15 public 68", "ABB 17", "98 45"
    for part in wanted:
        assert part in text
