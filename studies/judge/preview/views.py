"""The judge's pages as their study stands now, for its people: the live pages, nothing stored.

A page is shown by the page function of the live visit, called with a trial that is not stored and
with `PreviewPages`: its addresses lead to other pages of the preview. The triads are drawn for
the preview alone, under a purpose of their own, so they say nothing of those that judges get. A
preview works in draft too, before anything is frozen.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import override
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from studies import design
from studies.judge.languages import (
    asked_language,
    is_switch,
    language_or_default,
    note_partial_languages,
)
from studies.judge.leaving.views import (
    ending_of_leaver,
    leave_page,
    withdraw_page,
    withdrawn_page,
)
from studies.judge.preview.pages import OF_TRIAD, DemoPages, PreviewPages
from studies.judge.question_views import (
    questions_page,
    read_answers,
    reason_is_too_long,
    why_page,
)
from studies.judge.rating_pages import ratings_page, read_numbers
from studies.judge.refusal_pages import page_of_refusal
from studies.judge.sheets.fields import read_ratings
from studies.judge.sheets.page import sheet_page
from studies.judge.trial_views import CHOICES, chosen_position, texts_page, trial_page
from studies.judge.views import no_consent_page, welcome_page
from studies.kinds import RATING, TRIANGLE, kind_of
from studies.models import Answer, Judge, RecruitmentLink, Study, Trial
from studies.models.judging.triad import Mode
from studies.models.recruitment import Ending
from studies.models.sample import Kind
from studies.questionnaire import When, questions_of
from studies.ratings.follow_up import Ask, FollowUp, Moment, follow_up_of
from studies.services.judging.claims import hold_of
from studies.services.judging.refusals import Refusal, Refused
from studies.services.judging.visits import LinkVisit, TrialVisit
from studies.services.lifecycle.places import sample_triads, sheets

EXAMPLE_CODE = "EXAMPLE-CODE"
EXAMPLE_JUDGE = "EXAMPLE-JUDGE"
# The pages of the questionnaire, and the part that each asks.
QUESTIONS = {"questions": When.BEFORE, "last_questions": When.AFTER}
PRACTICE = ("practice", "feedback")
# The pages that need a triad, and those after a choice.
WITH_TEXTS = (*OF_TRIAD, *PRACTICE)
AFTER_CHOICE = ("feedback", "why")
AT_THE_END = ("last_questions", "thanks")
# Where an address asks for a page that the study does not have.
ANY_FOLLOW_UP = FollowUp(Ask.DEGREE, Moment.LAST)


# Exempt from CSRF checks like the pages it shows: nothing that is posted here is stored.
@csrf_exempt
@staff_member_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show one of the judge's pages, by the parameter `page`."""
    study = get_object_or_404(Study.objects.visible_to(request.user, "see"), code=code)
    return _shown(request, study, PreviewPages)


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def demo(request: HttpRequest) -> HttpResponse:
    """Show the judge's pages of the demo study to all who come."""
    return _shown(request, get_object_or_404(Study.objects.of_demo()), DemoPages)


def _shown(request: HttpRequest, study: Study, kind: type[PreviewPages]) -> HttpResponse:
    with override(asked_language(request) or language_or_default(study.language)):
        note_partial_languages(request, study)
        pages = kind(request, study)
        try:
            visit = trial_visit(pages)
        except design.CannotFillError as cannot:
            return _no_texts_page(pages, cannot)
        if request.method == "POST":
            return _posted(pages, visit)
        return PAGES[pages.name](pages, visit)


def trial_visit(pages: PreviewPages) -> TrialVisit:
    """Return the visit of a judge to a trial, at the moment of the page; none of it is stored."""
    study, name, number = pages.study, pages.name, pages.number
    kind = Kind.PRACTICE if name in PRACTICE else Kind.MAIN
    answered = name in (*AFTER_CHOICE, *AT_THE_END)
    trial = Trial(
        study=study,
        judge=_judge(pages),
        code=f"preview {study.code} {kind if kind == Kind.PRACTICE else number}",
        kind=kind,
        state=Trial.State.ANSWERED if answered else Trial.State.HELD,
        # Fixed, so that the browser keeps the page's times over a reload.
        held_at=study.created_at,
    )
    held: dict[str, Any] = {}
    if name in WITH_TEXTS:
        held = _FILLED[study.kind](trial, 1 if name in PRACTICE else number)
    if name in AFTER_CHOICE:
        tells = name == "feedback" and kind_of(study).tells_apart
        right = trial.triad.odd_position if tells else 1
        chosen = CHOICES.get(pages.request.GET.get("chosen", ""), right)
        trial.answer = Answer(trial=trial, chosen_position=chosen)
    used = number - 1 if name in OF_TRIAD else 0
    if name in AT_THE_END:
        used = study.evaluations_per_judge
    left = hold_of(study).total_seconds()
    return TrialVisit(trial, used=used, done=used, held_code=None, seconds_left=left, **held)


def _with_triad(trial: Trial, number: int) -> dict[str, Any]:
    trial.triad = sample_triads.sample_triad(trial.study, number, Kind(trial.kind))
    return {}


def _with_sheet(trial: Trial, number: int) -> dict[str, Any]:
    """Give the trial a sheet; return the texts that stand on it."""
    sample = sheets.sample_sheet(trial.study, number, Kind(trial.kind))
    trial.sheet = sample.sheet
    return {"places": sample.places, "keys": sample.keys}


