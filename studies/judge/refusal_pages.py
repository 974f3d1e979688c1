"""A page for each reason why a judge is given no texts, with its HTTP status."""

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from studies.judge import mturk
from studies.judge.languages import PARAMETER, activate_language, asked_language
from studies.judge.leaving.endings import ShownEnding, ending_of, thanks_page
from studies.judge.pages import JudgePages
from studies.judge.visitors import (
    KEY_FIELD,
    TICKET,
    another_person_query,
    digest,
    form_key,
    key_in_form,
    panel_fields,
    panel_id,
    set_form_key_cookie,
    ticket_of,
)
from studies.models import Judge, RecruitmentLink, Trial
from studies.models.recruitment import Ending
from studies.models.sample import Kind
from studies.services.judging import waiting
from studies.services.judging.answering import questionnaire
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.trials import evaluations_used
from studies.services.judging.waiting import COMES_AGAIN_SECONDS


@dataclass(frozen=True, slots=True)
class RefusalPage:
    """What the page of a reason says; `retry_seconds` where it helps to come again."""

    status: int
    title: str | Promise
    text: str | Promise
    retry_seconds: int | None = None


PAGES = {
    Refusal.UNKNOWN: RefusalPage(
        404,
        _("This link leads nowhere"),
        _("Please check that the whole address was copied, or ask the people who sent it to you."),
    ),
    Refusal.EXCLUDED: RefusalPage(
        403,
        _("You cannot take part in this study"),
        _(
            "The people who run the study are looking for others this time, for example because "
            "you took part in an earlier study of theirs. Thank you for your interest."
        ),
    ),
    Refusal.NO_ID: RefusalPage(
        403,
        _("Please begin at your panel’s page"),
        _(
            "This link is for the members of a panel, and it was opened without your id there. "
            "Open the study from the panel’s own page."
        ),
    ),
    Refusal.TWO_IDS: RefusalPage(
        400,
        _("This address names two people"),
        _(
            "Your id is in it twice, with different values, so we cannot tell which one is "
            "yours. Open the study again from the panel’s own page."
        ),
    ),
    Refusal.REVOKED: RefusalPage(
        410,
        _("This link is no longer in use"),
        _(
            "The people who run the study have withdrawn it. If you think you should still take "
            "part, please ask them for a new link."
        ),
    ),
    Refusal.EXPIRED: RefusalPage(
        410,
        _("This link has expired"),
        _("The time for taking part through this link is over. Thank you for your interest."),
    ),
    Refusal.CLOSED: RefusalPage(
        410,
        _("The study is closed"),
        _("It takes no more answers. Thank you for your interest."),
    ),
    Refusal.COMPLETE: RefusalPage(
        410,
        _("The study is complete"),
        _("It has all the answers it needs. Thank you for your interest."),
    ),
    Refusal.QUOTA: RefusalPage(
        410,
        _("This group is complete"),
        _("Enough people are already taking part through this link. Thank you for your interest."),
    ),
    Refusal.WITHDRAWN: RefusalPage(
        410,
        _("You have withdrawn from this study"),
        _("Your answers no longer count, and you will not be asked again."),
    ),
    Refusal.PAUSED: RefusalPage(
        503,
        _("The study is paused"),
        _("No texts are given out just now. Please come back later with the same link."),
        retry_seconds=600,
    ),
    Refusal.NO_PLACE: RefusalPage(
        503,
        _("No place is free just now"),
        _("Other people are reading all the texts. When one of them leaves, a place becomes free."),
        retry_seconds=COMES_AGAIN_SECONDS,
    ),
    Refusal.TOO_MANY_STARTS: RefusalPage(
        429,
        _("Many people are starting just now"),
        _(
            "Few texts are left, and many people in the same place as you have started. As "
            "soon as some of them have answered, it is your turn."
        ),
        retry_seconds=COMES_AGAIN_SECONDS,
    ),
}


@dataclass(frozen=True, slots=True)
class Row:
    """Where a person stands in the row of those who wait, and what the page asks for again."""

    ahead: int
    address: str
    seconds: int = COMES_AGAIN_SECONDS


