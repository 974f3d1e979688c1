"""Limits on new judges: the quota of a link, the row of those who wait, and one address with many.

While triads are free and the study is not nearly full, all who come may begin. The last places of
an open link are kept from a browser or an address that holds many triads without an answer: it
waits until some are answered, run out, or stay without a sign of life.
"""

import math
from datetime import datetime

from django.core.cache import cache
from django.db.models import Min, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils.crypto import salted_hmac

from studies.breaker import Breaker
from studies.models import Judge, RecruitmentLink, Study, Trial, Waiting
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.services.judging import claims, exclusion, waiting
from studies.services.judging.refusals import Refusal, Refused
from studies.services.rows import fetch_one

# A study is nearly full where no more places than this share of the plan are left.
LAST_SHARE = 0.05
LAST_AT_LEAST = 3
# As many triads may be held from one browser or address, without an answer, in any case.
UNANSWERED = 20
MOST_STARTS_REMEMBERED = 500

# Tried again for each judge: addresses are counted again as soon as Redis is back.
breaker = Breaker("starts are not counted by address", rest_seconds=0)


def need_lock(link: RecruitmentLink) -> bool:
    """Whether `check` counts the judges of this link, which needs the link's lock."""
    return link.quota is not None or is_guarded(link)


def is_guarded(link: RecruitmentLink) -> bool:
    """Whether starts are counted: at open live links that ask for no id, not in classrooms."""
    return not (link.personal or link.classroom or link.id_name or link.mode == Mode.PILOT)


def lock(link: RecruitmentLink) -> None:
    """Lock the link's row, so that two judges cannot both take the last place."""
    RecruitmentLink.objects.select_for_update(no_key=True).get(pk=link.pk)


# The study is locked against being erased. The locks of a row are taken in the order in which they
# are named.
_LOCK_FOR_START = """
    SELECT 1 FROM studies_recruitmentlink l JOIN studies_study s ON s.id = l.study_id
    WHERE l.id = %(link)s FOR KEY SHARE OF s FOR NO KEY UPDATE OF l
"""


def lock_for_start(link: RecruitmentLink) -> None:
    """Lock the link as `lock` does, and its study so that it stays, by one statement."""
    fetch_one(_LOCK_FOR_START, {"link": link.pk})


def check(link: RecruitmentLink, *, ticket: str, address: str, browser_key: str) -> bool:
    """Raise Refused where the link can take no new judge now; exact only under its lock.

    Returns whether room must be made in the quota (`make_room`).
    """
    ahead = waiting.ahead(link, Waiting.Reason.QUOTA, ticket) if link.quota is not None else 0
    needs_room = check_quota(link, ahead=ahead)
    if link.mode == Mode.LIVE:
        _check_triads(link, ticket=ticket, address=address, browser_key=browser_key)
    return needs_room


def _check_triads(link: RecruitmentLink, *, ticket: str, address: str, browser_key: str) -> None:
    ahead = waiting.ahead(link, Waiting.Reason.TRIADS, ticket)
    kept = _kept_for_others(link.study) if is_guarded(link) else 0
    left = claims.places(link.study, at_most=max(ahead, kept) + 1)
    if left <= ahead:
        raise claims.none_free(link.study)
    if left <= kept and _unanswered(link.study, address, browser_key) >= UNANSWERED:
        raise Refused(Refusal.TOO_MANY_STARTS, waits_for=Waiting.Reason.ADDRESS)


def _kept_for_others(study: Study) -> int:
    return max(LAST_AT_LEAST, math.floor(LAST_SHARE * study.evaluations))


def check_quota(link: RecruitmentLink, *, ahead: int = 0) -> bool:
    """Raise Refused where the quota has no place but for those `ahead`.

    While some places are held without an answer, the judge is told when to come again: a place may
    become free. Returns whether the only places are those of silent judges.
    """
    if link.quota is None:
        return False
    left = link.quota - taking_part(link)
    if left > ahead:
        return False
    if left + silent(link).count() > ahead:
        return left <= 0
    if have_answered(link) < link.quota:
        raise Refused(
            Refusal.NO_PLACE, retry_at=_next_free_place(link), waits_for=Waiting.Reason.QUOTA
        )
    raise Refused(Refusal.QUOTA)


