"""What was uploaded: a table, or a ZIP with a table and images."""

from dataclasses import dataclass

from studies import stimuli


@dataclass(frozen=True, slots=True)
class Source:
    """An upload's table as text, and the ZIP that it came in."""

    decoded: stimuli.Decoded
    archive: stimuli.Archive | None

    @classmethod
    def read(cls, content: bytes, encoding: str = "") -> "Source":
        """Look into what was uploaded. Raises `UploadError`."""
        archive = stimuli.open_archive(content) if stimuli.is_archive(content) else None
        raw = archive.table() if archive else content
        return cls(stimuli.decode(raw, encoding), archive)

    def table(self, columns: dict[str, int] | None) -> stimuli.Table:
        """Its rows. Raises `UploadError`."""
        return stimuli.read_rows(self.decoded.text, columns)

    def is_unmatched(self) -> bool:
        """Whether our columns have other names there, or one of them twice."""
        try:
            self.table(None)
        except stimuli.UploadError as error:
            if error.code not in ("missing_columns", "duplicate_columns"):
                raise
            return True
        return False
