"""Admission: a visitor starts at a recruitment link, and becomes a judge or is known as one."""

import secrets
from dataclasses import dataclass, field

from django.db import IntegrityError, transaction

from studies.models import Judge, RecruitmentLink, Study, Trial
from studies.models.triad import Mode
from studies.services.judging import limits, trials, waiting
from studies.services.judging.refusals import (
    Refusal,
    Refused,
    check_link,
    check_member,
    check_study,
)
from studies.services.judging.withdrawal import pseudonym


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


def link_of(token: str) -> RecruitmentLink:
    """Return the link with its study; raise Refused where no opened study has it."""
    link: RecruitmentLink | None = RecruitmentLink.objects.with_study().filter(token=token).first()
    if link is None or link.study.status not in Study.OPENED_STATUSES:
        raise Refused(Refusal.UNKNOWN)
    return link


def start(*, token: str, visitor: Visitor, consent_sha256: str) -> Trial:
    """Return the visitor's open trial, or admit a new judge and give the first one.

    Five clicks, two tabs and a browser without cookies make one judge. Raises Refused; then
    nothing is stored.
    """
    with transaction.atomic():
        link = link_of(token)
        trials.lock_study(link.study_id)
        judge = find_judge(link, visitor)
        if judge is None:
            judge, is_new = _admit(link, visitor, consent_sha256)
            if is_new:
                waiting.leave(study=link.study, ticket=visitor.ticket)
                # No other transaction can see this judge yet: no lock is needed.
                return trials.give(judge, [])
        if judge.withdrawn_at is not None:
            raise Refused(Refusal.WITHDRAWN, judge=judge)
        trial = trials.next_trial(judge)
        # Written after the locks that `next_trial` takes in their order.
        _save_return_link(judge, link, visitor.panel_parameters)
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


def find_judge(link: RecruitmentLink, visitor: Visitor) -> Judge | None:
    """Return the judge whom this visitor is: by personal link, external id or form key.

    A judge who has withdrawn is found by the pseudonyms of id and key.
    """
    judges = Judge.objects.filter(study=link.study, mode=link.mode)
    if link.personal:
        return judges.filter(link=link).first()
    if visitor.external_id:
        ids = [visitor.external_id, pseudonym(link.study, visitor.external_id)]
        return judges.filter(source=visitor.source, external_id__in=ids).first()
    if not visitor.form_key:
        return None
    keys = [visitor.form_key, pseudonym(link.study, visitor.form_key)]
    return judges.filter(form_key__in=keys).first()


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


def _save_return_link(
    judge: Judge, link: RecruitmentLink, panel_parameters: dict[str, str]
) -> None:
    """Remember by which link, and with which parameters, a judge came back.

    The ending is that of the link used last; a task that was returned and accepted again has
    another assignment, which is the one to hand in.
    """
    parameters = judge.panel_parameters | panel_parameters
    by = None if link.pk == judge.link_id else link.pk
    if judge.withdrawn_at is None and (parameters, by) != (
        judge.panel_parameters,
        judge.came_back_by_id,
    ):
        judge.panel_parameters, judge.came_back_by_id = parameters, by
        judge.save(update_fields=["panel_parameters", "came_back_by"])
