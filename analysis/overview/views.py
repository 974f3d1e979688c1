"""The list of studies, and the first page of one."""

from typing import Any
from uuid import UUID

from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from analysis.overview.cards import OWNERS, STATES, cards_of, studies_of, with_progress
from analysis.overview.checks import running_checks
from analysis.overview.progress import answers_over_time, stages
from analysis.results.by_kind import pages_of
from analysis.results.frame import stamp_or_404
from analysis.results.study_results import ResultStamp, read_results
from analysis.verdict_text import statement
from studies.kinds import kind_of
from studies.models import Study
from studies.services.texts.example_studies import EXAMPLES
from studies.workbench.actions import ADD_STUDY
from studies.workbench.dashboard import dashboard_of
from studies.workbench.frame import header_of, page, study_for, user_of

CARDS = 24


@require_safe
@staff_member_required
@never_cache
def studies(request: HttpRequest) -> HttpResponse:
    """List the account's own and shared studies as cards."""
    user = user_of(request)
    search = request.GET.get("q", "").strip()
    state, owner = request.GET.get("status", ""), request.GET.get("owner", "")
    rows = studies_of(user, search=search, state=state, owner=owner)
    shown = Paginator(with_progress(rows), CARDS).get_page(request.GET.get("p"))
    context = {
        "title": "Studies",
        "cards": cards_of(shown.object_list),
        "rows": shown,
        "search": search,
        "state": state,
        "owner": owner,
        "states": STATES,
        "owners": OWNERS,
        "filtered": bool(search or state or owner),
        "may_add": user.has_perm(ADD_STUDY),
        "examples": EXAMPLES,
        "demo": Study.objects.of_demo().exists(),
    }
    return TemplateResponse(request, "analysis/overview/studies.html", context)


@require_safe
@staff_member_required
@never_cache
def overview(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show where a study stands, the one thing to do next, and what helps with it."""
    study = study_for(request, code, "see")
    header = header_of(request, study)
    verdict = {} if study.is_draft else _verdict_card(request, stamp_or_404(request, code))
    return page(
        request,
        "analysis/overview/overview.html",
        study,
        study.title,
        header=header,
        dashboard=dashboard_of(user_of(request), study, header),
        **verdict,
    )


def _verdict_card(request: HttpRequest, stamp: ResultStamp) -> dict[str, Any]:
    """Return the verdict, or what is known before it, and beside it what takes from it."""
    snapshot = (results := read_results(stamp, reader=request.user)).snapshot
    return {
        "results": results,
        "statement": statement(snapshot),
        **pages_of(results.study).head(results),
        "growth": answers_over_time(results.study),
        "stages": stages(results.study, snapshot.counts.people),
        "people": snapshot.counts.people.in_words,
        "checks": running_checks(snapshot, kind_of(results.study).answered_things),
    }
