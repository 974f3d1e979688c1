"""`make drill`: restore the newest backup into a database of its own, and compare all results."""

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg2

from triadsurvey.localstack import StackError
from triadsurvey.localstack.backup import bring_up_to_date, database_url, load, note
from triadsurvey.localstack.control import say
from triadsurvey.localstack.places import Places

SCRATCH = "triadsurvey_drill"


def drill(places: Places, file: Path | None = None) -> int:
    """Prove that a backup can be restored, without touching the database."""
    file = file or _newest(places)
    if not file.is_file():
        raise StackError(f"There is no file {file}.")
    with database_url(places) as url, scratch_database(url) as scratch:
        load(file, scratch)
        bring_up_to_date(places, scratch)
        note(url, "drill")
    shown = os.path.relpath(file)
    say(f"{shown} can be restored; every result and verdict in it is the same as counted anew.")
    return 0


def _newest(places: Places) -> Path:
    """Return the newest backup: their names sort by time."""
    found = sorted((places.checkout / "backups").glob("*.dump"))
    if not found:
        raise StackError("There is no backup under backups/: `make backup` makes one.")
    return found[-1]


@contextlib.contextmanager
def scratch_database(url: str) -> Iterator[str]:
    """Make an empty database on the server of this one; drop it afterwards."""
    with contextlib.closing(psycopg2.connect(url)) as connection:
        connection.autocommit = True
        cursor = connection.cursor()
        cursor.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
        cursor.execute(f"CREATE DATABASE {SCRATCH}")
        try:
            parts = urlsplit(url)
            yield f"{parts.scheme}://{parts.netloc}/{SCRATCH}?{parts.query}"
        finally:
            cursor.execute(f"DROP DATABASE IF EXISTS {SCRATCH} WITH (FORCE)")
