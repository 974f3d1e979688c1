"""The texts of a study: an upload from its arrival over its preview to its confirmation."""

import zlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any, Literal, TypedDict, cast

from django.db import connection, transaction
from django.db.models.functions import Now

from studies import design, stimuli
from studies.models import Event, Sample, Study, Upload, User
from studies.models.sample import Kind
from studies.services.events import log
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import images
from studies.services.texts.sample import SampleText, sample_of
from studies.services.texts.source import Source

Progress = Callable[[int, int], None]
Mode = Literal["add", "replace"]

BATCH = 1000
# More than this is read and stored by a job, while the researcher does something else.
LARGE_BYTES = 1_000_000
LARGE_LINES = 2000
# Uploads that wait for their confirmation: as many as a person can have tabs, for a day.
KEPT_UPLOADS = 5
KEPT_FOR = timedelta(days=1)
# Of a file's subjects, so many are offered for choice: the most frequent ones.
MAX_SUBJECTS = 200
MAX_SUBJECT_NAME = 200


class Mapping(TypedDict, total=False):
    """What an upload keeps beside its findings (the column `mapping`)."""

    columns: dict[str, int] | None  # where our columns are, if matched by hand
    unmatched: bool  # they have to be: the file names them otherwise
    chosen_encoding: str  # by the researcher; empty where we found it out
    doubtful: bool  # the encoding is a guess
    images: dict[str, images.Kept]  # by the names that the table gives them
    kinds: dict[str, int]  # how many texts there are of each kind
    subjects: dict[str, design.Subject]  # the file's name of A and of B
    found: list[list[Any]]  # the file's subjects with their numbers of rows
    ignored: list[str]  # names of columns that mean nothing to us
    encoding: str
    large: bool  # reading and storing it takes longer than somebody waits for a page
    known: int  # rows whose text the study has already, for the same subject and item
    sample: list[SampleText]


class AlreadyStoredError(Exception):
    """The upload is gone: it was confirmed before, or thrown away, or is older than a day."""


def receive(*, study: Study, user: User, name: str, content: bytes, encoding: str = "") -> Upload:
    """Keep a file until its confirmation.

    Where its columns have other names than ours they must be matched before it can be checked.
    Raises `UploadError` where it cannot be read to its end, `WrongStateError` where the study is
    no draft any more.
    """
    source = Source.read(content, encoding)
    unmatched = source.is_unmatched()
    for _row in source.table({} if unmatched else None).rows():
        pass
    with transaction.atomic():
        draft_of(study)
        upload = Upload.objects.create(
            study=study,
            owner=user,
            name=_shown_name(name),
            content=_packed(content),
            mapping=Mapping(
                large=_is_large(content), unmatched=unmatched, chosen_encoding=encoding
            ),
        )
        mine = Upload.objects.filter(study=study, owner=user).order_by("-pk")
        newest = mine.values_list("pk", flat=True)[:KEPT_UPLOADS]
        mine.exclude(pk__in=list(newest)).delete()
    return upload


def head_of(upload: Upload, encoding: str | None = None) -> stimuli.Head:
    """The columns of an upload as it names them. Raises `UploadError` for another encoding."""
    if encoding is None:
        encoding = upload.mapping.get("chosen_encoding", "")
    return stimuli.read_head(Source.read(_unpacked(upload), encoding).decoded.text)


def match_columns(*, upload: Upload, columns: dict[str, int], encoding: str = "") -> None:
    """Say where our columns are, and the encoding; it must then be checked again.

    Raises `UploadError` where it cannot be read to its end in this encoding.
    """
    for _row in Source.read(_unpacked(upload), encoding).table(columns).rows():
        pass
    mapping = Mapping(
        large=upload.mapping["large"],
        columns=columns,
        unmatched=False,
        chosen_encoding=encoding,
        images=upload.mapping.get("images", {}),
    )
    Upload.objects.filter(pk=upload.pk).update(mapping=mapping, findings=None)
    upload.refresh_from_db(fields=["mapping", "findings"])


def is_large(upload: Upload) -> bool:
    """Whether it should be checked and stored by a job."""
    return bool(upload.mapping["large"])


