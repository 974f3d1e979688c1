"""Three readers of the installation's state: a monitor, Prometheus, and an administrator."""

from http import HTTPStatus

from django.conf import settings
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.crypto import constant_time_compare
from django.views.decorators.http import require_safe

from studies.workbench.frame import user_of
from triadsurvey.monitoring.health import findings
from triadsurvey.monitoring.metrics import exposition
from triadsurvey.monitoring.site_state import site_state


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Send the metrics to the holder of the token."""
    _require_token(request)
    content, content_type = exposition(request.headers.get("Accept", ""))
    return HttpResponse(content, content_type=content_type)


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Tell the holder of the token what is well and what is not: 503 if anything is not."""
    _require_token(request)
    found = findings(site_state())
    well = all(one.well for one in found)
    content = {
        "well": well,
        "findings": [{"name": one.name, "value": one.value, "well": one.well} for one in found],
    }
    return JsonResponse(content, status=HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE)


@require_safe
@staff_member_required
def status(request: HttpRequest) -> HttpResponse:
    """Show an administrator the same."""
    if not user_of(request).is_superuser:
        raise Http404
    found = findings(site_state())
    context = {
        "title": "Status of this site",
        "findings": found,
        "wrong": [one for one in found if not one.well],
    }
    return render(request, "admin/status.html", context)


def _require_token(request: HttpRequest) -> None:
    """Answer 404 to those without the token, as if the address were none."""
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(given, settings.METRICS_TOKEN):
        raise Http404
