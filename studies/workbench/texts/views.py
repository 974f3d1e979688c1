"""Adding texts to a draft: the upload, its preview, its confirmation."""

from collections.abc import Callable
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

from studies.judge.triad_texts import Shown, shown
from studies.models import Image, Job, Sample, Study, Upload
from studies.services.lifecycle.availability import WrongStateError
from studies.services.texts import upload as texts
from studies.stimuli import MAX_ROWS, UploadError
from studies.tasks import begin_job
from studies.workbench.forms.upload import ReviewForm, UploadForm, in_words
from studies.workbench.frame import frame_of, study_for, user_of
from studies.workbench.texts.upload_words import errors_of, warnings_of

# What stands around a file in a request.
ENVELOPE_BYTES = 1_000_000
MEGABYTE = 1024 * 1024

View = Callable[..., HttpResponse]


def read_in_full(view: View) -> View:
    """Refuse in words what is too large or no form, before anything else reads the request.

    The check against forged requests reads the form, so it comes after.
    """

    @csrf_exempt
    @wraps(view)
    def guarded(request: HttpRequest, code: UUID, **kwargs: Any) -> HttpResponse:
        length = int(request.META.get("CONTENT_LENGTH") or 0)
        if length > settings.MAX_UPLOAD_BYTES + ENVELOPE_BYTES:
            return _refused(request, code, 413, _too_large(length))
        try:
            request.POST  # noqa: B018 - reads the request
        except RequestDataTooBig:
            return _refused(request, code, 413, _too_large(length))
        except (SuspiciousOperation, MultiPartParserError):
            return _refused(request, code, 400, "This could not be read. Send it again.")
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
    """Take a file or pasted rows, and lead to their preview."""
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
    source = form.source
    arrived = texts.receive(
        study=study,
        user=user_of(request),
        name=source.name,
        content=source.content,
        encoding=form.cleaned_data["encoding"] if source.field == "file" else "",
    )
    return check(request, arrived)


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def upload_review(request: HttpRequest, code: UUID, pk: int) -> HttpResponse:
    """What is in an upload: who is who, what is wrong, a sample; then store it, all or none."""
    study = study_for(request, code, "edit")
    if not study.is_draft:
        return fixed(request, study)
    uploads = Upload.objects.filter(study=study, pk=pk).select_related("study")
    found = uploads.defer("content").first()
    if found is None:
        return gone(request, study)
    # What an older release found in it lacks what this page shows.
    if found.findings is None or "kinds" not in found.mapping:
        return check(request, found)
    if request.method == "POST":
        return _decide(request, found)
    return _review_page(request, found, _review_form(found))


def _decide(request: HttpRequest, found: Upload) -> HttpResponse:
    if request.POST.get("action") == "discard":
        texts.discard(upload=found)
        messages.info(request, "Nothing was stored.")
        return redirect("studies:upload", code=found.study.code)
    form = _review_form(found, request.POST)
    if not form.is_valid():
        return _review_page(request, found, form)
    if request.POST.get("action") == "encode":
        return _encode(request, found, form)
    if form.subjects != found.mapping["subjects"]:
        return _choose(request, found, form)
    if request.POST.get("action") != "save":
        return redirect("studies:upload_review", code=found.study.code, pk=found.pk)
    findings = texts.findings_of(found)
    if form.needs_mode() or not findings.ok:
        return _review_page(request, found, form)
    return _save(request, found, form.cleaned_data["mode"] or "add")


def _encode(request: HttpRequest, found: Upload, form: ReviewForm) -> HttpResponse:
    """Read the file again, in the encoding that was chosen."""
    encoding = form.cleaned_data["encoding"]
    try:
        texts.match_columns(upload=found, columns=found.mapping["columns"], encoding=encoding)
    except UploadError as error:
        form.add_error("encoding", in_words(error))
        return _review_page(request, found, form)
    return check(request, found)


