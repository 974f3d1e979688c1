"""Check the rows of an upload: what stops it, and what the researcher should know."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from studies.design import SUBJECTS, Pairing, Protocol, Subject, content_hash, image_part
from studies.design.text_use import LEAST_TEXTS, about, times_read
from studies.stimuli.findings import Findings, Params
from studies.stimuli.layout import COLUMNS
from studies.stimuli.sentence_marks import MarkError, sentence_starts
from studies.stimuli.table import (
    MAX_ALT_TEXT,
    MAX_CONDITION,
    MAX_CONTEXT,
    MAX_ITEM,
    MAX_TEXT,
    TextRow,
)
from studies.values.visible_text import same_to_the_eye, shows_nothing

Progress = Callable[[int, int], None]
PROGRESS_EVERY = 1000

_LANGUAGE = re.compile(r"([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?")
_DIRECTIONS = ("ltr", "rtl", "auto")
MAIN, KINDS = "main", ("main", "practice", "attention")
_MAX_LANGUAGE = 35
_SURROGATE = re.compile("[\ud800-\udfff]")
# Scripts without blanks between words, or with particles joined to them.
_NO_BLANKS = re.compile("[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\U0003ffff]")


@dataclass(frozen=True, slots=True)
class ImageFound:
    """An image that the table names: its hash, or why it cannot be used; `pk` is the caller's."""

    pk: int | None = None
    sha256: str = ""
    problem: str = ""
    params: Params = field(default_factory=dict)


Images = Mapping[str, ImageFound]


def hash_of(row: TextRow, images: Images | None = None) -> str:
    """Return the content hash of what a judge will see of this row."""
    found = images.get(row.image) if images and row.image else None
    if found is None or not found.sha256:
        return content_hash(row.text)
    return content_hash(row.text, image_part(found.sha256, row.alt_text))


def subjects_in(rows: Iterable[TextRow]) -> Counter[str]:
    """Count the rows of each subject, by its name in the file, "" where it has none."""
    return Counter(row.subject for row in rows)


def guess_subjects(found: Collection[str], subject_names: tuple[str, str]) -> dict[str, Subject]:
    """Guess which of the file's subjects are A and B; either may be missing from the answer.

    `subject_names` are those of A and B in the study. Of two subjects, if one is known, the other
    one is the other.
    """
    guess = known_subjects(found, {"A": subject_names[0], "B": subject_names[1]})
    if len(found) == 2 and len(guess) == 1:
        other = next(f for f in found if f not in guess)
        guess[other] = "B" if "A" in guess.values() else "A"
    return guess


def known_subjects(found: Collection[str], names: Mapping[Subject, str]) -> dict[str, Subject]:
    """Return those of the file's subjects that the study knows, by its names of them.

    Tried in this order: the same name, the name in another case, the letter.
    """
    known: dict[str, Subject] = {}
    for like in (_same_name, same_letters, _same_role):
        for subject, name in names.items():
            matches = [f for f in found if f not in known and like(f, name, subject)]
            if matches and subject not in known.values():
                known[matches[0]] = subject
    return known


def _same_name(found: str, name: str, _: Subject) -> bool:
    return found == name.strip()


def same_letters(found: str, name: str, _: Subject | None = None) -> bool:
    """Whether two names differ in case and blanks at most."""
    return _normalised(found) == _normalised(name)


def _same_role(found: str, _: str, subject: Subject) -> bool:
    return found.upper() in (subject, f"SUBJECT {subject}")


def _normalised(name: str) -> str:
    return " ".join(unicodedata.normalize("NFC", name).casefold().split())


def check(
    rows: Iterable[TextRow],
    *,
    subject_names: tuple[str, str],
    subjects: Mapping[str, Subject],
    pairing: str = Pairing.DIFFERENT,
    evaluations: int = 0,
    protocol: str = Protocol.TRIANGLE,
    images: Images | None = None,
    total: int = 0,
    progress: Progress | None = None,
) -> Findings:
    """Find what is wrong with the rows, and what should be pointed out.

    `subjects` says which of the file's subjects are A and B; rows of others are counted and not
    checked. The texts are searched for `subject_names` and the file's own names of the two. With
    pairing "same", items of one subject only are pointed out: they cannot be used. With a plan of
    so many `evaluations` few texts are pointed out too. `images` are those of the ZIP by the names
    in the rows; None if the table came alone. `progress(done, total)` is called every 1,000 of
    `total` rows and at the end.
    """
    checker = Checker(subjects, names_pattern([*subject_names, *subjects]), images)
    checker.add_all(rows, total, progress)
    checker.finish(pairing)
    if pairing == Pairing.DIFFERENT:
        checker.warn_of_topics()
    if evaluations:
        checker.warn_of_few(evaluations, protocol)
    checker.findings.sort()
    if progress:
        progress(total, total)
    return checker.findings


