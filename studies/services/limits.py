"""Limits on new judges of a link: its quota, and one person with many browsers."""

import logging
import math

from django.core.cache import cache

from studies.models import Judge, RecruitmentLink, Trial
from studies.models.triad import Mode
from studies.services.stops import Stop, Stopped

STARTS_PER_MINUTE = 20
# Of the plan, how much may be held by judges of one link who have not answered yet.
UNANSWERED_SHARE = 0.10
UNANSWERED_AT_LEAST = 20

logger = logging.getLogger(__name__)


def check(link: RecruitmentLink, address: str, *, external: bool) -> None:
    """Raise Stopped where the link can take no new judge now.

    The limits on starts are for open live links without external ids, and not for classrooms.
    """
    if link.quota is not None:
        _check_quota(link, link.quota)
    if link.personal or link.classroom or external or link.mode == Mode.PILOT:
        return
    _check_unanswered(link)
    _check_starts(link, address)


def _check_quota(link: RecruitmentLink, quota: int) -> None:
    """Count under a lock, so that two judges cannot both take the last place."""
    RecruitmentLink.objects.select_for_update(no_key=True).get(pk=link.pk)
    if taking_part(link) >= quota:
        raise Stopped(Stop.QUOTA)


def taking_part(link: RecruitmentLink) -> int:
    """How many judges of a link hold a trial or have given an answer."""
    busy = Trial.objects.held_now() | Trial.objects.filter(
        state__in=[Trial.State.ANSWERED, Trial.State.SURPLUS]
    )
    return Judge.objects.filter(link=link, trials__in=busy).distinct().count()


def _check_unanswered(link: RecruitmentLink) -> None:
    allowed = max(UNANSWERED_AT_LEAST, math.floor(UNANSWERED_SHARE * link.study.evaluations))
    waiting = (
        Judge.objects.filter(link=link, trials__in=Trial.objects.held_now())
        .exclude(trials__state__in=Trial.USED_STATES)
        .count()
    )
    if waiting >= allowed:
        raise Stopped(Stop.TOO_MANY_STARTS)


def _check_starts(link: RecruitmentLink, address: str) -> None:
    """Count in Redis only, for a minute; without Redis there is no limit rather than no study."""
    key = f"starts:{link.pk}:{address}"
    try:
        cache.add(key, 0, timeout=60)
        starts = cache.incr(key)
    except Exception:  # noqa: BLE001 - whatever ails Redis, a judge may start
        logger.warning("the limit on starts is off: Redis does not answer")
        return
    if starts > STARTS_PER_MINUTE:
        raise Stopped(Stop.TOO_MANY_STARTS)
