"""The judge's pages as their study stands now, for the people who make it: nothing is stored.

The triads are drawn for the preview alone, under a purpose of their own, so they say nothing of
those that judges get. A preview works in draft too, before anything is frozen.
"""

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from studies import design
from studies.judge import leaving_views, practice, question_views, refusal_pages, responses
from studies.judge.endings import Ending
from studies.judge.languages import PARAMETER, asked_language, language_or_default
from studies.models import Study
from studies.questionnaire import When, Wrong, questions_of
from studies.services.judging.refusals import Refusal
from studies.services.lifecycle import sample_triads
from studies.whole_numbers import whole_number

EXAMPLE_CODE = "EXAMPLE-CODE"
# The pages of the questionnaire, and the part that each asks.
QUESTIONS = {"questions": When.BEFORE, "last_questions": When.AFTER}
Page = Callable[[HttpRequest, Study], HttpResponse]


# Exempt from CSRF checks like the pages it shows: whatever is sent here, nothing comes of it.
@csrf_exempt
@staff_member_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def preview(request: HttpRequest, code: UUID) -> HttpResponse:
    """One of the judge's pages, by the parameter `page`."""
    study = get_object_or_404(Study.objects.visible_to(request.user, "see"), code=code)
    with override(asked_language(request) or language_or_default(study.language)):
        name = request.GET.get("page", "welcome")
        if request.method == "POST":
            return _posted(request, study, name)
        return PAGES.get(name, _welcome)(request, study)


def _posted(request: HttpRequest, study: Study, name: str) -> HttpResponse:
    """Where a judge's form would have led."""
    if name in QUESTIONS:
        return _questioned(request, study, name)
    if name == "why":
        return redirect(_after(study, _number(request, study)))
    if name in ("practice", "feedback"):
        return _practised(request, study, name)
    if name != "texts":
        first = "questions" if "questions" in _titles(study) else _first_texts(study)
        to = "no_consent" if request.POST.get("consent") == "no" else first
        return redirect(_address(study, to))
    if "whole" in request.GET:
        return _texts(request, study)
    if request.POST.get("choice") not in ("1", "2", "3"):
        return _texts(request, study, error=True)
    number = _number(request, study)
    chosen = {"n": number, "chosen": int(request.POST["choice"])}
    asks = "why" in _titles(study)
    return _follow(request, _address(study, "why", **chosen) if asks else _after(study, number))


def _follow(request: HttpRequest, following: str) -> HttpResponse:
    if responses.wants_data(request):
        return JsonResponse({"next": following})
    return redirect(following)


def _practised(request: HttpRequest, study: Study, name: str) -> HttpResponse:
    if name == "feedback":
        return redirect(_address(study, "texts"))
    if request.POST.get("choice") not in ("1", "2", "3"):
        return _practice(request, study, error=True)
    return _follow(request, _address(study, "feedback", chosen=int(request.POST["choice"])))


def _first_texts(study: Study) -> str:
    return "practice" if study.practice_triads else "texts"


def _after(study: Study, number: int) -> str:
    """Where a judge goes from one triad, or from what was asked about it."""
    if number < study.evaluations_per_judge:
        return _address(study, "texts", n=number + 1)
    return _address(study, "last_questions" if "last_questions" in _titles(study) else "thanks")


def _questions(
    request: HttpRequest, study: Study, wrong: dict[str, Wrong] | None = None
) -> HttpResponse:
    name = request.GET.get("page", "")
    return question_views.questions_page(
        request,
        study,
        QUESTIONS[name],
        _address(study, name),
        wrong=wrong,
        leave=_address(study, "leave"),
        **_frame(request, study),
    )


def _questioned(request: HttpRequest, study: Study, name: str) -> HttpResponse:
    _answers, wrong = question_views.read_answers(request, study, QUESTIONS[name])
    if wrong:
        return _questions(request, study, wrong)
    return redirect(_address(study, _first_texts(study) if name == "questions" else "thanks"))


def _why(request: HttpRequest, study: Study) -> HttpResponse:
    number = _number(request, study)
    try:
        samples = sample_triads.sample_triad(study, number)
    except design.CannotFillError:
        return _texts(request, study)
    chosen = request.GET.get("chosen")
    code = f"preview {study.code} {number}"
    context = question_views.why_context(
        study, samples, code, int(chosen) if chosen in ("1", "2", "3") else 1
    )
    context |= {"action": _address(study, "why", n=number), "leave": _address(study, "leave")}
    return _page(request, study, "why", context)


def _welcome(request: HttpRequest, study: Study) -> HttpResponse:
    context = responses.welcome_context(study) | {"action": _address(study, "welcome")}
    return _page(request, study, "welcome", context)


def _texts(request: HttpRequest, study: Study, *, error: bool = False) -> HttpResponse:
    number = _number(request, study)
    try:
        samples = sample_triads.sample_triad(study, number)
    except design.CannotFillError as cannot:
        return _empty(request, study, cannot)
    place = responses.Place(
        code=f"preview {study.code} {number}",
        action=_address(study, "texts", n=number),
        leave=_address(study, "leave"),
        done=number - 1,
        key=f"preview-{number}",
        masked=study.presentation == Study.Presentation.MASKED and "whole" not in request.GET,
        whole=_address(study, "texts", n=number, whole=1),
    )
    context = responses.trial_context(study, samples, place) | {"error": error}
    return _page(request, study, "trial", context, status=422 if error else 200)


