"""A ZIP written piece by piece into no file at all: what is written is sent and forgotten."""

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

# Files with more rows may pass 2 GB, which the plain format cannot say (a text has 200 kB at
# most); the others are left plain, since not every program reads the larger format.
PLAIN_ROWS = 5000


@dataclass(frozen=True, slots=True)
class Part:
    """One file of the archive: its content by pieces; `rows` of a table."""

    name: str
    chunks: Generator[bytes, None, None]
    rows: int | None = None

    @classmethod
    def table(cls, name: str, export: Export) -> "Part":
        return cls(name, csv_chunks(export, bom=False), export.count)

    @classmethod
    def text(cls, name: str, text: str) -> "Part":
        return cls(name, _once(text.encode()))


def _once(content: bytes) -> Generator[bytes, None, None]:
    yield content


class _Outbox(io.RawIOBase):
    """Where the archive writes to. It cannot go back, so `zipfile` never asks it to."""

    def __init__(self) -> None:
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


def zipped(
    parts: Iterable[Part], *, folder: str, about: dict[str, Any]
) -> Generator[bytes, None, None]:
    """The archive, piece by piece; its last file tells rows, bytes and SHA-256 of the others."""
    outbox = _Outbox()
    files: list[dict[str, Any]] = []
    with ZipFile(outbox, "w", ZIP_DEFLATED) as archive:
        for part in parts:
            yield from _written(archive, outbox, folder, part, files)
        manifest = json.dumps(about | {"files": files}, indent=2, ensure_ascii=False) + "\n"
        archive.writestr(_info(folder, "manifest.json"), manifest, ZIP_DEFLATED)
    yield outbox.taken()


def _written(
    archive: ZipFile, outbox: _Outbox, folder: str, part: Part, files: list[dict[str, Any]]
) -> Iterator[bytes]:
    digest, size = hashlib.sha256(), 0
    large = (part.rows or 0) > PLAIN_ROWS
    with (
        closing(part.chunks) as chunks,
        archive.open(_info(folder, part.name), "w", force_zip64=large) as file,
    ):
        for chunk in chunks:
            file.write(chunk)
            digest.update(chunk)
            size += len(chunk)
            if piece := outbox.taken():
                yield piece
    rows = {} if part.rows is None else {"rows": part.rows}
    files.append({"name": part.name, **rows, "bytes": size, "sha256": digest.hexdigest()})
    yield outbox.taken()


def _info(folder: str, name: str) -> ZipInfo:
    info = ZipInfo(f"{folder}/{name}", datetime.now(UTC).timetuple()[:6])
    info.compress_type = ZIP_DEFLATED
    info.external_attr = 0o644 << 16  # readable once unpacked
    return info