@dataclass(slots=True)
class _Item:
    """The number of texts of an item, and the row of the first."""

    first_row: int
    texts: Counter[Subject] = field(default_factory=Counter)


class Checker:
    """One pass over the rows, which remembers hashes and items but no texts."""

    # The code for rows of a subject that is not taken.
    other = "other_subject"

    def __init__(
        self,
        subjects: Mapping[str, Subject],
        names: re.Pattern[str] | None,
        images: Images | None,
    ) -> None:
        self.findings = Findings()
        self._subjects, self._names, self._images = subjects, names, images
        self._first_rows: dict[tuple[str, str, str], dict[Subject, int]] = {}
        self._items: dict[str, _Item] = {}
        self._kinds: dict[str, set[Subject]] = {}
        # How many texts under judgement have a context or an image, by subject.
        self._extras: dict[str, Counter[Subject]] = {
            what: Counter() for what in ("context", "image", "text")
        }
        # By kind: whether there are pictures without text, and the rows without a picture.
        self._alone: set[str] = set()
        self._without_image: dict[str, list[int]] = {}

    def add_all(self, rows: Iterable[TextRow], total: int, progress: Progress | None) -> None:
        """Check all rows; `progress(done, total)` is called every 1,000 of them."""
        for done, row in enumerate(rows, 1):
            self._add(row)
            if progress and done % PROGRESS_EVERY == 0:
                progress(done, total)

    def _add(self, row: TextRow) -> None:
        self.findings.rows += 1
        self.findings.subject = row.subject
        if not row.subject:
            self.findings.add("no_subject", row.number)
        elif row.subject not in self._subjects:
            self.findings.leave_out(row.number, row.subject, self.other)
        else:
            subject = self._subjects[row.subject]
            self.findings.texts[subject] += 1
            self._kinds.setdefault(row.kind, set()).add(subject)
            _check_cells(row, self.findings)
            _check_image(row, self._images, self.findings)
            if row.text and not row.image:
                self._without_image.setdefault(row.kind, []).append(row.number)
            elif row.image and not row.text:
                self._alone.add(row.kind)
            self._warn(row, subject)

    def finish(self, pairing: str) -> None:
        """Add what only the whole file shows."""
        self.findings.subject = ""
        for subject in ("A", "B"):
            if not self.findings.texts[subject]:
                self.findings.add("no_texts", subject=subject)
            for kind, subjects in self._kinds.items():
                if self.findings.texts[subject] and kind in KINDS and subject not in subjects:
                    self.findings.add("no_texts_of_kind", kind=kind, subject=subject)
        self._check_pictures()
        self._compare_extras()
        for name, item in self._items.items():
            if item.texts.total() == 1:
                self.findings.add("single_text_item", item.first_row, item=name)
            if pairing == Pairing.SAME and len(item.texts) == 1:
                (subject,) = item.texts
                self.findings.add("one_subject_item", item.first_row, item=name, subject=subject)

    def _check_pictures(self) -> None:
        """Add the texts without a picture, where others are pictures without text."""
        for kind in self._alone:
            for number in self._without_image.get(kind, ()):
                self.findings.add("no_image", number)

    def _compare_extras(self) -> None:
        """Add what texts of one subject have and others lack: images, texts beside, contexts."""
        for what, having in self._extras.items():
            if len(having) == 1 and (what != "text" or MAIN in self._alone):
                self.findings.add(f"one_sided_{what}", subject=next(iter(having)))

    def warn_of_topics(self) -> None:
        """Point out that no item has texts of both subjects, where both have texts."""
        owners = [item.texts.keys() for item in self._items.values()]
        both = set().union(*owners) == set(SUBJECTS)
        if both and all(len(subjects) == 1 for subjects in owners):
            self.findings.add("topic_and_author")

    def warn_of_few(self, evaluations: int, protocol: str) -> None:
        """Point out a subject with few different texts under judgement, where both have texts."""
        texts_of = self.findings.different
        if len(texts_of) < len(SUBJECTS):
            return
        times = times_read(texts_of, evaluations, protocol)
        for subject in SUBJECTS:
            if texts_of[subject] < LEAST_TEXTS:
                self.findings.add(
                    "few_texts",
                    subject=subject,
                    texts=texts_of[subject],
                    times=about(times[subject]),
                    evaluations=evaluations,
                )

    def _warn(self, row: TextRow, subject: Subject) -> None:
        if row.item and row.kind == MAIN:
            self._items.setdefault(row.item, _Item(row.number)).texts[subject] += 1
        if row.kind == MAIN:
            for what, having in self._extras.items():
                if getattr(row, what):
                    having[subject] += 1
        if _SURROGATE.search(row.text) or not self._is_seen(row):
            return
        if self._names and (found := self._names.search(_searched_text(row))):
            self.findings.add("contains_name", row.number, name=found.group())
        self._warn_of_identical(row, subject)

    def _is_seen(self, row: TextRow) -> bool:
        """Whether there is a text, or else a picture that can be used."""
        found = self._images.get(row.image) if self._images else None
        return not shows_nothing(row.text) or bool(found and found.sha256)

    def _warn_of_identical(self, row: TextRow, subject: Subject) -> None:
        """Point out texts that are the same, or are but for case and what cannot be seen."""
        identical = self._earlier(row, subject, "identical")
        alike = self._earlier(replace(row, text=same_to_the_eye(row.text)), subject, "alike")
        for what, found in (("identical", identical), ("alike", alike)):
            for owner, other in found.items():
                if what == "identical" or owner not in identical:
                    code = f"{what}_within" if owner == subject else f"{what}_between"
                    self.findings.add(code, row.number, other=other)
        if subject not in identical and row.kind == MAIN:
            self.findings.different[subject] += 1

    def _earlier(self, row: TextRow, subject: Subject, what: str) -> dict[Subject, int]:
        """Return the first row with this text of each subject, and remember this one."""
        key = what, row.kind, hash_of(row, self._images)
        first_rows = self._first_rows.setdefault(key, {})
        found = dict(first_rows)
        first_rows.setdefault(subject, row.number)
        return found


