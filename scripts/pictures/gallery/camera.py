"""A browser that takes each page in six looks: three widths, light and dark."""

import io
import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Browser, ConsoleMessage, Page, Response

from scripts.pictures.site import SCHEMES, WIDTHS

# What is below is cut off, so that sheets can be looked at one after the other.
TALLEST = 1400
SHEET_WIDTH = 2000
GAP = 12
# Chromium tells the console of each answer of 400 and more, wanted or not.
TOLD_BY_STATUS = "Failed to load resource: the server responded with a status of"


class Album:
    """The pictures of one run: which are wanted, where they are, and what was wrong with pages."""

    def __init__(self, folder: Path, only: str) -> None:
        self.folder = folder
        self.taken: list[str] = []
        self.problems: list[str] = []
        self._only = re.compile(only)
        self._workers = ThreadPoolExecutor(2)
        self._sheets: list[Future[None]] = []

    def wants(self, name: str) -> bool:
        """Return whether a page of this name is to be pictured."""
        return bool(self._only.search(name))

    def add(self, name: str, looks: list[bytes]) -> None:
        """Join the six looks of a page in one picture, in the background."""
        self.taken.append(name)
        path = self.folder / file_name(name)
        self._sheets.append(self._workers.submit(join, looks, path))

    def finish(self) -> None:
        """Wait for the last pictures."""
        for sheet in self._sheets:
            sheet.result()


def file_name(name: str) -> str:
    """Return the name of a page's picture."""
    return re.sub(r"[^a-z0-9_.=-]+", "-", name.lower()).strip("-") + ".png"


def join(looks: list[bytes], path: Path) -> None:
    """Put three looks beside each other and the dark ones below, as a small file."""
    opened = [Image.open(io.BytesIO(look)).convert("RGB") for look in looks]
    rows = [opened[: len(WIDTHS)], opened[len(WIDTHS) :]]
    size = sum(WIDTHS) + GAP * (len(WIDTHS) - 1), sum(map(_height, rows)) + GAP
    sheet = Image.new("RGB", size, "#b05080")
    top = 0
    for row in rows:
        left = 0
        for look in row:
            sheet.paste(look, (left, top))
            left += look.width + GAP
        top += _height(row) + GAP
    scale = SHEET_WIDTH / sheet.width
    small = sheet.resize((SHEET_WIDTH, round(sheet.height * scale)), Image.Resampling.BOX)
    small.quantize(128, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(path)


def _height(row: list[Image.Image]) -> int:
    return max(look.height for look in row)


class Visit:
    """One person's browser at the site."""

    def __init__(self, page: Page, address: str, album: Album) -> None:
        self.page = page
        self.address = address
        self.album = album
        # The status of a failure that is provoked.
        self.wanted = 200
        self._complaints: list[str] = []
        page.set_default_timeout(15_000)
        page.on("console", self._note)
        page.on("response", self._look_at_status)
        page.on("pageerror", lambda error: self._complaints.append(str(error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and TOLD_BY_STATUS not in message.text:
            self._complaints.append(message.text)

    def _look_at_status(self, response: Response) -> None:
        is_page = response.request.is_navigation_request()
        if is_page and response.status >= 500 and response.status != self.wanted:
            self.album.problems.append(f"{response.url}: status {response.status}")

    def go(self, path: str, *, status: int | None = 200) -> None:
        """Open an address; another status than the wanted one is a problem (None: any)."""
        self.wanted = status or self.wanted
        response = self.page.goto(self.address + path)
        got = response.status if response else 0
        if status is not None and got != status:
            self.album.problems.append(f"{path}: status {got}, not {status}")

    def press(self, name: str) -> None:
        """Press the first button of this name in the page's main part."""
        self.page.get_by_role("main").get_by_role("button", name=name).first.click()
        self.page.wait_for_load_state()

    def send_empty(self, selector: str = "main form") -> None:
        """Send a form as a browser does that checks nothing itself."""
        with self.page.expect_navigation():
            self.page.locator(selector).first.evaluate("form => form.submit()")

    def take(self, name: str) -> None:
        """Picture the page as it stands, if its picture is wanted."""
        if not self.album.wants(name):
            return
        looks = []
        self.page.wait_for_load_state()
        for scheme in SCHEMES:
            self.page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]  # one of its literals
            for width, height in WIDTHS.items():
                self.page.set_viewport_size({"width": width, "height": height})
                looks.append(self._look(name, width, scheme))
        problems = [f"{name}: {complaint}" for complaint in self._complaints]
        self.album.problems += problems
        self._complaints.clear()
        self.album.add(name, looks)

    def _look(self, name: str, width: int, scheme: str) -> bytes:
        wide, tall = self.page.evaluate(
            "[document.documentElement.scrollWidth, document.documentElement.scrollHeight]"
        )
        if wide > width and scheme == SCHEMES[0]:
            self.album.problems.append(f"{name}: moves sideways at {width} px ({wide} px wide)")
        clip: Any = {"x": 0, "y": 0, "width": width, "height": min(tall, TALLEST)}
        return self.page.screenshot(full_page=True, clip=clip, animations="disabled")


class Photographer:
    """Opens a browser for each person who visits."""

    def __init__(self, browser: Browser, address: str, album: Album) -> None:
        self.browser = browser
        self.address = address
        self.album = album

    @contextmanager
    def visit(self, session: str = "", **options: Any) -> Iterator[Visit]:
        """Let a person come: by the key of a session, else without an account."""
        context = self.browser.new_context(locale="en-GB", **options)
        if session:
            cookie: Any = {"name": "sessionid", "value": session, "url": self.address}
            context.add_cookies([cookie])
        try:
            yield Visit(context.new_page(), self.address, self.album)
        finally:
            context.close()

    def each(self, names: tuple[str, ...], work: Callable[[], None]) -> None:
        """Do the work of some pictures, if one of them is wanted; note what went wrong."""
        if not any(self.album.wants(name) for name in names):
            return
        try:
            work()
        except Exception as error:  # noqa: BLE001 - one page that fails must not cost the others
            words = str(error).strip().splitlines() or [""]
            self.album.problems.append(f"{names[0]}: {type(error).__name__}: {words[0]}")
