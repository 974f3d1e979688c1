"""The check of an upload: what is wrong with its texts, and what should be known of them."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from studies import stimuli
from studies.design import Subject
from studies.models import Study, Upload
from studies.models.sample import Kind
from studies.services.texts import images
from studies.services.texts.preview import preview_rows, preview_triads
from studies.services.texts.source import SourceFile
from studies.services.texts.upload_state import (
    CheckedUpload,
    UploadContents,
    state_of,
    store_state,
)

# The most frequent of the file's subjects are offered for choice.
MAX_SUBJECTS = 200
MAX_SUBJECT_NAME = 200


def check_upload(*, upload: Upload, progress: stimuli.Progress | None = None) -> CheckedUpload:
    """Find out what is wrong with an upload and what should be pointed out, and store it.

    Which of the file's subjects are A and B is guessed where it was not chosen.
    """
    study, state = upload.study, state_of(upload)
    file = SourceFile.of(upload)
    table = file.table(state.layout)
    rows = list(file.texts(study, state.layout))
    names = (study.subject_a, study.subject_b)
    choices = _choices(stimuli.subjects_in(rows))
    subjects = state.subjects or stimuli.guess_subjects(choices, names)
    texts = [row for row in rows if row.subject in subjects]
    found = _images(study, file.archive, state.images, texts, progress)
    findings = stimuli.check(
        rows,
        subject_names=names,
        subjects=subjects,
        pairing=study.pairing,
        evaluations=study.evaluations,
        protocol=study.protocol,
        images=None if file.archive is None else found,
        progress=progress,
    )
    contents = UploadContents(
        encoding=file.decoded.encoding,
        doubtful=file.decoded.doubtful,
        found=tuple(choices.items()),
        kinds=dict(Counter(row.kind for row in texts if row.kind in Kind)),
        ignored=table.ignored,
        known=_known(study, texts, subjects, found),
        sample=preview_triads(study, rows, subjects, found),
        rows=preview_rows(rows, findings),
    )
    state = replace(state, unmatched=False, subjects=subjects, images=found, contents=contents)
    store_state(upload, state, findings)
    return CheckedUpload(upload, state, contents, findings)


def _choices(found: dict[str, int]) -> dict[str, int]:
    """Return the most frequent subjects, in the order of appearance."""
    short = {name: count for name, count in found.items() if len(name) <= MAX_SUBJECT_NAME}
    frequent = dict(sorted(short.items(), key=lambda pair: -pair[1])[:MAX_SUBJECTS])
    return {name: count for name, count in short.items() if name in frequent}


def _images(
    study: Study,
    archive: stimuli.Archive | None,
    known: stimuli.Images,
    rows: Iterable[stimuli.TextRow],
    progress: stimuli.Progress | None,
) -> dict[str, stimuli.ImageFound]:
    """Return the images that the rows name, without reading those of an earlier check again."""
    names = {row.image for row in rows if row.image}
    if archive is None or not names:
        return {}
    found = {name: image for name, image in known.items() if name in names}
    new = names.difference(known)
    return found | images.store_images(study=study, archive=archive, names=new, progress=progress)


def _known(
    study: Study,
    rows: Collection[stimuli.TextRow],
    subjects: Mapping[str, Subject],
    found: stimuli.Images,
) -> int:
    """Count the rows that the study has already: the sign of a file uploaded twice."""
    keys = set(study.samples.values_list("kind", "subject", "item", "content_hash"))
    if not keys:
        return 0
    return sum(
        (row.kind, subjects[row.subject], row.item, stimuli.hash_of(row, found)) in keys
        for row in rows
    )
