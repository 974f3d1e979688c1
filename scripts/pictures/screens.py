"""Take pictures of the pages for the documentation: three widths, light and dark.

`make screenshots` starts servers of its own, makes studies from the demo's texts, visits the pages
in a real Chromium, and writes the pictures and docs/screens/README.md, which shows them.
"""

import io

from PIL import Image
from playwright.sync_api import Page

from scripts.pictures.site import CHECKOUT, SCHEMES, WIDTHS, chromium, empty_site, served

FOLDER = CHECKOUT / "docs" / "screens"
PAGES = {
    "welcome": "The first page of a judge: what it is about, and consent",
    "triad": "Three texts, one choice",
    "why": "After the choice is stored: why, and how sure (where the study asks)",
    "masked": "Mouse-contingent reading: the sentence under the pointer",
    "thanks": "The end, with the completion code",
    "leave": "Leave, come back later, or withdraw",
    "studies": "A researcher's studies",
    "question": "The first step of a new study",
    "study": "A study's first page for its researchers",
    "people": "How judges come",
    "results": "Results: the verdict, the interval of pd, the path of right answers",
    "plan": "The planning page, without an account",
    "sheet": "A study of ratings: the texts of one item, each with its number",
    "ratings": "Results of a study of ratings: which is better, and by how much",
}


def main() -> None:
    """Make all pictures."""
    with empty_site():
        from scripts.pictures.screen_studies import ACCOUNT, make_studies

        places = make_studies()
        with served() as address:
            take_pictures(address, places, ACCOUNT)
    write_index()


def take_pictures(address: str, places: dict[str, str], account: tuple[str, str]) -> None:
    """Visit all pages once in each size and scheme."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,  # type: ignore[arg-type]  # one of its literals
                )
                kind = f"{width}-{scheme}"
                visit_pages(context.new_page(), address, places, account, kind)
                context.close()


def visit_pages(
    page: Page, address: str, places: dict[str, str], account: tuple[str, str], kind: str
) -> None:
    """Go where a judge goes, then where a researcher goes."""
    page.goto(address + places["plain"])
    take(page, "welcome", kind)
    page.get_by_role("button", name="I agree").click()
    page.locator("#confirm").wait_for()
    take(page, "triad", kind)
    page.locator('input[name="choice"]').nth(1).check(force=True)
    page.locator("#confirm").click()
    page.wait_for_url("**/why/**")
    take(page, "why", kind)
    page.goto(address + places["plain"])
    page.get_by_role("button", name="Continue").click()
    page.locator("#confirm").wait_for()
    page.goto(page.url.split("?")[0] + "leave/")
    take(page, "leave", kind)
    page.go_back()
    page.locator('input[name="choice"]').first.check(force=True)
    page.locator("#confirm").click()
    page.wait_for_url("**/why/**")
    page.get_by_role("main").get_by_role("button").first.click()
    page.get_by_text("TRIAD-27").wait_for()
    take(page, "thanks", kind)
    page.goto(address + places["masked"])
    page.get_by_role("button", name="I agree").click()
    page.locator("#confirm").wait_for()
    page.locator(".covered .s").first.hover()
    take(page, "masked", kind)
    page.goto(address + places["sheet"])
    page.get_by_role("button", name="I agree").click()
    page.locator("input[inputmode=numeric]").first.fill("80")
    take(page, "sheet", kind)
    page.goto(f"{address}/plan/")
    take(page, "plan", kind)
    page.goto(f"{address}/admin/login/?next={places['results']}")
    page.fill("#id_username", account[0])
    page.fill("#id_password", account[1])
    page.keyboard.press("Enter")
    page.locator("#results").wait_for()
    take(page, "results", kind)
    for name in ("studies", "question", "study", "people", "ratings"):
        page.goto(address + places[name])
        take(page, name, kind)


def take(page: Page, name: str, kind: str) -> None:
    """Save the visible part of the page in few colours, as a small file."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    picture.quantize(64).save(FOLDER / f"{name}-{kind}.png", optimize=True)


def write_index() -> None:
    """Write the page that shows the pictures."""
    lines = ["# Screens", "", "Made by `make screenshots`: 390, 768 and 1440 px, light and dark."]
    for name, words in PAGES.items():
        lines += ["", f"## {words}", ""]
        for scheme in SCHEMES:
            shown = [f"![{words}, {w} px, {scheme}]({name}-{w}-{scheme}.png)" for w in WIDTHS]
            lines += [" ".join(shown), ""]
    (FOLDER / "README.md").write_text("\n".join(lines).rstrip() + "\n")


if __name__ == "__main__":
    main()
