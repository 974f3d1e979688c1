"""The systems of a rating study: named by hand or by the file of their texts, and removed."""

import json
from collections.abc import Collection, Mapping
from typing import cast

from django.db import connection, transaction

from studies.design import Subject
from studies.models import Event, Job, Study, User
from studies.models.study import SYSTEMS
from studies.services.events import log
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import images
from studies.services.texts.draft_texts import draft_of

FEWEST = 2
# What a system is called until it has a name.
UNNAMED = "System {}"
# Letters move at once: none meets another on its way.
MOVE = """
    UPDATE studies_sample SET subject = %(new)s::jsonb ->> subject
    WHERE study_id = %(study)s AND %(new)s::jsonb ->> subject <> subject
"""
DELETE = "DELETE FROM studies_sample WHERE study_id = %s AND subject = %s"


class SystemsChangedError(WrongStateError):
    """The systems of the study are others than those that an upload was checked against."""


def given_names(study: Study) -> dict[Subject, str]:
    """Return the systems that have a name; a file names the others."""
    given = {
        letter: name
        for letter, name in study.subjects.items()
        if name not in (letter, UNNAMED.format(letter))
    }
    return cast(dict[Subject, str], given)


def unnamed() -> list[str]:
    """Return what the systems of a new study are called before a file or a person names them."""
    return [UNNAMED.format(letter) for letter in SYSTEMS[:FEWEST]]


def name_systems(study: Study, names: Mapping[Subject, str]) -> None:
    """Store the names of systems of a locked draft; letters without one in between stay unnamed."""
    last = max([*study.subjects, *names])
    letters = SYSTEMS[: SYSTEMS.index(last) + 1]
    called = study.subjects | dict(names)
    _store(study, [called.get(letter, UNNAMED.format(letter)) for letter in letters])


def remove_system(*, study: Study, user: User, system: str) -> int:
    """Delete a system with its texts; those after it move up by a letter. Return how many texts.

    Raises `WrongStateError` if the study is no draft any more, and KeyError for another letter.
    """
    with transaction.atomic():
        study = draft_of(study)
        name = study.subjects[system]
        with connection.cursor() as cursor:
            cursor.execute(DELETE, [study.pk, system])
            deleted = int(cursor.rowcount)
        drop_systems(study, [system])
        images.drop_unused(study)
        log(study, Event.What.TEXTS_DELETED, who=user, texts=deleted, fields=[name])
    return deleted


def drop_systems(study: Study, systems: Collection[str]) -> None:
    """Take systems without texts out of a locked draft; those after them move up.

    What programs found of pairs of systems goes: their letters are others now.
    """
    study.jobs.filter(kind__in=Job.OF_PAIRS).delete()
    left = [letter for letter in study.subjects if letter not in systems]
    with connection.cursor() as cursor:
        moves = dict(zip(left, SYSTEMS, strict=False))
        cursor.execute(MOVE, {"study": study.pk, "new": json.dumps(moves)})
    _store(study, [study.subjects[letter] for letter in left])


def systems_with_texts(study: Study) -> set[str]:
    """Return the letters of the systems that have texts, of any kind."""
    return set(study.samples.order_by().values_list("subject", flat=True).distinct())


def _store(study: Study, names: list[str]) -> None:
    """Store the names of all systems; one that has none is called by its letter."""
    nameless = {UNNAMED.format(letter) for letter in SYSTEMS}
    wanted = [*names, *unnamed()][: max(FEWEST, len(names))]
    called = [
        UNNAMED.format(letter) if name in nameless else name
        for letter, name in zip(SYSTEMS, wanted, strict=False)
    ]
    study.subject_a, study.subject_b, *study.more_subjects = called
    study.save(update_fields=["subject_a", "subject_b", "more_subjects"])
