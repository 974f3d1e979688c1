"""Two answers for whoever runs the site: is the process alive, can it serve."""

from django.db import connection
from django.http import HttpRequest, HttpResponse


def livez(request: HttpRequest) -> HttpResponse:
    """The process answers; no I/O."""
    return HttpResponse("ok", content_type="text/plain")


def readyz(request: HttpRequest) -> HttpResponse:
    """The database answers. Redis is not asked: judges are served without it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
