"""The file of an upload: a table, or a ZIP with a table and images."""

import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from studies import stimuli
from studies.models import Study, Upload
from studies.services.texts.upload_state import state_of


@dataclass(frozen=True, slots=True)
class SourceFile:
    """An upload's table as text, and the ZIP that it came in."""

    decoded: stimuli.Decoded
    archive: stimuli.Archive | None

    @classmethod
    def read(cls, content: bytes, encoding: str = "") -> "SourceFile":
        """Open what was uploaded. Raises `UploadError`."""
        archive = stimuli.open_archive(content) if stimuli.is_archive(content) else None
        raw = archive.table() if archive else content
        return cls(stimuli.decode(raw, encoding), archive)

    @classmethod
    def of(cls, upload: Upload, encoding: str | None = None) -> "SourceFile":
        """Open a stored upload, in `encoding` or else in the one chosen for it.

        Raises `UploadError` for another encoding.
        """
        chosen = state_of(upload).chosen_encoding if encoding is None else encoding
        return cls.read(zlib.decompress(upload.content), chosen)

    def table(self, columns: Mapping[str, int] | None, *, untitled: bool = False) -> stimuli.Table:
        """Return the table, with our columns in the given places. Raises `UploadError`."""
        return stimuli.read_rows(self.decoded.text, columns, untitled=untitled)

    def read_through(self, columns: Mapping[str, int] | None, *, untitled: bool = False) -> None:
        """Read the table to its end. Raises `UploadError`."""
        for _row in self.table(columns, untitled=untitled).rows():
            pass

    def texts(
        self, study: Study, columns: Mapping[str, int] | None, *, untitled: bool
    ) -> Iterator[stimuli.TextRow]:
        """Yield the rows, with subjects and items as they, or the study's texts, spell them first.

        Raises `UploadError`.
        """
        items = study.samples.order_by("pk").values_list("item", flat=True)
        return stimuli.one_spelling(self.table(columns, untitled=untitled).rows(), items)

    def is_unmatched(self) -> bool:
        """Whether our columns are missing or named twice. Raises `UploadError` for other faults."""
        try:
            self.table(None)
        except stimuli.UploadError as error:
            if error.code not in ("missing_columns", "duplicate_columns"):
                raise
            return True
        return False


def packed(content: bytes) -> bytes:
    """Compress a file: fifty megabytes as they are take seconds on their way into the database."""
    return zlib.compress(content, 1)
