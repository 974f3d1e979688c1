"""Admission: a visitor starts at a recruitment link, and becomes a judge or is known as one."""

import json
import secrets
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from django.db import IntegrityError, transaction

from studies.kinds import KINDS, StudyType, kind_of
from studies.models import Judge, RecruitmentLink, Study, Trial
from studies.models.judging.triad import Mode
from studies.models.random_codes import new_judge_code, new_trial_code
from studies.services.judging import claims, limits, trials, waiting
from studies.services.judging.histories import JUDGE
from studies.services.judging.refusals import (
    TAKES_JUDGES,
    Refusal,
    Refused,
    check_link,
    check_member,
    check_study,
)
from studies.services.judging.withdrawal import pseudonym
from studies.services.rows import (
    LINKS,
    Columns,
    fetch_one,
    kept_link,
    key_and_version_of,
    relate,
    version_of,
)


@dataclass(frozen=True, slots=True)
class Visitor:
    """A person at a recruitment link, as far as the request tells."""

    form_key: str
    source: str = ""
    external_id: str = ""
    address: str = ""
    language: str = ""
    # Further parameters of a panel's address.
    panel_parameters: dict[str, str] = field(default_factory=dict)
    # The key of the browser; empty where it has none yet.
    browser_key: str = ""
    # What the person is called in the row of those who wait.
    ticket: str = ""


@dataclass(frozen=True, slots=True)
class Arrival:
    """A recruitment link at the moment of a visit."""

    link: RecruitmentLink
    # Link and study take judges, and the study is not complete.
    is_open: bool
    # No visitor waits, and more triads are free than are kept for others.
    has_room: bool
    # Of the rows of link and study.
    versions: tuple[str, str]

    @property
    def takes_new_judges(self) -> bool:
        """Whether nothing but the quota is in the way of a new judge; else checks say what is."""
        is_pilot = self.link.mode == Mode.PILOT
        if self.link.quota is not None and is_pilot:
            return False  # the row of those who wait is looked at
        return self.is_open and (self.has_room or is_pilot)


# Of link `l` and study `s`.
_OPEN = f"""
    l.revoked_at IS NULL AND coalesce(l.expires_at > statement_timestamp(), true)
    AND {TAKES_JUDGES}
"""
_NO_ONE_WAITS = """
    NOT EXISTS (
        SELECT FROM studies_waiting w
        WHERE w.study_id = s.id AND NOT w.began AND w.until > statement_timestamp()
    )
"""
# How many triads are kept for others, as in `limits`: none unless the link is guarded.
_KEPT = f"""
    CASE WHEN l.personal OR l.classroom OR l.mturk OR l.id_parameter <> '' OR l.mode = 'pilot'
    THEN 0 ELSE greatest({limits.LAST_AT_LEAST}, floor({limits.LAST_SHARE} * s.evaluations)) END
"""


def _has_room(kind: StudyType) -> str:
    return f"""
        WHEN '{kind.key}' THEN EXISTS (
            SELECT FROM {kind.table} t
            WHERE t.study_id = s.id AND t.mode = 'live' AND t.kind = 'main'
                AND t.number <= s.evaluations AND t.free_from <= statement_timestamp()
                AND t.free_from < '9000-01-01 00:00+00'
            ORDER BY t.number OFFSET {_KEPT} LIMIT 1
        )
    """


# By token, as this process saw each last.
_seen: dict[str, Arrival] = {}
_ARRIVE = f"""
    SELECT {key_and_version_of("l")}, {key_and_version_of("s")}, {_OPEN},
        {_NO_ONE_WAITS} AND CASE s.kind {" ".join(map(_has_room, KINDS.values()))} END
    FROM studies_recruitmentlink l JOIN studies_study s ON s.id = l.study_id
    WHERE l.token = %(token)s
"""  # noqa: S608 - of constants


