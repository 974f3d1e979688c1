"""Settings of a site with one view, which fails while it holds what must not be told."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from tests.settings import *  # noqa: F403 - the settings under test

ROOT_URLCONF = __name__


def fail(request: HttpRequest, token: str) -> HttpResponse:
    answer = request.POST["reason"]
    raise ValueError(
        f"no trial at {request.path} for {request.POST['mail']}, {len(answer)} letters"
    )


urlpatterns = [path("j/<str:token>/start/", fail)]


def handler500(request: HttpRequest) -> HttpResponse:
    return HttpResponse(status=500)
