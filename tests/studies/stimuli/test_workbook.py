"""Sheets of workbooks become tables of text, and hostile ones cost little."""

import io
import zipfile
from datetime import date, datetime, time
from pathlib import Path

import pytest
import xlsxwriter

from studies.stimuli import UploadError, is_workbook, read_rows, read_workbook

OLD = Path(__file__).parents[2] / "data" / "texts.xls"
ROWS = [["subject", "item", "text"], ["A", 1, "It rains."], ["B", 1.5, 'Sun, "later"\nand wind']]
ODS = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.2">
<office:body><office:spreadsheet><table:table table:name="Data">
{rows}</table:table></office:spreadsheet></office:body></office:document-content>"""
MANIFEST = """<?xml version="1.0" encoding="UTF-8"?>
<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"
 manifest:version="1.2"></manifest:manifest>"""
ODS_CELL = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'


def workbook(**sheets: list[list[object]]) -> bytes:
    """An .xlsx with these sheets; one with a name ending in `_hidden` is hidden."""
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True}) as made:
        for name, rows in sheets.items():
            sheet = made.add_worksheet(name)
            if name.endswith("_hidden"):
                sheet.hide()
            for number, row in enumerate(rows):
                sheet.write_row(number, 0, row)
    return file.getvalue()


def opendocument(rows: list[list[str]]) -> bytes:
    lines = "".join(
        f"<table:table-row>{''.join(map(ODS_CELL.format, row))}</table:table-row>" for row in rows
    )
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        packed.writestr("META-INF/manifest.xml", MANIFEST)
        packed.writestr("content.xml", ODS.format(rows=lines))
    return file.getvalue()


def altered(raw: bytes, member: str, change: tuple[str, str]) -> bytes:
    """The same workbook with one member changed."""
    file = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(file, "w", 8) as new:
        for info in old.infolist():
            content = old.read(info)
            if info.filename == member:
                assert change[0].encode() in content
                content = content.replace(*(part.encode() for part in change))
            new.writestr(info.filename, content)
    return file.getvalue()


def code_of(raw: bytes) -> str:
    with pytest.raises(UploadError) as caught:
        read_workbook(raw)
    return caught.value.code


def test_the_first_sheet_with_cells_is_read_as_a_spreadsheet_counts_it() -> None:
    raw = workbook(Empty=[], Texts=[[], *ROWS], Notes=[["x"]], Secret_hidden=[["y"]])
    assert is_workbook(raw)
    found = read_workbook(raw)
    assert (found.name, found.names) == ("Texts", ("Empty", "Texts", "Notes"))
    rows = [(row.number, row.subject, row.item, row.text) for row in read_rows(found.text).rows()]
    assert rows == [(3, "A", "1", "It rains."), (4, "B", "1.5", 'Sun, "later"\nand wind')]
    assert read_workbook(raw, "Notes").text.split() == ["x"]
    assert read_workbook(raw, "No such\0sheet").name == "Texts"


def test_a_workbook_of_old_excel_and_one_of_opendocument_are_read() -> None:
    old = OLD.read_bytes()
    assert is_workbook(old)
    assert [row.text for row in read_rows(read_workbook(old).text).rows()] == [
        "It rains.",
        "Rain, with sun — later.",
    ]
    new = opendocument([["subject", "item", "text"], ["A", "1", "Lluvia"]])
    assert is_workbook(new)
    assert read_workbook(new).text == "subject,item,text\r\nA,1,Lluvia\r\n"


def test_cells_are_written_as_a_spreadsheet_shows_them() -> None:
    file = io.BytesIO()
    with xlsxwriter.Workbook(file, {"in_memory": True, "default_date_format": "d/m/y"}) as made:
        sheet = made.add_worksheet()
        moment = datetime(2026, 1, 2, 3, 4)  # noqa: DTZ001 - spreadsheets know no zones
        sheet.write_row(0, 0, [True, 3, 2.5, "a, b", date(2026, 1, 2), moment, None, time(1, 2)])
    assert read_workbook(file.getvalue()).text == (
        'TRUE,3,2.5,"a, b",2026-01-02,2026-01-02T03:04:00,,01:02:00\r\n'
    )


@pytest.mark.parametrize(
    "raw",
    [
        workbook(Texts=ROWS)[:-200],
        OLD.read_bytes()[:3000],
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 5000,
        altered(workbook(Texts=ROWS), "xl/worksheets/sheet1.xml", ("<sheetData>", "<sheetData")),
    ],
    ids=["cut off", "old cut off", "old and empty", "no XML"],
)
def test_a_broken_workbook_is_refused_in_words(raw: bytes) -> None:
    assert is_workbook(raw)
    assert code_of(raw) == "workbook"


def test_a_cell_at_the_far_corner_costs_no_memory_of_ours() -> None:
    far = altered(workbook(Texts=ROWS), "xl/worksheets/sheet1.xml", ('r="C3"', 'r="XFD1048576"'))
    assert code_of(far) in ("workbook", "workbook_too_large")


def test_a_workbook_that_unpacks_to_gigabytes_is_refused() -> None:
    padding = "<!--" + "x" * 100_000_000 + "-->"
    bomb = altered(
        workbook(Texts=ROWS), "xl/worksheets/sheet1.xml", ("</sheetData>", f"</sheetData>{padding}")
    )
    assert len(bomb) < 1_000_000
    read_workbook(bomb)  # a comment is passed over
    many = "".join(f'<row r="{n}"><c r="A{n}"><v>1</v></c></row>' for n in range(4, 400_000))
    large = altered(
        workbook(Texts=ROWS), "xl/worksheets/sheet1.xml", ("</sheetData>", f"{many}</sheetData>")
    )
    assert code_of(large) == "workbook_too_large"
