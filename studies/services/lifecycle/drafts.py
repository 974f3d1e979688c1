"""Drafts: a new study, a changed one, a copy of a study."""

import json
from collections.abc import Collection, Mapping
from typing import Any

from django.db import connection, transaction

from studies.kinds import kind_of
from studies.models import Event, ExcludedId, Image, RatingPlan, Sample, Study, User
from studies.models.random_codes import new_seed
from studies.models.sample import Kind
from studies.services.events import log
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.plan_fields import AFTER_OPENING, COPIED_FIELDS, FORM_FIELDS

# These differ in the copy of a text; all other columns are taken as they are.
_OWN = {"id", "study_id", "subject", "image_id"}
_COLUMNS = ", ".join(
    f's."{field.column}"' for field in Sample._meta.concrete_fields if field.column not in _OWN
)
COPY_TEXTS = f"""
    INSERT INTO studies_sample (study_id, subject, image_id, {_COLUMNS.replace("s.", "")})
    SELECT %(target)s, %(letters)s::jsonb ->> s.subject, n.id, {_COLUMNS}
    FROM studies_sample s
    LEFT JOIN studies_image o ON o.id = s.image_id
    LEFT JOIN studies_image n ON n.study_id = %(target)s AND n.sha256 = o.sha256
    WHERE s.study_id = %(source)s AND s.kind = ANY(%(kinds)s)
      AND %(letters)s::jsonb ->> s.subject IS NOT NULL
    ORDER BY s.id
"""  # noqa: S608 - the columns of our own table
# What the form of a rating study sets beside its fields.
RATED = ("subject_a", "subject_b", "more_subjects", "evaluations", "evaluations_per_judge")


def make_study(*, study: Study, user: User, plan: RatingPlan | None = None) -> Study:
    """Store a new draft that belongs to the user, with its plan if it is of ratings."""
    with transaction.atomic():
        study.owner = user
        study.save()
        if plan:
            plan.study = study
            plan.save(force_insert=True)
        log(study, Event.What.MADE, who=user)
    return study


def require_draft(study: Study) -> None:
    """Raise WrongStateError if the study is no draft any more."""
    if not study.is_draft:
        raise WrongStateError("The study is not a draft any more: its plan is fixed.")


def change_study(
    *, study: Study, user: User, changed: Mapping[str, str], plan: RatingPlan | None = None
) -> Study:
    """Store the changed fields of a study's form, labels by name, and its plan of ratings.

    What services change meanwhile stays. Raises WrongStateError where a field of the plan is
    among them and the study is no draft any more.
    """
    rated = RATED if plan else ()
    columns = [*rated, *(name for name in FORM_FIELDS if name in changed and name not in rated)]
    with transaction.atomic():
        locked = Study.objects.select_for_update().get(pk=study.pk)
        if not set(columns) <= set(AFTER_OPENING):
            require_draft(locked)
        if plan:
            plan.save()
        if locked.is_draft:
            columns.append("accepted_warnings")
        study.save(update_fields=columns)
        if changed:
            log(study, Event.What.STUDY_CHANGED, who=user, row=study.pk, fields=[*changed.values()])
    return study


def duplicate(*, study: Study, user: User) -> Study:
    """Make a draft with the same plan, texts and excluded ids, and a seed of its own."""
    with transaction.atomic():
        fields = {name: getattr(study, name) for name in COPIED_FIELDS}
        fields["title"] = f"Copy of {study.title}"[:200]
        copy = Study.objects.create(owner=user, seed=new_seed(), **fields)
        kind_of(study).copy_plan(source=study, target=copy)
        letters = {letter: letter for letter in study.subjects}
        copy_texts(source=study, target=copy, letters=letters, kinds=Kind.values)
        ids = ExcludedId.objects.filter(study=study).values_list("external_id", flat=True)
        ExcludedId.objects.bulk_create(
            (ExcludedId(study=copy, external_id=one) for one in ids), batch_size=2000
        )
        log(copy, Event.What.DUPLICATED, who=user, source=str(study.code))
    return copy


def copy_texts(
    *, source: Study, target: Study, letters: Mapping[str, str], kinds: Collection[str]
) -> None:
    """Copy texts of these kinds within the database, with all pictures.

    `letters` says which subject of the target each subject is; texts of others are not copied.
    """
    _copy_images(source=source, target=target)
    values: dict[str, Any] = {"source": source.pk, "target": target.pk, "kinds": list(kinds)}
    with connection.cursor() as cursor:
        cursor.execute(COPY_TEXTS, values | {"letters": json.dumps(dict(letters))})


def _copy_images(*, source: Study, target: Study) -> None:
    """Copy the images under names of their own."""
    for image in Image.objects.filter(study=source).order_by("pk").iterator(chunk_size=50):
        Image.objects.create(
            study=target,
            content=image.content,
            content_type=image.content_type,
            sha256=image.sha256,
            width=image.width,
            height=image.height,
        )
