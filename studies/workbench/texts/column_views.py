"""Matching the columns of an upload by hand, where they have other names than ours."""

from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.models import Upload
from studies.services.texts import upload as uploads
from studies.services.texts.upload_state import state_of
from studies.stimuli import TableHead, UploadError
from studies.workbench.forms.upload import ColumnsForm
from studies.workbench.frame import frame_of, study_for
from studies.workbench.texts.views import check, fixed, gone


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def upload_columns(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Ask which column of the file is which of ours, showing its first rows."""
    study = study_for(request, code, "edit")
    if not study.is_draft:
        return fixed(request, study)
    found = Upload.objects.filter(study=study, pk=pk).select_related("study").first()
    if found is None:
        return gone(request, study)
    head = uploads.head_of(found)
    if request.method != "POST":
        return _page(request, found, head, ColumnsForm(head=head, initial=_initial(found, head)))
    form = ColumnsForm(request.POST, head=head)
    # Another encoding gives other column names: the choices of this form are void.
    if request.POST.get("action") == "encode":
        return _encoded(request, found, form)
    if not form.is_valid():
        return _page(request, found, head, form)
    try:
        uploads.match_columns(
            upload=found,
            columns=form.columns,
            encoding=form.cleaned_data["encoding"],
            untitled=form.cleaned_data["untitled"],
        )
    except UploadError as error:
        form.add_error("encoding", str(error))
        return _page(request, found, head, form)
    return check(request, found)


def _encoded(request: HttpRequest, found: Upload, form: ColumnsForm) -> HttpResponse:
    form.is_valid()
    encoding = form.cleaned_data.get("encoding", "")
    try:
        head = uploads.head_of(found, encoding)
    except UploadError as error:
        form.add_error("encoding", str(error))
        return _page(request, found, uploads.head_of(found), form)
    initial = {**_initial(found, head), "encoding": encoding}
    return _page(request, found, head, ColumnsForm(head=head, initial=initial))


def _initial(found: Upload, head: TableHead) -> dict[str, int | str | bool]:
    state = state_of(found)
    chosen = head.proposal() if state.columns is None else state.columns
    return {**chosen, "encoding": state.chosen_encoding, "untitled": state.untitled}


def _page(request: HttpRequest, found: Upload, head: TableHead, form: ColumnsForm) -> HttpResponse:
    context = frame_of(request, found.study, "Which column is which?") | {
        "upload": found,
        "form": form,
        "head": head,
        "step": 2,
    }
    status = 422 if form.errors else 200
    return render(request, "studies/upload_columns.html", context, status=status)
