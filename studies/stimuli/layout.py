"""How the table of a file is laid out, and what its columns probably are."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

REQUIRED_COLUMNS = ("subject", "item", "text")
OPTIONAL_COLUMNS = (
    *("context", "condition", "kind", "language", "direction"),
    *("image", "alt_text", "sentences"),
)
COLUMNS = REQUIRED_COLUMNS + OPTIONAL_COLUMNS
# Where each subject has a column of its own, a row still says these of its texts.
WIDE_COLUMNS = ("item", "context", "condition", "kind", "language", "direction", "alt_text")
# Other names of these columns: proposed where they are matched by hand, and taken where all else
# is certain (`TableHead.certain`).
OTHER_NAMES = {
    "subject": ("author", "source", "system", "writer", "model", "who"),
    "item": ("id", "topic", "item_id", "key", "stimulus", "about", "name"),
    "text": ("output", "response", "generation", "sentence", "content", "ref", "reference"),
    "context": ("mr", "input", "prompt", "source", "source_text", "data", "meaning_representation"),
    "condition": ("treatment", "variant", "manipulation"),
    "kind": ("type",),
    "language": ("lang",),
    "direction": ("dir",),
    "image": ("picture", "image_file", "file", "filename"),
    "alt_text": ("alt", "alt text", "description", "caption"),
    "sentences": ("segments",),
}
IMAGE_FILE = re.compile(r".+\.(png|jpe?g|webp|gif|bmp|tiff?|svg)", re.IGNORECASE)
# What stands in columns of other names that can be ours: "file" and "type" may be anything.
CELLS = {
    "kind": re.compile("main|practice|attention", re.IGNORECASE),
    "language": re.compile("[a-z]{2,3}([-_][a-z0-9]{2,8})*", re.IGNORECASE),
    "direction": re.compile("ltr|rtl|auto", re.IGNORECASE),
    "image": IMAGE_FILE,
    "sentences": re.compile(r".*[¦\n].*", re.DOTALL),
}
# A title of a column is seldom a sentence.
_SENTENCE = re.compile(r".{20,}[.!?…。！？]['\"”’»]?", re.DOTALL)
# A column with longer cells than this holds texts rather than names, on average.
_LONG = 25
_FEWEST_ROWS = 4


@dataclass(frozen=True, slots=True)
class Layout:
    """How a table is laid out.

    `columns` gives the places (from 0) of our columns where they were matched by hand; None where
    the first line names them. If it is `untitled`, its first line is a row like the others. The
    columns at the places `wide` each hold the texts of one subject, or the names of its images; the
    name of the subject is the column's. Then a row is an item, not a text.
    """

    columns: Mapping[str, int] | None = None
    untitled: bool = False
    wide: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class TableHead:
    """The columns of a file by its own names, and its first rows."""

    names: tuple[str, ...]
    examples: tuple[tuple[str, ...], ...]  # by row

    @property
    def empty(self) -> tuple[str, ...]:
        """The names of columns that have nothing in these rows."""
        empty = (name for place, name in enumerate(self.names) if name and not self._cells(place))
        return tuple(empty) if self.examples else ()

    def proposal(self, subjects: Collection[str] = ()) -> Layout:
        """Return the likely layout: by names of columns, then by what stands in them.

        `subjects` are the names of the study's subjects.
        """
        known = {name.strip().casefold() for name in subjects}
        places = self._by_name(known)
        untitled = not places and self._first_is_data(known)
        if wide := self._wide(places, known):
            kept = {name: n for name, n in places.items() if name in WIDE_COLUMNS and n not in wide}
            return Layout(kept, untitled, wide)
        self._add_by_cells(places, known)
        return Layout(places, untitled)

    def certain(self, subjects: Collection[str] = ()) -> Layout | None:
        """Return the layout where each of the subjects names one column, and one tells the items.

        There is nothing to choose then; of any other table the likely layout is only proposed. So
        it is of one with columns that might hold texts too, or the items or contexts, or with
        numbers where texts should be.
        """
        known = {name.strip().casefold() for name in subjects}
        layout = self.proposal(subjects)
        named = sorted(self.names[place].strip().casefold() for place in layout.wide)
        told = layout.columns is not None and "item" in layout.columns
        is_plain = told and bool(known) and named == sorted(known)
        return layout if is_plain and self._is_unambiguous(layout.wide) else None

    def _is_unambiguous(self, wide: Collection[int]) -> bool:
        """Whether columns beside the `wide` ones hold one thing each, and no texts."""
        beside = [name.strip().casefold() for n, name in enumerate(self.names) if n not in wide]
        may_be = {
            column: [name for name in beside if name in (column, *OTHER_NAMES[column])]
            for column in COLUMNS
        }
        told_once = all(
            len(may_be[column]) < 2 or beside.count(column) == 1 for column in WIDE_COLUMNS
        )
        texts = all(map(self._has_texts, wide))
        return told_once and texts and not may_be["subject"] and not may_be["text"]

    def _has_texts(self, place: int) -> bool:
        """Whether its cells have letters, each of them: numbers are scores of texts."""
        cells = self._cells(place)
        return bool(cells) and all(any(map(str.isalpha, cell)) for cell in cells)

    def matched(self, layout: Layout) -> dict[str, str]:
        """Return the file's names of our columns, where they are other names."""
        if layout.untitled:
            return {}
        return {
            column: self.names[place]
            for column, place in (layout.columns or {}).items()
            if self.names[place].strip().casefold() != column
        }

    def _first_is_data(self, subjects: set[str]) -> bool:
        """Whether the first line is a row like the others, and no titles.

        It has a sentence, or names one subject where that column goes on naming them.
        """
        if any(_SENTENCE.fullmatch(name) for name in self.names):
            return True
        named = [n for n, name in enumerate(self.names) if name.strip().casefold() in subjects]
        return len(named) == 1 and bool(self._names_subjects(named[0], subjects))

    def renamed(self, subjects: Collection[str] = ()) -> list[str]:
        """Return which of our columns the file probably has under another name."""
        plain = {name.strip().casefold() for name in self.names}
        found = self._by_name({name.strip().casefold() for name in subjects})
        return [column for column in found if column not in plain]

    def _by_name(self, subjects: set[str]) -> dict[str, int]:
        """Return places by our name, else by another usual name where its cells fit."""
        plain = [name.strip().casefold() for name in self.names]
        found = {name: plain.index(name) for name in COLUMNS if name in plain}
        for column, others in OTHER_NAMES.items():
            if column in found:
                continue
            free = [n for n, name in enumerate(plain) if name in others and n not in found.values()]
            if column == "subject":
                free = [n for n in free if self._names_subjects(n, subjects) is not False]
            if fitting := [n for n in free if self._fits(n, column)]:
                found[column] = fitting[0]
        names_images = any(self._fits(n, "image") for n in range(len(plain)))
        if "alt_text" not in plain and not names_images:
            found.pop("alt_text", None)
        return found

    def _fits(self, place: int, column: str) -> bool:
        """Whether what stands in a column of another name is what ours holds."""
        pattern, cells = CELLS.get(column), self._cells(place)
        return pattern is None or bool(cells and all(map(pattern.fullmatch, cells)))

    def _wide(self, places: Mapping[str, int], subjects: set[str]) -> tuple[int, ...]:
        """Return the columns that each hold the texts of one subject, if there are two or more."""
        named = [n for n, name in enumerate(self.names) if name.strip().casefold() in subjects]
        if len(named) > 1:
            return tuple(named)
        if "subject" in places or "text" in (name.strip().casefold() for name in self.names):
            return ()
        long = [n for n in range(len(self.names)) if self._mean_length(n) > _LONG]
        # Beside columns of other names a "reference" is a subject's too.
        ours = {place for name, place in places.items() if name != "text"}
        long = [n for n in long if n not in ours]
        names_subjects = any(self._names_subjects(n, subjects) for n in range(len(self.names)))
        return tuple(long) if len(long) > 1 and not names_subjects else ()

    def _add_by_cells(self, places: dict[str, int], subjects: set[str]) -> None:
        """Add subject, text and item where what stands in a column tells it."""
        free = [n for n in range(len(self.names)) if n not in places.values()]
        if "subject" not in places:
            fitting = [n for n in free if self._names_subjects(n, subjects)]
            if fitting:
                places["subject"] = fitting[0]
                free.remove(fitting[0])
        if "text" not in places and (long := [n for n in free if self._mean_length(n) > _LONG]):
            places["text"] = max(long, key=self._mean_length)
            free.remove(places["text"])
        if "item" not in places and "subject" in places:
            short = [n for n in free if 0 < self._mean_length(n) <= _LONG]
            if short:
                places["item"] = short[0]

    def _cells(self, place: int) -> list[str]:
        return [row[place].strip() for row in self.examples if row[place].strip()]

    def _mean_length(self, place: int) -> float:
        cells = self._cells(place)
        return sum(map(len, cells)) / len(cells) if cells else 0

    def _names_subjects(self, place: int, subjects: set[str]) -> bool | None:
        """Return whether its cells are names of subjects; None where that cannot be told.

        They are if they name the study's subjects, and if a few short values recur.
        """
        cells = {cell.casefold() for cell in self._cells(place)}
        if cells & subjects:
            return True
        if self._mean_length(place) > _LONG:
            return False
        if len(self._cells(place)) < _FEWEST_ROWS:
            return None
        return 1 < len(cells) <= len(self._cells(place)) // 2
