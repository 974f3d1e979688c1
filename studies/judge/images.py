"""The images of texts, for whoever knows their random names: pages of judges need no account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from studies.models import Image


@require_safe
def image(request: HttpRequest, name: str) -> HttpResponse:
    """One image. Nothing of it tells which study, text or file it belongs to.

    Its bytes never change under a name, so a browser may keep them; an erased study's are gone.
    """
    found = get_object_or_404(Image.objects.only("content", "content_type"), name=name)
    response = HttpResponse(bytes(found.content), content_type=found.content_type)
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response
