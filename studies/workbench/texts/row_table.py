"""The table of the preview: rows of the file, with what is wrong marked in its cell."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from studies.services.texts.upload_state import PreviewRow
from studies.stimuli import Finding, quoted

HEADS = {
    "subject": "Subject",
    "item": "Item",
    "text": "Text",
    "context": "Context",
    "condition": "Condition",
    "image": "Image",
    "alt_text": "Description of the image",
    "kind": "Kind",
    "language": "Language",
    "direction": "Direction",
}
# What each row of a file without further columns has in them.
PLAIN = {"kind": "main", "direction": "auto"}
# Where a finding is marked, by its code; by what it names, or at the row, where it is not here.
CELLS = {
    **dict.fromkeys(("no_subject", "other_subject", "other_system"), "subject"),
    **dict.fromkeys(("no_item", "item_too_long", "single_text_item", "one_subject_item"), "item"),
    **dict.fromkeys(("item_without", "item_with_several"), "item"),
    **dict.fromkeys(("identical_in_item", "identical_of_items"), "text"),
    "spelling": "item",
    **dict.fromkeys(("empty_text", "text_too_long", "bad_sentences", "contains_name"), "text"),
    **dict.fromkeys(("identical_between", "identical_within"), "text"),
    **dict.fromkeys(("alike_between", "alike_within"), "text"),
    **dict.fromkeys(("context_too_long", "other_context"), "context"),
    "condition_too_long": "condition",
    **dict.fromkeys(("no_alt_text", "alt_text_too_long"), "alt_text"),
    "bad_kind": "kind",
    "bad_language": "language",
    "bad_direction": "direction",
}


@dataclass(frozen=True, slots=True)
class RowCell:
    """A cell with what is wrong in it, and what is worth a look."""

    text: str
    errors: tuple[str, ...]
    warnings: tuple[str, ...]
    name: str = ""

    @property
    def head(self) -> str:
        """The head of its column."""
        return HEADS.get(self.name, "")


@dataclass(frozen=True, slots=True)
class MarkedRow:
    """A row; `own` holds what is wrong with the row as a whole."""

    number: int
    own: RowCell
    cells: tuple[RowCell, ...]

    @property
    def has_errors(self) -> bool:
        """Whether the row stops the upload."""
        return any(cell.errors for cell in (self.own, *self.cells))


@dataclass(frozen=True, slots=True)
class RowTable:
    """The rows under the heads of the columns that any of them fills."""

    heads: tuple[str, ...]
    rows: tuple[MarkedRow, ...]

    @property
    def wrong(self) -> int:
        """How many of its rows stop the upload."""
        return sum(row.has_errors for row in self.rows)


def row_table(rows: Sequence[PreviewRow], findings: Iterable[Finding]) -> RowTable:
    """Return the rows with the findings that are about them."""
    by_row: dict[int, list[Finding]] = {}
    for finding in findings:
        if finding.row is not None:
            by_row.setdefault(finding.row, []).append(finding)
    marked = {name for found in by_row.values() for one in found if (name := _place(one))}
    filled = {name for name in HEADS for row in rows if getattr(row, name) != PLAIN.get(name, "")}
    names = [name for name in HEADS if name in filled | marked | {"subject", "item"}]
    return RowTable(
        heads=tuple(HEADS[name] for name in names),
        rows=tuple(_marked(row, names, by_row.get(row.number, ())) for row in rows),
    )


def _place(finding: Finding) -> str:
    """Return the column in which a finding is marked; empty where it is the whole row."""
    if finding.code in ("nul", "surrogate"):
        return str(finding.params["column"])
    if finding.code.startswith("image_") or finding.code == "no_image":
        return "image"
    return CELLS.get(finding.code, "")


def _marked(row: PreviewRow, names: Sequence[str], found: Iterable[Finding]) -> MarkedRow:
    of_row = [one for one in found if one.subject in ("", quoted(row.subject))]
    cells = tuple(
        _cell(getattr(row, name), name, [one for one in of_row if _place(one) == name])
        for name in names
    )
    own = _cell("", "", [one for one in of_row if _place(one) not in names])
    return MarkedRow(row.number, own, cells)


def _cell(text: str, name: str, found: Sequence[Finding]) -> RowCell:
    return RowCell(
        text=text,
        errors=tuple(dict.fromkeys(one.message for one in found if one.is_error)),
        warnings=tuple(dict.fromkeys(one.message for one in found if not one.is_error)),
        name=name,
    )
