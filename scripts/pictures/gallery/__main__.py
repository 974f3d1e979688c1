"""`make gallery`: picture every page and state; `ONLY=regex` those with such names.

Writes one picture of each page with its six looks, and `index.html`, into `.local/gallery/`. Says
what moves sideways, what has another status than wanted, and what the browser complains of.
"""

import html
import os
import shutil
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from typing import Any

from django.urls import reverse

from scripts.pictures.gallery import pages
from scripts.pictures.gallery.camera import Album, Photographer, Visit, file_name
from scripts.pictures.gallery.visits import WALKS
from scripts.pictures.site import CHECKOUT, chromium, empty_site, served

FOLDER = CHECKOUT / ".local" / "gallery"
# Sign-in by a university is on, so that its pages are there; the provider is away.
SETTINGS = {
    "OIDC_ISSUER": "http://127.0.0.1:9/away",
    "OIDC_CLIENT_ID": "gallery",
    "OIDC_CLIENT_SECRET": "not-a-secret",
    "OIDC_NAME": "Example University",
    "REGISTRATION_DOMAINS": "example.org",
}


def main() -> int:
    """Make the gallery; return 1 where something was wrong."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # so that its servers end, too
    began, only = time.monotonic(), os.environ.get("ONLY", "")
    if not only:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    album = Album(FOLDER, only)
    with empty_site(**SETTINGS) as servers, served(FOLDER / "server.log") as address:
        from scripts.pictures.gallery.scene import Scene

        scene = Scene(servers)
        with chromium() as browser:
            photographer = Photographer(browser, address, album)
            picture_addresses(photographer, scene)
            picture_walks(photographer, scene)
        album.finish()
    write_index()
    say(f"{len(album.taken)} pages in {time.monotonic() - began:.0f} s: {FOLDER}/index.html")
    for problem in album.problems:
        say(problem)
    return 1 if album.problems or not album.taken else 0


def picture_addresses(photographer: Photographer, scene: Any) -> None:
    """Picture the pages that an address alone shows."""
    with ExitStack() as open_visits:
        visits: dict[str, Visit] = {}
        for one in pages.shown():

            def look(one: pages.Shown = one) -> None:
                arguments = one.arguments(scene)
                if one.who not in visits:
                    session = scene.session_of(getattr(scene, one.who)) if one.who else ""
                    visits[one.who] = open_visits.enter_context(photographer.visit(session))
                visit = visits[one.who]
                path = reverse(one.address, args=arguments)
                visit.go(f"{path}?{one.query}" if one.query else path, status=one.status)
                visit.take(one.name)

            photographer.each((one.name,), look)


def picture_walks(photographer: Photographer, scene: Any) -> None:
    """Picture what takes more than an address; failures come last."""
    from scripts.pictures.gallery import failures, judges, researchers

    for module in (researchers, judges, failures):
        for walk in WALKS:
            if walk.work.__module__ == module.__name__:
                photographer.each(walk.names, partial(walk.work, photographer, scene))


def write_index() -> None:
    """Write the page that shows all pictures there are."""
    order = [file_name(name) for name in names()]
    there = sorted(
        (path.name for path in FOLDER.glob("*.png")),
        key=lambda name: order.index(name) if name in order else len(order),
    )
    shown = "\n".join(
        f'<h2>{html.escape(name[:-4])}</h2>\n<img src="{html.escape(name)}" loading="lazy" alt="">'
        for name in there
    )
    style = "<style>img { max-width: 100% } body { font-family: sans-serif }</style>"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><title>Gallery</title>{style}'
    (FOLDER / "index.html").write_text(f"{head}\n{shown}\n")


def names() -> Iterator[str]:
    """Yield the name of every picture, in their order."""
    yield from (one.name for one in pages.shown())
    for walk in WALKS:
        yield from walk.names


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(main())