# The visitor is not known as a judge, so there is no visit to end.
NO_ENDING = (Refusal.UNKNOWN, Refusal.NO_ID, Refusal.TWO_IDS)
# The person is not wanted; elsewhere no more people are.
ENDINGS = {Refusal.EXCLUDED: Ending.SCREENED_OUT}
# What the owner is told of: people who found no place at once.
COUNTED = (Refusal.NO_PLACE, Refusal.TOO_MANY_STARTS, Refusal.QUOTA)
# The study has ended: a judge who has answered has done all that could be done.
ENDED = (Refusal.COMPLETE, Refusal.CLOSED)


def refusal_page(request: HttpRequest, refused: Refused, *, token: str = "") -> HttpResponse:
    """Return why no texts are shown; thanks, where the judge has done all that could be done."""
    judge = refused.judge
    link = _link_of(token) or (judge.current_link if judge else None)
    activate_language(request, link=link, judge=judge)
    if judge and link and _has_done_all(judge, refused.reason):
        return _last_page(JudgePages(request), judge, link, refused.reason)
    row = _row_of(JudgePages(request), refused, link) if link else None
    response = page_of_refusal(JudgePages(request), refused, link=link, token=token, row=row)
    if link and judge is None and refused.reason in COUNTED:
        path = reverse("judge:welcome", args=[link.token])
        key = form_key(request)
        set_form_key_cookie(request, response, key, path=path, framed=link.mturk)
    return response


def _row_of(pages: JudgePages, refused: Refused, link: RecruitmentLink) -> Row | None:
    """Put the person into the row of those who wait; None where waiting does not help."""
    request, judge, waits_for = pages.request, refused.judge, refused.waits_for
    if request.method == "HEAD":
        return None
    ticket = digest(judge.code) if judge else ticket_of(request)
    if refused.reason == Refusal.QUOTA and judge is None:
        waiting.send_away(link=link, ticket=ticket)
    if waits_for is None:
        return None
    ahead = waiting.wait(link=link, reason=waits_for, ticket=ticket, began=judge is not None)
    return Row(ahead, _waiting_address(pages, judge, link, ticket))


def _waiting_address(
    pages: JudgePages, judge: Judge | None, link: RecruitmentLink, ticket: str
) -> str:
    """Return what a page of waiting asks for again; nothing is given out by asking."""
    if judge:
        return pages.address("trial", questionnaire.last_trial_code(judge))
    language = asked_language(pages.request)
    query = panel_fields(pages.request.POST or pages.request.GET, link) | {TICKET: ticket}
    query |= {PARAMETER: language} if language else {}
    return f"{reverse('judge:welcome', args=[link.token])}?{urlencode(query)}"


def _link_of(token: str) -> RecruitmentLink | None:
    if not token or "\0" in token:
        return None
    link: RecruitmentLink | None = RecruitmentLink.objects.with_study().filter(token=token).first()
    return link


def _has_done_all(judge: Judge, reason: Refusal) -> bool:
    if reason == Refusal.FINISHED:
        return True
    return reason in ENDED and evaluations_used(judge) > 0


def _last_page(
    pages: JudgePages, judge: Judge, link: RecruitmentLink, reason: Refusal
) -> HttpResponse:
    trial_code = questionnaire.last_trial_code(judge)
    if questionnaire.part_due(judge, used=1, finished=True):
        return pages.redirect("questions", trial_code)
    # A task that was accepted again is handed in as what it is now; nothing is stored here.
    request = pages.request
    judge.panel_parameters |= panel_fields(request.POST or request.GET, link)
    ended_early = reason != Refusal.FINISHED
    return thanks_page(pages, judge, link=link, trial_code=trial_code, ended_early=ended_early)


