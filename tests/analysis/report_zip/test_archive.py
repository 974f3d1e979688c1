"""The ZIP: whole, streamed in pieces, with a manifest of what is in it."""

import hashlib
import io
import json
import zipfile
from contextlib import closing

from analysis.report_zip.archive import PLAIN_ROWS, ArchiveFile, zipped
from studies.exports import Export
from studies.exports.columns import Column

NUMBER = (Column("number"), Column("square"))


def table(count: int) -> ArchiveFile:
    return ArchiveFile.table("table.csv", Export(NUMBER, count, ((n, n * n) for n in range(count))))


def opened(pieces: list[bytes]) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(b"".join(pieces)))


def test_files_stand_in_a_folder_and_the_manifest_names_them() -> None:
    files = [table(2), ArchiveFile.text("note.txt", "é")]
    with opened(list(zipped(files, folder="report", about={"title": "Rain"}))) as archive:
        assert archive.testzip() is None
        names = ["report/table.csv", "report/note.txt", "report/manifest.json"]
        assert archive.namelist() == names
        content = archive.read("report/table.csv")
        assert content == b"number,square\r\n0,0\r\n1,1\r\n"
        assert archive.read("report/note.txt") == "é".encode()
        manifest = json.loads(archive.read("report/manifest.json"))
    assert manifest["title"] == "Rain"
    assert manifest["files"][0] == {
        "name": "table.csv",
        "rows": 2,
        "bytes": len(content),
        "sha256": hashlib.sha256(content).hexdigest(),
    }
    assert "rows" not in manifest["files"][1]


def test_only_a_long_table_needs_the_large_format() -> None:
    for rows, version in ((PLAIN_ROWS, zipfile.DEFAULT_VERSION), (PLAIN_ROWS + 1, 45)):
        with opened(list(zipped([table(rows)], folder="f", about={}))) as archive:
            assert archive.getinfo("f/table.csv").extract_version == version


def test_breaking_off_closes_the_rows_of_the_file_that_is_written() -> None:
    closed = []

    def rows():
        try:
            while True:
                yield (1, 1)
        finally:
            closed.append(True)

    file = ArchiveFile.table("t.csv", Export(NUMBER, PLAIN_ROWS + 1, rows()))
    with closing(zipped([file], folder="f", about={})) as pieces:
        assert sum(len(next(pieces)) for _ in range(3)) > 0
        assert closed == []
    assert closed == [True]
