"""The texts of a study: an upload from its arrival over its preview to its confirmation."""

import zlib
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from itertools import islice
from typing import Any, Literal, TypedDict, cast

from django.db import connection, transaction
from django.db.models.functions import Now

from studies import design, stimuli
from studies.models import Sample, Study, Upload, User
from studies.models.sample import Kind
from studies.services.record import log
from studies.services.studies import WrongStateError

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
# The sample triad of the preview is made from the first texts of each subject.
SAMPLE_FROM = 50


class SampleText(TypedDict):
    """One text of the preview's triad."""

    text: str
    context: str
    language: str
    direction: str


class Mapping(TypedDict, total=False):
    """What an upload keeps beside its findings (the column `mapping`)."""

    subjects: dict[str, design.Subject]  # the file's name of A and of B
    found: list[list[Any]]  # the file's subjects with their numbers of rows
    ignored: list[str]  # names of columns that mean nothing to us
    encoding: str
    large: bool  # reading and storing it takes longer than somebody waits for a page
    known: int  # rows whose text the study has already, for the same subject and item
    sample: list[SampleText]


class AlreadyStoredError(Exception):
    """The upload is gone: it was confirmed before, or thrown away, or is older than a day."""


def receive(*, study: Study, user: User, name: str, content: bytes) -> Upload:
    """Keep a file until its confirmation.

    Raises `UploadError` where it cannot be read to its end, `WrongStateError` where the study is
    no draft any more.
    """
    _, table = _table(content)
    for _row in table.rows():
        pass
    with transaction.atomic():
        _draft(study)
        upload = Upload.objects.create(
            study=study,
            owner=user,
            name=_shown_name(name),
            content=_packed(content),
            mapping=Mapping(large=_is_large(content)),
        )
        mine = Upload.objects.filter(study=study, owner=user).order_by("-pk")
        newest = mine.values_list("pk", flat=True)[:KEPT_UPLOADS]
        mine.exclude(pk__in=list(newest)).delete()
    return upload


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
    study = upload.study
    decoded, table = _table(_unpacked(upload))
    rows = list(table.rows())
    found = stimuli.subjects_in(rows)
    names = (study.subject_a, study.subject_b)
    subjects = upload.mapping.get("subjects")
    if subjects is None:
        subjects = stimuli.guess_subjects(_choices(found), names)
    findings = stimuli.check(
        rows, subject_names=names, subjects=subjects, pairing=study.pairing, progress=progress
    )
    upload.mapping = Mapping(
        large=upload.mapping["large"],
        subjects=subjects,
        found=[[name, found[name]] for name in _choices(found)],
        ignored=list(table.ignored),
        encoding=decoded.encoding,
        known=_known(study, rows, subjects),
        sample=_sample(study, rows, subjects),
    )
    upload.findings = findings.as_json()
    upload.save(update_fields=["mapping", "findings"])


def save_upload(*, upload: Upload, mode: Mode, progress: Progress | None = None) -> int:
    """Store the texts of an upload, all or none, and let go of it; how many texts it had.

    Two confirmations at once store them once: the second raises `AlreadyStoredError`.
    """
    if mode not in ("add", "replace"):
        raise ValueError(f"mode must be add or replace, not {mode!r}")
    with transaction.atomic():
        study = _draft(upload.study)
        locked = Upload.objects.select_for_update().filter(pk=upload.pk).first()
        if locked is None:
            raise AlreadyStoredError
        if locked.findings is None or not findings_of(locked).ok:
            raise WrongStateError("The upload has not been checked, or has errors.")
        replaced = _delete_texts(study) if mode == "replace" else 0
        stored = _store(study, locked, progress)
        log(study, "texts stored", who=locked.owner, mode=mode, texts=stored, replaced=replaced)
        locked.delete()
    return stored


def delete_texts(*, study: Study, user: User) -> int:
    """Take all texts out of a draft; how many there were."""
    with transaction.atomic():
        study = _draft(study)
        deleted = _delete_texts(study)
        log(study, "texts deleted", who=user, texts=deleted)
    return deleted


