"""The page of a study's texts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from studies.kinds import kind_of
from studies.models import Sample, Study
from studies.models.sample import Kind, Subject
from studies.models.visibility import May
from studies.workbench.actions import ADD_STUDY
from studies.workbench.frame import READ_OR_EDIT, header_of, page, study_for, user_of
from studies.workbench.texts.rated_texts import RatedTexts, rated_texts
from studies.workbench.texts.uses import TextUse, uses_of

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
    asked = {name: request.GET.get(name, "") for name in ("kind", "subject", "item")}
    search = request.GET.get("q", "").strip()
    rows = study.samples.with_images().in_list_order()
    if asked["kind"] in Kind.values:
        rows = rows.filter(kind=asked["kind"])
    if asked["subject"] in Subject.values:
        rows = rows.filter(subject=asked["subject"])
    if asked["item"]:
        rows = rows.filter(item=asked["item"])
    if search:
        rows = rows.filter(Q(text__icontains=search) | Q(alt_text__icontains=search))
    shown = Paginator(rows, ROWS).get_page(request.GET.get("p"))
    samples = list(shown.object_list)
    may_read = May.READ in header.permissions
    uses = uses_of(study, [sample.pk for sample in samples]) if may_read else {}
    numbers = study.samples.order_by().values_list("kind", "subject").annotate(n=Count("pk"))
    rated = None if kind_of(study).tells_apart else rated_texts(study)
    return page(
        request,
        "workbench/texts.html",
        study,
        "Texts",
        header=header,
        rows=shown,
        texts=_rows(study, samples, uses, rated),
        rated=rated,
        has_uses=bool(uses),
        numbers=_numbers(study, numbers),
        search=search,
        asked=asked,
        kinds=Kind.choices,
        has_kinds=any(kind != Kind.MAIN for kind, _subject, _n in numbers),
        subjects=list(study.subjects.items()),
        may_add=user_of(request).has_perm(ADD_STUDY),
    )


@dataclass(frozen=True, slots=True)
class TextLine:
    """A text in the list: its use in triads, and what its item lacks where texts are rated."""

    sample: Sample
    by: str
    use: TextUse | None
    said: str


def _rows(
    study: Study, samples: Sequence[Sample], uses: Mapping[int, TextUse], rated: RatedTexts | None
) -> list[TextLine]:
    """Return the lines of the list; what is wrong with an item stands at its first text."""
    names, lines = study.subjects, []
    previous = None
    for sample in samples:
        told = rated is not None and sample.kind == Kind.MAIN and sample.item != previous
        said = rated.said_of(sample.item) if rated is not None and told else ""
        previous = sample.item
        by = names.get(sample.subject, sample.subject)
        lines.append(TextLine(sample, by, uses.get(sample.pk), said))
    return lines


def _numbers(study: Study, rows: Any) -> list[tuple[str, list[tuple[str, str, int]]]]:
    """Return the kinds of texts that there are, with letter, name and number of each subject."""
    found = {(kind, subject): number for kind, subject, number in rows}
    return [
        (
            kind.label,
            [(s, name, found.get((kind, s), 0)) for s, name in study.subjects.items()],
        )
        for kind in Kind
        if any((kind, subject) in found for subject in Subject)
    ]
