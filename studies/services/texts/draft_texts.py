"""The texts of a draft: corrected one by one, left out, deleted."""

from collections.abc import Collection, Mapping

from django.db import connection, transaction

from studies import design
from studies.models import Event, Sample, Study, User
from studies.models.sample import Kind
from studies.services.events import log
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import images


def draft_of(study: Study) -> Study:
    """Return the study's row, locked, so that it is not opened while its texts change.

    Raises `WrongStateError` if the study is no draft any more.
    """
    locked = Study.objects.select_for_update().get(pk=study.pk)
    if not locked.is_draft:
        raise WrongStateError(f"The study is {locked.state}: its texts are fixed.")
    return locked


def add_text(*, sample: Sample, user: User) -> None:
    """Store one more text. Raises `WrongStateError` if the study is no draft any more."""
    with transaction.atomic():
        study = draft_of(sample.study)
        sample.content_hash = design.content_hash(sample.text)
        sample.save(force_insert=True)
        log(study, Event.What.TEXTS_STORED, who=user, mode="add", texts=1, replaced=0)


def correct_text(*, sample: Sample, user: User, changed: Mapping[str, str]) -> None:
    """Store the changed fields of a text (their labels by name), and its new hash.

    A new text loses its marked sentences. Raises `WrongStateError` if the study is no draft any
    more.
    """
    with transaction.atomic():
        draft_of(sample.study)
        image = sample.image
        part = design.image_part(image.sha256, sample.alt_text) if image else b""
        sample.content_hash = design.content_hash(sample.text, part)
        if "text" in changed:
            sample.sentence_starts = None
        sample.save(update_fields=[*changed, "content_hash", "sentence_starts"])
        fields = [*changed.values()]
        log(sample.study, Event.What.TEXT_CHANGED, who=user, row=sample.pk, fields=fields)


def delete_text(*, sample: Sample, user: User) -> None:
    """Delete one text. Raises `WrongStateError` if the study is no draft any more."""
    with transaction.atomic():
        draft_of(sample.study)
        log(sample.study, Event.What.TEXT_DELETED, who=user, row=sample.pk, fields=[])
        sample.delete()


def leave_out(*, study: Study, user: User, among: Collection[int], out: Collection[int]) -> int:
    """Of the texts `among`, leave those in `out` out of the study and take the others back.

    Return how many changed. A text left out stays in the draft and takes no part in the plan.
    Raises `WrongStateError` if the study is no draft any more.
    """
    with transaction.atomic():
        study = draft_of(study)
        texts = Sample.objects.drafted().filter(study=study, pk__in=among)
        left = texts.filter(pk__in=out, left_out=False).update(left_out=True)
        back = texts.exclude(pk__in=out).filter(left_out=True).update(left_out=False)
        if left or back:
            log(study, Event.What.TEXTS_LEFT_OUT, who=user, left_out=left, taken_back=back)
    return left + back


def delete_texts(*, study: Study, user: User) -> int:
    """Delete all texts of a draft; return how many there were."""
    with transaction.atomic():
        study = draft_of(study)
        deleted = delete_kinds(study, Kind.values)
        images.drop_unused(study)
        log(study, Event.What.TEXTS_DELETED, who=user, texts=deleted)
    return deleted


def delete_kinds(study: Study, kinds: Collection[str]) -> int:
    """Delete the texts of some kinds of a locked draft; return how many."""
    # Plain SQL: the ORM would fetch every text to look for triads, which a draft cannot have.
    with connection.cursor() as cursor:
        cursor.execute(
            "DELETE FROM studies_sample WHERE study_id = %s AND kind = ANY(%s)",
            [study.pk, list(kinds)],
        )
        return int(cursor.rowcount)