def drop_old_uploads() -> int:
    """Delete uploads that nobody confirmed within a day; how many."""
    old = Upload.objects.filter(created_at__lt=Now() - KEPT_FOR)
    deleted, _ = old.delete()
    return deleted


def findings_of(upload: Upload) -> stimuli.Findings:
    """What was found in an upload that has been checked."""
    return stimuli.Findings.from_json(cast(stimuli.findings.FindingsJSON, upload.findings))


def _draft(study: Study) -> Study:
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


def _table(content: bytes) -> tuple[stimuli.Decoded, stimuli.Table]:
    decoded = stimuli.decode(content)
    return decoded, stimuli.read_rows(decoded.text)


def _shown_name(name: str) -> str:
    """The file's name as it can be stored and shown."""
    clean = "".join(c if c.isprintable() else "\ufffd" for c in name)
    return clean[-200:]


def _choices(found: dict[str, int]) -> dict[str, int]:
    """The subjects that can be chosen: the most frequent ones, in the order of appearance."""
    short = {name: count for name, count in found.items() if len(name) <= MAX_SUBJECT_NAME}
    frequent = dict(sorted(short.items(), key=lambda pair: -pair[1])[:MAX_SUBJECTS])
    return {name: count for name, count in short.items() if name in frequent}


def _known(study: Study, rows: Iterable[stimuli.Row], subjects: dict[str, design.Subject]) -> int:
    """How many of the rows the study has already: the sign of a file uploaded twice."""
    keys = set(study.samples.main().values_list("subject", "item", "content_hash"))
    if not keys:
        return 0
    taken = (row for row in rows if row.subject in subjects)
    return sum(
        (subjects[row.subject], row.item, design.content_hash(row.text)) in keys for row in taken
    )


def _sample(
    study: Study, rows: list[stimuli.Row], subjects: dict[str, design.Subject]
) -> list[SampleText]:
    """Three texts as a triad of this study might hold them; the first three where none can be."""
    first = [row for name in subjects for row in islice(_usable(rows, name), SAMPLE_FROM)]
    texts = [
        design.Text(n, subjects[row.subject], row.item, design.content_hash(row.text), row.number)
        for n, row in enumerate(first)
    ]
    try:
        plan = design.plan_blocks(
            texts, seed=bytes(design.SEED_BYTES), pairing=study.pairing, blocks=1
        )
        chosen = [first[key] for key in next(plan).keys]
    except design.CannotFillError:
        chosen = first[:3]
    return [
        SampleText(
            text=row.text, context=row.context, language=row.language, direction=row.direction
        )
        for row in chosen
    ]


def _usable(rows: list[stimuli.Row], subject: str) -> Iterator[stimuli.Row]:
    return (
        row
        for row in rows
        if row.subject == subject
        and row.text.strip()
        and len(row.text) <= stimuli.MAX_TEXT
        and len(row.context) <= stimuli.MAX_CONTEXT
    )


def _delete_texts(study: Study) -> int:
    # Plain SQL: the ORM would fetch every text to look for triads, which a draft cannot have.
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM studies_sample WHERE study_id = %s AND kind = %s", [study.pk, Kind.MAIN]
        )
        return int(cursor.rowcount)


def _store(study: Study, upload: Upload, progress: Progress | None) -> int:
    subjects = cast(Mapping, upload.mapping)["subjects"]
    total = sum(findings_of(upload).texts.values())
    _, table = _table(_unpacked(upload))
    samples = (
        _sample_of(study, row, subjects[row.subject])
        for row in table.rows()
        if row.subject in subjects
    )
    stored = 0
    while batch := list(islice(samples, BATCH)):
        Sample.objects.bulk_create(batch)
        stored += len(batch)
        if progress:
            progress(stored, total)
    return stored


def _sample_of(study: Study, row: stimuli.Row, subject: design.Subject) -> Sample:
    return Sample(
        study=study,
        subject=subject,
        item=row.item,
        context=row.context,
        text=row.text,
        language=row.language,
        direction=row.direction,
        content_hash=design.content_hash(row.text),
        row=row.number,
    )
