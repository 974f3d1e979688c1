"""The page of one text, where it is corrected, left out or deleted while the study is a draft."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Sample
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import draft_texts
from studies.workbench.forms.fields import changed_labels
from studies.workbench.forms.texts import NewTextForm, TextForm
from studies.workbench.frame import READ_OR_EDIT, header_of, page, study_for, user_of


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def text(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Show a text; correct it, leave it out, or take it back."""
    study = study_for(request, code, "see")
    header = header_of(request, study)
    if not READ_OR_EDIT & header.permissions:
        raise Http404
    sample = _text_of(study, pk)
    form = None
    if study.is_draft and "edit" in header.permissions:
        form = TextForm(_posted(request), instance=sample)
    if request.method == "POST":
        if "edit" not in header.permissions:
            raise Http404
        done = _change(request, sample, form)
        if done is not None:
            return done
    title = f"Text of {study.subjects[sample.subject]}"
    shown = _text_of(study, pk) if form is not None and form.is_bound else sample
    return page(
        request, "workbench/text.html", study, title, header=header, form=form, sample=shown
    )


def _posted(request: HttpRequest) -> Any:
    return request.POST if request.method == "POST" and "left_out" not in request.POST else None


def _change(request: HttpRequest, sample: Sample, form: TextForm | None) -> HttpResponse | None:
    """Store what was sent and lead back to the page; None where the form has errors."""
    user = user_of(request)
    try:
        if "left_out" in request.POST:
            out = [sample.pk] if request.POST["left_out"] == "yes" else []
            draft_texts.leave_out(study=sample.study, user=user, among=[sample.pk], out=out)
        elif form is None:
            raise WrongStateError(f"The study is {sample.study.state}: its texts are fixed.")
        elif form.is_valid():
            corrected = form.save(commit=False)
            draft_texts.correct_text(sample=corrected, user=user, changed=changed_labels(form))
        else:
            return None
    except WrongStateError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "This is stored.")
    return HttpResponseRedirect(request.path)


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def new_text(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask for one more text of a draft, and store it."""
    study = study_for(request, code, "edit")
    asked = {name: request.GET.get(name, "") for name in ("item", "subject")}
    form = NewTextForm(request.POST or None, instance=Sample(study=study), initial=asked)
    if not study.is_draft:
        messages.error(request, f"The study is {study.state}: its texts are fixed.")
    elif not form.is_valid():
        return page(request, "workbench/new_text.html", study, "Add one text", form=form)
    else:
        try:
            draft_texts.add_text(sample=form.save(commit=False), user=user_of(request))
        except WrongStateError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, "The text is stored.")
    return HttpResponseRedirect(reverse("studies:texts", args=[code]))


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def delete_text(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Ask, then delete the text from the draft."""
    study = study_for(request, code, "edit")
    sample = _text_of(study, pk)
    texts = reverse("studies:texts", args=[code])
    if request.method != "POST":
        return page(request, "workbench/delete_text.html", study, "Delete text", sample=sample)
    try:
        draft_texts.delete_text(sample=sample, user=user_of(request))
    except WrongStateError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, "The text is deleted.")
    return HttpResponseRedirect(texts)


def _text_of(study: Any, pk: int) -> Sample:
    found: Sample = get_object_or_404(study.samples.with_images(), pk=pk)
    return found
