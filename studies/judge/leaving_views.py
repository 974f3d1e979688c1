"""Leaving: come back later, or take the answers back."""

from django.http import HttpRequest, HttpResponse

from studies.judge import refusal_pages, responses
from studies.judge.endings import End, Ending, ending_of
from studies.judge.languages import activate_language
from studies.judge.responses import address_of
from studies.judge.views import judge_page
from studies.models import Judge, Study
from studies.services.judging import visits, withdrawal
from studies.services.judging.refusals import Refusal


@judge_page("GET", "HEAD")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """How to come back, how to withdraw, and the code for those who simply go."""
    look = visits.trial_visit(code)
    judge = look.trial.judge
    activate_language(request, judge=judge)
    context = leave_context(
        judge.study,
        back=address_of("trial", code, request),
        withdraw=address_of("withdraw", code, request),
        ending=Ending() if look.is_finished else _ending_of(judge),
    )
    return responses.page(request, "leave", context | {"finished": look.is_finished})


def _ending_of(judge: Judge) -> Ending:
    return ending_of(judge.current_link, End.NO_CONSENT, judge=judge)


def leave_context(study: Study, *, back: str, withdraw: str, ending: Ending) -> dict[str, object]:
    """The ways out of a page."""
    return {
        "back": back,
        "withdraw": withdraw,
        "ending": ending,
        "until": study.withdrawal_until,
        "too_late": not withdrawal.may_withdraw(study),
    }


@judge_page("GET", "HEAD", "POST")
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """What withdrawing means, and a button for it; nothing happens before that is pressed."""
    judge = visits.trial_visit(code).trial.judge
    activate_language(request, judge=judge)
    if request.method != "POST":
        return _question(request, judge, code)
    # Worked out before the id that a return address may need is erased.
    ending = _ending_of(judge)
    try:
        withdrawal.withdraw(code=code)
    except withdrawal.TooLateError:
        return _question(request, judge, code)
    return refusal_pages.refusal_response(request, Refusal.WITHDRAWN, ending, status=200)


def _question(request: HttpRequest, judge: Judge, code: str) -> HttpResponse:
    context = question_context(
        judge.study,
        action=address_of("withdraw", code, request),
        back=address_of("trial", code, request),
    )
    status = 410 if context["too_late"] else 200
    return responses.page(request, "withdraw", context, status=status)


def question_context(study: Study, *, action: str, back: str) -> dict[str, object]:
    """What withdrawing means; or that its date has passed."""
    return {
        "action": action,
        "back": back,
        "until": study.withdrawal_until,
        "contact": study.privacy_contact,
        "too_late": not withdrawal.may_withdraw(study),
    }
