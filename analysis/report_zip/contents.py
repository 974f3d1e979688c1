"""Which files the report holds."""

from collections.abc import Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import override

from analysis.breakdown.reason_codes import reason_codes_export
from analysis.breakdown.report_tables import Breakdowns, breakdowns_export
from analysis.reading_behaviour.export import reading_export
from analysis.recomputation.counting import METHOD_VERSION
from analysis.report_zip import codebook, tables
from analysis.report_zip.archive import ArchiveFile
from analysis.report_zip.companions import companions_file
from analysis.report_zip.documents import document_files
from analysis.report_zip.documents.render import markdown
from analysis.report_zip.methods import methods_files
from analysis.report_zip.paper.content import ReportContent, report_content
from analysis.report_zip.paper.page import page_of
from analysis.report_zip.paper.pdf import NotTypesetError, pdf_of
from analysis.report_zip.readme import readme
from analysis.results.export import results_export
from analysis.results.standalone_charts import chart_files
from analysis.results.study_results import StudyResults
from studies.exports import (
    Export,
    amended,
    amendments_in_words,
    answers_export,
    ratings_export,
    texts_export,
)
from studies.exports.writing import utc
from studies.models import Study

SCRIPTS = Path(__file__).parent / "scripts"


def report_files(results: StudyResults) -> list[ArchiveFile]:
    """Return all files but the manifest: texts are made now, in English, and rows read later."""
    with override("en"):
        plan = tables.plan_json(results.study)
        content = report_content(results)
        texts = {
            "plan.json": plan,
            **methods_files(results),
            **document_files(content.documents),
            "design_statement_short.txt": f"{content.short_statement}\n",
            **companions_file(results.study),
            **chart_files(results.snapshot),
            **{path.name: path.read_text() for path in sorted(SCRIPTS.glob("recompute.*"))},
        }
        exports = dict(_exports(results, plan, content.breakdowns))
        to_be_read = _to_be_read(content)
        names = [*exports, *texts, *to_be_read]
        texts["README.md"] = readme(
            names, title=markdown(results.study.title), code=str(results.study.code)
        )
    return [
        *(ArchiveFile.whole(name, content) for name, content in to_be_read.items()),
        *(ArchiveFile.table(name, export) for name, export in exports.items()),
        *(ArchiveFile.text(name, text) for name, text in texts.items()),
    ]


def _to_be_read(content: ReportContent) -> dict[str, bytes]:
    """Return page and PDF by the names of their files; no PDF where none can be made."""
    found = {"report.html": page_of(content).encode()}
    with suppress(NotTypesetError):
        found["report.pdf"] = pdf_of(content)
    return found


def _exports(
    results: StudyResults, plan: str, breakdowns: Breakdowns
) -> Iterator[tuple[str, Export]]:
    """Yield the tables by the names of their files; the codebook of them all comes last."""
    study = results.study
    of_results = results_export(results)
    quantities = list(of_results.rows)
    exports = {
        "answers.csv": amended(answers_export(study), study),
        **({"ratings.csv": amended(ratings_export(study), study)} if study.follow_up else {}),
        "trials.csv": amended(tables.trials_export(study), study),
        "judges.csv": amended(tables.judges_export(study), study),
        "reading.csv": amended(reading_export(study), study),
        "reason_codes.csv": amended(reason_codes_export(study), study),
        "breakdowns.csv": amended(breakdowns_export(str(study.code), breakdowns), study),
        "texts.csv": amended(texts_export(study), study),
        "plan.csv": tables.plan_export(study, plan),
        "amendments.csv": tables.amendments_export(study),
        "results.csv": tables.listed(of_results.columns, quantities),
    }
    yield from exports.items()
    columns = {name: export.columns for name, export in exports.items()}
    columns["codebook.csv"] = codebook.COLUMNS
    names = [str(quantity[0]) for quantity in quantities]
    yield "codebook.csv", codebook.codebook_export(columns, names)


def manifest_head(study: Study) -> dict[str, Any]:
    """Return what the manifest says before it lists the files."""
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
