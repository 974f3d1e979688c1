"""The page of what happened to a study."""

from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from studies.models import Event
from studies.workbench.frame import page, study_for
from studies.workbench.history.event_labels import described

ROWS = 50


@require_safe
@staff_member_required
@never_cache
def history(request: HttpRequest, code: UUID) -> HttpResponse:
    """List the events, newest first; of one kind where the address names it."""
    study = study_for(request, code, "see")
    events = Event.objects.filter(study=study)
    kinds = events.order_by().values_list("what", flat=True).distinct()
    wanted = request.GET.get("what", "")
    rows = events.select_related("who").order_by("-pk")
    shown = Paginator(rows.filter(what=wanted) if wanted else rows, ROWS)
    rows_of_page = shown.get_page(request.GET.get("p"))
    return page(
        request,
        "workbench/history.html",
        study,
        "History",
        kinds=[(kind, Event.What(kind).label) for kind in sorted(kinds) if kind in Event.What],
        wanted=wanted,
        rows=rows_of_page,
        events=described(rows_of_page.object_list),
    )
