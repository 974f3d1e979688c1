"""The downloads of the report: the ZIP with everything, and a workbook of its main tables."""

from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.http import FileResponse, HttpRequest, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_GET

from analysis.report_zip import workbook as workbooks
from analysis.report_zip.archive import zipped
from analysis.report_zip.contents import manifest_head, report_files
from analysis.report_zip.workbook import workbook_file
from analysis.results.frame import readable_results
from studies.exports import Snapshot
from studies.exports.snapshot import Stream
from studies.workbench.downloads import file_headers, file_name, file_stem, sealed_page

WORKBOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@require_GET
@staff_member_required
def report(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send the ZIP to those who may read the results; of a sealed study say why not."""
    snapshot = Snapshot()
    with snapshot.kept_open():
        results = readable_results(request, code)
        if results is None:
            snapshot.close()
            return sealed_page(request, code)
        folder = file_stem(results.study, "report")
        chunks = zipped(report_files(results), folder=folder, about=manifest_head(results.study))
    name = file_name(results.study, "report", "zip")
    return StreamingHttpResponse(
        Stream(chunks, snapshot),
        content_type="application/zip",
        headers=file_headers(name),
    )


@require_GET
@staff_member_required
def workbook(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send the workbook to those who may read the results; of a sealed study say why not."""
    snapshot = Snapshot()
    with snapshot.kept_open():
        results = readable_results(request, code)
        if results is None:
            snapshot.close()
            return sealed_page(request, code)
        study = results.study
        if workbooks.is_too_large(study):
            snapshot.close()
            messages.warning(
                request,
                f"More than {workbooks.MAX_ROWS:,} answers or ratings are too many for a "
                "spreadsheet: take the report (ZIP), which has them as CSV.",
            )
            return redirect("analysis:results", code=code)
        file = workbook_file(results)
        snapshot.close()
    name = file_name(study, "report", "xlsx")
    return FileResponse(file, content_type=WORKBOOK, headers=file_headers(name))
