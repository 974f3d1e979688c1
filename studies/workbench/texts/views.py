"""Adding texts to a draft: the upload, its preview, its confirmation."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from functools import wraps
from typing import Any
from uuid import UUID

from django.conf import settings
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.http import HttpRequest, HttpResponse
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt, csrf_protect
from django.views.decorators.http import require_http_methods

from studies.design.text_use import reading_sentence
from studies.judge.triad_texts import TriadTexts, labelled, triad_texts
from studies.kinds import kind_of
from studies.models import Image, Job, Sample, Study, Upload
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import upload as uploads
from studies.services.texts import upload_state
from studies.services.texts.systems import SystemsChangedError
from studies.services.texts.upload_check import check_upload
from studies.services.texts.upload_state import CheckedUpload, PreviewText
from studies.services.texts.upload_types import type_of
from studies.stimuli import MAX_ROWS, Findings, UploadError
from studies.tasks import begin_job
from studies.values.text_codes import letters_of
from studies.values.whole_numbers import whole_number
from studies.workbench.forms.review import FORMS, SubjectsForm, SystemsForm
from studies.workbench.forms.upload import UploadForm
from studies.workbench.frame import frame_of, study_for, user_of
from studies.workbench.texts.row_table import row_table
from studies.workbench.texts.upload_words import errors_of, of_empty_formulas, warnings_of

# What a request may hold around its file.
ENVELOPE_BYTES = 1_000_000
MEGABYTE = 1024 * 1024
NOT_READ = "This could not be read. Send it again."

View = Callable[..., HttpResponse]
Form = SubjectsForm | SystemsForm


def read_in_full(view: View) -> View:
    """Refuse, with a page, a request that is too large or no form, before anything reads it.

    The CSRF check reads the form, so it comes afterwards.
    """

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, code: UUID, **kwargs: Any) -> HttpResponse:
        length = whole_number(request.META.get("CONTENT_LENGTH") or "0")
        if length is None:
            return _refused(request, code, 400, NOT_READ)
        if length > settings.MAX_UPLOAD_BYTES + ENVELOPE_BYTES:
            return _refused(request, code, 413, _too_large(length))
        try:
            request.POST  # noqa: B018 - reads the request
        except RequestDataTooBig:
            return _refused(request, code, 413, _too_large(length))
        except (SuspiciousOperation, MultiPartParserError):
            return _refused(request, code, 400, NOT_READ)
        return csrf_protect(view)(request, code=code, **kwargs)

    return guarded


def _too_large(length: int) -> str:
    size, limit = -(-length // MEGABYTE), settings.MAX_UPLOAD_BYTES // MEGABYTE
    return f"These are {size} MB; at most {limit} MB can be uploaded."


def _refused(request: HttpRequest, code: UUID, status: int, words: str) -> HttpResponse:
    study = study_for(request, code, "edit")
    return _upload_page(request, study, UploadForm(), refusal=words, status=status)


@staff_member_required
@never_cache
@read_in_full
@require_http_methods(["GET", "POST"])
def upload(request: HttpRequest, code: UUID) -> HttpResponse:
    """Receive a file or pasted rows, and lead to their preview."""
    study = study_for(request, code, "edit")
    if not study.is_draft:
        return fixed(request, study)
    if request.method != "POST":
        return _upload_page(request, study, UploadForm())
    form = UploadForm(request.POST, request.FILES)
    if not form.is_valid():
        return _upload_page(request, study, form)
    try:
        return _received(request, study, form)
    except UploadError as error:
        form.refuse(error)
        return _upload_page(request, study, form)
    except WrongStateError:
        return fixed(request, study)


def _received(request: HttpRequest, study: Study, form: UploadForm) -> HttpResponse:
    sent = form.submission
    arrived = uploads.receive(
        study=study,
        user=user_of(request),
        name=sent.name,
        content=sent.content,
        encoding=form.cleaned_data["encoding"] if sent.field == "file" else "",
    )
    return check(request, arrived)


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def upload_review(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """Show what is in an upload: the subjects, the findings, a triad; then store all or none."""
    study = study_for(request, code, "edit")
    if not study.is_draft:
        return fixed(request, study)
    waiting = Upload.objects.filter(study=study, pk=pk).select_related("study")
    found = waiting.defer("content").first()
    if found is None:
        return gone(request, study)
    checked = upload_state.checked(found)
    if checked is None:
        return check(request, found)
    if type_of(study).is_outdated(study, checked.state):
        return _look_again(request, found)
    if request.method == "POST":
        return _decide(request, checked)
    return _review_page(request, checked, _review_form(checked))


def _decide(request: HttpRequest, checked: CheckedUpload) -> HttpResponse:
    found, action = checked.upload, request.POST.get("action")
    if action == "discard":
        uploads.discard(upload=found)
        messages.info(request, "Nothing was stored.")
        return redirect("studies:upload", code=found.study.code)
    form = _review_form(checked, request.POST)
    if not form.is_valid():
        return _review_page(request, checked, form)
    if action == "encode":
        return _encode(request, checked, form)
    if form.subjects != checked.state.subjects:
        return _choose(request, found, form)
    if action != "save":
        return redirect("studies:upload_review", code=found.study.code, pk=found.pk)
    if form.needs_mode() or not checked.findings.ok:
        return _review_page(request, checked, form)
    return _save(request, checked, form.cleaned_data["mode"] or "add")


def _encode(request: HttpRequest, checked: CheckedUpload, form: Form) -> HttpResponse:
    """Read the file again, in the encoding that was chosen."""
    found, state, encoding = checked.upload, checked.state, form.cleaned_data["encoding"]
    try:
        uploads.match_columns(
            upload=found, layout=state.layout, encoding=encoding, sheet=state.chosen_sheet
        )
    except UploadError as error:
        form.add_error("encoding", str(error))
        return _review_page(request, checked, form)
    return check(request, found)


def _choose(request: HttpRequest, found: Upload, form: Form) -> HttpResponse:
    uploads.choose_subjects(upload=found, subjects=form.subjects)
    if request.POST.get("action") == "save":
        others = f"{kind_of(found.study).author}s"
        messages.warning(
            request, f"You chose other {others}: see what was found in their texts, then confirm."
        )
    return check(request, found)


def check(request: HttpRequest, found: Upload) -> HttpResponse:
    """Check an upload, by a job if it is large; columns with other names are matched first."""
    state = upload_state.state_of(found)
    if state.unmatched:
        return redirect("studies:upload_columns", code=found.study.code, pk=found.pk)
    if state.large:
        return _by_job(request, found, Job.Kind.CHECK_UPLOAD)
    check_upload(upload=found)
    return redirect("studies:upload_review", code=found.study.code, pk=found.pk)


def _save(request: HttpRequest, checked: CheckedUpload, mode: uploads.Mode) -> HttpResponse:
    found = checked.upload
    if checked.state.large:
        return _by_job(request, found, Job.Kind.SAVE_UPLOAD, mode=mode)
    try:
        stored = uploads.save_upload(upload=found, mode=mode)
    except uploads.AlreadyStoredError:
        return gone(request, found.study)
    except SystemsChangedError:
        return _look_again(request, found)
    except WrongStateError:
        return fixed(request, found.study)
    words = "1 text was stored." if stored == 1 else f"{stored} texts were stored."
    messages.success(request, words)
    return redirect(FORMS[found.study.kind].following, code=found.study.code)


def _look_again(request: HttpRequest, found: Upload) -> HttpResponse:
    """Check an upload anew, since the systems of the study are others than before."""
    messages.warning(
        request, "The systems of the study have changed: look again which of the file's they are."
    )
    uploads.choose_subjects(upload=found, subjects={})
    return check(request, found)


def _by_job(request: HttpRequest, found: Upload, kind: Job.Kind, **arguments: Any) -> HttpResponse:
    job = begin_job(
        study=found.study, user=user_of(request), kind=kind, upload=found.pk, **arguments
    )
    if job.arguments["upload"] != found.pk:
        messages.warning(
            request, "Another upload of this study is being worked on: wait until it is done."
        )
    return redirect("studies:job", code=found.study.code, pk=job.pk)


def _upload_page(
    request: HttpRequest, study: Study, form: UploadForm, *, refusal: str = "", status: int = 0
) -> HttpResponse:
    context = frame_of(request, study, "Add texts") | {
        "form": form,
        "refusal": refusal,
        "texts": study.samples.count(),
        "step": 1,
        "max_rows": MAX_ROWS,
        "max_megabytes": settings.MAX_UPLOAD_BYTES // MEGABYTE,
    }
    status = status or (422 if form.errors else 200)
    return render(request, "studies/upload.html", context, status=status)


def _review_form(checked: CheckedUpload, data: Any = None) -> Form:
    form = FORMS[checked.upload.study.kind]
    return form(data, checked=checked, has_texts=_replaced(checked).exists())


def _replaced(checked: CheckedUpload) -> Any:
    """Return the study's texts of the kinds that the upload brings."""
    return checked.upload.study.samples.filter(kind__in=list(checked.contents.kinds))


