"""The check of an upload: what is wrong with its texts, and what should be known of them."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import replace

from studies import stimuli
from studies.design import Subject
from studies.models import Study, Upload
from studies.models.sample import Kind
from studies.services.texts import images
from studies.services.texts.preview import preview_rows
from studies.services.texts.source import SourceFile
from studies.services.texts.upload_state import (
    CheckedUpload,
    UploadContents,
    state_of,
    store_state,
)
from studies.services.texts.upload_types import MAX_NAME, type_of

# The most frequent of the file's subjects are offered for choice.
MAX_SUBJECTS = 200
# So many other spellings of a subject are named.
MAX_SPELLINGS = 10


def check_upload(*, upload: Upload, progress: stimuli.Progress | None = None) -> CheckedUpload:
    """Find out what is wrong with an upload and what should be pointed out, and store it.

    Which of the file's subjects are which of the study's is guessed where it was not chosen.
    """
    study, state = upload.study, state_of(upload)
    file = SourceFile.of(upload)
    table = file.table(state.layout)
    rows = file.texts(study, state.layout)
    upload_type = type_of(study)
    in_file = stimuli.subjects_in(rows)
    choices = _choices(in_file, MAX_NAME[study.kind])
    subjects = state.subjects or upload_type.guess(study, choices, rows)
    named = _image_names(rows, subjects) if file.archive else set()
    found = _images(study, file.archive, state.images, named, progress)
    census = _Census(study, subjects, found)
    findings = upload_type.check(
        study,
        census.over(rows),
        subjects=subjects,
        images=None if file.archive is None else found,
        total=in_file.total(),
        progress=progress,
    )
    contents = UploadContents(
        encoding=file.decoded.encoding,
        doubtful=file.decoded.doubtful,
        found=tuple(choices.items()),
        kinds=dict(census.kinds),
        ignored=table.ignored,
        known=census.known,
        sample=upload_type.preview(study, rows, subjects, found),
        rows=preview_rows(rows, findings),
        sheet=file.sheet if len(file.sheets) > 1 else "",
        matched=file.head().matched(state.layout),
        spellings={name: tuple(others) for name, others in census.spellings.items()},
    )
    state = replace(
        state,
        unmatched=False,
        subjects=subjects,
        systems=study.subjects,
        images=found,
        contents=contents,
    )
    store_state(upload, state, findings)
    return CheckedUpload(upload, state, contents, findings)


def _choices(found: Counter[str], longest: int) -> dict[str, int]:
    """Return the most frequent subjects, in the order of appearance."""
    short = {name: n for name, n in found.items() if name and len(name) <= longest}
    frequent = dict(sorted(short.items(), key=lambda pair: -pair[1])[:MAX_SUBJECTS])
    return {name: count for name, count in short.items() if name in frequent}


def _image_names(rows: Iterable[stimuli.TextRow], subjects: Collection[str]) -> set[str]:
    return {row.image for row in rows if row.image and row.subject in subjects}


def _images(
    study: Study,
    archive: stimuli.Archive | None,
    known: stimuli.Images,
    names: set[str],
    progress: stimuli.Progress | None,
) -> dict[str, stimuli.ImageFound]:
    """Return the images of these names, without reading those of an earlier check again."""
    if archive is None or not names:
        return {}
    found = {name: image for name, image in known.items() if name in names}
    new = names.difference(known)
    return found | images.store_images(study=study, archive=archive, names=new, progress=progress)


class _Census:
    """What is counted of the rows on their way to the check.

    `kinds` says how many texts there are of each, `known` how many of the rows the study has
    already: the sign of a file uploaded twice, and `spellings` how else the file writes its
    subjects.
    """

    def __init__(
        self, study: Study, subjects: Mapping[str, Subject], images: stimuli.Images
    ) -> None:
        self.kinds: Counter[str] = Counter()
        self.known = 0
        self.spellings: dict[str, dict[str, None]] = {}
        self._subjects, self._images = subjects, images
        stored = study.samples.values_list("kind", "subject", "item", "content_hash")
        self._stored = set(stored.iterator())

    def over(self, rows: Iterable[stimuli.TextRow]) -> Iterator[stimuli.TextRow]:
        """Yield the rows."""
        for row in rows:
            if row.subject in self._subjects:
                self._count(row)
                if row.spelled_subject:
                    self._spell(row.subject, row.spelled_subject)
            yield row

    def _spell(self, name: str, other: str) -> None:
        spellings = self.spellings.setdefault(name, {})
        if len(spellings) < MAX_SPELLINGS:
            spellings[other] = None

    def _count(self, row: stimuli.TextRow) -> None:
        if row.kind in Kind:
            self.kinds[row.kind] += 1
        if self._stored:
            hashed = stimuli.hash_of(row, self._images)
            key = (row.kind, self._subjects[row.subject], row.item, hashed)
            self.known += key in self._stored
