"""The language of the judge's pages.

The one that was asked for by the switch, else the one in which the judge began, else the link's,
else the browser's, else the study's.
"""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header

from studies.judge import frames
from studies.models import Judge, RecruitmentLink

PARAMETER = "lang"


def asked_language(request: HttpRequest) -> str:
    """The language that the address, or a form that carries it on, asks for; else empty."""
    asked = request.GET.get(PARAMETER) or request.POST.get(PARAMETER) or ""
    return asked if asked in dict(settings.LANGUAGES) else ""


def browser_language(request: HttpRequest) -> str:
    """The first of the browser's languages in which these pages exist; empty where none is.

    Django's own function answers with the default where nothing fits, which would hide the study's.
    """
    header = request.headers.get("Accept-Language", "")
    for wanted, _weight in parse_accept_lang_header(header):
        try:
            found = translation.get_supported_language_variant(wanted)
        except LookupError:
            continue
        if found in translated_languages():
            return found
    return ""


def activate_language(
    request: HttpRequest, *, link: RecruitmentLink | None = None, judge: Judge | None = None
) -> None:
    """Use the right language until the end of the page (the caller puts back the former).

    Each page says here whose it is; so this is also where it is known in whose frame it may stand.
    """
    link = link or (judge.current_link if judge else None)
    frames.remember(request, link)
    wanted = _wanted(request, link, judge)
    there = (language for language in wanted if language in translated_languages())
    translation.activate(next(there, settings.LANGUAGE_CODE))


def _wanted(
    request: HttpRequest, link: RecruitmentLink | None, judge: Judge | None
) -> Iterator[str]:
    yield asked_language(request)
    yield judge.language if judge else ""
    yield link.language if link else ""
    yield browser_language(request)
    yield link.study.language if link else ""


def language_or_default(language: str) -> str:
    """This language where the pages exist in it, else the one in which they were written.

    A page that calls itself Spanish and is English would be read out with the wrong voice.
    """
    return language if language in translated_languages() else settings.LANGUAGE_CODE


def offered_languages() -> tuple[tuple[str, str], ...]:
    """The languages to choose from, with their own names; empty where there is no choice."""
    there = tuple(
        (code, name) for code, name in settings.LANGUAGES if code == language_or_default(code)
    )
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
