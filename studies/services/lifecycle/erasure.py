"""Erase a study with everything in it."""

from datetime import date

from django.db import connection, transaction
from django.db.models import ForeignObjectRel

from studies.models import (
    Answer,
    Event,
    Image,
    Judge,
    RecruitmentLink,
    Sample,
    Sheet,
    Study,
    Triad,
    Trial,
    User,
)
from studies.models.judging.triad import Mode
from studies.services.events import log
from studies.services.lifecycle.availability import lock_for

# The tables of a study that may hold a million rows, each before those that it refers to.
LARGE = (
    """DELETE FROM studies_reasoncode USING studies_answer a, studies_trial t
        WHERE answer_id = a.id AND a.trial_id = t.id AND t.study_id = %s""",
    """DELETE FROM studies_readingrecord USING studies_answer a, studies_trial t
        WHERE answer_id = a.id AND a.trial_id = t.id AND t.study_id = %s""",
    """DELETE FROM studies_rating USING studies_answer a, studies_trial t
        WHERE answer_id = a.id AND a.trial_id = t.id AND t.study_id = %s""",
    "DELETE FROM studies_answer USING studies_trial t WHERE trial_id = t.id AND t.study_id = %s",
    "DELETE FROM studies_trial WHERE study_id = %s",
    "DELETE FROM studies_judge WHERE study_id = %s",
    "DELETE FROM studies_recruitmentlink WHERE study_id = %s",
    "DELETE FROM studies_triad WHERE study_id = %s",
    "DELETE FROM studies_sheettext USING studies_sheet h WHERE sheet_id = h.id AND h.study_id = %s",
    "DELETE FROM studies_sheet WHERE study_id = %s",
    "DELETE FROM studies_sample WHERE study_id = %s",
    "DELETE FROM studies_image WHERE study_id = %s",
    "DELETE FROM studies_study WHERE id = %s",
)


def erase(*, study: Study, user: User | None, why: str = "") -> None:
    """Delete a study with all its answers: the only way in which answers are deleted.

    The database allows it within this transaction only. The event of it stays.
    """
    with transaction.atomic():
        study = lock_for("erase", study)
        answers = Answer.objects.filter(trial__study=study).count()
        log(study, Event.What.ERASED, who=user, why=why, answers=answers, **_texts(study))
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config('triadsurvey.erasing', %s, true)", [str(study.pk)])
        for part in _small_parts():
            part.related_model._meta.base_manager.filter(**{part.field.name: study}).delete()
        with connection.cursor() as cursor:
            for statement in LARGE:
                cursor.execute(statement, [study.pk])


def keep(*, study: Study, user: User, until: date, erases_itself: bool, why: str) -> None:
    """Set how long the data are kept, and whether the study is erased by itself afterwards."""
    with transaction.atomic():
        study = lock_for("keep", study)
        log(
            study,
            Event.What.RETENTION_CHANGED,
            who=user,
            why=why,
            before=study.retention_until and str(study.retention_until),
            until=str(until),
            erases_itself=erases_itself,
        )
        study.retention_until, study.erases_itself = until, erases_itself
        study.save(update_fields=["retention_until", "erases_itself"])


def _texts(study: Study) -> dict[str, str]:
    """Return the hash of the texts: another study of them tells that this one was erased."""
    counting = Trial.objects.evaluated().filter(study=study, mode=Mode.LIVE)
    if study.is_test or not counting.exists():
        return {}
    return {"texts_sha256": study.texts_sha256}


def _small_parts() -> list[ForeignObjectRel]:
    """Return the other tables of a study, in every app: uploads, jobs, amendments, results."""
    large = {Answer, Trial, Judge, RecruitmentLink, Triad, Sheet, Sample, Image}
    not_small = {*large, Event}  # events stay
    return [part for part in Study._meta.related_objects if part.related_model not in not_small]
