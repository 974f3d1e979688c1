"""Members of panels: who may not take part, what they came with, whose browser is known."""

from collections.abc import Iterable, Sequence

from django.db import transaction

from studies.models import Event, ExcludedId, Judge, RecruitmentLink, Study, User
from studies.services.events import log
from studies.services.judging.refusals import Refusal, Refused

# What panels hand over besides the id, kept with the judge: which study, visit or task it was.
PARAMETERS = ("STUDY_ID", "SESSION_ID", "assignmentId", "hitId", "turkSubmitTo")
LONGEST_ID = 200
MOST_IDS = 50_000


def check_member(link: RecruitmentLink, external_id: str) -> None:
    """Raise Stopped where nobody new may begin with this id, or without one."""
    if link.id_name and not external_id:
        raise Refused(Refusal.NO_ID)
    check_excluded(link, external_id)


def check_excluded(link: RecruitmentLink, external_id: str) -> None:
    """Raise Stopped for an id that the study excludes, from whichever panel it comes."""
    excluded = ExcludedId.objects.filter(study=link.study_id, external_id=external_id)
    if external_id and excluded.exists():
        raise Refused(Refusal.EXCLUDED)


def save_return_link(judge: Judge, link: RecruitmentLink, panel_parameters: dict[str, str]) -> None:
    """Remember by which link, and with which parameters, a judge came back.

    Whoever sent the judge this time gets the code of the end; a task that was returned and
    accepted again has another assignment, which is the one to end.
    """
    parameters = judge.panel_parameters | panel_parameters
    by = None if link.pk == judge.link_id else link.pk
    if judge.withdrawn_at is None and (parameters, by) != (
        judge.panel_parameters,
        judge.came_back_by_id,
    ):
        judge.panel_parameters, judge.came_back_by_id = parameters, by
        judge.save(update_fields=["panel_parameters", "came_back_by"])


def judge_of_browser(study: Study, browser_key: str) -> Judge | None:
    """The first judge of the study who came in this browser; nothing is refused for that."""
    if not browser_key:
        return None
    found: Judge | None = Judge.objects.filter(study=study, browser_key=browser_key).first()
    return found


def check_ids(ids: Sequence[str]) -> None:
    """Raise ValueError, in words, for a list that is too long or holds what is no id."""
    if len(ids) > MOST_IDS:
        raise ValueError(f"These are {len(ids)} ids; at most {MOST_IDS} are kept.")
    for one in ids:
        if len(one) > LONGEST_ID or "\0" in one:
            raise ValueError(f"“{one[:40]} …” is no id: one a line, please.")


def ids_of(others: Iterable[Study]) -> list[str]:
    """The panel ids of the judges of these studies; of those who have withdrawn none is left."""
    judges = Judge.objects.filter(study__in=others, withdrawn_at__isnull=True)
    return list(judges.exclude(external_id="").values_list("external_id", flat=True).distinct())


def exclude(*, study: Study, user: User, ids: Sequence[str]) -> int:
    """Let exactly these ids be excluded from a study; how many. Who has begun may go on."""
    check_ids(ids)
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
