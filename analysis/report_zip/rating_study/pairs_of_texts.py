"""What in the texts of two systems differs beside what judges rate, as tables and as a file."""

from collections.abc import Iterator
from typing import Any

from analysis.charts.table import DataTable
from analysis.machine_judge import job as machine_judge
from analysis.report_zip.companions import of_program, written
from analysis.report_zip.paper.companion_tables import (
    NONE,
    OF_MACHINE_JUDGE,
    judged_cells,
    judged_now,
)
from analysis.results.study_results import StudyResults
from studies.kinds.pair import Pair
from studies.models import Study
from studies.services.lifecycle.checks import surface_cues
from studies.stimuli.cues.surface_cues import SLIGHT, Cue
from studies.workbench.texts.cue_words import rows_of

NOTE = (
    "Each two systems whose texts were compared, beside the ratings: it decides nothing. Of a pair "
    "a is the first system, b the second. surface_cues: d is (mean a - mean b) / pooled standard "
    "deviation; samples: the texts concerned, by their numbers in texts.csv. machine_judge: a "
    "score above 0 is a text taken for a's; stale: of other texts than now."
)
# The table names the strongest; the file has all.
MOST_OF_A_PAIR = 3
OF_CUES = (
    "Means of all texts, and d, the standardised difference of the two: from 0.5 on (names and "
    "identical texts always), the three strongest of a pair; companions.json has all. These are "
    "properties of the texts, measured and not estimated: no p. Exploratory: nothing here decides."
)
OF_PROGRAM = (
    f"{OF_MACHINE_JUDGE.format(authors='systems')} Exploratory: nothing here decides, and texts "
    "that are told apart need not be better or worse."
)


def companions_of_pairs(study: Study) -> dict[str, str]:
    """Return companions.json by its name; none where no pair was compared."""
    pairs = [told for pair in Pair.all_of(study) if len(told := _told(pair)) > 1]
    return written({"note": NOTE, "pairs": pairs}) if pairs else {}


def _told(pair: Pair) -> dict[str, Any]:
    """Return what was found, by the names of the two."""
    cues, judged = surface_cues.known_report(pair), machine_judge.latest(pair)
    return {
        "systems": {letter: pair.study.subjects[letter] for letter in pair.letters},
        **({"surface_cues": [_cue(cue) for cue in cues["cues"]]} if cues else {}),
        **({"machine_judge": of_program(pair, judged)} if judged else {}),
    }


def _cue(cue: Cue) -> dict[str, Any]:
    return {name: value for name, value in cue.items() if name != "keys"} | {"samples": cue["keys"]}


def pair_tables(results: StudyResults) -> list[DataTable]:
    """Return the tables of all pairs; none where results are hidden."""
    if results.snapshot.hidden:
        return []
    pairs = Pair.all_of(results.study)
    return [*_of_cues(pairs), *_of_program(pairs)]


def _of_cues(pairs: list[Pair]) -> Iterator[DataTable]:
    rows = [row for pair in pairs for row in _cue_rows(pair)]
    if rows:
        heads = ("systems", "what differs", "first", "second", "d")
        title = "What differs in the surface of the texts of two systems"
        yield DataTable("surface_cues", title, heads, tuple(rows), OF_CUES)


def _cue_rows(pair: Pair) -> Iterator[tuple[str, ...]]:
    """Yield what differs clearly, the strongest first; a line of its own where nothing does."""
    report = surface_cues.known_report(pair)
    if report is None:
        return
    apart = {cue["code"] for cue in report["cues"] if cue["apart"]}
    clear = [row for row in rows_of(report["cues"]) if row.level > SLIGHT]
    for row in clear[:MOST_OF_A_PAIR]:
        d = "no overlap" if row.code in apart else row.d
        yield (pair.in_words, row.title, row.a, row.b, d)
    if not clear:
        yield (pair.in_words, "nothing clearly", NONE, NONE, NONE)


def _of_program(pairs: list[Pair]) -> Iterator[DataTable]:
    asked = [(pair, judged) for pair in pairs if (judged := judged_now(pair))]
    if asked:
        heads = ("systems", "right of the first", "of the second", "of both", "p")
        rows = tuple((pair.in_words, *judged_cells(judged)) for pair, judged in asked)
        title = "How often the machine judge tells the texts of two systems apart"
        yield DataTable("programs", title, heads, rows, OF_PROGRAM)
