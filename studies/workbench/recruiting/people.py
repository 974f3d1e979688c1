"""The page of a study's people: links and panels, invitations, ids that may not take part."""

from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from studies.models import ExcludedId
from studies.services.lifecycle.availability import is_available
from studies.workbench.frame import page, study_for
from studies.workbench.recruiting.links import new_link_page, open_links, personal_counts, row_of
from studies.workbench.recruiting.waiting_note import waiting_note


@require_safe
@staff_member_required
@never_cache
def people(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show by which ways judges come, and how many came by each."""
    study = study_for(request, code, "recruit")
    links = [row_of(link) for link in open_links(study)]
    return page(
        request,
        "workbench/people.html",
        study,
        "People",
        links=links,
        modes_differ=len({link.mode for link in links}) > 1,
        states_differ=len({link.state for link in links}) > 1,
        personal=personal_counts(study),
        excluded=ExcludedId.objects.filter(study=study).count(),
        waiting=waiting_note(study),
        new_link=new_link_page(study) if is_available("make_link", study) else "",
    )
