"""The amendments of a plan, which stand in every file of a study that has any."""

from collections.abc import Generator, Sequence
from contextlib import closing

from studies.exports.writing import Cell, Export, utc
from studies.models import Amendment, Study

COLUMN = "amendments"
LOOKED = {False: "before results could be seen", True: "after results could be seen"}


def amendments_in_words(study: Study) -> str:
    """All of them in one line; empty where the plan stands as it was frozen."""
    return "; ".join(_in_words(one) for one in Amendment.objects.filter(study=study))


def _in_words(one: Amendment) -> str:
    raised = one.kind == Amendment.Kind.EVALUATIONS
    what = f"number raised from {one.old_evaluations} to {one.new_evaluations}"
    return f"{utc(one.at)} {what if raised else 'reopened'}, {LOOKED[one.after_looking]}"


def amended(export: Export, study: Study) -> Export:
    """The file with a last column that tells them, so that no copy of it goes without."""
    return Export(
        (*export.columns, COLUMN),
        export.count,
        _with(export.rows, amendments_in_words(study)),
    )


def _with(
    found: Generator[Sequence[Cell], None, None], said: str
) -> Generator[Sequence[Cell], None, None]:
    with closing(found) as rows:
        for row in rows:
            yield (*row, said)
