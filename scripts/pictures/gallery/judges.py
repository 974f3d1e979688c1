"""The ways of judges: from the link to the thanks, and what can come between."""

from typing import Any

from scripts.pictures.gallery.camera import Photographer, Visit
from scripts.pictures.gallery.visits import walk

AGREE = "I agree"


def begin(visit: Visit, link: str) -> None:
    """Open a link and agree to take part."""
    visit.go(link)
    visit.press(AGREE)


def choose(visit: Visit) -> None:
    """Choose the first text, and confirm."""
    visit.page.locator('input[name="choice"]').first.check(force=True)
    with visit.page.expect_navigation():
        visit.page.locator("#confirm").click()


def code_of(visit: Visit) -> str:
    """Return the address of the judge's page without what is below it."""
    return "/t/" + visit.page.url.split("/t/")[1].split("/")[0] + "/"


@walk(
    "judge welcome", "judge welcome, nothing chosen", "judge no consent",
    of="judge:welcome judge:start",
)  # fmt: skip
def arrive(photographer: Photographer, scene: Any) -> None:
    link = scene.judged("Arriving")
    with photographer.visit() as visit:
        visit.go(link)
        visit.take("judge welcome")
        visit.send_empty()
        visit.take("judge welcome, nothing chosen")
        visit.go(link)
        visit.page.locator("button[value=no]").click()
        visit.take("judge no consent")


@walk(
    "judge questions", "judge questions, wrong", "judge practice", "judge feedback",
    "judge texts", "judge texts, nothing chosen", "judge why", "judge second texts", "judge leave",
    "judge back again", "judge last questions", "judge thanks", "judge thanks, once more",
    of="judge:questions judge:trial judge:why judge:leave judge:next",
)  # fmt: skip
def whole_visit(photographer: Photographer, scene: Any) -> None:
    link = scene.asked_everything
    with photographer.visit() as visit:
        page = visit.page
        begin(visit, link)
        visit.take("judge questions")
        visit.send_empty("main form:has(button)")
        visit.take("judge questions, wrong")
        page.locator("input[type=radio], select option").first.click(force=True)
        page.locator("main form button").last.click()
        page.locator("#confirm").wait_for()
        visit.take("judge practice")
        choose(visit)
        visit.take("judge feedback")
        page.get_by_role("main").get_by_role("button").first.click()
        page.locator("#confirm").wait_for()
        visit.take("judge texts")
        visit.send_empty("form:has(#confirm)")
        visit.take("judge texts, nothing chosen")
        choose(visit)
        visit.take("judge why")
        page.get_by_role("main").get_by_role("button").first.click()
        page.locator("#confirm").wait_for()
        visit.take("judge second texts")
        visit.go(code_of(visit) + "leave/")
        visit.take("judge leave")
        visit.go(link)
        visit.take("judge back again")
        visit.press("Continue")
        choose(visit)
        page.get_by_role("main").get_by_role("button").first.click()
        page.wait_for_load_state()
        visit.take("judge last questions")
        page.locator("main form button").last.click()
        page.wait_for_load_state()
        visit.take("judge thanks")
        visit.go(link)
        visit.take("judge thanks, once more")


@walk("judge attention", "judge personal link", of="judge:welcome judge:trial")
def single_pages(photographer: Photographer, scene: Any) -> None:
    with photographer.visit() as visit:
        begin(visit, scene.attentive)
        visit.take("judge attention")
    with photographer.visit() as visit:
        visit.go(scene.personal)
        visit.take("judge personal link")


@walk(
    "judge withdraw", "judge withdrawn", "judge came back after withdrawing",
    of="judge:withdraw",
)  # fmt: skip
def withdraw(photographer: Photographer, scene: Any) -> None:
    link = scene.judged("Withdrawing")
    with photographer.visit() as visit:
        begin(visit, link)
        visit.go(code_of(visit) + "withdraw/")
        visit.take("judge withdraw")
        visit.page.locator("main form button").last.click()
        visit.page.wait_for_load_state()
        visit.take("judge withdrawn")
        visit.go(link, status=410)
        visit.take("judge came back after withdrawing")


