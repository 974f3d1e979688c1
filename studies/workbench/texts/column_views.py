"""Matching the columns of an upload by hand, where they have other names than ours."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.kinds import kind_of
from studies.models import Upload
from studies.services.texts import upload as uploads
from studies.services.texts.source import SourceFile
from studies.services.texts.upload_state import state_of
from studies.services.texts.upload_types import type_of
from studies.stimuli import UploadError
from studies.workbench.forms.upload import ColumnsForm
from studies.workbench.frame import frame_of, study_for
from studies.workbench.texts.upload_words import EMPTY_FORMULAS
from studies.workbench.texts.views import check, fixed, gone


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def upload_columns(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Ask which column of the file is which of ours, showing its first rows."""
    study = study_for(request, code, "edit")
    if not study.is_draft:
        return fixed(request, study)
    waiting = Upload.objects.filter(study=study, pk=pk).select_related("study")
    found = waiting.defer("content").first()
    if found is None:
        return gone(request, study)
    # The columns to choose from are those of the sheet that is sent along.
    file = SourceFile.of(found, sheet=request.POST.get("sheet"))
    noun = kind_of(study).author
    if request.method != "POST":
        initial = _initial(found, file)
        return _page(request, found, ColumnsForm(file=file, noun=noun, initial=initial))
    form = ColumnsForm(request.POST, file=file, noun=noun)
    # Another encoding or sheet gives other column names: the choices of this form are void.
    if request.POST.get("action") == "read":
        return _read_again(request, found, form)
    if not form.is_valid():
        return _page(request, found, form)
    try:
        uploads.match_columns(
            upload=found,
            layout=form.layout,
            encoding=form.cleaned_data["encoding"],
            sheet=form.cleaned_data["sheet"],
        )
    except UploadError as error:
        form.add_error(None if form.sheets else "encoding", str(error))
        return _page(request, found, form)
    return check(request, found)


def _read_again(request: HttpRequest, found: Upload, form: ColumnsForm) -> HttpResponse:
    form.is_valid()
    if "encoding" in form.errors or "sheet" in form.errors:
        return _page(request, found, form)
    chosen = {name: form.cleaned_data[name] for name in ("encoding", "sheet")}
    try:
        file = SourceFile.of(found, **chosen)
        initial = _initial(found, file) | chosen
        form = ColumnsForm(file=file, noun=form.noun, initial=initial)
    except UploadError as error:
        form.add_error("sheet" if form.sheets else "encoding", str(error))
    return _page(request, found, form)


def _initial(found: Upload, file: SourceFile) -> dict[str, Any]:
    state, study = state_of(found), found.study
    layout = state.layout
    if layout.columns is None:
        layout = file.head().proposal(type_of(study).names(study).values())
    return {
        **(layout.columns or {}),
        "rows": "item" if layout.wide else "text",
        "wide": [str(place) for place in layout.wide],
        "encoding": state.chosen_encoding,
        "sheet": state.chosen_sheet or file.sheet,
        "untitled": layout.untitled,
    }


def _page(request: HttpRequest, found: Upload, form: ColumnsForm) -> HttpResponse:
    context = frame_of(request, found.study, "Which column is which?") | {
        "upload": found,
        "form": form,
        "empty_formulas": EMPTY_FORMULAS,
        "step": 2,
    }
    status = 422 if form.errors else 200
    return render(request, "studies/upload_columns.html", context, status=status)
