"""The report of surface cues, and the ticks that leave texts out, page by page."""

from collections.abc import Iterable
from typing import Any
from uuid import UUID

from django.contrib import messages
from django.contrib.admin.views.decorators import staff_member_required
from django.core.paginator import Page, Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from studies.kinds import RATING, TRIANGLE, kind_of
from studies.kinds.pair import Pair
from studies.models import Job, Sample
from studies.services.lifecycle.availability import WrongStateError
from studies.services.lifecycle.checks import one_rule, surface_cues
from studies.services.texts import draft_texts, items
from studies.stimuli.cues.surface_cues import CLEAR, CUES, STRONG, Report
from studies.values.whole_numbers import whole_number
from studies.workbench.frame import frame_of_pair, pair_for, user_of
from studies.workbench.jobs import start_job
from studies.workbench.texts.cue_words import TITLES, CueRow, rows_of
from studies.workbench.texts.length_chart import LengthChart
from studies.workbench.texts.views import fixed

PER_PAGE = 50
LEFT_OUT = "left_out"
# An item is rated with a text of each system, or not at all.
LEAVE_OUT = {TRIANGLE.key: draft_texts.leave_out, RATING.key: items.leave_out_items_of}


@staff_member_required
@never_cache
@require_http_methods(["GET", "POST"])
def surface_cues_page(request: HttpRequest, code: UUID) -> HttpResponse:
    """Show the report, and below it the texts that one cue concerns; store the ticks."""
    pair = pair_for(request, code, "edit")
    found = _report(pair)
    if found is None or request.POST.get("action") == "again":
        return start_job(request, pair.study, Job.Kind.SURFACE_CUES, pair=pair.letters)
    report, current = found
    if request.method == "POST":
        return _ticked(request, pair, report)
    return _page(request, pair, report, current=current)


@require_safe
def old_address(request: HttpRequest, code: UUID) -> HttpResponse:
    """Redirect from the address of the page in earlier releases, where a cue was a "tell"."""
    query = request.GET.copy()
    if "tell" in query:
        query["cue"] = query.pop("tell")[-1]
    address = reverse("studies:surface_cues", args=[code], query=query)
    return redirect(address, permanent=True)


def _report(pair: Pair) -> tuple[Report, bool] | None:
    """Return the report and whether it is of the present ticks; None where it takes a job."""
    if surface_cues.is_made_at_once(pair):
        return surface_cues.report_of(pair), True
    return surface_cues.stored_report(pair)


def _ticked(request: HttpRequest, pair: Pair, report: Report) -> HttpResponse:
    """Store the ticks of one page, or of all texts that the cue concerns."""
    cue, number = _chosen(rows_of(report["cues"]), request.POST), _page_number(request)
    action = request.POST.get("action")
    if action in ("all", "none"):
        among = _keys(pair, report, cue)
        out = among if action == "all" else []
    else:
        among, out = (_numbers(request.POST.getlist(name)) for name in ("shown", "out"))
    try:
        leave_out = LEAVE_OUT[pair.study.kind]
        changed = leave_out(study=pair.study, user=user_of(request), among=among, out=out)
    except WrongStateError:
        return fixed(request, pair.study)
    texts = "1 text" if changed == 1 else f"{changed} texts"
    words = f"The ticks of {texts} were stored." if changed else "Nothing was changed."
    messages.success(request, words)
    return redirect(_address(pair, cue, number + (action == "next")))


def _page(request: HttpRequest, pair: Pair, report: Report, *, current: bool) -> HttpResponse:
    shares = _shares_right(pair)
    rows = rows_of(report["cues"], shares)
    cue = _chosen(rows, request.GET)
    counts = pair.samples.counts_of_draft()
    pages = Paginator(_keys(pair, report, cue), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    context = frame_of_pair(request, pair, "What gives the texts away") | {
        "step": 4,
        **counts,
        "rows": [(row, _address(pair, row.code)) for row in rows],
        "strong": [row.by for row in rows if row.level == STRONG and row.by],
        "counted": bool(shares),
        "clear": [row.by for row in rows if row.level == CLEAR and row.by],
        "named": next((row.sentence for row in rows if row.code == "names"), ""),
        "chart": LengthChart(report["histogram"]),
        "cue": cue,
        "cue_title": "Left out" if cue == LEFT_OUT else TITLES.get(cue, ""),
        "left_out_address": _address(pair, LEFT_OUT),
        "page": page,
        "samples": _samples(pair, page, cue),
        "earlier": _address(pair, cue, page.number - 1) if page.has_previous() else "",
        "later": _address(pair, cue, page.number + 1) if page.has_next() else "",
        "current": current,
    }
    return render(request, "studies/surface_cues.html", context)


def _samples(pair: Pair, page: "Page[int]", cue: str) -> list[tuple[Sample, str]]:
    """Return the texts of the page, each with what it says against its context, where asked."""
    found = pair.samples.drafted().with_images().in_bulk(list(page.object_list))
    samples = [found[key] for key in page.object_list if key in found]
    if cue != "contradicts":
        return [(sample, "") for sample in samples]
    known = surface_cues.known_values(pair)
    return [
        (sample, "; ".join(one.in_words for one in known.contradicted(sample.text, sample.context)))
        for sample in samples
    ]


def _keys(pair: Pair, report: Report, cue: str) -> list[int]:
    """Return the keys of the texts that the cue concerns."""
    if cue == LEFT_OUT:
        left_out = pair.samples.drafted().filter(left_out=True).order_by("pk")
        return list(left_out.values_list("pk", flat=True))
    return next((found["keys"] for found in report["cues"] if found["code"] == cue), [])


def _shares_right(pair: Pair) -> dict[str, float] | None:
    """Return how often a look at one cue would be right in the study's triads, where counted.

    None of a study that has no triads.
    """
    if not kind_of(pair.study).tells_apart:
        return None
    return one_rule.shares_right(one_rule.rules_tried(pair.study))


def _chosen(rows: Iterable[CueRow], given: Any) -> str:
    """Return the cue of the list: the one asked for, else the strongest that has any texts."""
    cue = str(given.get("cue", ""))
    if cue in (*CUES, LEFT_OUT):
        return cue
    return next((row.code for row in rows if row.count), "")


def _page_number(request: HttpRequest) -> int:
    return next(iter(_numbers([request.POST.get("page", "")])), 1)


def _numbers(values: Iterable[str]) -> list[int]:
    """Return the keys that a form sent, at most those of one page."""
    return [key for value in values if (key := whole_number(value)) is not None][:PER_PAGE]


def _address(pair: Pair, cue: str, page: int = 1) -> str:
    query = {"cue": cue} | ({"page": page} if page > 1 else {}) | pair.query
    return reverse("studies:surface_cues", args=[pair.study.code], query=query, fragment="texts")
