"""Texts of two to eight systems: which of a file's systems they are, and what is wrong with them.

Of each system an item has one text at most. What is said here beside the rows is of main texts.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from typing import get_args

from studies.design import Subject
from studies.stimuli.checking import (
    MAIN,
    Checker,
    Images,
    Progress,
    hash_of,
    known_subjects,
    names_pattern,
)
from studies.stimuli.findings import Findings
from studies.stimuli.table import TextRow

LETTERS: tuple[Subject, ...] = get_args(Subject)


def with_several_texts(rows: Iterable[TextRow]) -> set[str]:
    """Return the systems of the file that have more than one main text about an item."""
    seen: set[tuple[str, str]] = set()
    several: set[str] = set()
    for row in rows:
        if row.kind == MAIN and row.subject not in several:
            pair = row.subject, row.item
            if pair in seen:
                several.add(row.subject)
            seen.add(pair)
    return several


def guess_systems(
    found: Iterable[str], names: Mapping[Subject, str], several: Collection[str]
) -> dict[str, Subject]:
    """Guess which of the file's systems are which of the study's, which have these `names`.

    A study that has named none takes those of the file, up to eight, but for those with `several`
    texts about an item: these are references, as a rule.
    """
    names_found = list(found)
    if names:
        return known_subjects(names_found, names)
    taken = [name for name in names_found if name not in several]
    return dict(zip(taken, LETTERS, strict=False)) if len(taken) > 1 else {}


def check_systems(
    rows: Iterable[TextRow],
    *,
    names: Mapping[Subject, str],
    subjects: Mapping[str, Subject],
    images: Images | None = None,
    total: int = 0,
    progress: Progress | None = None,
) -> Findings:
    """Find what is wrong with the rows of a rating study, and what should be pointed out.

    `subjects` says which of the file's systems are taken, by letter, and `names` how each letter is
    called. `images`, `total` and `progress` as in `check`.
    """
    checker = _SystemsChecker(
        subjects, names_pattern([*names.values(), *subjects]), images, names=names
    )
    checker.add_all(rows, total, progress)
    checker.finish_systems()
    checker.findings.sort()
    if progress:
        progress(total, total)
    return checker.findings


class _SystemsChecker(Checker):
    """One pass over the rows, which asks what matters where texts are rated."""

    other = "other_system"

    def __init__(
        self,
        subjects: Mapping[str, Subject],
        pattern: re.Pattern[str] | None,
        images: Images | None,
        *,
        names: Mapping[Subject, str],
    ) -> None:
        super().__init__(subjects, pattern, images)
        self._called = names
        # The first row of each system with a text: about an item, and about any.
        self._about_item: dict[tuple[str, str], dict[Subject, int]] = {}
        self._of_system: dict[tuple[Subject, str], tuple[int, str]] = {}
        # The first row about an item, and a hash of its context.
        self._contexts: dict[str, tuple[int, int]] = {}

    def finish_systems(self) -> None:
        """Add what only the whole file shows."""
        self.findings.subject = ""
        taken = sorted(set(self._subjects.values()))
        for system in taken:
            if not self.findings.texts[system]:
                self.findings.add("no_texts_of_system", system=self._called[system])
        self._check_pictures()
        self._compare_systems(taken)
        for name, item in self._items.items():
            self._check_item(name, item.first_row, item.texts, taken)

    def _compare_systems(self, taken: list[Subject]) -> None:
        for what in ("context", "image"):
            having = self._extras[what]
            lacking = [s for s in taken if self.findings.texts[s] and not having[s]]
            if having and lacking:
                self.findings.add(f"no_{what}_of_system", systems=self._listed(lacking))

    def _check_item(
        self, name: str, row: int, texts: Counter[Subject], taken: list[Subject]
    ) -> None:
        lacking = [s for s in taken if self.findings.texts[s] and not texts[s]]
        if lacking:
            self.findings.add("item_without", row, item=name, systems=self._listed(lacking))
        several = [system for system in taken if texts[system] > 1]
        if several:
            self.findings.add("item_with_several", row, item=name, systems=self._listed(several))

    def _listed(self, systems: Iterable[Subject]) -> str:
        return ", ".join(self._called[system] for system in systems)

    def _warn_of_identical(self, row: TextRow, subject: Subject) -> None:
        """Point out what judges see once, and what a system says of several items."""
        if row.kind != MAIN:
            return
        first, context = self._contexts.setdefault(row.item, (row.number, hash(row.context)))
        if hash(row.context) != context:
            self.findings.add("other_context", row.number, other=first)
        hashed = hash_of(row, self._images)
        of_item = self._about_item.setdefault((row.item, hashed), {})
        for system, other in of_item.items():
            if system != subject:
                self.findings.add(
                    "identical_in_item", row.number, system=self._called[system], other=other
                )
        of_item.setdefault(subject, row.number)
        first, item = self._of_system.setdefault((subject, hashed), (row.number, row.item))
        if item != row.item:
            self.findings.add("identical_of_items", row.number, other=first)
        if first == row.number:
            self.findings.different[subject] += 1
