"""The results page for whoever has a link to it: read-only, without an account."""

from collections.abc import Callable
from functools import wraps

from django.contrib import admin
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from analysis.results.study_results import ResultStamp, stamp_for_shared
from analysis.results.views import context_of, picture_of

# The token is the permission: it must leak neither to other sites nor to a search engine.
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "private, no-store",
    "X-Robots-Tag": "noindex, nofollow",
}
Page = Callable[..., HttpResponse]


def by_token(view: Page) -> Page:
    """A page of the study that a link leads to; 404 where it was withdrawn or never was."""

    @require_safe
    @wraps(view)
    def page(request: HttpRequest, token: str, **arguments: str) -> HttpResponse:
        stamp = stamp_for_shared(token)
        if stamp is None:
            raise Http404
        response = view(request, stamp, token, **arguments)
        for name, value in HEADERS.items():
            response.headers[name] = value
        return response

    return page


@by_token
def shared(request: HttpRequest, stamp: ResultStamp, token: str) -> HttpResponse:
    """The page; it renews itself as the researcher's does."""
    context = {
        **admin.site.each_context(request),
        **context_of(stamp, pictures_at=_address(token)),
        "title": "Results",
        "etag": stamp.etag,
        "poll": reverse("analysis:shared_poll", args=[token]),
    }
    return render(request, "analysis/shared.html", context)


@by_token
def shared_poll(request: HttpRequest, stamp: ResultStamp, token: str) -> HttpResponse:
    """Its main part where it has changed, else 304."""
    if request.headers.get("If-None-Match") == stamp.etag:
        response = HttpResponse(status=304)
    else:
        context = context_of(stamp, pictures_at=_address(token))
        response = render(request, "analysis/_results.html", context)
    response["ETag"] = stamp.etag
    return response


@by_token
def shared_picture(request: HttpRequest, stamp: ResultStamp, token: str, name: str) -> HttpResponse:
    """One of its pictures as a file."""
    return picture_of(stamp, name)


def _address(token: str) -> str:
    return reverse("analysis:shared", args=[token])
