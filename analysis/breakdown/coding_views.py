"""The page on which two people code the reasons of judges, and its file."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseBase, HttpResponseRedirect, QueryDict
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from analysis.breakdown.reason_codes import coded_reasons, codes_compared, reason_codes_export
from analysis.results.frame import page_below, triad_results_or_404
from analysis.results.study_results import StudyResults
from studies.models import ReasonCode, Study, User
from studies.models.judging.reason_code import LONGEST_CODE
from studies.services.coding import (
    CODERS,
    Coding,
    CodingError,
    code_reasons,
    coding_of,
    reasons_of,
    uncoded,
)
from studies.values.whole_numbers import whole_number
from studies.workbench.downloads import download
from studies.workbench.frame import user_of

# So many reasons stand on a page.
ROWS = 25
PREFIX = "code-"


@require_http_methods(["GET", "POST"])
@staff_member_required
@never_cache
def codes(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show reasons to be coded, blind to what was right; compare the codes once all are there."""
    results = triad_results_or_404(request, code)
    study, user = results.study, user_of(request)
    may_code = Study.objects.visible_to(user, "edit").filter(pk=study.pk).exists()
    if request.method == "POST":
        if not may_code:
            raise PermissionDenied
        return _store(request, study, user)
    coding = coding_of(study)
    context = {
        "coding": coding,
        "coders": _coders(coding, user),
        "compared": _compared(results, coding),
        "missing_coders": CODERS - len(coding.coded),
        "longest": LONGEST_CODE,
    }
    if may_code and coding.takes(user.pk) and not coding.is_done:
        context |= _to_code(request, study, user)
    template = "analysis/breakdown/coding.html"
    return page_below(request, results, template, "Codes of reasons", context)


@require_safe
@staff_member_required
def export_codes(request: HttpRequest, code: UUID) -> HttpResponseBase:
    """Send reason_codes.csv, to people who may read the results."""
    studies = Study.objects.visible_to(request.user, "read").filter(code=code)
    return download(request, studies, "reason_codes", reason_codes_export)


def _to_code(request: HttpRequest, study: Study, user: User) -> dict[str, Any]:
    """Return reasons with the coder's own codes, and these codes to choose from."""
    own = ReasonCode.objects.filter(answer__study=study, coder=user)
    again = request.GET.get("of") == "coded"
    after = whole_number(request.GET.get("after", "")) or 0
    coded = reasons_of(study).filter(reason_codes__coder=user, reason_codes__compared=False)
    rows = coded if again else uncoded(study, user)
    found = [*rows.filter(pk__gt=after).order_by("pk").values_list("pk", "reason")[: ROWS + 1]]
    given = dict(own.filter(answer__in=[pk for pk, _reason in found]).values_list("answer", "code"))
    return {
        "may_code": True,
        "again": again,
        "reasons": [(pk, reason, given.get(pk, "")) for pk, reason in found[:ROWS]],
        "next_after": found[ROWS - 1][0] if len(found) > ROWS else None,
        "own_codes": own.order_by("code").values_list("code", flat=True).distinct(),
    }


def _coders(coding: Coding, user: User) -> list[tuple[str, int]]:
    """Return both coders, the reader by *you*, and how many reasons each has coded."""
    return [
        (f"Coder {place}{' (you)' if coder == user.pk else ''}", number)
        for place, (coder, number) in enumerate(coding.coded.items(), 1)
    ]


def _compared(results: StudyResults, coding: Coding) -> Any:
    reasons = coded_reasons(results.study, coding)
    if not reasons:
        return None
    with_limits = results.snapshot.is_tested and results.study.evaluations_per_judge == 1
    return codes_compared(reasons, with_limits=with_limits)


def _store(request: HttpRequest, study: Study, user: User) -> HttpResponse:
    try:
        number = code_reasons(study=study, coder=user, codes=_typed(request.POST))
    except CodingError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"{number} code{'' if number == 1 else 's'} stored.")
    return HttpResponseRedirect(request.path)


def _typed(posted: QueryDict) -> dict[int, str]:
    """Return the codes that were typed, by the keys of their answers."""
    sent = [name for name in posted if name.startswith(PREFIX)]
    keys = {name: whole_number(name.removeprefix(PREFIX)) for name in sent}
    return {key: str(posted[name]) for name, key in keys.items() if key is not None}
