"""The report to be read: as PDF, and as one page that prints well."""

import logging
from uuid import UUID

from csp.constants import NONE
from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from analysis.report_zip.paper.content import (
    ReportContent,
    methods_of,
    report_content,
    short_statement_of,
)
from analysis.report_zip.paper.page import POLICY, page_of
from analysis.report_zip.paper.pdf import NotTypesetError, pdf_of
from analysis.results.frame import readable_results
from studies.exports import Snapshot
from studies.workbench.downloads import file_headers, file_name, sealed_page

LOG = logging.getLogger(__name__)


@require_safe
@staff_member_required
def report_pdf(request: HttpRequest, code: UUID) -> HttpResponse:
    """Send the PDF to those who may read the results; of a sealed study say why not."""
    content = _content(request, code)
    if content is None:
        return sealed_page(request, code)
    try:
        pdf = pdf_of(content)
    except NotTypesetError as error:
        LOG.warning("no PDF of study %s: %s", code, error)
        messages.warning(request, "The PDF would take too long. Print the report's page instead.")
        return redirect("analysis:results", code=code)
    return HttpResponse(
        pdf,
        content_type="application/pdf",
        headers=file_headers(file_name(content.study, "report", "pdf")),
    )


@require_safe
@staff_member_required
def report_page(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show the same as one page; of a sealed study say why not."""
    content = _content(request, code)
    return sealed_page(request, code) if content is None else _page(content)


@require_safe
@staff_member_required
def methods_paragraph(request: HttpRequest, code: UUID) -> HttpResponse:
    """Give the paragraph for a paper as text, to be copied; of a sealed study say why not."""
    results = readable_results(request, code)
    if results is None:
        return sealed_page(request, code)
    return HttpResponse(methods_of(results) + "\n", content_type="text/plain; charset=utf-8")


@require_safe
@staff_member_required
def short_design_statement(request: HttpRequest, code: UUID) -> HttpResponse:
    """Give the design statement as one paragraph of text; of a sealed study say why not."""
    results = readable_results(request, code)
    if results is None:
        return sealed_page(request, code)
    return HttpResponse(
        short_statement_of(results) + "\n", content_type="text/plain; charset=utf-8"
    )


def _content(request: HttpRequest, code: UUID) -> ReportContent | None:
    """Return the report as of one moment; None where the person may not read it, or not yet."""
    snapshot = Snapshot()
    with snapshot.kept_open():
        results = readable_results(request, code)
        content = None if results is None else report_content(results)
    snapshot.close()
    return content


def _page(content: ReportContent) -> HttpResponse:
    page = page_of(content, linked=True)
    response = HttpResponse(page, headers={"Cache-Control": "private, no-store"})
    # What django-csp's decorators do, for this answer alone: the page of a sealed study is usual.
    vars(response).update(_csp_replace={**POLICY, "frame-ancestors": [NONE]})
    return response
