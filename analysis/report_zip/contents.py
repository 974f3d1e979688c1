"""Which files the report holds."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from django.utils.translation import override

from analysis.breakdown.reason_codes import reason_codes_export
from analysis.breakdown.report_tables import breakdowns_export
from analysis.reading_behaviour.export import reading_export
from analysis.recomputation.counting import METHOD_VERSION
from analysis.report_zip import codebook, tables
from analysis.report_zip.archive import ArchiveFile
from analysis.report_zip.companions import companions_file
from analysis.report_zip.documents import document_files
from analysis.report_zip.documents.render import markdown
from analysis.report_zip.methods.paragraph import methods_files
from analysis.report_zip.paper.content import ReportContent, report_content
from analysis.report_zip.paper.page import page_of
from analysis.report_zip.paper.pdf import NotTypesetError, pdf_of
from analysis.report_zip.rating_study.methods import rating_methods_files
from analysis.report_zip.rating_study.pairs_of_texts import companions_of_pairs
from analysis.report_zip.readme import readme
from analysis.results.export import results_export
from analysis.results.rating_study.export import quantity_names
from analysis.results.study_results import StudyResults
from analysis.verdict_text.conduct import conduct_sentences
from studies.exports import Export, amended, amendments_in_words, texts_export
from studies.exports.writing import utc
from studies.kinds import RATING, TRIANGLE
from studies.models import Study

SCRIPTS = Path(__file__).parent / "scripts"


def report_files(results: StudyResults) -> list[ArchiveFile]:
    """Return all files but the manifest: texts are made now, in English, and rows read later."""
    with override("en"):
        plan = tables.plan_json(results.study)
        content = report_content(results)
        kind = _KINDS[results.snapshot.kind]
        texts = {
            "plan.json": plan,
            **kind.texts(results),
            **document_files(content.documents),
            "design_statement_short.txt": f"{content.short_statement}\n",
            **{f"{figure.table.name}.svg": figure.svg for figure in content.figures},
            **{path.name: path.read_text() for path in sorted(kind.scripts.glob("*.*"))},
        }
        exports = dict(_exports(results, plan, content))
        to_be_read = _to_be_read(content)
        names = [*exports, *texts, *to_be_read]
        texts["README.md"] = readme(
            names,
            title=markdown(results.study.title),
            code=str(results.study.code),
            beside_plan=[markdown(one) for one in conduct_sentences(results.snapshot)],
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
    results: StudyResults, plan: str, content: ReportContent
) -> Iterator[tuple[str, Export]]:
    """Yield the tables by the names of their files; the codebook of them all comes last."""
    study = results.study
    of_results = results_export(results)
    quantities = list(of_results.rows)
    exports = {
        **tables.answer_tables(results),
        **_KINDS[study.kind].exports(results, content),
        "trials.csv": amended(tables.trials_export(study), study),
        "judges.csv": amended(tables.judges_export(study), study),
        "texts.csv": amended(texts_export(study), study),
        "plan.csv": tables.plan_export(study, plan),
        "amendments.csv": tables.amendments_export(study),
        "results.csv": tables.listed(of_results.columns, quantities),
    }
    yield from exports.items()
    columns = {name: export.columns for name, export in exports.items()}
    columns["codebook.csv"] = codebook.COLUMNS
    names = {"results.csv": [str(quantity[0]) for quantity in quantities]}
    if "rating_results.csv" in exports:
        names["rating_results.csv"] = quantity_names(results)
    yield "codebook.csv", codebook.codebook_export(columns, names)


def _beside_choices(results: StudyResults, content: ReportContent) -> dict[str, Export]:
    study = results.study
    breakdowns = breakdowns_export(str(study.code), content.breakdowns)
    return {
        "reading.csv": amended(reading_export(study), study),
        "reason_codes.csv": amended(reason_codes_export(study), study),
        "breakdowns.csv": amended(breakdowns, study),
    }


def _beside_ratings(_results: StudyResults, _content: ReportContent) -> dict[str, Export]:
    return {}


@dataclass(frozen=True, slots=True)
class KindFiles:
    """What only the report of one kind of study holds: further tables, texts, its scripts."""

    exports: Callable[[StudyResults, ReportContent], dict[str, Export]]
    texts: Callable[[StudyResults], dict[str, str]]
    scripts: Path


_KINDS = {
    TRIANGLE.key: KindFiles(
        _beside_choices,
        lambda results: {**methods_files(results), **companions_file(results.study)},
        SCRIPTS,
    ),
    RATING.key: KindFiles(
        _beside_ratings,
        lambda results: {**rating_methods_files(results), **companions_of_pairs(results.study)},
        SCRIPTS / "ratings",
    ),
}


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