_FILLED: dict[str, Callable[[Trial, int], dict[str, Any]]] = {
    TRIANGLE.key: _with_triad,
    RATING.key: _with_sheet,
}


def _judge(pages: PreviewPages) -> Judge:
    """Return a judge who has answered the questionnaire, with a link that gives example codes."""
    study = pages.study
    codes = {f"{ending}_code": EXAMPLE_CODE for ending in Ending}
    return Judge(
        study=study,
        link=RecruitmentLink(study=study, mode=Mode.PILOT, **codes),
        mode=Mode.PILOT,
        code=EXAMPLE_JUDGE,
        questionnaire={question.key: None for question in questions_of(study.questionnaire)},
        reads_whole="whole" in pages.request.GET,
    )


def _posted(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    """Show what is wrong with a form, or go where it leads a judge."""
    request = pages.request
    if is_switch(request):
        return PAGES[pages.name](pages, visit)
    if pages.name == "welcome":
        return _consented(pages, visit)
    if pages.name in ("texts", "practice"):
        return _ANSWERED[pages.study.kind](pages, visit)
    if pages.name in QUESTIONS:
        part = QUESTIONS[pages.name]
        _answers, wrong = read_answers(request, pages.study, part)
        if wrong:
            return questions_page(pages, visit, part, wrong=wrong)
    if pages.name == "ratings" and (asked := follow_up_of(pages.study.follow_up)):
        _numbers, wrong_numbers = read_numbers(request, asked, visit.trial)
        chosen = _chosen_before(pages)
        if wrong_numbers:
            return ratings_page(pages, visit, asked, chosen, wrong=wrong_numbers)
        return pages.follow(pages.following(chosen=chosen))
    if pages.name == "why" and reason_is_too_long(request):
        return why_page(pages, visit, too_long=True)
    if pages.name == "withdraw":
        return withdrawn_page(pages, ending_of_leaver(visit.trial.judge))
    return pages.follow(pages.following())


def _consented(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    consent = pages.request.POST.get("consent")
    if consent not in ("yes", "no"):
        return _welcome_page(pages, visit, error=True)
    return pages.follow(pages.following() if consent == "yes" else pages.page("no_consent"))


def _chosen(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    position = chosen_position(pages.request)
    if "whole" in pages.request.GET:
        here = HttpResponseRedirect(pages.request.get_full_path())
        return texts_page(pages, visit) if position else here
    if position is None:
        return texts_page(pages, visit, error=True)
    return pages.follow(pages.following(chosen=position))


def _rated(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    if "whole" in pages.request.GET and not pages.request.POST:
        return HttpResponseRedirect(pages.request.get_full_path())
    _ratings, wrong = read_ratings(pages.request, visit)
    return sheet_page(pages, visit, wrong=wrong) if wrong else pages.follow(pages.following())


_ANSWERED: dict[str, Callable[[PreviewPages, TrialVisit], HttpResponse]] = {
    TRIANGLE.key: _chosen,
    RATING.key: _rated,
}


def _chosen_before(pages: PreviewPages) -> int:
    """Return the choice that a page after it is about."""
    posted = chosen_position(pages.request)
    return posted or CHOICES.get(pages.request.GET.get("chosen", ""), 1)


def _ratings_page(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    asked = follow_up_of(pages.study.follow_up)
    return ratings_page(pages, visit, asked or ANY_FOLLOW_UP, _chosen_before(pages))


def _welcome_page(pages: PreviewPages, visit: TrialVisit, *, error: bool = False) -> HttpResponse:
    at_link = LinkVisit(visit.trial.judge.link, None)
    action = pages.page("welcome")
    return welcome_page(pages, at_link, action=action, key=EXAMPLE_CODE, error=error)


def _no_consent_page(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    return no_consent_page(pages, LinkVisit(visit.trial.judge.link, None))


def _complete_page(pages: PreviewPages, visit: TrialVisit) -> HttpResponse:
    return page_of_refusal(pages, Refused(Refusal.COMPLETE), link=visit.trial.judge.link)


PAGES: dict[str, Callable[[PreviewPages, TrialVisit], HttpResponse]] = {
    "welcome": _welcome_page,
    "questions": partial(questions_page, part=When.BEFORE),
    "practice": trial_page,
    "feedback": trial_page,
    "texts": trial_page,
    "ratings": _ratings_page,
    "why": why_page,
    "last_questions": partial(questions_page, part=When.AFTER),
    "thanks": trial_page,
    "no_consent": _no_consent_page,
    "leave": leave_page,
    "withdraw": withdraw_page,
    "complete": _complete_page,
}


def _no_texts_page(pages: PreviewPages, cannot: design.CannotFillError) -> HttpResponse:
    """Return what the study's texts lack, with a way to add some for those who may."""
    study = pages.study
    may_edit = Study.objects.visible_to(pages.request.user, "edit").filter(pk=study.pk).exists()
    add = reverse("studies:upload", args=[study.code]) if study.is_draft and may_edit else ""
    about = f"Texts for practice {kind_of(study).noun}s: " if pages.name in PRACTICE else ""
    problems = [f"{about}{problem}" for problem in cannot.problems]
    rates = not kind_of(study).tells_apart
    return pages.render("preview_empty", {"problems": problems, "add": add, "rates": rates})
