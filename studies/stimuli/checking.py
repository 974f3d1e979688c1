"""Rows into findings: what stops an upload, and what a researcher should know of it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field

from studies.design import Pairing, Subject, content_hash
from studies.stimuli.findings import Findings
from studies.stimuli.table import COLUMNS, MAX_CONTEXT, MAX_ITEM, MAX_TEXT, Row

Progress = Callable[[int, int], None]
PROGRESS_EVERY = 1000

_LANGUAGE = re.compile(r"([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?")
_DIRECTIONS = ("ltr", "rtl", "auto")
_MAX_LANGUAGE = 35
_SURROGATE = re.compile("[\ud800-\udfff]")
# Characters without ink that `strip` leaves: soft hyphen, zero-width and direction marks.
_INVISIBLE = re.compile("[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\\s]*")
# Scripts that write words without blanks between them, or join particles to them.
_NO_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff]")


def subjects_in(rows: Iterable[Row]) -> dict[str, int]:
    """How many rows each subject has, by its name in the file, in the order of appearance."""
    return dict(Counter(row.subject for row in rows if row.subject))


def guess_subjects(found: Collection[str], subject_names: tuple[str, str]) -> dict[str, Subject]:
    """Which of the file's subjects is A and which is B, as far as their names tell.

    `subject_names` are those of A and B as the researcher typed them. Tried in this order: the
    very name, the name in another case, the letter; then, where the file has two subjects and
    one is known, the other is the other. A subject may be missing from the answer.
    """
    guess: dict[str, Subject] = {}
    roles: tuple[tuple[str, Subject], ...] = ((subject_names[0], "A"), (subject_names[1], "B"))
    for like in (_same_name, _same_letters, _same_role):
        for name, subject in roles:
            matches = [f for f in found if f not in guess and like(f, name, subject)]
            if matches and subject not in guess.values():
                guess[matches[0]] = subject
    if len(found) == 2 and len(guess) == 1:
        other = next(f for f in found if f not in guess)
        guess[other] = "B" if "A" in guess.values() else "A"
    return guess


def _same_name(found: str, name: str, _: Subject) -> bool:
    return found == name.strip()


def _same_letters(found: str, name: str, _: Subject) -> bool:
    return _plain(found) == _plain(name)


def _same_role(found: str, _: str, subject: Subject) -> bool:
    return found.upper() in (subject, f"SUBJECT {subject}")


def _plain(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def check(
    rows: Collection[Row],
    *,
    subject_names: tuple[str, str],
    subjects: Mapping[str, Subject],
    pairing: str = Pairing.DIFFERENT,
    progress: Progress | None = None,
) -> Findings:
    """What is wrong with the rows, and what should be pointed out.

    `subjects` says which of the file's subjects is A and which is B; rows of others are left
    out, counted, and not looked at. `subject_names` are looked for in the texts, as are the
    file's own names of the two. Items with texts of one subject only are pointed out for pairing
    "same", where they cannot be used. `progress(done, total)` is called every 1,000 rows and at
    the end.
    """
    checker = _Checker(subjects, _name_pattern([*subject_names, *subjects]))
    for done, row in enumerate(rows, 1):
        checker.take(row)
        if progress and done % PROGRESS_EVERY == 0:
            progress(done, len(rows))
    checker.finish(pairing)
    if progress:
        progress(len(rows), len(rows))
    return checker.findings


@dataclass(slots=True)
class _Item:
    """How many texts an item has, and where the first stands."""

    first_row: int
    texts: Counter[Subject] = field(default_factory=Counter)


class _Checker:
    """One pass over the rows, remembering hashes and items but no texts."""

    def __init__(self, subjects: Mapping[str, Subject], names: re.Pattern[str] | None) -> None:
        self.findings = Findings()
        self._subjects, self._names = subjects, names
        self._first_rows: dict[str, dict[Subject, int]] = {}
        self._items: dict[str, _Item] = {}

    def take(self, row: Row) -> None:
        """Look at one row."""
        self.findings.rows += 1
        if not row.subject:
            self.findings.add("no_subject", row.number)
        elif row.subject not in self._subjects:
            self.findings.leave_out(row.number, row.subject)
        else:
            subject = self._subjects[row.subject]
            self.findings.texts[subject] += 1
            _check_cells(row, self.findings)
            self._point_out(row, subject)

    def finish(self, pairing: str) -> None:
        """Say what only the whole file tells."""
        for subject in ("A", "B"):
            if not self.findings.texts[subject]:
                self.findings.add("no_texts", subject=subject)
        for name, item in self._items.items():
            if item.texts.total() == 1:
                self.findings.add("single_text_item", item.first_row, item=name)
            if pairing == Pairing.SAME and len(item.texts) == 1:
                (subject,) = item.texts
                self.findings.add("one_subject_item", item.first_row, item=name, subject=subject)

    def _point_out(self, row: Row, subject: Subject) -> None:
        if row.item:
            self._items.setdefault(row.item, _Item(row.number)).texts[subject] += 1
        if _SURROGATE.search(row.text) or _INVISIBLE.fullmatch(row.text):
            return
        if self._names and (found := self._names.search(unicodedata.normalize("NFC", row.text))):
            self.findings.add("contains_name", row.number, name=found.group())
        self._point_out_identical(row, subject)

    def _point_out_identical(self, row: Row, subject: Subject) -> None:
        first_rows = self._first_rows.setdefault(content_hash(row.text), {})
        for owner, other in first_rows.items():
            code = "identical_within" if owner == subject else "identical_between"
            self.findings.add(code, row.number, other=other)
        first_rows.setdefault(subject, row.number)


def _check_cells(row: Row, findings: Findings) -> None:
    if not row.item:
        findings.add("no_item", row.number)
    if _INVISIBLE.fullmatch(row.text):
        findings.add("empty_text", row.number)
    if row.surplus:
        findings.add("surplus_cells", row.number)
    if not _LANGUAGE.fullmatch(row.language) or len(row.language) > _MAX_LANGUAGE:
        findings.add("bad_language", row.number, value=row.language)
    if row.direction not in _DIRECTIONS:
        findings.add("bad_direction", row.number, value=row.direction)
    _check_lengths(row, findings)
    _check_characters(row, findings)


def _check_lengths(row: Row, findings: Findings) -> None:
    limits = (("text", MAX_TEXT), ("context", MAX_CONTEXT), ("item", MAX_ITEM))
    for column, limit in limits:
        characters = len(getattr(row, column))
        if characters > limit:
            code = f"{column}_too_long"
            findings.add(code, row.number, characters=characters, limit=limit)


def _check_characters(row: Row, findings: Findings) -> None:
    for column in COLUMNS:
        value: str = getattr(row, column)
        if "\0" in value:
            findings.add("nul", row.number, column=column)
        if _SURROGATE.search(value):
            findings.add("surrogate", row.number, column=column)


def _name_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Finds any of the names as a word of its own, in any case; None if no name can be looked for.

    A name of one letter ("A") is a word of many texts and says nothing.
    """
    wanted = {_plain(name) for name in names}
    patterns = [
        _as_word(name) for name in sorted(wanted, key=lambda n: (-len(n), n)) if len(name) > 1
    ]
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


def _as_word(name: str) -> str:
    before = "" if _NO_BLANKS.match(name[0]) or not name[0].isalnum() else r"(?<![^\W_])"
    after = "" if _NO_BLANKS.match(name[-1]) or not name[-1].isalnum() else r"(?![^\W_])"
    return before + r"\s+".join(re.escape(word) for word in name.split()) + after
