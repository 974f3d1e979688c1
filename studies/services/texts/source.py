"""The file of an upload: a table of any kind, or a ZIP with a table and images."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from studies import stimuli
from studies.models import Study, Upload
from studies.services.texts.stored_file import file_of
from studies.services.texts.upload_state import state_of


@dataclass(frozen=True, slots=True)
class SourceFile:
    """An upload's table as text, and the ZIP that it came in."""

    decoded: stimuli.Decoded
    archive: stimuli.Archive | None
    csv: str | None = None  # of JSON
    sheet: str = ""  # of a workbook
    sheets: tuple[str, ...] = ()

    @classmethod
    def read(cls, content: bytes, *, encoding: str = "", sheet: str = "") -> "SourceFile":
        """Open what was uploaded. Raises `UploadError`."""
        archive = None
        if stimuli.is_archive(content) and not stimuli.is_workbook(content):
            archive = stimuli.open_archive(content)
            content = archive.table()
        if stimuli.is_workbook(content):
            found = stimuli.read_workbook(content, sheet)
            text = stimuli.decode(found.text.encode())
            return cls(text, archive, sheet=found.name, sheets=found.names)
        decoded = stimuli.decode(content, encoding)
        begin = next(decoded.pieces(), "")
        csv = stimuli.csv_of_json(decoded.text) if stimuli.is_json(begin) else None
        return cls(decoded, archive, csv)

    @classmethod
    def of(
        cls, upload: Upload, *, encoding: str | None = None, sheet: str | None = None
    ) -> "SourceFile":
        """Open a stored upload, in `encoding` and at `sheet` or else in those chosen for it.

        Raises `UploadError` for another encoding.
        """
        state = state_of(upload)
        return cls.read(
            file_of(upload),
            encoding=state.chosen_encoding if encoding is None else encoding,
            sheet=state.chosen_sheet if sheet is None else sheet,
        )

    @property
    def _source(self) -> stimuli.Decoded | str:
        return self.decoded if self.csv is None else self.csv

    def lines(self) -> int:
        """Return how many lines end in the table."""
        pieces = self.decoded.pieces() if self.csv is None else [self.csv]
        return sum(piece.count("\n") for piece in pieces)

    def head(self) -> stimuli.TableHead:
        """Return the column names, and the first rows. Raises `UploadError`."""
        return stimuli.read_head(self._source)

    def table(self, layout: stimuli.Layout | None = None) -> stimuli.Table:
        """Return the table. Raises `UploadError`."""
        return stimuli.read_rows(self._source, layout)

    def read_through(self, layout: stimuli.Layout) -> None:
        """Read the table to its end. Raises `UploadError`."""
        for _row in self.table(layout).rows():
            pass

    def texts(self, study: Study, layout: stimuli.Layout) -> "SpelledRows":
        """Return the rows, with subjects and items as they, or the study's texts, spell them first.

        Raises `UploadError`.
        """
        return SpelledRows(self.table(layout), study)

    def certain_layout(self, subjects: Collection[str]) -> stimuli.Layout | None:
        """Return the layout of the table; None where a person has to say it.

        `subjects` are the names of the study's. Raises `UploadError`.
        """
        if not self._is_unmatched(subjects):
            return stimuli.Layout()
        return self.head().certain(subjects) if len(self.sheets) < 2 else None

    def _is_unmatched(self, subjects: Collection[str]) -> bool:
        """Whether our columns are missing or named twice, or others are ours by another name.

        Raises `UploadError` for other faults.
        """
        try:
            self.table()
        except stimuli.UploadError as error:
            if error.code not in ("missing_columns", "duplicate_columns"):
                raise
            return True
        return bool(self.head().renamed(subjects))


@dataclass(frozen=True, slots=True)
class SpelledRows:
    """The rows of a table in one spelling, read anew each time: as a list they may fill memory."""

    table: stimuli.Table
    study: Study

    def __iter__(self) -> Iterator[stimuli.TextRow]:
        """Yield the rows. Raises `UploadError`."""
        items = self.study.samples.order_by("pk").values_list("item", flat=True)
        return stimuli.one_spelling(self.table.rows(), items.iterator())