def _review_page(request: HttpRequest, checked: CheckedUpload, form: Form) -> HttpResponse:
    study, findings, chosen = checked.upload.study, checked.findings, form.is_chosen
    context = frame_of(request, study, "Preview of the texts") | {
        "upload": checked.upload,
        "contents": checked.contents,
        "form": form,
        "findings": findings,
        "chosen": chosen,
        "errors": errors_of(findings) if chosen else [],
        "warnings": warnings_of(findings) if chosen else [],
        "empty_formulas": of_empty_formulas(checked.upload.name, findings) if chosen else "",
        "spellings": list(checked.contents.spellings.items()),
        "noun": kind_of(study).author,
        "read": _reading(study, findings),
        "storable": findings.texts.total(),
        "left_out": findings.left_out.total(),
        "others": list(findings.left_out.items()),
        "triads": list(_triads(study, checked.contents.sample)) if findings.ok else [],
        # Of a triad there are three texts, whatever is shown.
        "makes_none": kind_of(study).tells_apart and len(checked.contents.sample) % 3 != 0,
        "about": "the same item"
        if study.pairing == Study.Pairing.SAME
        else "three different items",
        "table": row_table(checked.contents.rows, findings.findings) if chosen else None,
        "texts": _replaced(checked).count(),
        "step": 3,
    }
    status = 422 if form.errors else 200
    return render(request, "studies/upload_review.html", context, status=status)


