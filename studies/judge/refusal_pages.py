"""A polite page for each reason why a judge is given no texts, with its HTTP status."""

import math
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from studies.judge import frames, responses
from studies.judge.endings import End, Ending, ending_of
from studies.judge.languages import PARAMETER, activate_language, asked_language
from studies.judge.visitors import KEY_FIELD, another_query, carried, key_in_form, panel_id
from studies.models import RecruitmentLink
from studies.services.judging import questionnaire
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.trials import evaluations_used


@dataclass(frozen=True, slots=True)
class RefusalPage:
    """What a judge who gets no texts is told; `retry_seconds` where it helps to come again."""

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
        _("This link has run out"),
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
        _(
            "As many people as were wanted take part through this link already. Thank you for your "
            "interest."
        ),
    ),
    Refusal.WITHDRAWN: RefusalPage(
        410,
        _("You have withdrawn from this study"),
        _("Your answers no longer count, and you will not be asked again."),
    ),
    Refusal.LAPSED: RefusalPage(
        410,
        _("These texts are no longer yours to judge"),
        _("Their time ran out and somebody else is reading them now."),
    ),
    Refusal.PAUSED: RefusalPage(
        503,
        _("The study is taking a break"),
        _("It gives out no texts just now. Please come again later by the same link."),
        retry_seconds=600,
    ),
    Refusal.NO_PLACE: RefusalPage(
        503,
        _("No place is free just now"),
        _("All texts are being read by other people. When somebody leaves, a place becomes free."),
        retry_seconds=60,
    ),
    Refusal.TOO_MANY_STARTS: RefusalPage(
        429,
        _("Many people are starting just now"),
        _("Please wait a minute and try again."),
        retry_seconds=60,
    ),
}

# No judge is known whose visit could end.
NO_ENDING = (Refusal.UNKNOWN, Refusal.NO_ID)
# The study ended: a judge who has answered has done all that could be done.
ENDED = (Refusal.FINISHED, Refusal.COMPLETE, Refusal.CLOSED)


def refusal_page(request: HttpRequest, refused: Refused, *, token: str = "") -> HttpResponse:
    """Why no texts are shown; thanks, where the judge has answered and the study has ended."""
    judge = refused.judge
    link = RecruitmentLink.objects.with_study().filter(_link(token)).first()
    if judge and not link:
        link = judge.current_link
    activate_language(request, link=link, judge=judge)
    if judge and (
        refused.reason == Refusal.FINISHED
        or (refused.reason in ENDED and evaluations_used(judge) > 0)
    ):
        if questionnaire.part_due(judge, used=1, finished=True):
            return responses.to_questions(request, judge)
        ended = refused.reason != Refusal.FINISHED
        # A task that was accepted again is handed in as what it is now; nothing is stored here.
        judge.panel_parameters |= carried(request.POST or request.GET, link)
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
    withdrawn = refused.reason == Refusal.WITHDRAWN
    end = End.NO_CONSENT if withdrawn else End.SCREENED_OUT
    ending = (
        Ending()
        if refused.reason in NO_ENDING
        else ending_of(link, end, judge=judge, external_id=external_id)
    )
    # Known by the cookie alone: this may be another person at the same computer.
    may_be_another = withdrawn and token and link and not (link.personal or external_id)
    return refusal_response(
        request,
        refused.reason,
        ending,
        retry_at=refused.retry_at,
        again=_again(request, token, link),
        link=link,
        another=f"{reverse('judge:welcome', args=[token])}?{another_query(request)}"
        if may_be_another
        else "",
        leave=responses.leave_address(request, judge) if judge and not withdrawn else "",
    )


def _link(token: str) -> Q:
    return Q(token=token) if token and "\0" not in token else Q(pk__in=[])


def refusal_response(
    request: HttpRequest,
    reason: Refusal,
    ending: Ending,
    *,
    retry_at: datetime | None = None,
    again: dict[str, Any] | None = None,
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    """The page of one reason; Retry-After and a button where trying again may help."""
    page = PAGES[reason]
    seconds = _seconds_until(retry_at) or page.retry_seconds
    context = {
        "title": page.title,
        "text": page.text,
        "ending": ending,
        "minutes": math.ceil(seconds / 60) if seconds and retry_at else None,
        "again": again if seconds else None,
    }
    response = responses.page(request, "refusal", context | more, status=status or page.status)
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
