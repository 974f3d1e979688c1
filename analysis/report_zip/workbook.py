"""The report's main tables as one workbook, for people who work in a spreadsheet."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO

from xlsxwriter import Workbook
from xlsxwriter.format import Format
from xlsxwriter.worksheet import Worksheet

from analysis.report_zip import codebook, tables
from analysis.results.export import results_export
from analysis.results.rating_study.export import quantity_names
from analysis.results.study_results import StudyResults
from studies.exports import Export, amended, texts_export
from studies.exports.columns import Cell
from studies.exports.writing import utc
from studies.models import Answer, Rating, Study

# A workbook of more answers, or ratings, is made in minutes and opened in vain: there are the CSV
# files.
MAX_ROWS = 100_000
# What a cell holds, by the format.
MAX_CELL = 32_767
CUT_OFF = " […]"
OPTIONS = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
WIDEST, NARROWEST = 50, 8


def is_too_large(study: Study) -> bool:
    """Whether the study has more rows than people can work with in a spreadsheet."""
    answers = Answer.objects.filter(study=study).count()
    return max(answers, Rating.objects.filter(answer__study=study).count()) > MAX_ROWS


def workbook_file(results: StudyResults) -> BytesIO:
    """Return an .xlsx file: answers or ratings, judges, texts, results and codebook, a sheet each.

    Codes and ids are text, so that no program takes one for a number; numbers are numbers. A text
    of more than 32,767 characters is cut, and says so.
    """
    file = BytesIO()
    with Workbook(file, OPTIONS) as workbook:
        workbook.set_properties({"title": results.study.title, "created": datetime.now(UTC)})
        head = workbook.add_format({"bold": True, "bottom": 1})
        for name, export in _sheets(results):
            _fill(workbook.add_worksheet(name), export, head)
    file.seek(0)
    return file


def _fill(sheet: Worksheet, export: Export, head: Format) -> None:
    names = [column.name for column in export.columns]
    sheet.freeze_panes(1, 0)
    sheet.autofilter(0, 0, max(export.count, 1), len(names) - 1)
    for place, name in enumerate(names):
        width = WIDEST if name == "text" else min(max(len(name) + 2, NARROWEST), WIDEST)
        sheet.set_column(place, place, width)
        sheet.write_string(0, place, name, head)
    with closing(export.rows) as rows:
        for number, row in enumerate(rows, start=1):
            _write(sheet, number, row)


def _sheets(results: StudyResults) -> Iterator[tuple[str, Export]]:
    study = results.study
    of_results = results_export(results)
    quantities = list(of_results.rows)
    sheets = {
        **{
            name.removesuffix(".csv"): export
            for name, export in tables.answer_tables(results).items()
        },
        "judges": amended(tables.judges_export(study), study),
        "texts": amended(texts_export(study), study),
        "results": tables.listed(of_results.columns, quantities),
    }
    yield from sheets.items()
    columns = {f"{name}.csv": export.columns for name, export in sheets.items()}
    names = {"results.csv": [str(quantity[0]) for quantity in quantities]}
    if "rating_results" in sheets:
        names["rating_results.csv"] = quantity_names(results)
    told = codebook.codebook_export(columns, names)
    sheet_of = [(str(row[0]).removesuffix(".csv"), *row[1:]) for row in told.rows]
    yield "codebook", tables.listed(told.columns, sheet_of)


def _write(sheet: Worksheet, number: int, row: Sequence[Cell]) -> None:
    for place, cell in enumerate(row):
        if isinstance(cell, int | float):
            sheet.write_number(number, place, cell)
        elif cell is not None and cell != "":
            sheet.write_string(number, place, _text(cell))


def _text(cell: str | datetime) -> str:
    text = cell if isinstance(cell, str) else utc(cell)
    if len(text) <= MAX_CELL:
        return text
    return text[: MAX_CELL - len(CUT_OFF)] + CUT_OFF