def _practice(request: HttpRequest, study: Study, *, error: bool = False) -> HttpResponse:
    try:
        samples, _odd = sample_triads.practice_triad(study)
    except design.CannotFillError as cannot:
        return _empty(request, study, cannot)
    place = responses.Place(
        code=f"preview {study.code} practice",
        action=_address(study, "practice"),
        leave=_address(study, "leave"),
        done=0,
        practice=True,
        masked=study.presentation == Study.Presentation.MASKED and "whole" not in request.GET,
        whole=_address(study, "practice", whole=1),
    )
    context = responses.trial_context(study, samples, place) | {"error": error}
    return _page(request, study, "trial", context, status=422 if error else 200)


def _feedback(request: HttpRequest, study: Study) -> HttpResponse:
    try:
        samples, odd = sample_triads.practice_triad(study)
    except design.CannotFillError as cannot:
        return _empty(request, study, cannot)
    chosen = request.GET.get("chosen")
    context = practice.feedback_context(
        study,
        samples,
        code=f"preview {study.code} practice",
        chosen=int(chosen) if chosen in ("1", "2", "3") else odd,
        odd=odd,
    )
    context |= {"action": _address(study, "feedback"), "leave": _address(study, "leave")}
    return _page(request, study, "feedback", context)


def _empty(request: HttpRequest, study: Study, cannot: design.CannotFillError) -> HttpResponse:
    problems = [str(problem) for problem in cannot.problems]
    empty = {"problems": problems, "add": _add_texts(request, study)}
    return _page(request, study, "preview_empty", empty)


def _add_texts(request: HttpRequest, study: Study) -> str:
    """Where texts are added, for those who may."""
    may_edit = Study.objects.visible_to(request.user, "edit").filter(pk=study.pk).exists()
    return reverse("studies:upload", args=[study.code]) if study.is_draft and may_edit else ""


def _thanks(request: HttpRequest, study: Study) -> HttpResponse:
    context = {"said": responses.said(study), "ending": Ending(EXAMPLE_CODE)}
    return _page(request, study, "thanks", context)


def _no_consent(request: HttpRequest, study: Study) -> HttpResponse:
    return _page(request, study, "no_consent", {"ending": Ending(EXAMPLE_CODE)})


def _leave(request: HttpRequest, study: Study) -> HttpResponse:
    context = leaving_views.leave_context(
        study,
        back=_address(study, "texts"),
        withdraw=_address(study, "withdraw"),
        ending=Ending(EXAMPLE_CODE),
    )
    return _page(request, study, "leave", context)


def _withdraw(request: HttpRequest, study: Study) -> HttpResponse:
    context = leaving_views.question_context(
        study, action=_address(study, "withdraw"), back=_address(study, "texts")
    )
    return _page(request, study, "withdraw", context)


def _complete(request: HttpRequest, study: Study) -> HttpResponse:
    page = refusal_pages.PAGES[Refusal.COMPLETE]
    context = {"title": page.title, "text": page.text, "ending": Ending(EXAMPLE_CODE)}
    return _page(request, study, "refusal", context)


PAGES: dict[str, Page] = {
    "welcome": _welcome,
    "texts": _texts,
    "thanks": _thanks,
    "no_consent": _no_consent,
    "leave": _leave,
    "withdraw": _withdraw,
    "practice": _practice,
    "feedback": _feedback,
    "complete": _complete,
    "questions": _questions,
    "why": _why,
    "last_questions": _questions,
}


def _titles(study: Study) -> dict[str, str]:
    """The pages that the study has, in the order in which a judge comes by them."""
    asked = {question.when for question in questions_of(study.questionnaire)}
    asks_why = study.asks_reason or study.asks_sureness
    practises = study.practice_triads > 0
    return {
        "welcome": _("Welcome"),
        **({"questions": _("Questions before")} if When.BEFORE in asked else {}),
        **({"practice": _("Practice"), "feedback": _("After practice")} if practises else {}),
        "texts": _("Texts"),
        **({"why": _("After a choice")} if asks_why else {}),
        **({"last_questions": _("Questions after")} if When.AFTER in asked else {}),
        "thanks": _("Thanks"),
        "no_consent": _("No consent"),
        "leave": _("Leaving"),
        "withdraw": _("Withdrawing"),
        "complete": _("Study complete"),
    }


def _page(
    request: HttpRequest, study: Study, name: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """A judge's page with a banner that says that it is none."""
    return responses.page(request, name, context | _frame(request, study), status=status)


def _frame(request: HttpRequest, study: Study) -> dict[str, Any]:
    """The banner, with the way to every page."""
    current = request.GET.get("page", "welcome")
    banner = {
        "pages": [
            {"title": title, "address": _address(study, key), "current": key == current}
            for key, title in _titles(study).items()
        ],
        "another": _address(study, "texts", n=_number(request, study) + 1),
        "study": reverse("admin:studies_study_change", args=[study.pk]),
    }
    return {"preview": banner}


def _number(request: HttpRequest, study: Study) -> int:
    """Which of the sample triads: there are some more than a judge gets."""
    number = whole_number(request.GET.get("n", ""), digits=3) or 1
    return (number - 1) % max(sample_triads.TRIADS, study.evaluations_per_judge) + 1


def _address(study: Study, page: str, **parameters: int) -> str:
    language = get_language() or ""
    spoken_else = {PARAMETER: language} if language != language_or_default(study.language) else {}
    query = urlencode({"page": page, **parameters, **spoken_else})
    return f"{reverse('studies:preview', args=[study.code])}?{query}"