def _choose(request: HttpRequest, found: Upload, form: ReviewForm) -> HttpResponse:
    a, b = (form.names[form.cleaned_data[role]] for role in ("a", "b"))
    texts.choose_subjects(upload=found, a=a, b=b)
    if request.POST.get("action") == "save":
        messages.warning(
            request, "You chose other subjects: see what was found in their texts, then confirm."
        )
    return check(request, found)


def check(request: HttpRequest, found: Upload) -> HttpResponse:
    """Find out what is in it: at once, or by a job where that takes long.

    Before that somebody must say which of its columns is which, where it names them otherwise.
    """
    if found.mapping.get("unmatched"):
        return redirect("studies:upload_columns", code=found.study.code, pk=found.pk)
    if texts.is_large(found):
        return by_job(request, found, Job.Kind.CHECK_UPLOAD)
    texts.check_upload(upload=found)
    return redirect("studies:upload_review", code=found.study.code, pk=found.pk)


def _save(request: HttpRequest, found: Upload, mode: texts.Mode) -> HttpResponse:
    if texts.is_large(found):
        return by_job(request, found, Job.Kind.SAVE_UPLOAD, mode=mode)
    try:
        stored = texts.save_upload(upload=found, mode=mode)
    except texts.AlreadyStoredError:
        return gone(request, found.study)
    except WrongStateError:
        return fixed(request, found.study)
    words = "1 text was stored." if stored == 1 else f"{stored} texts were stored."
    messages.success(request, words)
    return redirect("studies:surface_cues", code=found.study.code)


def by_job(request: HttpRequest, found: Upload, kind: Job.Kind, **arguments: Any) -> HttpResponse:
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


def _review_form(found: Upload, data: Any = None) -> ReviewForm:
    subjects: dict[str, str] = found.mapping["subjects"]
    choices = [(name, count) for name, count in found.mapping["found"]]
    places = {subjects[name]: n for n, (name, _count) in enumerate(choices) if name in subjects}
    return ReviewForm(
        data,
        found=choices,
        has_texts=_replaced(found).exists(),
        initial={
            "a": places.get("A", ""),
            "b": places.get("B", ""),
            "encoding": found.mapping.get("encoding", ""),
        },
    )


def _replaced(found: Upload) -> Any:
    """The study's texts of the kinds that the upload brings."""
    return found.study.samples.filter(kind__in=list(found.mapping["kinds"]))


def _review_page(request: HttpRequest, found: Upload, form: ReviewForm) -> HttpResponse:
    findings = texts.findings_of(found)
    chosen = len(found.mapping["subjects"]) == 2
    context = frame_of(request, found.study, "Preview of the texts") | {
        "upload": found,
        "form": form,
        "findings": findings,
        "chosen": chosen,
        "errors": errors_of(findings) if chosen else [],
        "warnings": warnings_of(findings) if chosen else [],
        "storable": findings.texts.total(),
        "left_out": findings.left_out.total(),
        "others": list(findings.left_out.items()),
        "shown": _shown(found),
        "texts": _replaced(found).count(),
        "kinds": found.mapping["kinds"],
        "step": 3,
    }
    status = 422 if form.errors else 200
    return render(request, "studies/upload_review.html", context, status=status)


def _shown(found: Upload) -> Shown:
    """The upload's triad, worked out as the judge's page works out its own."""
    named = [text["image"] for text in found.mapping["sample"] if text["image"]]
    images = Image.objects.defer("content").in_bulk(named)
    samples = [
        Sample(**text | {"image": images.get(text["image"])}) for text in found.mapping["sample"]
    ]
    return shown(samples, study=found.study, code=str(found.study.code))


def fixed(request: HttpRequest, study: Study) -> HttpResponse:
    status = 200 if request.method == "GET" else 409
    context = frame_of(request, study, "The texts are fixed")
    return render(request, "studies/upload_fixed.html", context, status=status)


def gone(request: HttpRequest, study: Study) -> HttpResponse:
    messages.warning(request, "That upload is not there any more: it was stored, or thrown away.")
    return redirect("studies:upload", code=study.code)
