"""Which files the report holds."""

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import override

from analysis.reading_behaviour.export import reading_export
from analysis.recomputation.counting import METHOD_VERSION
from analysis.report_zip import codebook as book
from analysis.report_zip import tables
from analysis.report_zip.archive import Part
from analysis.report_zip.documents import documents
from analysis.report_zip.methods import paragraphs
from analysis.results.export import COLUMNS as RESULTS
from analysis.results.export import results_export
from analysis.results.standalone_charts import chart_files
from analysis.results.study_results import StudyResults
from studies.exports import Export, amended, amendments_in_words, answers_export, texts_export
from studies.exports.writing import utc
from studies.models import Study

SCRIPTS = Path(__file__).parent / "scripts"


def parts_of(results: StudyResults) -> list[Part]:
    """All files but the manifest. What is small is made now, in English; rows are read later."""
    with override("en"):
        plan = tables.plan_json(results.study)
        texts = {
            "plan.json": plan,
            **paragraphs(results),
            **documents(results),
            **chart_files(results.snapshot),
            **{path.name: path.read_text() for path in sorted(SCRIPTS.glob("recompute.*"))},
        }
        found = list(_tables(results, plan))
    return [
        *(Part.table(name, export) for name, export in found),
        *(Part.text(name, text) for name, text in texts.items()),
    ]


def _tables(results: StudyResults, plan: str) -> Iterator[tuple[str, Export]]:
    study = results.study
    quantities = list(results_export(results).rows)
    rows = {
        "answers.csv": answers_export(study),
        "trials.csv": tables.trials_export(study),
        "judges.csv": tables.judges_export(study),
        "reading.csv": reading_export(study),
        "texts.csv": texts_export(study),
    }
    found = {
        **{name: amended(export, study) for name, export in rows.items()},
        "plan.csv": tables.plan_export(study, plan),
        "amendments.csv": tables.amendments_export(study),
        "results.csv": tables.listed(RESULTS, quantities),
    }
    yield from found.items()
    columns = {name: export.columns for name, export in found.items()}
    columns["codebook.csv"] = book.COLUMNS
    yield "codebook.csv", book.codebook(columns, [str(row[0]) for row in quantities])


def about(study: Study) -> dict[str, Any]:
    """What the manifest says before it lists the files."""
    return {
        "study": str(study.code),
        "title": study.title,
        "plan_sha256": study.plan_sha256,
        "amendments": amendments_in_words(study),
        "made_at_utc": utc(datetime.now(UTC)),
        "method_version": METHOD_VERSION,
        "note": (
            "All files come from one moment of the database. CSV: UTF-8, comma, RFC 4180; a text "
            "that a spreadsheet would take for a formula stands behind an apostrophe."
        ),
    }
