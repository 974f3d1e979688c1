"""The results page for people with a link to it: read-only, without an account."""

from collections.abc import Callable
from functools import wraps

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis.results.study_results import ResultStamp, read_results, stamp_for_shared
from analysis.results.views import chart_file, live_part, results_context

# The token is the permission: it must leak neither to other sites nor to a search engine.
HEADERS = {"Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex, nofollow"}
View = Callable[..., HttpResponse]


def by_token(view: View) -> View:
    """Hand the view the stamp of the study that the link shares; 404 where it shares none."""

    @require_safe
    @wraps(view)
    def wrapped(request: HttpRequest, token: str, **arguments: str) -> HttpResponse:
        stamp = stamp_for_shared(token)
        if stamp is None:
            raise Http404
        response = view(request, stamp, token, **arguments)
        for name, value in HEADERS.items():
            response[name] = value
        return response

    return wrapped


@by_token
def shared(request: HttpRequest, stamp: ResultStamp, token: str) -> HttpResponse:
    """Show the page; it renews itself as the researcher's does."""
    context = {
        **results_context(stamp, reader=request.user, charts_at=_address(token)),
        "title": "Results",
        "etag": stamp.etag,
        "poll": reverse("analysis:shared_poll", args=[token]),
    }
    return render(request, "analysis/results/shared.html", context)


@by_token
def shared_poll(request: HttpRequest, stamp: ResultStamp, token: str) -> HttpResponse:
    """Show the page's live part."""
    return live_part(request, stamp, charts_at=_address(token))


@by_token
def shared_chart(request: HttpRequest, stamp: ResultStamp, token: str, name: str) -> HttpResponse:
    """Send one of the page's charts as a file."""
    if not stamp.may_read:
        raise Http404
    return chart_file(read_results(stamp), name)


def _address(token: str) -> str:
    return reverse("analysis:shared", args=[token])