def _reading(study: Study, findings: Findings) -> str:
    """Say how often each text will be read in triads."""
    if not kind_of(study).tells_apart:
        return ""
    return reading_sentence(findings.different, study.evaluations, study.protocol)


def _triads(study: Study, texts: Sequence[PreviewText]) -> Iterator[TriadTexts]:
    """Yield the triads of the upload, or its sheet, as the judge's page would show them."""
    images = Image.objects.defer("content").in_bulk([text.image for text in texts if text.image])
    samples = [
        Sample(**asdict(text) | {"image": images.get(text.image) if text.image else None})
        for text in texts
    ]
    tells_apart = kind_of(study).tells_apart
    of_page = 3 if tells_apart else max(1, len(samples))
    for first in range(0, len(samples), of_page):
        page, code = samples[first : first + of_page], f"{study.code} {first}"
        shown = triad_texts(page, study=study, code=code)
        yield shown if tells_apart else labelled(shown, letters_of(code, len(page)))


def fixed(request: HttpRequest, study: Study) -> HttpResponse:
    status = 200 if request.method == "GET" else 409
    context = frame_of(request, study, "The texts are fixed")
    return render(request, "studies/upload_fixed.html", context, status=status)


def gone(request: HttpRequest, study: Study) -> HttpResponse:
    messages.warning(request, "That upload is not there any more: it was stored, or discarded.")
    return redirect("studies:upload", code=study.code)
