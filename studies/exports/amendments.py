"""The amendments of a plan in one line: the last column of a study's files."""

from collections.abc import Generator, Sequence
from contextlib import closing

from studies.exports.columns import Cell, Column
from studies.exports.writing import Export, utc
from studies.models import Amendment, Study

COLUMN = Column(
    "amendments",
    meaning="The plan's amendments so far: see amendments.csv",
    values="text; empty: none",
)
AFTER_LOOKING = {False: "before results could be seen", True: "after results could be seen"}


def amendments_in_words(study: Study) -> str:
    """Return all amendments in one line; empty where the plan stands as it was frozen."""
    return "; ".join(_in_words(one) for one in Amendment.objects.filter(study=study))


def _in_words(one: Amendment) -> str:
    raised = one.kind == Amendment.Kind.EVALUATIONS
    what = f"number raised from {one.old_evaluations} to {one.new_evaluations}"
    return f"{utc(one.at)} {what if raised else 'reopened'}, {AFTER_LOOKING[one.after_looking]}"


def amended(export: Export, study: Study) -> Export:
    """Return the file with a last column that tells the amendments, so that every copy does."""
    text = amendments_in_words(study)
    return Export((*export.columns, COLUMN), export.count, _with_last(export.rows, text))


def _with_last(
    found: Generator[Sequence[Cell], None, None], cell: str
) -> Generator[Sequence[Cell], None, None]:
    with closing(found) as rows:
        for row in rows:
            yield (*row, cell)
