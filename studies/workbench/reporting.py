"""The page on which a study's people say what its report should say."""

from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from studies.kinds import kind_of
from studies.services.lifecycle import reporting
from studies.workbench.downloads import answer_files
from studies.workbench.frame import READ_OR_EDIT, header_of, page, study_for, user_of


class ReportingForm(forms.Form):
    """Every field may be left empty, and filled in later."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]  # Django's own arguments
        for section in reporting.SECTIONS:
            for question in section.questions:
                self.fields[question.name] = forms.CharField(
                    label=question.label,
                    help_text=question.help,
                    required=False,
                    max_length=reporting.LONGEST,
                    widget=forms.Textarea(attrs={"rows": 2}),
                )

    def sections(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Return the fields under their headings."""
        return [
            (section.title, [self[question.name] for question in section.questions])
            for section in reporting.SECTIONS
        ]


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def reporting_of(request: HttpRequest, code: UUID) -> HttpResponse:
    """Ask, and keep what was typed; it is part of no plan, so it can be told at any time."""
    study = study_for(request, code, "see")
    header = header_of(request, study)
    if not READ_OR_EDIT & header.permissions:
        raise Http404
    told = reporting.reported(study)
    may_edit = "edit" in header.permissions
    form = ReportingForm(request.POST or None, initial=told) if may_edit else None
    if form is not None and form.is_valid():
        reporting.save_reporting(study=study, user=user_of(request), given=form.cleaned_data)
        messages.success(request, "This is kept, and stands in every report from now on.")
        return HttpResponseRedirect(request.path)
    return page(
        request,
        "studies/reporting.html",
        study,
        "Report",
        header=header,
        form=form,
        told=len(told),
        asked=len(reporting.NAMES),
        lacking=_lacking(told),
        may_download="read" in header.permissions,
        answer_files=answer_files(study),
        has_rating_results=not kind_of(study).tells_apart,
    )


def _lacking(told: dict[str, str]) -> list[tuple[str, list[str]]]:
    """Return what is not told yet, under its headings."""
    sections = (
        (section.title, [each.label for each in section.questions if each.name not in told])
        for section in reporting.SECTIONS
    )
    return [(title, labels) for title, labels in sections if labels]