def page_of_refusal(
    pages: JudgePages,
    refused: Refused,
    *,
    link: RecruitmentLink | None,
    token: str = "",
    row: Row | None = None,
) -> HttpResponse:
    """Return why no texts are shown, with the ways out that this judge has."""
    request, judge, reason = pages.request, refused.judge, refused.reason
    external_id = panel_id(request.POST or request.GET, link)
    withdrawn = reason == Refusal.WITHDRAWN
    ending = Ending.NO_CONSENT if withdrawn else ENDINGS.get(reason, Ending.OVER_QUOTA)
    shown = ShownEnding()
    if reason not in NO_ENDING:
        given = panel_fields(request.POST or request.GET, link)
        shown = ending_of(link, ending, judge=judge, external_id=external_id, parameters=given)
    another = leave = ""
    if withdrawn and token and link and not (link.personal or external_id):
        # Known by the cookie alone: this may be another person at the same computer.
        another = f"{reverse('judge:welcome', args=[token])}?{another_person_query(request)}"
    elif judge and not withdrawn:
        leave = pages.address("leave", questionnaire.last_trial_code(judge))
    return page_of_reason(
        pages,
        reason,
        shown,
        retry_at=refused.retry_at,
        again=_same_request(request),
        link=link,
        another=another,
        leave=leave,
        row=row,
        **_answers_of(judge),
    )


def _answers_of(judge: Judge | None) -> dict[str, bool]:
    """Return what became of this visit before: answers were stored, or texts went to others."""
    if judge is None or judge.withdrawn_at:
        return {}
    stored = evaluations_used(judge) > 0
    lapsed = Trial.objects.filter(judge=judge, kind=Kind.MAIN, state=Trial.State.LAPSED)
    return {"stored": stored, "ran_out": not stored and lapsed.exists()}


def page_of_reason(
    pages: JudgePages,
    reason: Refusal,
    ending: ShownEnding,
    *,
    retry_at: datetime | None = None,
    again: dict[str, Any] | None = None,
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Return the page of one reason; Retry-After and a button where trying again may help."""
    page = PAGES[reason]
    seconds = _seconds_until(retry_at) or page.retry_seconds
    context |= {
        "title": page.title,
        "text": page.text,
        "ending": ending,
        "minutes": math.ceil(seconds / 60) if seconds and retry_at else None,
        "again": again if seconds else None,
    }
    response = pages.render("refusal", context, status=status or page.status)
    if seconds:
        response.headers["Retry-After"] = str(seconds)
    return response


def _seconds_until(moment: datetime | None) -> int | None:
    if moment is None:
        return None
    return max(1, math.ceil((moment - timezone.now()).total_seconds()))


def _same_request(request: HttpRequest) -> dict[str, Any]:
    """Return what repeats the request: an address, or a form that is posted there."""
    if request.method != "POST":
        return {"address": request.get_full_path()}
    return {"action": request.get_full_path(), "fields": repeated_fields(request)}


def repeated_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """Return every field of the posted form, to send it again; ticks share one name.

    All of them: a link gives a panel's id the name that it likes, and a question its field.
    """
    key = key_in_form(request)
    fields = [(name, str(value)) for name, given in request.POST.lists() for value in given]
    if not key:
        return fields
    return [*(field for field in fields if field[0] != KEY_FIELD), (KEY_FIELD, key)]


def _is_typed(name: str) -> bool:
    return name in ("reason", "sureness") or name.startswith(("q-", "r-"))


def away_page(request: HttpRequest, *, status: int = 503) -> HttpResponse:
    """Return the page while the database is away: it keeps what was posted, to be sent again.

    If the connection broke at commit the choice may have been stored; sending it again changes
    nothing then.
    """
    mturk.mark_framed_by_headers(request)
    posted = request.method == "POST"
    fields = repeated_fields(request) if posted else []
    context = {
        "posted": posted,
        "address": request.get_full_path(),
        "fields": fields,
        "has_choice": request.POST.get("choice") in ("1", "2", "3"),
        "has_typed": any(_is_typed(name) and value for name, value in fields),
    }
    response = JudgePages(request).render("away", context, status=status)
    response.headers["Retry-After"] = "5"
    return response
