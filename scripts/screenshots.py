"""Take pictures of the pages for the documentation: three widths, light and dark.

`make screenshots` starts servers of its own, makes studies from the demo's texts, visits the pages
in a real Chromium, and writes the pictures and docs/screens/README.md, which shows them.
"""

import hashlib
import io
import os
import secrets
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

CHECKOUT = Path(__file__).resolve().parent.parent
FOLDER = CHECKOUT / "docs" / "screens"
WIDTHS = {390: 740, 768: 1024, 1440: 900}
SCHEMES = ("light", "dark")
ACCOUNT = ("ana@example.org", "triads-in-June")
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
    sys.path.insert(0, str(CHECKOUT))
    from triadsurvey.localstack.servers import TemporaryServers

    servers = TemporaryServers().start()
    try:
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "triadsurvey.settings",
            "SECRET_KEY": secrets.token_urlsafe(50),
            "DATABASE_URL": servers.postgres.url(),
            "REDIS_URL": servers.valkey.url(),
            "STATIC_PLAIN": "true",
        }
        manage = [sys.executable, str(CHECKOUT / "manage.py")]
        subprocess.run([*manage, "migrate", "--verbosity", "0"], check=True)
        places = make_studies()
        with served(manage) as address:
            take_pictures(address, places)
    finally:
        servers.stop()
    write_index()


def make_studies() -> dict[str, Any]:
    """Make a running study, a finished one and a masked one; return their paths and a key."""
    import django

    django.setup()
    from django.core.management import call_command

    from analysis.recomputation.store import recompute
    from studies.models import RecruitmentLink, Study, User
    from studies.services.lifecycle import drafts, opening
    from studies.services.lifecycle.opening_warnings import ACCEPTING
    from tests.analysis.answering import give_outcomes

    user = User.objects.create_superuser(*ACCOUNT)
    call_command("load_demo", stdout=io.StringIO())
    done = drafts.duplicate(study=Study.objects.get(), user=user)
    done.title, done.evaluations, done.evaluations_per_judge = "Restaurant descriptions", 98, 1
    done.save()
    done = opening.open_study(study=done, user=user, accepted=list(ACCEPTING))
    outcomes = [(number * 7) % 20 < 9 for number in range(done.evaluations)]
    give_outcomes(done, outcomes)
    recompute(study_id=done.pk)
    links: dict[str, str] = {}
    kinds: dict[str, dict[str, Any]] = {
        "plain": {"asks_reason": True, "asks_sureness": True},
        "masked": {"presentation": "masked"},
    }
    for name, fields in kinds.items():
        study = drafts.duplicate(study=done, user=user)
        for field, value in {"title": "Restaurant descriptions", **fields}.items():
            setattr(study, field, value)
        study.evaluations_per_judge = 2
        study.save()
        opening.open_study(study=study, user=user, accepted=list(ACCEPTING))
        link = RecruitmentLink.objects.create(study=study, panel="students", done_code="TRIAD-27")
        links[name] = f"/j/{link.token}/"
    own = f"/studies/{done.code}/"
    links |= make_rating_studies(done, user)
    pages = {"study": own, "results": f"{own}results/", "people": f"{own}people/"}
    return {"studies": "/studies/", "question": "/studies/new/", **pages, **links}


def make_rating_studies(source: Any, user: Any) -> dict[str, str]:
    """Have the texts of a study rated: one study is just opened, one has its verdict."""
    from analysis.recomputation.store import recompute
    from studies.models import RatingPlan, RecruitmentLink
    from studies.services.lifecycle import opening
    from studies.services.lifecycle.opening_warnings import ACCEPTING
    from studies.services.texts import next_study
    from tests.analysis.rating import rate_sheets

    studies = []
    for _ in range(2):
        study = next_study.rate_texts(study=source, user=user)
        study.title = "Which descriptions are better?"
        study.save()
        RatingPlan.objects.filter(study=study).update(
            setup=RatingPlan.Setup.TOGETHER,
            criteria=RatingPlan._meta.get_field("criteria").get_default()[1:],
            reference_text="The Eagle is a pub near the river.",
        )
        studies.append(opening.open_study(study=study, user=user, accepted=list(ACCEPTING)))
    link = RecruitmentLink.objects.create(study=studies[0], panel="students")
    rate_sheets(studies[1], judges=18, value=made_up_rating)
    recompute(study_id=studies[1].pk)
    return {"sheet": f"/j/{link.token}/", "ratings": f"/studies/{studies[1].code}/results/"}


def made_up_rating(judge: int, item: str, system: str, criterion: str) -> int:
    """Return a number: each judge has a scale, each item a height, B is better in quality."""
    drawn = int.from_bytes(
        hashlib.sha256(f"{judge} {item} {system} {criterion}".encode()).digest()[:2]
    )
    better = 1.25 if (system, criterion) == ("B", "quality") else 1.0
    return round((70 + 15 * (judge % 4) + drawn % 40) * better / 5) * 5


@contextmanager
def served(manage: list[str]) -> Iterator[str]:
    """Serve the product on loopback, and yield its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [*manage, "runserver", f"127.0.0.1:{port}", "--noreload"]
    process = subprocess.Popen(command, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.2)
        yield address
    finally:
        process.terminate()
        process.wait()


def take_pictures(address: str, places: dict[str, str]) -> None:
    """Visit all pages once in each size and scheme."""
    from tests import chromium

    FOLDER.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        program = str(chromium.find())
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for width, height in WIDTHS.items():
            for scheme in SCHEMES:
                context = browser.new_context(
                    viewport={"width": width, "height": height},
                    color_scheme=scheme,  # type: ignore[arg-type]  # one of its literals
                )
                visit_pages(context.new_page(), address, places, f"{width}-{scheme}")
                context.close()
        browser.close()


def visit_pages(page: Page, address: str, places: dict[str, str], kind: str) -> None:
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
    page.fill("#id_username", ACCOUNT[0])
    page.fill("#id_password", ACCOUNT[1])
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
