"""Ids of panel members who may not take part in a study."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from studies.models import Event, ExcludedId, Judge, Study, User
from studies.models.judging.judge import LONGEST_EXTERNAL_ID
from studies.services.events import log

MOST_IDS = 50_000


def check(ids: Sequence[str]) -> None:
    """Raise ValueError, in words, for a list that is too long or an id that is none."""
    if len(ids) > MOST_IDS:
        raise ValueError(f"These are {len(ids)} ids; at most {MOST_IDS} are kept.")
    for one in ids:
        if len(one) > LONGEST_EXTERNAL_ID or "\0" in one:
            raise ValueError(f"“{one[:40]} …” is not an id: write one on each line.")


def of_judges(studies: Iterable[Study]) -> list[str]:
    """Return the panel ids of the judges of these studies, without those who have withdrawn."""
    judges = Judge.objects.filter(study__in=studies, withdrawn_at__isnull=True)
    return list(judges.exclude(external_id="").values_list("external_id", flat=True).distinct())


def replace(*, study: Study, user: User, ids: Sequence[str]) -> int:
    """Exclude exactly these ids; return their number. Judges who have begun may go on."""
    check(ids)
    with transaction.atomic():
        Study.objects.select_for_update(no_key=True).get(pk=study.pk)
        wanted = set(ids)
        rows = ExcludedId.objects.filter(study=study)
        known = set(rows.values_list("external_id", flat=True))
        rows.filter(external_id__in=known - wanted).delete()
        ExcludedId.objects.bulk_create(
            (ExcludedId(study=study, external_id=one) for one in ids if one not in known),
            batch_size=2000,
        )
        added, removed = len(wanted - known), len(known - wanted)
        if added or removed:
            log(study, Event.What.EXCLUDED_IDS_CHANGED, who=user, added=added, removed=removed)
    return len(wanted)
