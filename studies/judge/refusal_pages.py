"""A polite page for each reason why a judge is given no texts, with its HTTP status."""

import math
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from studies.judge import frames, responses
from studies.judge.endings import End, Ending, ending_of
from studies.judge.languages import PARAMETER, asked_language, speak
from studies.judge.visitors import KEY_FIELD, another_query, carried, key_in_form, panel_id
from studies.models import RecruitmentLink
from studies.services.judging import questionnaire
from studies.services.judging.refusals import Stop, Stopped
from studies.services.judging.trials import evaluations_used

STATUSES = {
    Stop.UNKNOWN: 404,
    Stop.EXCLUDED: 403,
    Stop.NO_ID: 403,
    Stop.REVOKED: 410,
    Stop.EXPIRED: 410,
    Stop.CLOSED: 410,
    Stop.COMPLETE: 410,
    Stop.QUOTA: 410,
    Stop.WITHDRAWN: 410,
    Stop.LAPSED: 410,
    Stop.PAUSED: 503,
    Stop.NO_PLACE: 503,
    Stop.TOO_MANY_STARTS: 429,
}
# Seconds after which to try again, where the database names no time.
WAIT = {Stop.PAUSED: 600, Stop.NO_PLACE: 60, Stop.TOO_MANY_STARTS: 60}
# Nobody is known there whose visit could end.
NO_ENDING = (Stop.UNKNOWN, Stop.NO_ID)
# The study ended: whoever has answered has done what could be done.
ENDED = (Stop.FINISHED, Stop.COMPLETE, Stop.CLOSED)


def stop_page(request: HttpRequest, stopped: Stopped, *, token: str = "") -> HttpResponse:
    """Why no texts are shown; thanks, where the judge has answered and the study has ended."""
    judge = stopped.judge
    link = RecruitmentLink.objects.with_study().filter(_link(token)).first()
    if judge and not link:
        link = judge.current_link
    speak(request, link=link, judge=judge)
    if judge and (
        stopped.reason == Stop.FINISHED or (stopped.reason in ENDED and evaluations_used(judge) > 0)
    ):
        if questionnaire.part_due(judge, used=1, finished=True):
            return responses.to_questions(request, judge)
        ended = stopped.reason != Stop.FINISHED
        # A task that was accepted again is handed in as what it is now; nothing is stored here.
        judge.came_with |= carried(request.POST or request.GET, link)
        ending = ending_of(link, End.DONE, judge=judge)
        return responses.thanks(
            request,
            judge.study,
            ending,
            judge_code=judge.code,
            leave=responses.leave_address(request, judge),
            ended_early=ended,
        )
    _name, external_id = panel_id(request.POST or request.GET, link)
    withdrawn = stopped.reason == Stop.WITHDRAWN
    end = End.NO_CONSENT if withdrawn else End.SCREENED_OUT
    ending = (
        Ending()
        if stopped.reason in NO_ENDING
        else ending_of(link, end, judge=judge, external_id=external_id)
    )
    # Known by the cookie alone: this may be another person at the same computer.
    may_be_another = withdrawn and token and link and not (link.personal or external_id)
    return stopped_response(
        request,
        stopped.reason,
        ending,
        retry_at=stopped.retry_at,
        again=_again(request, token, link),
        link=link,
        another=f"{reverse('judge:welcome', args=[token])}?{another_query(request)}"
        if may_be_another
        else "",
        leave=responses.leave_address(request, judge) if judge and not withdrawn else "",
    )


def _link(token: str) -> Q:
    return Q(token=token) if token and "\0" not in token else Q(pk__in=[])


