"""The language of the judge's pages.

It is the one asked for by the switch, else the one in which the judge began, else the link's, else
the browser's, else the study's.
"""

from functools import cache, lru_cache
from pathlib import Path

from django.conf import settings
from django.http import HttpRequest
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation.trans_real import parse_accept_lang_header

from studies.judge import mturk
from studies.models import Judge, RecruitmentLink, Study
from studies.wording import missing_words

PARAMETER = "lang"
SWITCH = "switch"
# The script, and the regions where it is written.
TRADITIONAL = frozenset(("hant", "tw", "hk", "mo"))
_ASKED = "studies.asked_language"
_PARTLY = "studies.partial_languages"
_ACTIVE = "studies.language_is_active"
_CODES = frozenset(code for code, _name in settings.LANGUAGES)


def asked_language(request: HttpRequest) -> str:
    """Return the language that the address or a posted form asks for; else empty."""
    if _ASKED not in request.META:
        asked = request.GET.get(PARAMETER)
        if not asked and request.method == "POST":
            asked = request.POST.get(PARAMETER)
        request.META[_ASKED] = asked if asked in _CODES else ""
    return str(request.META[_ASKED])


def is_switch(request: HttpRequest) -> bool:
    """Whether a form was posted to see its page in another language: nothing is stored."""
    return request.method == "POST" and SWITCH in request.POST


def browser_language(request: HttpRequest) -> str:
    """Return the first of the browser's languages in which these pages exist; else empty.

    Django's own function returns the default where nothing fits, which would hide the study's
    language.
    """
    return _language_of(_accepted(request), translated_languages())


def _accepted(request: HttpRequest) -> str:
    # `headers` would make a mapping of them all, for each request.
    return str(request.META.get("HTTP_ACCEPT_LANGUAGE", ""))


@lru_cache(maxsize=500)
def _language_of(header: str, _translated: frozenset[str]) -> str:
    tags = [tag for tag, _weight in parse_accept_lang_header(header)]
    if any(map(is_traditional, tags)):
        # Browsers add a bare zh, by which their reader means the same script.
        tags = [tag for tag in tags if tag != "zh"]
    return next(filter(None, map(supported_language, tags)), "")


def is_traditional(tag: str) -> bool:
    """Whether this is Chinese in traditional characters, which simplified ones do not replace."""
    language, *more = tag.lower().split("-")
    return language == "zh" and "hans" not in more and not TRADITIONAL.isdisjoint(more)


def supported_language(tag: str) -> str:
    """Return the language of the pages that serves this tag (pt for pt-BR); else empty.

    Django would serve traditional Chinese by simplified.
    """
    if is_traditional(tag):
        return ""
    try:
        found = translation.get_supported_language_variant(tag)
    except LookupError:
        return ""
    return found if found in translated_languages() else ""


def activate_language(
    request: HttpRequest, *, link: RecruitmentLink | None = None, judge: Judge | None = None
) -> None:
    """Activate the page's language; `judge_page` restores the former one.

    Every page tells its link here, so this also marks a page that may stand in a frame.
    """
    link = link or (judge.current_link if judge else None)
    mturk.mark_framed(request, link)
    study = link.study if link else judge.study if judge else None
    if study is not None:
        note_partial_languages(request, study)
    wanted = (
        asked_language(request),
        judge.language if judge else "",
        link.language if link else "",
    )
    of_study = study.language if link and study else ""
    exist = translated_languages()
    translation.activate(_first_there(wanted, _accepted(request), of_study, exist))
    request.META[_ACTIVE] = True


def has_language(request: HttpRequest) -> bool:
    """Whether the language of this request's page is active."""
    return _ACTIVE in request.META


@lru_cache(maxsize=500)
def _first_there(
    wanted: tuple[str, ...], accepted: str, of_study: str, exist: frozenset[str]
) -> str:
    """Return the first language in which the pages exist: wanted, the browser's, the study's."""
    found = (*wanted, _language_of(accepted, exist), supported_language(of_study))
    return next((language for language in found if language in exist), settings.LANGUAGE_CODE)


def note_partial_languages(request: HttpRequest, study: Study) -> None:
    """Note the languages in which some of the study's own words are missing."""
    request.META[_PARTLY] = (
        _frozen_partial_languages(study, study.plan_sha256)
        if study.plan_sha256
        else _partial_languages(study)
    )


@lru_cache(maxsize=500)
def _frozen_partial_languages(study: Study, _plan_sha256: str) -> frozenset[str]:
    return _partial_languages(study)


def _partial_languages(study: Study) -> frozenset[str]:
    return frozenset(
        language for language in translated_languages() if missing_words(study, language)
    )


def language_names(request: HttpRequest) -> tuple[tuple[str, str], ...]:
    """Return the languages to choose from; one that the study speaks in part says so itself."""
    return _names(offered_languages(), request.META.get(_PARTLY, frozenset()))


@lru_cache(maxsize=500)
def _names(
    offered: tuple[tuple[str, str], ...], partly: frozenset[str]
) -> tuple[tuple[str, str], ...]:
    return tuple(
        (code, f"{name} {_in_part(code)}" if code in partly else name) for code, name in offered
    )


def _in_part(code: str) -> str:
    with translation.override(code):
        return _("(in part)")


def foreign_language_of_texts(study: Study) -> str:
    """Return the name of the language of the texts, if the page is in another; else empty."""
    tags = (
        _frozen_languages_of_texts(study, study.plan_sha256)
        if study.plan_sha256
        else _languages_of_texts(study)
    )
    page_language = (translation.get_language() or "").partition("-")[0]
    if page_language in {tag.partition("-")[0].lower() for tag in tags}:
        return ""
    return ", ".join(map(_name_of, tags))


@lru_cache(maxsize=500)
def _frozen_languages_of_texts(study: Study, _plan_sha256: str) -> tuple[str, ...]:
    return _languages_of_texts(study)


def _languages_of_texts(study: Study) -> tuple[str, ...]:
    stated = study.samples.main().order_by().values_list("language", flat=True).distinct()
    return tuple(sorted({language or study.language for language in stated}))


def _name_of(tag: str) -> str:
    try:
        return str(translation.get_language_info(tag.lower())["name_translated"])
    except KeyError:
        return tag


def language_or_default(language: str) -> str:
    """Return this language where the pages exist in it, else the one they were written in.

    A screen reader would read out an English page marked as Spanish with the wrong voice.
    """
    return supported_language(language) or settings.LANGUAGE_CODE


def offered_languages() -> tuple[tuple[str, str], ...]:
    """Return the languages to choose from, with their own names; none where there is no choice."""
    return _offered(translated_languages())


@cache
def _offered(translated: frozenset[str]) -> tuple[tuple[str, str], ...]:
    there = tuple((code, name) for code, name in settings.LANGUAGES if code in translated)
    return there if len(there) > 1 else ()


@cache
def translated_languages() -> frozenset[str]:
    """Return the languages in which these pages exist."""
    return frozenset(
        code
        for code, _name in settings.LANGUAGES
        if code == settings.LANGUAGE_CODE
        or any(
            (Path(path) / translation.to_locale(code) / "LC_MESSAGES" / "django.mo").exists()
            for path in settings.LOCALE_PATHS
        )
    )
