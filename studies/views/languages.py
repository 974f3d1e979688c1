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
    wanted = asked_language(request) or judges or translation.get_language() or ""
    translation.activate(spoken(wanted))


def spoken(language: str) -> str:
    """This language where the pages exist in it, else the one in which they were written.

    A page that calls itself Spanish and is English would be read out with the wrong voice.
    """
    return language if language in translated_languages() else settings.LANGUAGE_CODE


def offered_languages() -> tuple[tuple[str, str], ...]:
    """The languages to choose from, with their own names; empty where there is no choice."""
    there = tuple((code, name) for code, name in settings.LANGUAGES if code == spoken(code))
    return there if len(there) > 1 else ()


@cache
def translated_languages() -> frozenset[str]:
    """The languages in which these pages exist."""
    return frozenset(
        code
        for code, _name in settings.LANGUAGES
        if code == settings.LANGUAGE_CODE
        or any(
            (Path(path) / code / "LC_MESSAGES" / "django.mo").exists()
            for path in settings.LOCALE_PATHS
        )
    )