def stopped_response(
    request: HttpRequest,
    reason: Stop,
    ending: Ending,
    *,
    retry_at: datetime | None = None,
    again: dict[str, Any] | None = None,
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    """The page of one reason; Retry-After and a button where trying again may help."""
    title, text = WORDS[reason]()
    seconds = _seconds_until(retry_at) or WAIT.get(reason)
    context = {
        "title": title,
        "text": text,
        "ending": ending,
        "minutes": math.ceil(seconds / 60) if seconds and retry_at else None,
        "again": again if seconds else None,
    }
    response = responses.page(request, "stop", context | more, status=status or STATUSES[reason])
    if seconds:
        response.headers["Retry-After"] = str(seconds)
    return response


def _seconds_until(moment: datetime | None) -> int | None:
    if moment is None:
        return None
    return max(1, math.ceil((moment - timezone.now()).total_seconds()))


def _again(request: HttpRequest, token: str, link: RecruitmentLink | None) -> dict[str, Any]:
    """The same request once more: a form that posts it, or the address itself."""
    if request.method != "POST":
        return {"address": request.get_full_path()}
    return {"action": request.get_full_path(), "fields": repeated_fields(request, link)}


def repeated_fields(request: HttpRequest, link: RecruitmentLink | None = None) -> dict[str, str]:
    """The fields of a judge's form, to send them again; nothing else that was posted."""
    fields = {name: request.POST[name] for name in ("consent", "choice") if name in request.POST}
    if fields.get("consent") not in (None, "yes", "no"):
        del fields["consent"]
    if fields.get("choice") not in (None, "1", "2", "3"):
        del fields["choice"]
    if key := key_in_form(request):
        fields[KEY_FIELD] = key
    if language := asked_language(request):
        fields[PARAMETER] = language
    return fields | carried(request.POST, link)


def away_page(request: HttpRequest) -> HttpResponse:
    """The database does not answer: what was chosen is kept here and can be sent again.

    Whether the choice was stored is not known if the connection broke at commit; sending it again
    changes nothing then.
    """
    frames.remember_frame(request)
    posted = request.method == "POST"
    fields = repeated_fields(request) if posted else {}
    context = {
        "posted": posted,
        "address": request.get_full_path(),
        "fields": fields,
        "has_choice": "choice" in fields,
        "home": reverse("admin:index"),
    }
    response = responses.page(request, "away", context, status=503)
    response.headers["Retry-After"] = "5"
    return response


WORDS = {
    Stop.UNKNOWN: lambda: (
        _("This link leads nowhere"),
        _("Please check that the whole address was copied, or ask the people who sent it to you."),
    ),
    Stop.EXCLUDED: lambda: (
        _("You cannot take part in this study"),
        _(
            "The people who run the study are looking for others this time, for example because "
            "you took part in an earlier study of theirs. Thank you for your interest."
        ),
    ),
    Stop.NO_ID: lambda: (
        _("Please begin at your panel’s page"),
        _(
            "This link is for the members of a panel, and it was opened without your id there. "
            "Open the study from the panel’s own page."
        ),
    ),
    Stop.REVOKED: lambda: (
        _("This link is no longer in use"),
        _(
            "The people who run the study have withdrawn it. If you think you should still take "
            "part, please ask them for a new link."
        ),
    ),
    Stop.EXPIRED: lambda: (
        _("This link has run out"),
        _("The time for taking part through this link is over. Thank you for your interest."),
    ),
    Stop.CLOSED: lambda: (
        _("The study is closed"),
        _("It takes no more answers. Thank you for your interest."),
    ),
    Stop.COMPLETE: lambda: (
        _("The study is complete"),
        _("It has all the answers it needs. Thank you for your interest."),
    ),
    Stop.QUOTA: lambda: (
        _("This group is complete"),
        _(
            "As many people as were wanted take part through this link already. Thank you for your "
            "interest."
        ),
    ),
    Stop.WITHDRAWN: lambda: (
        _("You have withdrawn from this study"),
        _("Your answers no longer count, and you will not be asked again."),
    ),
    Stop.LAPSED: lambda: (
        _("These texts are no longer yours to judge"),
        _("Their time ran out and somebody else is reading them now."),
    ),
    Stop.PAUSED: lambda: (
        _("The study is taking a break"),
        _("It gives out no texts just now. Please come again later by the same link."),
    ),
    Stop.NO_PLACE: lambda: (
        _("No place is free just now"),
        _("All texts are being read by other people. When somebody leaves, a place becomes free."),
    ),
    Stop.TOO_MANY_STARTS: lambda: (
        _("Many people are starting just now"),
        _("Please wait a minute and try again."),
    ),
}
