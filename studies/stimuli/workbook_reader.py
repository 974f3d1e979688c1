"""Turn one sheet of a workbook into CSV: a program of its own, with little memory and time.

    python workbook_reader.py [SHEET] < workbook > answer

A workbook of a few kilobytes may claim billions of cells. What it asks for is taken from this
process, which is then ended by the system; the process that waits for it goes on.

The answer is a line of JSON, {"sheets": [...], "sheet": "..."}, and the sheet as CSV. SHEET is the
first that has cells where it is left out.
"""

import csv
import datetime
import io
import json
import resource
import sys

from python_calamine import CalamineSheet, CalamineWorkbook, SheetTypeEnum, SheetVisibleEnum

MEMORY = 1024 * 1024 * 1024
SECONDS = 20
# More than any table that is read has (studies.stimuli.table).
MAX_ROWS = 300_000
MAX_COLUMNS = 1000
TOO_LARGE = 3


def main() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    workbook = CalamineWorkbook.from_object(io.BytesIO(sys.stdin.buffer.read()))
    sheets = [
        sheet.name
        for sheet in workbook.sheets_metadata
        if sheet.typ == SheetTypeEnum.WorkSheet and sheet.visible == SheetVisibleEnum.Visible
    ]
    sheet = chosen(workbook, sheets, " ".join(sys.argv[1:]))
    out = io.TextIOWrapper(sys.stdout.buffer, encoding="utf-8", errors="replace", newline="")
    out.write(json.dumps({"sheets": sheets, "sheet": sheet.name if sheet else ""}) + "\n")
    if sheet is not None:
        writer = csv.writer(out)
        for row in sheet.to_python(skip_empty_area=False):
            writer.writerow([text_of(cell) for cell in row])
    out.flush()


def chosen(workbook: CalamineWorkbook, sheets: list[str], name: str) -> CalamineSheet | None:
    """Return the sheet of this name, else the first that has cells; None where none has."""
    for candidate in [name] if name in sheets else sheets:
        sheet = workbook.get_sheet_by_name(candidate)
        if sheet.total_height > MAX_ROWS or sheet.total_width > MAX_COLUMNS:
            sys.exit(TOO_LARGE)
        if sheet.height or candidate == name:
            return sheet
    return None


def text_of(cell: object) -> str:
    """Write a cell as a spreadsheet shows it: 3 and not 3.0, days without midnight."""
    if isinstance(cell, bool):
        return str(cell).upper()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    if isinstance(cell, datetime.datetime) and cell.time() == datetime.time():
        return cell.date().isoformat()
    if isinstance(cell, datetime.date | datetime.time):
        return cell.isoformat()
    return str(cell)


if __name__ == "__main__":
    main()
