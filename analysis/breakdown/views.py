"""The pages of the breakdowns."""

from typing import Any
from uuid import UUID

from django.contrib import admin
from django.contrib.admin.views.decorators import staff_member_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from analysis.breakdown.judges import judges_page
from analysis.breakdown.reasons import reasons_page, said
from analysis.breakdown.texts import MANY_ANSWERS, items_page, texts_page
from analysis.results.study_results import StudyResults, read_results
from analysis.results.views import stamp_or_404

# No page lies further, so that an address cannot ask for more than a number holds.
FURTHEST = 10**12


@require_safe
@staff_member_required
def judges(request: HttpRequest, code: UUID) -> HttpResponse:
    """Judge by judge."""
    results = results_or_404(request, code)
    which = request.GET.get("only", "")
    context = {
        "which": which,
        "filters": (
            ("", "all"),
            ("excluded", "excluded by the rule"),
            ("same_browser", "same browser as another"),
            ("withdrawn", "withdrawn"),
        ),
        "found": judges_page(results.study, which=which, after=number_of(request, "after")),
    }
    return page(request, results, "breakdown/judges", "Judges", context)


@require_safe
@staff_member_required
def texts(request: HttpRequest, code: UUID) -> HttpResponse:
    """Text by text."""
    return _texts_or_items(request, code, by_item=False)


@require_safe
@staff_member_required
def items(request: HttpRequest, code: UUID) -> HttpResponse:
    """Item by item."""
    return _texts_or_items(request, code, by_item=True)


def _texts_or_items(request: HttpRequest, code: UUID, *, by_item: bool) -> HttpResponse:
    results = results_or_404(request, code)
    few = results.snapshot.numbers.counted <= MANY_ANSWERS
    standing_out = request.GET.get("sort", "out" if few else "listed") == "out"
    number = min(number_of(request, "page"), FURTHEST // 1000)
    page_of = items_page if by_item else texts_page
    found = page_of(results.study, results.snapshot, standing_out=standing_out, page=number)
    context = {
        "by_item": by_item,
        "standing_out": standing_out,
        "slow": not few,
        "number": number,
        "next_number": number + 1 if found.has_next else None,
        "found": found,
    }
    title = "Items" if by_item else "Texts"
    return page(request, results, "breakdown/texts", title, context)


@require_safe
@staff_member_required
def reasons(request: HttpRequest, code: UUID) -> HttpResponse:
    """Reasons and sureness, by right and wrong."""
    results = results_or_404(request, code)
    of = request.GET.get("of", "")
    counts = said(results.study)
    context = {
        "of": of,
        "said": counts,
        "filters": (
            ("", "all", counts.right + counts.wrong),
            ("right", "of right answers", counts.right),
            ("wrong", "of wrong answers", counts.wrong),
        ),
        "found": reasons_page(results.study, of=of, after=number_of(request, "after")),
    }
    return page(request, results, "breakdown/reasons", "Reasons", context)


def results_or_404(request: HttpRequest, code: UUID) -> StudyResults:
    """The results for whoever may read them."""
    stamp = stamp_or_404(request, code)
    if not stamp.may_read:
        raise Http404
    return read_results(stamp)


def number_of(request: HttpRequest, name: str) -> int:
    """A whole number of the address; 0 where it is none."""
    text = request.GET.get(name, "")
    return min(int(text), FURTHEST) if text.isdecimal() and len(text) <= 18 else 0


def page(
    request: HttpRequest, results: StudyResults, name: str, title: str, context: dict[str, Any]
) -> HttpResponse:
    """A page below the results, by the name of its template; no cache keeps it."""
    whole = {
        **admin.site.each_context(request),
        **context,
        "study": results.study,
        "numbers": results.snapshot.numbers,
        "title": title,
    }
    response = render(request, f"analysis/{name}.html", whole)
    response["Cache-Control"] = "private, no-store"
    return response
