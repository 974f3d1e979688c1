"""Limits on new judges of a link: its quota, and one person with many browsers."""

import math
from datetime import datetime

from django.core.cache import cache
from django.db.models import Min, QuerySet

from studies.breaker import Breaker
from studies.models import Judge, RecruitmentLink, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.services.judging import exclusion
from studies.services.judging.refusals import Refusal, Refused

STARTS_PER_MINUTE = 20
# Of the plan, how much may be held by judges of one link who have not answered yet.
UNANSWERED_SHARE = 0.10
UNANSWERED_AT_LEAST = 20

# Tried again for each judge: the limit is back as soon as Redis is.
breaker = Breaker("the limit on starts is off", rest_seconds=0)


def apply(link: RecruitmentLink, *, external: bool) -> bool:
    """Judges of this link are counted, which is done under its lock."""
    return link.quota is not None or _is_guarded(link, external=external)


def _is_guarded(link: RecruitmentLink, *, external: bool) -> bool:
    """The limits on starts are for open live links without external ids, and not for classrooms."""
    return not (link.personal or link.classroom or external or link.mode == Mode.PILOT)


def lock(link: RecruitmentLink) -> None:
    """Hold the link's row, so that two judges cannot both take the last place."""
    RecruitmentLink.objects.select_for_update(no_key=True).get(pk=link.pk)


def check(link: RecruitmentLink, *, external: bool) -> None:
    """Raise Stopped where the link, which must be locked, can take no new judge now."""
    check_quota(link)
    if _is_guarded(link, external=external):
        _check_unanswered(link)


def check_quota(link: RecruitmentLink) -> None:
    """Raise Stopped where the quota is full: for good only under the link's lock.

    While some of its places are only held, a leaver's place may be free soon: nobody is sent away
    for good before all of them have answered.
    """
    if link.quota is None or taking_part(link) < link.quota:
        return
    if have_answered(link) < link.quota:
        raise Refused(Refusal.NO_PLACE, retry_at=_next_end_of_a_hold(link))
    raise Refused(Refusal.QUOTA)


def have_answered(link: RecruitmentLink) -> int:
    """How many judges of a link have given an answer."""
    return _wanted(link).filter(trials__in=Trial.objects.evaluated()).distinct().count()


def _next_end_of_a_hold(link: RecruitmentLink) -> datetime | None:
    held = Trial.objects.held_now().filter(judge__link=link, kind=Kind.MAIN)
    end: datetime | None = held.aggregate(end=Min("triad__free_from"))["end"]
    return end


def taking_part(link: RecruitmentLink) -> int:
    """How many judges of a link hold a trial or have given an answer."""
    return _wanted(link).filter(trials__in=Trial.objects.taking_part()).distinct().count()


def _wanted(link: RecruitmentLink) -> QuerySet[Judge]:
    """The judges of a link, without those whom the plan's rule replaces by others."""
    judges: QuerySet[Judge] = Judge.objects.filter(link=link)
    return judges.filter(excluded_at=None) if exclusion.replaces_excluded(link.study) else judges


def _check_unanswered(link: RecruitmentLink) -> None:
    allowed = max(UNANSWERED_AT_LEAST, math.floor(UNANSWERED_SHARE * link.study.evaluations))
    waiting = (
        Judge.objects.filter(link=link, trials__in=Trial.objects.held_now())
        .exclude(trials__in=Trial.objects.used())
        .count()
    )
    if waiting >= allowed:
        raise Refused(Refusal.TOO_MANY_STARTS)


def check_starts(link: RecruitmentLink, address: str, form_key: str, *, external: bool) -> None:
    """Raise Stopped at the 21st person who starts at a link from one address within a minute.

    Counted in Redis only; without Redis there is no limit rather than no study. Not under the
    link's lock: a Redis that is slow to answer must not keep everybody else waiting.
    """
    if not _is_guarded(link, external=external):
        return
    key = f"starts:{link.pk}:{address}"
    number = breaker.attempt(lambda: _number_of_start(key, form_key))
    if number is not None and number > STARTS_PER_MINUTE:
        raise Refused(Refusal.TOO_MANY_STARTS)


def _number_of_start(key: str, form_key: str) -> int:
    """Which of a minute's starts this is; a person's later clicks have the number of the first."""
    own_key = f"{key}:{form_key}"
    if not cache.add(own_key, 0, timeout=60):
        return int(cache.get(own_key) or 0)
    cache.add(key, 0, timeout=60)
    number = cache.incr(key)
    cache.set(own_key, number, timeout=60)
    return int(number)
