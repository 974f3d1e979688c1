"""Open an untrusted ZIP with a table and images: every member is checked before any is unpacked.

Nothing is written to disk. A member is read when it is asked for, and only up to its limit,
also where the ZIP states another size.
"""

import io
import stat
import unicodedata
import zipfile
import zlib
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from studies.stimuli.decoding import MAX_BYTES, MEGABYTE
from studies.stimuli.errors import UploadError

MAX_MEMBERS = 5000
MAX_IMAGE_BYTES = 5 * MEGABYTE
MAX_UNPACKED = 250 * MEGABYTE
# Deflate packs 1 : 1032 at best; texts reach 1 : 20, images hardly 1 : 2.
MAX_RATIO = 500
TABLES = (".csv", ".tsv", ".txt", ".xlsx", ".xls", ".ods", ".json", ".jsonl")
ARCHIVES = (".zip", ".gz", ".tgz", ".bz2", ".xz", ".7z", ".rar", ".tar", ".zst", ".jar")
# Files that operating systems add.
_LITTER = ("__macosx", ".ds_store", "thumbs.db", "desktop.ini")
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, ValueError, NotImplementedError)


def is_archive(raw: bytes) -> bool:
    """Whether this is a ZIP (which most workbooks are too)."""
    return raw.startswith((b"PK\x03\x04", b"PK\x05\x06"))


@dataclass(frozen=True, slots=True)
class Archive:
    """A checked ZIP: its one table, and its other files by normalised name."""

    table_name: str
    _zip: zipfile.ZipFile
    _members: dict[str, zipfile.ZipInfo]

    def table(self) -> bytes:
        """Return the bytes of the table. Raises `UploadError`."""
        return self._read(self._members[_normalised(self.table_name)], MAX_BYTES)

    def image(self, name: str) -> bytes | None:
        """Return the bytes of the image that the table calls `name`, if there is one.

        It is searched beside the table, then from the top of the ZIP. Raises `UploadError`.
        """
        name = name.replace("\\", "/").removeprefix("./")
        folder = self.table_name.rpartition("/")[0]
        for path in (f"{folder}/{name}" if folder else name, name):
            member = self._members.get(_normalised(path))
            if member is not None:
                return self._read(member, MAX_IMAGE_BYTES)
        return None

    def _read(self, member: zipfile.ZipInfo, limit: int) -> bytes:
        too_big = UploadError(
            "zip_too_big", name=shown_name(member.filename), limit=limit // MEGABYTE
        )
        if member.file_size > limit:
            raise too_big
        try:
            with self._zip.open(member) as file:
                content = file.read(limit + 1)
        except _BROKEN:
            raise UploadError("zip_damaged") from None
        if len(content) > limit:
            raise too_big
        return content


def open_archive(raw: bytes) -> Archive:
    """Check a ZIP and open it. Raises `UploadError`, which names the file and says what to do."""
    try:
        opened = zipfile.ZipFile(io.BytesIO(raw))
        listed = opened.infolist()
    except (*_BROKEN, RuntimeError):
        raise UploadError("zip_damaged") from None
    if len(listed) > MAX_MEMBERS:
        raise UploadError("zip_many", files=len(listed), limit=MAX_MEMBERS)
    for member in listed:
        _refuse_name(member)
    members = [m for m in listed if not m.is_dir() and not _is_litter(m.filename)]
    for member in members:
        _refuse_kind(member)
    _refuse_sizes(members, len(raw))
    _refuse_duplicates(members)
    return Archive(_table_of(members), opened, {_normalised(m.filename): m for m in members})


def _refuse_name(member: zipfile.ZipInfo) -> None:
    name = member.orig_filename
    parts = name.split("/")
    if (
        name.startswith("/")
        or "\\" in name
        or ".." in parts
        or ":" in parts[0]
        or not member.filename
        or any(not character.isprintable() for character in name)
    ):
        raise UploadError("zip_path", name=shown_name(name))


def _refuse_kind(member: zipfile.ZipInfo) -> None:
    name = shown_name(member.filename)
    if member.flag_bits & _ENCRYPTED:
        raise UploadError("zip_locked", name=name)
    # The upper half holds the Unix mode: a plain file, or 0 where there is none.
    if stat.S_IFMT(member.external_attr >> 16) not in (0, stat.S_IFREG):
        raise UploadError("zip_link", name=name)
    if member.filename.lower().endswith(ARCHIVES):
        raise UploadError("zip_nested", name=name)
    if member.compress_type not in _METHODS:
        raise UploadError("zip_method", name=name)


def _refuse_sizes(members: list[zipfile.ZipInfo], size: int) -> None:
    total = sum(member.file_size for member in members)
    if total > MAX_UNPACKED or total > MAX_RATIO * size:
        raise UploadError("zip_unpacked", limit=MAX_UNPACKED // MEGABYTE)


def _refuse_duplicates(members: Iterable[zipfile.ZipInfo]) -> None:
    names = Counter(_normalised(member.filename) for member in members)
    name, count = names.most_common(1)[0] if names else ("", 0)
    if count > 1:
        raise UploadError("zip_twice", name=shown_name(name))


def _table_of(members: Iterable[zipfile.ZipInfo]) -> str:
    tables = [m.filename for m in members if m.filename.lower().endswith(TABLES)]
    if not tables:
        raise UploadError("zip_no_table")
    if len(tables) > 1:
        names = ", ".join(shown_name(name) for name in tables[:5])
        raise UploadError("zip_tables", names=names)
    return tables[0]


def _is_litter(name: str) -> bool:
    parts = name.lower().split("/")
    return parts[0] in _LITTER or parts[-1] in _LITTER or parts[-1].startswith("._")


def _normalised(name: str) -> str:
    """Normalise a name: systems differ in case and in the composition of accents."""
    return unicodedata.normalize("NFC", name).casefold()


def shown_name(name: str) -> str:
    """Return a name that can be shown and stored."""
    clean = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return clean if len(clean) <= 80 else "…" + clean[-79:]
