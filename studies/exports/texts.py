"""The texts of a study."""

from collections.abc import Generator, Sequence
from typing import Any

from django.db.models import QuerySet

from studies.exports.snapshot import reading
from studies.exports.writing import Cell, Export
from studies.models import Study

FETCHED_AT_ONCE = 500

COLUMNS = (
    *("sample", "kind", "subject", "subject_name", "item", "context", "text"),
    *("language", "direction", "row", "content_sha256"),
    *("alt_text", "image", "image_sha256", "left_out"),
)


def texts_of(study: Study) -> Export:
    """Every text, with the number by which the answers name it."""
    samples = study.samples.order_by("pk")
    columns = samples.values_list(
        *("pk", "kind", "subject", "item", "context", "text"),
        *("language", "direction", "row", "content_hash"),
        *("alt_text", "image__name", "image__sha256", "left_out"),
    )
    return Export(COLUMNS, samples.count(), _rows(columns, study.subjects))


def _rows(
    samples: QuerySet[Any, Any], names: dict[str, str]
) -> Generator[Sequence[Cell], None, None]:
    with reading(samples, at_once=FETCHED_AT_ONCE) as rows:
        for pk, kind, subject, *others, left_out in rows:
            yield (pk, kind, subject, names[subject], *others, int(left_out))
