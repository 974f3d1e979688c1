"""The steps of a new study that are forms: its question, and what judges read and are asked."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from studies.models import Study, User
from studies.services.lifecycle import drafts
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts.example_studies import EXAMPLES, make_example
from studies.workbench.actions import ADD_STUDY
from studies.workbench.draft.number import number_of
from studies.workbench.draft.previews import allow_frames, previews_of
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.study import PagesForm, QuestionForm, StudyForm
from studies.workbench.frame import page, study_for, study_page, user_of

STORED = "This is stored."


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def new(request: HttpRequest) -> HttpResponse:
    """Ask for the question of a new study; with it a draft is stored, and its texts come next."""
    user = user_of(request)
    if not user.has_perm(ADD_STUDY):
        raise PermissionDenied
    names = set(QuestionForm.base_fields) & set(request.GET)
    form = QuestionForm(
        request.POST or None,
        instance=Study(owner=user, privacy_contact=user.email),
        initial={name: request.GET[name] for name in names},
        families=_families(user),
    )
    if form.is_valid():
        study = drafts.make_study(study=form.save(commit=False), user=user)
        messages.success(request, "The study is stored as a draft. Next: add its texts.")
        return HttpResponseRedirect(reverse("studies:upload", args=[study.code]))
    context = {"title": "New study", "form": form, "number": number_of(form)}
    context["examples"] = EXAMPLES
    status = 422 if form.errors else 200
    return TemplateResponse(request, "workbench/new_study.html", context, status=status)


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
    form = QuestionForm(request.POST or None, instance=study, families=_families(study.owner))
    return _step(request, form, "Question", following="studies:texts")


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
    if isinstance(form, QuestionForm):
        number = number_of(form)
        return page(request, "workbench/question.html", study, title, form=form, number=number)
    return _shown_pages(request, study, form)


def _shown_pages(request: HttpRequest, study: Study, form: StudyForm | None = None) -> HttpResponse:
    """Show what judges see, beside the form where it can still be changed."""
    previews = previews_of(request, study)
    shown = page(request, "workbench/pages.html", study, "Pages", form=form, previews=previews)
    return allow_frames(shown)


def _store(form: StudyForm, user: User) -> None:
    drafts.change_study(study=form.save(commit=False), user=user, changed=changed_labels(form))


def _families(user: User) -> Any:
    """Return the names of families among the studies that the account may change."""
    studies = Study.objects.visible_to(user, "edit").exclude(family="")
    return studies.order_by("family").values_list("family", flat=True).distinct()
