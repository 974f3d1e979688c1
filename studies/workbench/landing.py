"""The site's first page: what it is for, and where to begin."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from studies.models import Study


@require_safe
def landing(request: HttpRequest) -> HttpResponse:
    """Say what this is; lead researchers who are signed in to their studies."""
    if request.user.is_authenticated:
        return redirect("analysis:studies")
    demo = Study.objects.of_demo().exists()
    return render(request, "studies/landing.html", {"demo": demo})