def _is_large(content: bytes) -> bool:
    return len(content) > LARGE_BYTES or content.count(b"\n") > LARGE_LINES


def choose_subjects(*, upload: Upload, a: str, b: str) -> None:
    """Say which of the file's subjects is A and which is B; it must then be checked again."""
    mapping = {**upload.mapping, "subjects": {a: "A", b: "B"}}
    Upload.objects.filter(pk=upload.pk).update(mapping=mapping, findings=None)
    upload.refresh_from_db(fields=["mapping", "findings"])


def check_upload(*, upload: Upload, progress: Progress | None = None) -> None:
    """Find out what is wrong with an upload and what should be pointed out, and keep it.

    The first time it is guessed which of the file's subjects is A and which is B.
    """
    study, old = upload.study, cast(Mapping, upload.mapping)
    source = Source.read(_unpacked(upload), old.get("chosen_encoding", ""))
    table = source.table(old.get("columns"))
    rows = list(table.rows())
    found = stimuli.subjects_in(rows)
    names = (study.subject_a, study.subject_b)
    subjects = old.get("subjects")
    if subjects is None:
        subjects = stimuli.guess_subjects(_choices(found), names)
    progress = progress or _nobody_waits
    kept = _images(study, source.archive, old.get("images", {}), _taken(rows, subjects), progress)
    seen = images.as_found(kept)
    findings = stimuli.check(
        rows,
        subject_names=names,
        subjects=subjects,
        pairing=study.pairing,
        images=None if source.archive is None else seen,
        progress=progress,
    )
    upload.mapping = Mapping(
        large=old["large"],
        columns=old.get("columns"),
        unmatched=False,
        chosen_encoding=old.get("chosen_encoding", ""),
        images=kept,
        kinds=dict(Counter(row.kind for row in _taken(rows, subjects) if row.kind in Kind)),
        subjects=subjects,
        found=[[name, found[name]] for name in _choices(found)],
        ignored=list(table.ignored),
        encoding=source.decoded.encoding,
        doubtful=source.decoded.doubtful,
        known=_known(study, rows, subjects, seen),
        sample=sample_of(study, rows, subjects, kept),
    )
    upload.findings = findings.as_json()
    upload.save(update_fields=["mapping", "findings"])


def _nobody_waits(_done: int, _total: int) -> None:
    pass


def _taken(rows: Iterable[stimuli.Row], subjects: Collection[str]) -> Iterator[stimuli.Row]:
    return (row for row in rows if row.subject in subjects)


def _images(
    study: Study,
    archive: stimuli.Archive | None,
    known: dict[str, images.Kept],
    rows: Iterable[stimuli.Row],
    progress: Progress,
) -> dict[str, images.Kept]:
    """The images that the rows name, those known from an earlier check as they were."""
    names = {row.image for row in rows if row.image}
    if archive is None or not names:
        return {}
    new = names.difference(known)
    found = images.keep_all(
        study=study, archive=archive, names=new, progress=lambda done: progress(done, len(new))
    )
    return {name: kept for name, kept in known.items() if name in names} | found


def save_upload(*, upload: Upload, mode: Mode, progress: Progress | None = None) -> int:
    """Store the texts of an upload, all or none, and let go of it; how many texts it had.

    "replace" deletes the texts of the kinds that the upload brings: practice texts do not replace
    those under judgement.

    Two confirmations at once store them once: the second raises `AlreadyStoredError`.
    """
    if mode not in ("add", "replace"):
        raise ValueError(f"mode must be add or replace, not {mode!r}")
    with transaction.atomic():
        study = draft_of(upload.study)
        locked = Upload.objects.select_for_update().filter(pk=upload.pk).first()
        if locked is None:
            raise AlreadyStoredError
        if locked.findings is None or not findings_of(locked).ok:
            raise WrongStateError("The upload has not been checked, or has errors.")
        kinds = [kind for kind in Kind.values if kind in locked.mapping["kinds"]]
        replaced = _delete_texts(study, kinds) if mode == "replace" else 0
        stored = _store(study, locked, progress)
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
    """Throw an upload away."""
    study = upload.study
    upload.delete()
    images.drop_unused(study)


