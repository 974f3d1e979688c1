"""Leaving: come back later, or take the answers back."""

from django.http import HttpRequest, HttpResponse

from studies.judge.languages import activate_language
from studies.judge.leaving.endings import ShownEnding, ending_of
from studies.judge.pages import JudgePages
from studies.judge.refusal_pages import page_of_reason
from studies.judge.views import judge_page
from studies.models import Judge
from studies.models.recruitment import Ending
from studies.services.judging import visits, withdrawal
from studies.services.judging.refusals import Refusal


@judge_page("GET", "HEAD")
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Show how to come back, how to withdraw, and the code for a judge who simply goes."""
    visit = visits.trial_visit(code)
    activate_language(request, judge=visit.trial.judge)
    return leave_page(JudgePages(request), visit)


def leave_page(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Return the ways out of a visit."""
    judge, code = visit.trial.judge, visit.trial.code
    context = {
        "back": pages.address("trial", code),
        "withdraw": pages.address("withdraw", code),
        "ending": ShownEnding() if visit.is_finished else ending_of_leaver(judge),
        "finished": visit.is_finished,
        "judge_code": judge.code,
        "until": judge.study.withdrawal_until,
        "too_late": not withdrawal.may_withdraw(judge.study),
    }
    return pages.render("leave", context)


def ending_of_leaver(judge: Judge) -> ShownEnding:
    """Return the code and address for a judge who leaves before the end."""
    return ending_of(judge.current_link, Ending.NO_CONSENT, judge=judge)


@judge_page("GET", "HEAD", "POST")
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Show what withdrawing means and a button for it, and withdraw when that is pressed."""
    visit = visits.trial_visit(code)
    pages, judge = JudgePages(request), visit.trial.judge
    activate_language(request, judge=judge)
    if request.method != "POST":
        return withdraw_page(pages, visit)
    # Worked out before the id that a return address may need is erased.
    ending = ending_of_leaver(judge)
    try:
        withdrawal.withdraw(code=code)
    except withdrawal.TooLateError:
        return withdraw_page(pages, visit)
    return withdrawn_page(pages, ending)


def withdraw_page(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Return what withdrawing means; or that its date has passed."""
    study, code = visit.trial.study, visit.trial.code
    too_late = not withdrawal.may_withdraw(study)
    context = {
        "action": pages.address("withdraw", code),
        "back": pages.address("trial", code),
        "until": study.withdrawal_until,
        "contact": study.privacy_contact,
        "too_late": too_late,
    }
    return pages.render("withdraw", context, status=410 if too_late else 200)


def withdrawn_page(pages: JudgePages, ending: ShownEnding) -> HttpResponse:
    """Return the page after the withdrawal."""
    return page_of_reason(pages, Refusal.WITHDRAWN, ending, status=200)
