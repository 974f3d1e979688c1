"""Pages of failures that are made on purpose: the last pictures, since they break the site."""

from typing import Any

from django.db import connection

from scripts.pictures.gallery.camera import Photographer
from scripts.pictures.gallery.judges import begin, code_of
from scripts.pictures.gallery.visits import walk

# A table that pages of judges and of researchers need.
TABLE = "studies_trial"


def _rename(one: str, other: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE {one} RENAME TO {other}")


@walk("failure 500, judge", "failure 500, judge's choice", "failure 500, researcher",
      "failure 500, researcher's form")  # fmt: skip
def faults(photographer: Photographer, scene: Any) -> None:
    """Take a table away, so that pages fail as by a fault of ours."""
    _fail(
        photographer, scene, "500", lambda: _rename(TABLE, "away"), lambda: _rename("away", TABLE)
    )


@walk("failure 503, judge", "failure 503, judge's choice", "failure 503, researcher",
      "failure 503, researcher's form")  # fmt: skip
def database_away(photographer: Photographer, scene: Any) -> None:
    """Stop the database."""

    def stop() -> None:
        connection.close()
        scene.servers.postgres.stop("immediate")

    _fail(photographer, scene, "503", stop, scene.servers.postgres.start)


def _fail(photographer: Photographer, scene: Any, status: str, spoil: Any, mend: Any) -> None:
    link, form = scene.judged(f"Failing {status}"), f"/studies/{scene.draft.code}/question/"
    session = scene.session_of(scene.owner)
    with photographer.visit() as judge, photographer.visit(session) as researcher:
        begin(judge, link)
        address = code_of(judge)
        judge.page.locator('input[name="choice"]').first.check(force=True)
        researcher.go(form)
        researcher.page.fill("#id_title", "Typed before")
        spoil()
        judge.wanted = researcher.wanted = int(status)
        try:
            judge.send_empty("form:has(#confirm)")
            judge.take(f"failure {status}, judge's choice")
            judge.go(address, status=int(status))
            judge.take(f"failure {status}, judge")
            researcher.send_empty("#content form[method=post]")
            researcher.take(f"failure {status}, researcher's form")
            researcher.go(f"/studies/{scene.draft.code}/people/", status=int(status))
            researcher.take(f"failure {status}, researcher")
        finally:
            mend()
