"""The page of a study's texts."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from studies.models.sample import Kind, Subject
from studies.models.visibility import May
from studies.workbench.frame import READ_OR_EDIT, header_of, page, study_for
from studies.workbench.texts.uses import uses_of

ROWS = 50


@require_safe
@staff_member_required
@never_cache
def texts(request: HttpRequest, code: UUID) -> HttpResponse:
    """List the texts, those of one kind, one subject or with some words where asked for."""
    study = study_for(request, code, "see")
    header = header_of(request, study)
    if not READ_OR_EDIT & header.permissions:
        raise Http404
    asked = {name: request.GET.get(name, "") for name in ("kind", "subject")}
    search = request.GET.get("q", "").strip()
    rows = study.samples.with_images().order_by("kind", "item", "subject", "pk")
    if asked["kind"] in Kind.values:
        rows = rows.filter(kind=asked["kind"])
    if asked["subject"] in Subject.values:
        rows = rows.filter(subject=asked["subject"])
    if search:
        rows = rows.filter(Q(text__icontains=search) | Q(alt_text__icontains=search))
    shown = Paginator(rows, ROWS).get_page(request.GET.get("p"))
    samples = list(shown.object_list)
    may_read = May.READ in header.permissions
    uses = uses_of(study, [sample.pk for sample in samples]) if may_read else {}
    numbers = study.samples.order_by().values_list("kind", "subject").annotate(n=Count("pk"))
    return page(
        request,
        "workbench/texts.html",
        study,
        "Texts",
        header=header,
        rows=shown,
        texts=[(sample, uses.get(sample.pk)) for sample in samples],
        has_uses=bool(uses),
        numbers=_numbers(numbers),
        search=search,
        asked=asked,
        kinds=Kind.choices,
    )


def _numbers(rows: Any) -> list[tuple[str, int, int]]:
    """Return the kinds of texts that there are, with their numbers of A and of B."""
    found = {(kind, subject): number for kind, subject, number in rows}
    return [
        (kind.label, found.get((kind, Subject.A), 0), found.get((kind, Subject.B), 0))
        for kind in Kind
        if any((kind, subject) in found for subject in Subject)
    ]
