"""A ZIP that is sent while it is written: nothing of it is kept."""

import hashlib
import io
import json
from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from studies.exports import Export, csv_chunks

# A table with more rows may pass 2 GB (a text has 200 kB at most) and needs the ZIP64 format. The
# others are left in the plain one, since not every program reads ZIP64.
PLAIN_ROWS = 5000


@dataclass(frozen=True, slots=True)
class ArchiveFile:
    """One file of the archive: its content in pieces, and of a table the number of its rows."""

    name: str
    chunks: Generator[bytes, None, None]
    rows: int | None = None

    @classmethod
    def table(cls, name: str, export: Export) -> "ArchiveFile":
        return cls(name, csv_chunks(export), export.count)

    @classmethod
    def text(cls, name: str, text: str) -> "ArchiveFile":
        return cls.whole(name, text.encode())

    @classmethod
    def whole(cls, name: str, content: bytes) -> "ArchiveFile":
        return cls(name, (piece for piece in [content]))


class _Buffer(io.RawIOBase):
    """What the archive is written to. It cannot seek, so `zipfile` never goes back."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def take(self) -> bytes:
        """Return what was written since the last call."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def zipped(
    files: Iterable[ArchiveFile], *, folder: str, about: dict[str, Any]
) -> Generator[bytes, None, None]:
    """Yield the archive piece by piece; its last file is the manifest.

    The manifest says what `about` says, and name, rows, bytes and SHA-256 of each file.
    """
    buffer = _Buffer()
    listed: list[dict[str, Any]] = []
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for file in files:
            yield from _write(archive, buffer, folder, file, listed)
        manifest = json.dumps(about | {"files": listed}, indent=2, ensure_ascii=False) + "\n"
        archive.writestr(_entry(folder, "manifest.json"), manifest, ZIP_DEFLATED)
    yield buffer.take()


def _write(
    archive: ZipFile,
    buffer: _Buffer,
    folder: str,
    file: ArchiveFile,
    listed: list[dict[str, Any]],
) -> Iterator[bytes]:
    """Add a file to the archive and to the list of the manifest; yield what came of it."""
    digest, size = hashlib.sha256(), 0
    large = (file.rows or 0) > PLAIN_ROWS
    with (
        closing(file.chunks) as chunks,
        archive.open(_entry(folder, file.name), "w", force_zip64=large) as entry,
    ):
        for chunk in chunks:
            entry.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            if piece := buffer.take():
                yield piece
    rows = {} if file.rows is None else {"rows": file.rows}
    listed.append({"name": file.name, **rows, "bytes": size, "sha256": digest.hexdigest()})
    yield buffer.take()


def _entry(folder: str, name: str) -> ZipInfo:
    entry = ZipInfo(f"{folder}/{name}", datetime.now(UTC).timetuple()[:6])
    entry.compress_type = ZIP_DEFLATED
    entry.external_attr = 0o644 << 16  # readable once unpacked
    return entry