def _searched_text(row: TextRow) -> str:
    return unicodedata.normalize("NFC", f"{row.text}\n{row.alt_text}")


def _check_cells(row: TextRow, findings: Findings) -> None:
    if row.spelled_subject:
        findings.add("spelling", row.number, value=row.spelled_subject, first=row.subject)
    if row.spelled_item:
        findings.add("spelling", row.number, value=row.spelled_item, first=row.item)
    if not row.item:
        findings.add("no_item", row.number)
    if shows_nothing(row.text) and not row.image:
        findings.add("empty_text", row.number)
    if row.surplus:
        findings.add("surplus_cells", row.number)
    if row.kind not in KINDS:
        findings.add("bad_kind", row.number, value=row.kind)
    if row.sentences:
        _check_sentences(row, findings)
    if not _LANGUAGE.fullmatch(row.language) or len(row.language) > _MAX_LANGUAGE:
        findings.add("bad_language", row.number, value=row.language)
    if row.direction not in _DIRECTIONS:
        findings.add("bad_direction", row.number, value=row.direction)
    _check_lengths(row, findings)
    _check_characters(row, findings)


def _check_sentences(row: TextRow, findings: Findings) -> None:
    try:
        sentence_starts(row.text, row.sentences)
    except MarkError as error:
        findings.add("bad_sentences", row.number, value=str(error))


def _check_image(row: TextRow, images: Images | None, findings: Findings) -> None:
    if not row.image:
        return
    if not row.alt_text:
        findings.add("no_alt_text", row.number)
    found = images.get(row.image) if images is not None else ImageFound(problem="image_without_zip")
    if found is None:
        found = ImageFound(problem="image_missing")
    if found.problem:
        findings.add(found.problem, row.number, name=row.image, **found.params)


def _check_lengths(row: TextRow, findings: Findings) -> None:
    limits = (
        *(("text", MAX_TEXT), ("context", MAX_CONTEXT), ("item", MAX_ITEM)),
        *(("alt_text", MAX_ALT_TEXT), ("condition", MAX_CONDITION)),
    )
    for column, limit in limits:
        characters = len(getattr(row, column))
        if characters > limit:
            code = f"{column}_too_long"
            findings.add(code, row.number, characters=characters, limit=limit)


def _check_characters(row: TextRow, findings: Findings) -> None:
    for column in COLUMNS:
        value: str = getattr(row, column)
        if "\0" in value:
            findings.add("nul", row.number, column=column)
        if _SURROGATE.search(value):
            findings.add("surrogate", row.number, column=column)


def names_pattern(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern that finds any of the names as a whole word, in any case.

    Names of one letter ("A") are skipped, since they are words of many texts; None if none is left.
    """
    wanted = {_normalised(name) for name in names}
    patterns = [
        _as_word(name) for name in sorted(wanted, key=lambda n: (-len(n), n)) if len(name) > 1
    ]
    return re.compile("|".join(patterns), re.IGNORECASE) if patterns else None


def _as_word(name: str) -> str:
    before = "" if _NO_BLANKS.match(name[0]) or not name[0].isalnum() else r"(?<![^\W_])"
    after = "" if _NO_BLANKS.match(name[-1]) or not name[-1].isalnum() else r"(?![^\W_])"
    return before + r"\s+".join(re.escape(word) for word in name.split()) + after