@walk(
    "judge numbers", "judge numbers, wrong", "judge degree", "judge masked", "judge masked, one",
    of="judge:ratings judge:whole",
)  # fmt: skip
def other_texts(photographer: Photographer, scene: Any) -> None:
    rate = {"ask": "rate", "when": "each", "reference": ["The Eagle is a pub near the river."],
            "criteria": [{"key": "quality", "label": "", "definition": ""}]}  # fmt: skip
    degree = {"ask": "degree", "when": "each", "criteria": [], "reference": []}
    for name, asked in (("judge numbers", rate), ("judge degree", degree)):
        with photographer.visit() as visit:
            begin(visit, scene.judged(name, follow_up=asked))
            choose(visit)
            visit.take(name)
            if name == "judge numbers":
                visit.send_empty("main form:has(input[inputmode])")
                visit.take("judge numbers, wrong")
    with photographer.visit() as visit:
        begin(visit, scene.judged("Masked", presentation="masked"))
        visit.page.locator("#confirm").wait_for()
        visit.take("judge masked")
        visit.page.locator(".covered .s").first.hover()
        visit.take("judge masked, one")


REFERENCE = {"reference_text": "The Eagle is a pub near the river."}
SHEETS: dict[str, dict[str, Any]] = {
    "number": {"setup": "together", **REFERENCE},
    "slider": {"setup": "together", "entry": "slider", **REFERENCE},
    "likert": {"method": "likert", "setup": "together"},
    "likert of 11 points": {"method": "likert", "setup": "together", "scale_points": 11},
    "plain": {"method": "plain_me", "setup": "apart", **REFERENCE},
    "apart": {"setup": "apart", **REFERENCE},
}
SHEET_NAMES = tuple(f"judge sheet, {name}" for name in SHEETS)


@walk(*SHEET_NAMES, *(f"{name}, wrong" for name in SHEET_NAMES), of="judge:trial")
def sheets(photographer: Photographer, scene: Any) -> None:
    for name, plan in SHEETS.items():
        names = f"judge sheet, {name}", f"judge sheet, {name}, wrong"

        def look(
            name: str = name, plan: dict[str, Any] = plan, names: tuple[str, str] = names
        ) -> None:
            with photographer.visit() as visit:
                begin(visit, scene.rated_by(name, **plan))
                visit.take(names[0])
                visit.send_empty("main form")
                visit.take(names[1])

        photographer.each(names, look)


@walk("judge sheet filled, numbers", "judge sheet filled, slider", "judge sheet filled, points",
      of="judge:trial")  # fmt: skip
def filled_sheets(photographer: Photographer, scene: Any) -> None:
    """Fill pages of ratings without sending them."""
    for name, kind in (("numbers", "number"), ("slider", "slider"), ("points", "likert")):
        with photographer.visit() as visit:
            begin(visit, scene.rated_by(f"Filled, {name}", **SHEETS[kind]))
            for place, field in enumerate(visit.page.locator("input[inputmode]").all()):
                field.fill(str(60 + 15 * place))
            for scale in visit.page.locator("fieldset.scale").all():
                scale.locator("input").nth(3).check(force=True)
            visit.page.evaluate("document.activeElement.blur(); scrollTo(0, 0)")
            visit.take(f"judge sheet filled, {name}")


@walk("judge sheet practice", "judge sheet feedback", of="judge:trial")
def sheet_practice(photographer: Photographer, scene: Any) -> None:
    with photographer.visit() as visit:
        begin(visit, scene.practised_sheet)
        visit.take("judge sheet practice")
        for field in visit.page.locator("input[inputmode]").all():
            field.fill("80")
        with visit.page.expect_navigation():
            visit.page.locator("main form button").last.click()
        visit.take("judge sheet feedback")


LANGUAGES = ("ar", "de", "zh-hans", "fr")
SPOKEN = tuple(f"judge in {one}, {page}" for one in LANGUAGES for page in ("welcome", "texts"))


@walk(*SPOKEN, of="judge:welcome judge:trial")
def languages(photographer: Photographer, scene: Any) -> None:
    link = scene.judged("In other languages")
    for language in LANGUAGES:
        with photographer.visit() as visit:
            visit.go(f"{link}?lang={language}")
            visit.take(f"judge in {language}, welcome")
            visit.page.locator("button[value=yes]").click()
            visit.page.locator("#confirm").wait_for()
            visit.take(f"judge in {language}, texts")


REFUSALS = (
    "unknown", "mistyped", "excluded", "no_id", "two_ids", "revoked", "expired", "paused", "closed",
    "complete", "quota", "no_place", "too_many_starts", "lapsed", "not_accepted",
)  # fmt: skip


@walk(
    *(f"judge refused, {reason}" for reason in REFUSALS),
    of="judge:welcome judge:unknown judge:elsewhere",
)
def refusals(photographer: Photographer, scene: Any) -> None:
    for reason in REFUSALS:
        name = f"judge refused, {reason}"

        def look(reason: str = reason, name: str = name) -> None:
            with photographer.visit() as visit:
                address, status = scene.refused(reason)
                visit.go(address, status=status)
                visit.take(name)

        photographer.each((name,), look)
