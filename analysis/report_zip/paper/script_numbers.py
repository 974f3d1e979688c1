"""The numbers of the report as its own script computes them, from the files of the archive."""

import importlib.util
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from analysis.report_zip import tables
from analysis.results.export import results_export
from analysis.results.study_results import StudyResults
from studies.exports import Export, csv_chunks
from studies.kinds import RATING, TRIANGLE, kind_of
from studies.models import Answer

SCRIPTS = Path(__file__).parents[1] / "scripts"
# The script reads all answers into memory: a report of more takes longer than a page may.
MAX_ANSWERS = 5000
TOO_MANY = (
    f"More than {MAX_ANSWERS:,} answers are too many to compute while a page is made: run "
    "recompute.py or recompute.R of the report (ZIP)."
)
WITHDRAWN = (
    "Ratings were withdrawn after the verdict: its numbers can no longer be computed from the "
    "files, and it stays as it was given."
)


@dataclass(frozen=True, slots=True)
class ScriptNumbers:
    """What the script computed (name, value), and what results.csv says otherwise.

    `drawn` of the numbers are p that the script draws anew: they differ from the stored ones by
    chance.
    Where nothing was computed, `none_because` says why.
    """

    numbers: tuple[tuple[str, str], ...] = ()
    differences: tuple[str, ...] = ()
    drawn: int = 0
    none_because: str = ""


def script_numbers(results: StudyResults) -> ScriptNumbers:
    """Run the script on the study's files, unless there is a reason not to."""
    if because := _none_because(results):
        return ScriptNumbers(none_because=because)
    with TemporaryDirectory() as name:
        folder = Path(name)
        for file, export in _files(results):
            with (folder / file).open("wb") as written:
                written.writelines(csv_chunks(export))
        script = _script(_PATHS[results.study.kind])
        computed = dict(script.recompute(folder))
        differences = script.disagreements(computed, folder)
        is_exact = kind_of(results.study).tells_apart
        drawn = set() if is_exact else set(script.drawn_anew(computed, folder))
    numbers = (
        (f"{_named(key)}{' (drawn anew)' if key in drawn else ''}", _printed(value))
        for key, value in computed.items()
    )
    return ScriptNumbers(tuple(numbers), tuple(differences), len(drawn))


def _none_because(results: StudyResults) -> str:
    counts = results.snapshot.counts
    if not counts.counted:
        return "No answer is counted yet."
    answers = Answer.objects.filter(study=results.study)
    if answers.filter(pk__gt=counts.last_answer or 0).exists():
        return "Answers that came a moment ago are being counted: open the report again."
    if answers.count() > MAX_ANSWERS:
        return TOO_MANY
    verdict, left = results.snapshot.verdict, counts.verdict_left
    if verdict and verdict.ratings and left and left.counted < verdict.counted:
        return WITHDRAWN
    return ""


def _files(results: StudyResults) -> Iterator[tuple[str, Export]]:
    """Yield the files that the script reads, as they stand in the archive."""
    yield from tables.answer_tables(results).items()
    yield "judges.csv", tables.judges_export(results.study)
    yield "trials.csv", tables.trials_export(results.study)
    yield "plan.csv", tables.plan_export(results.study, tables.plan_json(results.study))
    yield "results.csv", results_export(results)


_PATHS = {
    TRIANGLE.key: SCRIPTS / "recompute.py",
    RATING.key: SCRIPTS / "ratings" / "recompute.py",
}


@cache
def _script(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location("recompute", path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be read")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _named(key: str | tuple[str, ...]) -> str:
    """Return the name of a quantity; of a rating study it has the parts of rating_results.csv."""
    return key if isinstance(key, str) else " ".join(filter(None, key))


def _printed(value: object) -> str:
    return f"{value:.6g}" if isinstance(value, float) else str(value)
