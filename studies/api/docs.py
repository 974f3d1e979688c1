"""The description of the API as a page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def docs(request: HttpRequest) -> HttpResponse:
    """Swagger UI from our own static files, under the same strict policy as every page."""
    return render(request, "api/docs.html")
