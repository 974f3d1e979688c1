"""The items of a rating study's draft: what they have of texts, and which are left out."""

from collections.abc import Collection
from enum import StrEnum

from django.db import connection, transaction

from studies.design.items import ItemCensus, item_census
from studies.models import Event, Sample, Study, User
from studies.services.events import log
from studies.services.lifecycle.places.triads import design_texts
from studies.services.texts.draft_texts import draft_of

LEAVE_OUT = """
    UPDATE studies_sample SET left_out = true
    WHERE study_id = %s AND kind = 'main' AND NOT left_out AND item = ANY(%s)
"""
# Of each system the text about an item that came first stays, of the main texts and for practice.
LEAVE_OUT_FURTHER = """
    UPDATE studies_sample SET left_out = true WHERE id IN (
        SELECT id FROM (
            SELECT id, row_number() OVER
                (PARTITION BY kind, item, subject ORDER BY "row", id) AS place
            FROM studies_sample
            WHERE study_id = %s AND kind IN ('main', 'practice') AND NOT left_out
        ) ordered WHERE place > 1
    )
"""


class LeftOut(StrEnum):
    """What is left out: items without one text of each system, items alike, or further texts."""

    INCOMPLETE = "incomplete"
    ALIKE = "alike"
    FURTHER = "further"


def census_of(study: Study) -> ItemCensus:
    """Return what the items have of the texts that take part."""
    return item_census(design_texts(study), list(study.subjects))


def leave_out_items(*, study: Study, user: User, what: LeftOut) -> int:
    """Leave texts of the draft out, as `draft_texts.leave_out` does; return how many.

    Raises `WrongStateError` if the study is no draft any more.
    """
    with transaction.atomic():
        study = draft_of(study)
        left = leave_out_further(study) if what == LeftOut.FURTHER else _leave_out(study, what)
        if left:
            log(study, Event.What.TEXTS_LEFT_OUT, who=user, left_out=left, taken_back=0)
    return left


def leave_out_further(study: Study) -> int:
    """Leave out all but the first text of each system about an item; return how many."""
    with connection.cursor() as cursor:
        cursor.execute(LEAVE_OUT_FURTHER, [study.pk])
        return int(cursor.rowcount)


def _leave_out(study: Study, what: LeftOut) -> int:
    found = census_of(study)
    items = found.incomplete if what == LeftOut.INCOMPLETE else found.alike
    with connection.cursor() as cursor:
        cursor.execute(LEAVE_OUT, [study.pk, items])
        return int(cursor.rowcount)


def leave_out_items_of(
    *, study: Study, user: User, among: Collection[int], out: Collection[int]
) -> int:
    """Of the texts `among`, leave the items of those in `out` out, and take back those left out.

    Return how many texts changed. An item that has a text in `out` stays out.

    Raises `WrongStateError` if the study is no draft any more.
    """
    with transaction.atomic():
        study = draft_of(study)
        drafted = Sample.objects.drafted().filter(study=study)
        shown = drafted.filter(pk__in=among)
        unwanted = set(shown.filter(pk__in=out).values_list("item", flat=True))
        unticked = shown.exclude(pk__in=out).filter(left_out=True)
        wanted = set(unticked.values_list("item", flat=True)) - unwanted
        left = drafted.filter(item__in=unwanted, left_out=False).update(left_out=True)
        back = drafted.filter(item__in=wanted, left_out=True).update(left_out=False)
        if left or back:
            log(study, Event.What.TEXTS_LEFT_OUT, who=user, left_out=left, taken_back=back)
    return left + back


def take_back(*, study: Study, user: User) -> int:
    """Take all texts that were left out back into the draft; return how many.

    Raises `WrongStateError` if the study is no draft any more.
    """
    with transaction.atomic():
        study = draft_of(study)
        back = Sample.objects.filter(study=study, left_out=True).update(left_out=False)
        if back:
            log(study, Event.What.TEXTS_LEFT_OUT, who=user, left_out=0, taken_back=back)
    return back