def make_room(link: RecruitmentLink) -> None:
    """Give on the place of the judge who has been silent longest."""
    for trial in silent(link).order_by(Coalesce("triad__seen_at", "sheet__seen_at")):
        if claims.give_on(trial):
            return


def silent(link: RecruitmentLink) -> QuerySet[Trial]:
    """Return the link's trials with triads that may be given on, of judges without an answer."""
    trials: QuerySet[Trial] = Trial.objects.silent_for(claims.quiet_after(link.study))
    answered = Trial.objects.used().filter(judge__link=link)
    return trials.filter(judge__link=link).exclude(judge__in=answered.values("judge"))


def have_answered(link: RecruitmentLink) -> int:
    """Return how many judges of a link have given an answer."""
    return _judges_in_quota(link).filter(trials__in=Trial.objects.evaluated()).distinct().count()


def _next_free_place(link: RecruitmentLink) -> datetime | None:
    held = Trial.objects.held_now().filter(judge__link=link, kind=Kind.MAIN)
    end: datetime | None = held.aggregate(
        end=Min(Coalesce("triad__free_from", "sheet__free_from"))
    )["end"]
    return end


def is_full(link: RecruitmentLink) -> bool:
    """Whether all places of the link's quota are taken, by silent judges too."""
    return link.quota is not None and taking_part(link) >= link.quota


def taking_part(link: RecruitmentLink) -> int:
    """Return how many judges of a link hold a trial or have given an answer."""
    return _judges_in_quota(link).filter(trials__in=Trial.objects.taking_part()).distinct().count()


def _judges_in_quota(link: RecruitmentLink) -> QuerySet[Judge]:
    """Return the judges of a link, without excluded ones who are replaced by others."""
    judges: QuerySet[Judge] = Judge.objects.filter(link=link)
    return judges.filter(excluded_at=None) if exclusion.replaces_excluded(link.study) else judges


def _unanswered(study: Study, address: str, browser_key: str) -> int:
    """Return how many judges of a browser or an address read their first texts, as far as known."""
    keys = breaker.attempt(lambda: _form_keys(study, address)) or []
    same = Q(form_key__in=keys)
    if browser_key:
        same |= Q(browser_key=browser_key)
    held = Trial.objects.held_now()
    silent = Trial.objects.silent_for(claims.quiet_after(study)).values("pk")
    judges = Judge.objects.filter(same, study=study, trials__in=held.exclude(pk__in=silent))
    return judges.exclude(trials__in=Trial.objects.used()).count()


def remember_start(link: RecruitmentLink, address: str, form_key: str) -> None:
    """Remember from which address a person starts, for as long as a triad may be held.

    In Redis alone: an address is never stored. Without Redis addresses are not counted.
    """
    if is_guarded(link):
        breaker.attempt(lambda: _remember(link.study, address, form_key))


def _remember(study: Study, address: str, form_key: str) -> None:
    key, seconds = _name_of(study, address), _seconds_of(study)
    if not cache.add(f"{key}:{form_key}", 1, timeout=seconds):
        return  # a second click
    cache.add(key, 0, timeout=seconds)
    cache.set(f"{key}:{cache.incr(key)}", form_key, timeout=seconds)


def _form_keys(study: Study, address: str) -> list[str]:
    key = _name_of(study, address)
    last = int(cache.get(key) or 0)
    first = max(1, last - MOST_STARTS_REMEMBERED + 1)
    return list(cache.get_many([f"{key}:{number}" for number in range(first, last + 1)]).values())


def _name_of(study: Study, address: str) -> str:
    digest = salted_hmac("studies.starts", address, algorithm="sha256").hexdigest()[:32]
    return f"starts:{study.pk}:{digest}"


def _seconds_of(study: Study) -> int:
    holds = claims.hold_of(study) * (claims.MAX_RENEWALS + 1)
    return max(60, math.ceil(holds.total_seconds()))