def arrive(token: str) -> Arrival:
    """Return the link as it is now; raise Refused where no opened study has it."""
    row = fetch_one(_ARRIVE, {"token": token})
    if row is None:
        raise Refused(Refusal.UNKNOWN)
    link_id, link_version, study_id, study_version, is_open, has_room = row
    link = kept_link(link_id, link_version, study_id, study_version)
    if link.study.status not in Study.OPENED_STATUSES:
        raise Refused(Refusal.UNKNOWN)
    arrival = Arrival(link, is_open, has_room, versions=(link_version, study_version))
    if len(_seen) >= LINKS:
        _seen.clear()
    _seen[token] = arrival
    return arrival


def last_seen(token: str) -> Arrival | None:
    """Return a link as it was a while ago, for `begin_as_seen` alone, which looks whether it is."""
    return _seen.get(token)


def begin_as_seen(arrival: Arrival, visitor: Visitor, consent_sha256: str) -> Trial | None:
    """Admit a new judge by one statement, if link and study are as they were seen; else None."""
    if limits.need_lock(arrival.link):
        return None
    with suppress(IntegrityError):  # another request took the same a moment ago
        return _begin_at_once(arrival, visitor, consent_sha256)
    return None


def start(
    *, token: str, visitor: Visitor, consent_sha256: str, arrival: Arrival | None = None
) -> Trial:
    """Return the visitor's open trial, or admit a new judge and give the first one.

    Five clicks, two tabs and a browser without cookies make one judge. Raises Refused; then
    nothing is stored. `arrival` is what the caller saw of the link a moment ago.
    """
    arrival = arrival or arrive(token)
    with suppress(IntegrityError):  # another request took the same a moment ago
        if trial := _begin_at_once(arrival, visitor, consent_sha256):
            return trial
    return _begin(arrival.link, visitor, consent_sha256)


def _begin_at_once(arrival: Arrival, visitor: Visitor, consent_sha256: str) -> Trial | None:
    """Admit a new judge where nothing is in the way; else None, and nothing is stored."""
    link = arrival.link
    if not arrival.takes_new_judges or (link.id_name and not visitor.external_id):
        return None
    if not limits.need_lock(link):
        return _insert(arrival, visitor, consent_sha256)
    limits.remember_start(link, visitor.address, visitor.form_key)
    with transaction.atomic():
        limits.lock_for_start(link)
        arrival = arrive(link.token)
        if arrival.takes_new_judges and not limits.is_full(link):
            return _insert(arrival, visitor, consent_sha256)
    return None


def _begin(link: RecruitmentLink, visitor: Visitor, consent_sha256: str) -> Trial:
    """Give a trial to a judge who was here before, or to a new one; raise Refused, saying why.

    `link` is as it was seen a moment ago: that names a judge, and admits none.
    """
    with transaction.atomic():
        judge = find_judge(link, visitor)
        if judge is None:
            link = arrive(link.token).link
            trials.lock_study(link.study_id)
            judge, is_new = _admit(link, visitor, consent_sha256)
            if is_new:
                waiting.leave(study=link.study, ticket=visitor.ticket)
                return trials.give(judge, [])
        if judge.withdrawn_at is not None:
            raise Refused(Refusal.WITHDRAWN, judge=judge)
        trial = trials.open_or_next_within(judge)
        # Written after the locks that this takes in their order.
        trials.remember_return(judge, link, visitor.panel_parameters)
        return trial


def check_places(link: RecruitmentLink, visitor: Visitor) -> bool:
    """Raise Refused where this new visitor has to wait, or the link's quota is full.

    Returns whether the visitor takes the place of a silent judge.
    """
    return limits.check(
        link,
        ticket=visitor.ticket,
        address=visitor.address,
        browser_key=visitor.browser_key,
    )


