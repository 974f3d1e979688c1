"""Rows of statements that are written by hand: columns as models, and links and studies kept.

Where a row lies (`ctid`) and which transaction wrote it (`xmin`) are others after each update. The
statements of the judges' way return both (`version_of`), so a link or a study that was closed,
revoked or amended a moment ago is read anew, and one that was not costs no query. What depends on
the time as well (whether an end date has passed) is no part of a row: ask the database for it.

The kept rows are shared by all requests of a process: nothing may be set on them.
"""

import hashlib
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import islice
from typing import Any, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import JSONField, Model
from django.db.models.base import ModelState

from studies.models import RecruitmentLink, Study

LINKS, STUDIES = 2000, 200

M = TypeVar("M", bound=Model)


class Columns(Generic[M]):
    """Some columns of a model, for a statement that calls its table `alias`."""

    def __init__(self, model: type[M], alias: str, *names: str) -> None:
        fields = [field for field in model._meta.concrete_fields if field.attname in names]
        self._model = model
        # In the order of the model, as `from_db` takes them.
        self._names = [field.attname for field in fields]
        self._columns = [field.column for field in fields]
        self.sql = ", ".join(
            f'{alias}."{field.column}"{"::json" if isinstance(field, JSONField) else ""}'
            for field in fields
        )

    def of_table(self, alias: str) -> str:
        """Return the columns for a statement in which they have been read under this name."""
        return ", ".join(f'{alias}."{column}"' for column in self._columns)

    def of(self, values: Iterable[Any]) -> M:
        """Return the row; a column that was not read is read where it is used.

        As `from_db` does it, but without the model's `__init__` and its signals, which take as long
        as the statement.
        """
        row = self._model.__new__(self._model)
        vars(row).update(zip(self._names, values, strict=True))
        row._state = ModelState()
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS
        return row

    def take(self, values: Iterator[Any]) -> M:
        """Return the row that the next values are."""
        return self.of(islice(values, len(self._names)))


def relate(row: Model, **others: Model | None) -> None:
    """Set related rows that were read together with this one, and name it already."""
    row._state.fields_cache.update(others)


def fetch_one(statement: str, values: dict[str, Any]) -> tuple[Any, ...] | None:
    """Return the first row of a statement; None where it gives none.

    It is prepared once in each connection, so that PostgreSQL does not plan it each time anew.
    """
    name, prepare, execute, parameters = _prepared(statement)
    database: Any = connections[DEFAULT_DB_ALIAS]  # ours, of `triadsurvey.postgresql`
    cursor = database.kept_cursor()
    known: set[str] = database.prepared_statements
    if name not in known:
        cursor.execute(prepare)
        known.add(name)
    cursor.execute(execute, [values[parameter] for parameter in parameters])
    # Of psycopg2, past Django's look for errors: the row is here already.
    row: tuple[Any, ...] | None = cursor.cursor.fetchone()
    return row


_PARAMETER = re.compile(r"%\((\w+)\)s")


@lru_cache(maxsize=100)
def _prepared(statement: str) -> tuple[str, str, str, list[str]]:
    """Return name, PREPARE and EXECUTE of a statement, and its parameters in their order."""
    parameters = list(dict.fromkeys(_PARAMETER.findall(statement)))
    numbered = _PARAMETER.sub(lambda found: f"${parameters.index(found[1]) + 1}", statement)
    name = f"judging_{hashlib.sha256(statement.encode()).hexdigest()[:16]}"
    places = ", ".join(["%s"] * len(parameters))
    execute = f"EXECUTE {name}({places})" if places else f"EXECUTE {name}"
    return name, f"PREPARE {name} AS {numbered}", execute, parameters


def version_of(alias: str) -> str:
    """Return the SQL for the version of the row that a statement calls `alias`."""
    return f"({alias}.ctid::text || ' ' || {alias}.xmin::text)"


def key_and_version_of(alias: str) -> str:
    """Return the SQL for the key and the version of the row that a statement calls `alias`."""
    return f"{alias}.id, {version_of(alias)}"


@lru_cache(maxsize=LINKS)
def kept_link(link_id: int, version: str, study_id: int, study_version: str) -> RecruitmentLink:
    """Return the link, with its study; raise DoesNotExist where either was erased."""
    link: RecruitmentLink = RecruitmentLink.objects.get(pk=link_id)
    relate(link, study=kept_study(study_id, study_version))
    return link


@lru_cache(maxsize=STUDIES)
def kept_study(study_id: int, version: str) -> Study:
    """Return the study without its frozen plan; raise DoesNotExist where it was erased."""
    study: Study = Study.objects.defer("plan_json").get(pk=study_id)
    return study
