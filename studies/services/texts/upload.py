"""An upload of texts: received, its columns and subjects chosen, then stored or discarded."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from itertools import islice
from typing import Literal

from django.db import transaction
from django.db.models.functions import Now

from studies import stimuli
from studies.design import Subject
from studies.models import Event, Sample, Study, Upload, User
from studies.models.sample import Kind
from studies.services.events import log
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import images
from studies.services.texts.draft_texts import delete_kinds, draft_of
from studies.services.texts.source import SourceFile
from studies.services.texts.stored_file import create_upload
from studies.services.texts.upload_state import (
    CheckedUpload,
    UploadState,
    checked,
    state_of,
    store_state,
)
from studies.services.texts.upload_types import type_of

# What becomes of the texts that the study has.
Mode = Literal["add", "replace"]

BATCH = 1000
# Beyond this, a job checks and stores the upload.
LARGE_BYTES = 1_000_000
LARGE_LINES = 2000
# A researcher's uploads wait for their confirmation: the newest few, for a day.
MAX_WAITING = 5
WORKBOOK_ENDINGS = (".xlsx", ".xls", ".ods")
WAITING_TIME = timedelta(days=1)


class AlreadyStoredError(Exception):
    """The upload is gone: stored or discarded before, or older than a day."""


def receive(*, study: Study, user: User, name: str, content: bytes, encoding: str = "") -> Upload:
    """Store a file until its confirmation.

    Where its columns have other names than ours they must be matched before it can be checked,
    unless there is nothing to choose. Raises `UploadError` if it cannot be read to its end, and
    `WrongStateError` if the study is no draft any more.
    """
    try:
        file = SourceFile.read(content, encoding=encoding)
        layout = file.certain_layout(type_of(study).names(study).values())
        file.read_through(layout or stimuli.Layout({}))
    except stimuli.UploadError as error:
        raise _as_named(error, name, content) from error
    state = UploadState(
        large=len(content) > LARGE_BYTES or file.lines() > LARGE_LINES,
        unmatched=layout is None,
        columns=dict(layout.columns) if layout and layout.columns is not None else None,
        wide=layout.wide if layout else (),
        chosen_encoding=encoding,
    )
    with transaction.atomic():
        draft_of(study)
        upload = create_upload(
            content=content,
            study=study,
            owner=user,
            name=_printable(name),
            mapping=state.to_json(),
        )
        waiting = Upload.objects.filter(study=study, owner=user).order_by("-pk")
        newest = waiting.values_list("pk", flat=True)[:MAX_WAITING]
        waiting.exclude(pk__in=list(newest)).delete()
    return upload


def _as_named(error: stimuli.UploadError, name: str, content: bytes) -> stimuli.UploadError:
    """Return that a file is not what its name says, where that is why it cannot be read."""
    is_named = name.lower().endswith(WORKBOOK_ENDINGS) and not stimuli.is_workbook(content)
    return stimuli.UploadError("not_a_workbook") if is_named and error.code != "pdf" else error


def _printable(name: str) -> str:
    """Return the end of a file's name, as it can be stored and shown."""
    clean = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return clean[-200:]


def match_columns(
    *,
    upload: Upload,
    layout: stimuli.Layout,
    encoding: str = "",
    sheet: str = "",
) -> None:
    """Set how the table is laid out, its encoding and its sheet; it must then be checked again.

    Raises `UploadError` if it cannot be read to its end like this.
    """
    SourceFile.of(upload, encoding=encoding, sheet=sheet).read_through(layout)
    old = state_of(upload)
    state = UploadState(
        large=old.large,
        columns=None if layout.columns is None else dict(layout.columns),
        untitled=layout.untitled,
        wide=layout.wide,
        chosen_encoding=encoding,
        chosen_sheet=sheet,
        images=old.images,
    )
    store_state(upload, state)


def choose_subjects(*, upload: Upload, subjects: Mapping[str, Subject]) -> None:
    """Set which of the file's subjects are A, B, …; the upload must then be checked again."""
    store_state(upload, replace(state_of(upload), subjects=dict(subjects), contents=None))


def save_upload(*, upload: Upload, mode: Mode, progress: stimuli.Progress | None = None) -> int:
    """Store the texts of an upload, all or none, and delete it; return how many texts it had.

    "replace" deletes the texts of the kinds that the upload brings, and no others. Of two
    confirmations at once the second raises `AlreadyStoredError`. Systems of a rating study get
    their names from the file; raises `SystemsChangedError` where they were changed meanwhile.
    """
    if mode not in ("add", "replace"):
        raise ValueError(f"mode must be add or replace, not {mode!r}")
    with transaction.atomic():
        study = draft_of(upload.study)
        locked = Upload.objects.select_for_update().defer("content").filter(pk=upload.pk).first()
        if locked is None:
            raise AlreadyStoredError
        found = checked(locked)
        if found is None or not found.findings.ok:
            raise WrongStateError("The upload has not been checked, or has errors.")
        kinds = [kind for kind in Kind.values if kind in found.contents.kinds]
        upload_type = type_of(study)
        had_texts = upload_type.before_storing(study, found.state)
        replaced = delete_kinds(study, kinds) if mode == "replace" else 0
        stored = _store(study, found, progress)
        upload_type.after_storing(study, had_texts)
        log(
            study,
            Event.What.TEXTS_STORED,
            who=locked.owner,
            mode=mode,
            texts=stored,
            replaced=replaced,
        )
        locked.delete()
        images.drop_unused(study)
    return stored


def discard(*, upload: Upload) -> None:
    """Delete an upload, with the images that only it brought."""
    study = upload.study
    upload.delete()
    images.drop_unused(study)


def drop_old_uploads() -> int:
    """Delete uploads that were not confirmed within a day; return how many."""
    deleted, _ = Upload.objects.filter(created_at__lt=Now() - WAITING_TIME).delete()
    images.drop_unused()
    return deleted


def _store(study: Study, found: CheckedUpload, progress: stimuli.Progress | None) -> int:
    state, total, stored = found.state, found.findings.texts.total(), 0
    file = SourceFile.of(found.upload)
    rows = file.texts(study, state.layout)
    samples = (
        _sample_of(study, row, state.subjects[row.subject], state.images)
        for row in rows
        if row.subject in state.subjects
    )
    while batch := list(islice(samples, BATCH)):
        Sample.objects.bulk_create(batch)
        stored += len(batch)
        if progress:
            progress(stored, total)
    return stored


def _sample_of(
    study: Study, row: stimuli.TextRow, subject: Subject, found: stimuli.Images
) -> Sample:
    return Sample(
        study=study,
        subject=subject,
        kind=row.kind,
        item=row.item,
        context=row.context,
        condition=row.condition,
        text=row.text,
        image_id=found[row.image].pk if row.image else None,
        alt_text=row.alt_text if row.image else "",
        sentence_starts=stimuli.sentence_starts(row.text, row.sentences) if row.sentences else None,
        language=row.language,
        direction=row.direction,
        content_hash=stimuli.hash_of(row, found),
        row=row.number,
    )