# What is read of a new one at once.
_NEW_JUDGE = Columns(Judge, "j", "id", "study_id", "link_id", "mode", "code", "browser_key")
# How a judge of the study is known. One who has withdrawn is found by the pseudonyms of id and key.
_BY_LINK = "j.link_id = %(link)s"
_BY_ID = "j.source = %(source)s::text AND j.external_id = ANY (%(ids)s)"
_BY_KEY = "j.form_key = ANY (%(keys)s)"


def _known_by(link: RecruitmentLink, visitor: Visitor) -> str:
    if link.personal:
        return _BY_LINK
    return _BY_ID if visitor.external_id else _BY_KEY


def _values(link: RecruitmentLink, visitor: Visitor) -> dict[str, Any]:
    """Return what the statements below look for."""
    external_id, key = visitor.external_id, visitor.form_key
    return {
        "study": link.study_id,
        "mode": link.mode,
        "link": link.pk,
        "source": visitor.source,
        "external_id": external_id,
        "ids": [external_id, pseudonym(link.study, external_id)],
        "keys": [key, pseudonym(link.study, key)],
    }


def find_judge(link: RecruitmentLink, visitor: Visitor) -> Judge | None:
    """Return the judge whom this visitor is: by personal link, external id or form key."""
    same = _known_by(link, visitor)
    if same == _BY_KEY and not visitor.form_key:
        return None
    row = fetch_one(_FIND.format(same=same), _values(link, visitor))
    if row is None:
        return None
    judge = JUDGE.of(row)
    relate(judge, study=link.study)
    if judge.link_id == link.pk:
        relate(judge, link=link)
    return judge


_FIND = f"""
    SELECT {JUDGE.sql} FROM studies_judge j
    WHERE j.study_id = %(study)s AND j.mode = %(mode)s AND {{same}}
    ORDER BY j.id LIMIT 1
"""  # noqa: S608 - of constants


# A new judge with a first trial, or nothing: where link and study are as they were seen and take
# judges, no one waits, the person is neither known nor excluded, and a triad is free. Each part
# reads from the one before, which keeps their order: the study is locked against being erased
# before a row names it; the triad is locked before the judge is there, and held only once the judge
# is. No one waits for a triad while others may wait for this judge, so no two can wait for each
# other.
def _insert_of(kind: StudyType, same: str, *, shared: bool) -> str:
    return f"""
    WITH place AS MATERIALIZED (
        SELECT l.id, l.study_id, l.mode, l.personal
        FROM studies_study s JOIN studies_recruitmentlink l ON l.study_id = s.id
        WHERE l.id = %(link)s AND {version_of("l")} = %(link_version)s
            AND {version_of("s")} = %(study_version)s
            AND {_OPEN} AND (l.mode = 'pilot' OR {_NO_ONE_WAITS}) AND NOT EXISTS (
            SELECT FROM studies_judge j
            WHERE j.study_id = %(study)s AND j.mode = %(mode)s AND {same}
        ) AND NOT EXISTS (
            SELECT FROM studies_excludedid e
            WHERE e.study_id = %(study)s AND e.external_id = %(external_id)s::text
        )
        FOR KEY SHARE OF s
    ), free AS MATERIALIZED (
        SELECT place.*, ({trials.chosen(kind, is_new=True, shared=shared)}) AS place_id
        FROM place
    ), judge AS (
        INSERT INTO studies_judge AS j (
            study_id, link_id, mode, personal, code, source, external_id, form_key, consent_sha256,
            language, questionnaire, came_with, browser_key, same_browser_as_id, reads_whole,
            excluded_why
        )
        SELECT study_id, id, mode, personal, %(judge_code)s, %(source)s::text,
            %(external_id)s::text, %(form_key)s, %(consent_sha256)s, %(language)s,
            jsonb_build_object(), %(came_with)s, %(browser_key)s::text,
            (SELECT min(b.id) FROM studies_judge b WHERE b.study_id = %(study)s
                AND b.browser_key = %(browser_key)s::text AND b.browser_key <> ''),
            false, ''
        FROM free WHERE place_id IS NOT NULL
        ON CONFLICT DO NOTHING
        RETURNING {_NEW_JUDGE.sql}
    ), {trials.giving(kind, "judge", shared=shared)}
    SELECT {_NEW_JUDGE.of_table("judge")}, {trials.NEW_TRIAL.of_table("trial")} FROM judge, trial
"""  # noqa: S608 - of constants


