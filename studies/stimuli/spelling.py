"""One spelling of each subject and item: those that look the same are one."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from studies.stimuli.table import TextRow
from studies.values.visible_text import same_to_the_eye


def one_spelling(rows: Iterable[TextRow], items: Iterable[str] = ()) -> Iterator[TextRow]:
    """Yield the rows with the first spelling of each subject and item, which others look like.

    They differ from it in case, blanks or invisible characters only. `items` are those that the
    study has already. What a row says itself is kept as `spelled_subject` and
    `spelled_item`, each empty where it is the first spelling.
    """
    subjects, known = _Spellings(()), _Spellings(items)
    for row in rows:
        subject, item = subjects.first(row.subject), known.first(row.item)
        if (subject, item) == (row.subject, row.item):
            yield row
        else:
            yield replace(
                row,
                subject=subject,
                item=item,
                spelled_subject="" if subject == row.subject else row.subject,
                spelled_item="" if item == row.item else row.item,
            )


class _Spellings:
    """The first spelling of each name."""

    def __init__(self, names: Iterable[str]) -> None:
        self._first: dict[str, str] = {}
        self._known: dict[str, str] = {}
        for name in names:
            self.first(name)

    def first(self, name: str) -> str:
        """Return the first name that looks like this one, which may be itself."""
        if name not in self._known:
            self._known[name] = self._first.setdefault(same_to_the_eye(name), name)
        return self._known[name]