def delete_texts(*, study: Study, user: User) -> int:
    """Take all texts out of a draft; how many there were."""
    with transaction.atomic():
        study = draft_of(study)
        deleted = _delete_texts(study, Kind.values)
        images.drop_unused(study)
        log(study, Event.What.TEXTS_DELETED, who=user, texts=deleted)
    return deleted


def drop_old_uploads() -> int:
    """Delete uploads that nobody confirmed within a day; how many."""
    old = Upload.objects.filter(created_at__lt=Now() - KEPT_FOR)
    deleted, _ = old.delete()
    images.drop_unused()
    return deleted


def findings_of(upload: Upload) -> stimuli.Findings:
    """What was found in an upload that has been checked."""
    return stimuli.Findings.from_json(cast(stimuli.findings.FindingsJSON, upload.findings))


def draft_of(study: Study) -> Study:
    """The study's row, locked: nobody opens it while its texts change."""
    locked = Study.objects.select_for_update().get(pk=study.pk)
    if not locked.is_draft:
        raise WrongStateError(f"The study is {locked.get_status_display()}: its texts are fixed.")
    return locked


def _packed(content: bytes) -> bytes:
    """Fifty megabytes as they came take seconds on their way into a bytea column."""
    return zlib.compress(content, 1)


def _unpacked(upload: Upload) -> bytes:
    return zlib.decompress(upload.content)


def _shown_name(name: str) -> str:
    """The file's name as it can be stored and shown."""
    clean = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return clean[-200:]


def _choices(found: dict[str, int]) -> dict[str, int]:
    """The subjects that can be chosen: the most frequent ones, in the order of appearance."""
    short = {name: count for name, count in found.items() if len(name) <= MAX_SUBJECT_NAME}
    frequent = dict(sorted(short.items(), key=lambda pair: -pair[1])[:MAX_SUBJECTS])
    return {name: count for name, count in short.items() if name in frequent}


def _known(
    study: Study,
    rows: Iterable[stimuli.Row],
    subjects: dict[str, design.Subject],
    seen: dict[str, stimuli.ImageFound],
) -> int:
    """How many of the rows the study has already: the sign of a file uploaded twice."""
    keys = set(study.samples.values_list("kind", "subject", "item", "content_hash"))
    if not keys:
        return 0
    return sum(
        (row.kind, subjects[row.subject], row.item, stimuli.hash_of(row, seen)) in keys
        for row in _taken(rows, subjects)
    )


def _delete_texts(study: Study, kinds: Collection[str]) -> int:
    # Plain SQL: the ORM would fetch every text to look for triads, which a draft cannot have.
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM studies_sample WHERE study_id = %s AND kind = ANY(%s)",
            [study.pk, list(kinds)],
        )
        return int(cursor.rowcount)


def _store(study: Study, upload: Upload, progress: Progress | None) -> int:
    mapping = cast(Mapping, upload.mapping)
    subjects, kept = mapping["subjects"], mapping["images"]
    total = sum(findings_of(upload).texts.values())
    source = Source.read(_unpacked(upload), mapping["chosen_encoding"])
    rows = _taken(source.table(mapping["columns"]).rows(), subjects)
    seen = images.as_found(kept)
    samples = (_sample_of(study, row, subjects[row.subject], kept, seen) for row in rows)
    stored = 0
    while batch := list(islice(samples, BATCH)):
        Sample.objects.bulk_create(batch)
        stored += len(batch)
        if progress:
            progress(stored, total)
    return stored


def _sample_of(
    study: Study,
    row: stimuli.Row,
    subject: design.Subject,
    kept: dict[str, images.Kept],
    seen: dict[str, stimuli.ImageFound],
) -> Sample:
    return Sample(
        study=study,
        subject=subject,
        kind=row.kind,
        item=row.item,
        context=row.context,
        text=row.text,
        image_id=kept[row.image]["pk"] if row.image else None,
        alt_text=row.alt_text if row.image else "",
        sentence_starts=stimuli.sentence_starts(row.text, row.sentences) if row.sentences else None,
        language=row.language,
        direction=row.direction,
        content_hash=stimuli.hash_of(row, seen),
        row=row.number,
    )
