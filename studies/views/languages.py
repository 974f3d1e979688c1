"""The language of the judge's pages: asked for, else the judge's, else the browser's."""

from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation

PARAMETER = "lang"


def asked_language(request: HttpRequest) -> str:
    """The language that the address, or a form that carries it on, asks for; else empty."""
    asked = request.GET.get(PARAMETER) or request.POST.get(PARAMETER) or ""
    return asked if asked in dict(settings.LANGUAGES) else ""


def speak(request: HttpRequest, judges: str = "") -> None:
    """Use the right language until the end of the page (the caller puts back the former)."""
    if language := asked_language(request) or (
        judges if judges in dict(settings.LANGUAGES) else ""
    ):
        translation.activate(language)


@cache
def offered_languages() -> tuple[tuple[str, str], ...]:
    """The languages in which these pages exist, with their own names; empty where only one."""
    there = [
        (code, name)
        for code, name in settings.LANGUAGES
        if code == settings.LANGUAGE_CODE or _is_translated(code)
    ]
    return tuple(there) if len(there) > 1 else ()


def _is_translated(code: str) -> bool:
    return any(
        (Path(path) / code / "LC_MESSAGES" / "django.mo").exists() for path in settings.LOCALE_PATHS
    )
