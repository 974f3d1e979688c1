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
# The share of the plan that judges of one link may hold before they have answered anything.
UNANSWERED_SHARE = 0.10
UNANSWERED_AT_LEAST = 20

# Tried again for each judge: the limit is back as soon as Redis is.
breaker = Breaker("the limit on starts is off", rest_seconds=0)


def need_lock(link: RecruitmentLink, *, external: bool) -> bool:
    """Whether `check` counts the judges of this link, which needs the link's lock."""
    return link.quota is not None or _is_guarded(link, external=external)


def _is_guarded(link: RecruitmentLink, *, external: bool) -> bool:
    """Whether starts are limited: at open live links without external ids, not in classrooms."""
    return not (link.personal or link.classroom or external or link.mode == Mode.PILOT)


def lock(link: RecruitmentLink) -> None:
    """Lock the link's row, so that two judges cannot both take the last place."""
    RecruitmentLink.objects.select_for_update(no_key=True).get(pk=link.pk)


def check(link: RecruitmentLink, *, external: bool) -> None:
    """Raise Refused where the link, which must be locked, can take no new judge now."""
    check_quota(link)
    if _is_guarded(link, external=external):
        _check_unanswered(link)


def check_quota(link: RecruitmentLink) -> None:
    """Raise Refused where the quota is full; exact only under the link's lock.

    While some places are held without an answer, the judge is told when to come again: a place may
    become free.
    """
    if link.quota is None or taking_part(link) < link.quota:
        return
    if have_answered(link) < link.quota:
        raise Refused(Refusal.NO_PLACE, retry_at=_next_free_place(link))
    raise Refused(Refusal.QUOTA)


def have_answered(link: RecruitmentLink) -> int:
    """Return how many judges of a link have given an answer."""
    return _judges_in_quota(link).filter(trials__in=Trial.objects.evaluated()).distinct().count()


def _next_free_place(link: RecruitmentLink) -> datetime | None:
    held = Trial.objects.held_now().filter(judge__link=link, kind=Kind.MAIN)
    end: datetime | None = held.aggregate(end=Min("triad__free_from"))["end"]
    return end


def taking_part(link: RecruitmentLink) -> int:
    """Return how many judges of a link hold a trial or have given an answer."""
    return _judges_in_quota(link).filter(trials__in=Trial.objects.taking_part()).distinct().count()


def _judges_in_quota(link: RecruitmentLink) -> QuerySet[Judge]:
    """Return the judges of a link, without excluded ones who are replaced by others."""
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
    """Raise Refused at the 21st person who starts at a link from one address within a minute.

    Counted in Redis alone; without Redis there is no limit. Not called under the link's lock: a
    slow Redis must not keep the other judges waiting.
    """
    if not _is_guarded(link, external=external):
        return
    key = f"starts:{link.pk}:{address}"
    number = breaker.attempt(lambda: _number_of_start(key, form_key))
    if number is not None and number > STARTS_PER_MINUTE:
        raise Refused(Refusal.TOO_MANY_STARTS)


def _number_of_start(key: str, form_key: str) -> int:
    """Count the starts of a minute; later clicks of one person keep the number of the first."""
    own_key = f"{key}:{form_key}"
    if not cache.add(own_key, 0, timeout=60):
        return int(cache.get(own_key) or 0)
    cache.add(key, 0, timeout=60)
    number = cache.incr(key)
    cache.set(own_key, number, timeout=60)
    return int(number)
