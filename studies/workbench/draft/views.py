"""The steps of a new study that are forms: its question, and what judges read and are asked."""

from collections.abc import Callable
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from studies.kinds import RATING, TRIANGLE
from studies.models import Study, User
from studies.models.study import SYSTEMS
from studies.services.lifecycle import drafts
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts.example_studies import EXAMPLES, make_example
from studies.values.whole_numbers import whole_number
from studies.workbench.actions import ADD_STUDY
from studies.workbench.draft.number import number_of
from studies.workbench.draft.previews import allow_frames, previews_of
from studies.workbench.draft.rating_number import Reading, number_of_ratings
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.rating.question import RatingForm
from studies.workbench.forms.rating.systems import FEWEST
from studies.workbench.forms.study.form import StudyForm
from studies.workbench.forms.study.steps import PagesForm, QuestionForm
from studies.workbench.frame import page, study_for, study_page, user_of

STORED = "This is stored."


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Ask for the question of a new study; with it a draft is stored, and its texts come next."""
    user = _may_add(request)
    names = set(QuestionForm.base_fields) & set(request.GET)
    form = QuestionForm(
        request.POST or None,
        instance=Study(owner=user, privacy_contact=user.email),
        initial={name: request.GET[name] for name in names},
        families=_families(user),
    )
    return _make(request, form)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def new_ratings(request: HttpRequest) -> HttpResponse:
    """Ask for systems, criteria and numbers of a new rating study; its texts come next."""
    user = _may_add(request)
    names = set(RatingForm.from_address) & set(request.GET)
    form = RatingForm(
        request.POST or None,
        instance=Study(owner=user, privacy_contact=user.email, kind=RATING.key),
        initial={name: request.GET[name] for name in names},
        systems_shown=_systems_asked(request),
    )
    return _make(request, form)


def _may_add(request: HttpRequest) -> User:
    user = user_of(request)
    if not user.has_perm(ADD_STUDY):
        raise PermissionDenied
    return user


def _systems_asked(request: HttpRequest) -> int:
    """Return for how many systems a plan was computed that leads here."""
    number = whole_number(request.GET.get("systems", ""), digits=1) or FEWEST
    return min(max(number, FEWEST), len(SYSTEMS))


def _make(request: HttpRequest, form: StudyForm) -> HttpResponse:
    """Show the form of a new study, or store it and lead on to its texts."""
    if form.is_valid():
        study = drafts.make_study(
            study=form.save(commit=False), user=user_of(request), plan=form.plan
        )
        messages.success(request, "The study is stored as a draft. Next: add its texts.")
        return HttpResponseRedirect(reverse("studies:upload", args=[study.code]))
    context = {"title": "New study", "form": form, "examples": EXAMPLES, **_number(form)}
    status = 422 if form.errors else 200
    return TemplateResponse(request, "workbench/new_study.html", context, status=status)


def _number(form: StudyForm) -> dict[str, Any]:
    """Return the card that tells the number while the form is filled in."""
    if isinstance(form, RatingForm):
        reading = Reading.of(form.instance)
        return {
            "number": number_of_ratings(form, reading),
            "reading": urlencode(asdict(reading)),
            "card": "workbench/rating/number.html",
        }
    if isinstance(form, QuestionForm):
        return {"number": number_of(form), "card": "workbench/_number.html"}
    return {}


@require_POST
@staff_member_required
def new_example(request: HttpRequest, name: str) -> HttpResponse:
    """Make a draft of an example with its texts; it can be opened at once."""
    user = user_of(request)
    if not user.has_perm(ADD_STUDY):
        raise PermissionDenied
    if name not in EXAMPLES:
        raise Http404
    study = make_example(name=name, user=user)
    messages.success(request, "The example is a draft of yours: change it, or open it as it is.")
    return HttpResponseRedirect(reverse("studies:open", args=[study.code]))


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def question(request: HttpRequest, code: UUID) -> HttpResponse:
    """The first step: names, aim, risks, number."""
    study = study_for(request, code, "edit")
    if not study.is_draft:
        return HttpResponseRedirect(reverse("studies:plan", args=[code]))
    form = _QUESTIONS[study.kind](request, study)
    return _step(request, form, "Question", following="studies:texts")


def _question_of_triads(request: HttpRequest, study: Study) -> StudyForm:
    return QuestionForm(request.POST or None, instance=study, families=_families(study.owner))


def _question_of_ratings(request: HttpRequest, study: Study) -> StudyForm:
    return RatingForm(request.POST or None, instance=study, plan=study.rating_plan)


# The first step of each kind of study.
_QUESTIONS: dict[str, Callable[[HttpRequest, Study], StudyForm]] = {
    TRIANGLE.key: _question_of_triads,
    RATING.key: _question_of_ratings,
}


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def pages(request: HttpRequest, code: UUID) -> HttpResponse:
    """The third step: what judges read and are asked, beside what they see."""
    study = study_for(request, code, "see")
    may_edit = Study.objects.visible_to(request.user, "edit").filter(pk=study.pk).exists()
    if not (study.is_draft and may_edit):
        previews = previews_of(request, study)
        return allow_frames(
            page(request, "workbench/pages.html", study, "Pages", previews=previews)
        )
    form = PagesForm(request.POST or None, instance=study)
    return _step(request, form, "Pages", following="studies:open")


def _step(request: HttpRequest, form: StudyForm, title: str, *, following: str) -> HttpResponse:
    """Show a step's form, or store it and lead on."""
    study: Study = form.instance
    form.asked_for = request.GET.get("open", "")
    if form.is_valid():
        try:
            _store(form, user_of(request))
        except WrongStateError as error:
            messages.error(request, str(error))
            return HttpResponseRedirect(study_page(study))
        messages.success(request, STORED)
        goes_on = "next" in request.POST
        return HttpResponseRedirect(
            reverse(following, args=[study.code]) if goes_on else request.path
        )
    if form.is_bound:  # a form with errors has left its values in the row
        study.refresh_from_db()
    if card := _number(form):
        return page(request, "workbench/question.html", study, title, form=form, **card)
    return _shown_pages(request, study, form)


def _shown_pages(request: HttpRequest, study: Study, form: StudyForm | None = None) -> HttpResponse:
    """Show what judges see, beside the form where it can still be changed."""
    previews = previews_of(request, study)
    shown = page(request, "workbench/pages.html", study, "Pages", form=form, previews=previews)
    return allow_frames(shown)


def _store(form: StudyForm, user: User) -> None:
    study, changed = form.save(commit=False), changed_labels(form)
    drafts.change_study(study=study, user=user, changed=changed, plan=form.plan)


def _families(user: User) -> Any:
    """Return the names of families among the studies that the account may change."""
    studies = Study.objects.visible_to(user, "edit").exclude(family="")
    return studies.order_by("family").values_list("family", flat=True).distinct()