def _insert(arrival: Arrival, visitor: Visitor, consent_sha256: str) -> Trial | None:
    """Make a judge of a new visitor, with a first trial; None where that is not possible."""
    link, (link_version, study_version) = arrival.link, arrival.versions
    study, kind = link.study, kind_of(link.study)
    judge = Judge(study=study, code=new_judge_code(), mode=link.mode)  # as it will be
    shared = trials.shared_values(judge, [])
    if shared is None:
        return None
    values = _values(link, visitor) | {
        **shared,
        "link_version": link_version,
        "study_version": study_version,
        "judge_code": judge.code,
        "trial_code": new_trial_code(),
        "form_key": visitor.form_key or secrets.token_urlsafe(18),
        "consent_sha256": consent_sha256,
        "language": visitor.language,
        "came_with": json.dumps(visitor.panel_parameters),
        "browser_key": visitor.browser_key or secrets.token_urlsafe(18),
        "hold": claims.hold_of(study),
        "last": study.evaluations,
        **kind.history(study, []),
    }
    is_shared = shared["place"] is not None
    row = fetch_one(_insert_of(kind, _known_by(link, visitor), shared=is_shared), values)
    if row is None:
        return None
    columns = iter(row)
    judge, trial = _NEW_JUDGE.take(columns), trials.NEW_TRIAL.take(columns)
    relate(judge, study=study, link=link)
    relate(trial, study=study, judge=judge)
    return trial


def _admit(link: RecruitmentLink, visitor: Visitor, consent_sha256: str) -> tuple[Judge, bool]:
    """Make a judge where link, study and limits allow one more; True where it is a new one."""
    # One query where all is well; the reason is looked for only where it is not.
    accepting = RecruitmentLink.objects.usable().filter(study__in=Study.objects.accepting())
    if link.study.is_complete or not accepting.filter(pk=link.pk).exists():
        check_link(link)
        check_study(link.study, mode=Mode(link.mode))
    check_member(link, visitor.external_id)
    limits.remember_start(link, visitor.address, visitor.form_key)
    if limits.need_lock(link):
        limits.lock(link)
        # A second click that waited for the first one's lock must not be told that all is full.
        if judge := find_judge(link, visitor):
            return judge, False
    if check_places(link, visitor):
        limits.make_room(link)
    try:
        with transaction.atomic():
            return _create_judge(link, visitor, consent_sha256, form_key=visitor.form_key), True
    except IntegrityError:
        # Another request of this person was first; or another person uses the same browser, where
        # the form key is taken.
        if judge := find_judge(link, visitor):
            return judge, False
        return _create_judge(link, visitor, consent_sha256, form_key=""), True


def _create_judge(
    link: RecruitmentLink, visitor: Visitor, consent_sha256: str, *, form_key: str
) -> Judge:
    return Judge.objects.create(
        study=link.study,
        link=link,
        mode=link.mode,
        personal=link.personal,
        source=visitor.source,
        external_id=visitor.external_id,
        form_key=form_key or secrets.token_urlsafe(18),
        panel_parameters=visitor.panel_parameters,
        browser_key=visitor.browser_key or secrets.token_urlsafe(18),
        same_browser_as=_judge_of_browser(link.study, visitor.browser_key),
        consent_sha256=consent_sha256,
        language=visitor.language,
    )


def _judge_of_browser(study: Study, browser_key: str) -> Judge | None:
    """Return the study's first judge in this browser; no start is refused for it."""
    if not browser_key:
        return None
    found: Judge | None = Judge.objects.filter(study=study, browser_key=browser_key).first()
    return found
