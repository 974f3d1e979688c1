"""Rendering the judge's pages, and the address of one from another."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from studies import reading_time
from studies.judge.kept_pages import filled_page, mark
from studies.judge.languages import PARAMETER, asked_language, language_names, offered_languages
from studies.judge.visitors import panel_fields
from studies.models import RecruitmentLink, Study
from studies.wording import language_of, wording_of


class Notice(StrEnum):
    """What the next page tells of the answer that was sent, where it did not simply count."""

    # Another answer had been stored before.
    KEPT = "kept"
    # Stored and not counted: others had the texts by then, or the study had ended.
    LATE = "late"
    ENDED = "ended"
    # All evaluations had been used up, by texts that were given instead of these.
    NOT_STORED = "not-stored"


_NOTICES = frozenset(Notice)


class JudgePages:
    """The pages of the judge who asks; those of a preview have other addresses and a banner."""

    def __init__(self, request: HttpRequest) -> None:
        self.request = request
        self._slots: dict[str, object] = {}

    def slot(self, name: str, value: object) -> Any:
        """Return what stands in the context for a value that is another one for each judge.

        A page with a slot is kept: all else in its context must be hashable.
        """
        self._slots[name] = value
        return mark(name)

    def render(
        self, template: str, context: Mapping[str, Any], *, status: int = 200
    ) -> HttpResponse:
        """Return a page in the active language."""
        path = f"judge/{template}.html"
        context = {
            "languages": self._languages(context.get("link")),
            "language_name": dict(offered_languages()).get(get_language() or "", ""),
            "asked_language": asked_language(self.request),
            "notice": self.notice,
            **{name: value for name, value in context.items() if name != "link"},
        }
        if self._slots:
            return HttpResponse(filled_page(path, context, self._slots), status=status)
        return render(self.request, path, context, status=status)

    def _languages(self, link: RecruitmentLink | None) -> tuple[tuple[str, str, str], ...]:
        """Return code, name and address of each language.

        The address asks for the same page with the same parameters, so that a member of a panel
        keeps the id.
        """
        parameters = {**self.request.GET.dict(), **panel_fields(self.request.POST, link)}
        parameters.pop(PARAMETER, None)
        same = f"?{urlencode(parameters)}&" if parameters else "?"
        if parameters and self._slots:
            same = self.slot("same", same)
        return _with_addresses(language_names(self.request), same)

    def address(self, name: str, code: str, *, notice: str = "") -> str:
        """Return the address of a page of the trial with this code, in the language asked for."""
        language = asked_language(self.request)
        query = {PARAMETER: language} if language else {}
        if notice:
            query["notice"] = notice
        address = path_of(name, code)
        return f"{address}?{urlencode(query)}" if query else address

    @property
    def notice(self) -> str:
        """What this page tells of the answer before it: a `Notice`, mostly empty."""
        asked = self.request.GET.get("notice", "")
        return asked if asked in _NOTICES else ""

    def redirect(self, name: str, code: str) -> HttpResponse:
        """Redirect to a page of a trial, which is asked for by GET; a notice goes along."""
        return HttpResponseRedirect(self.address(name, code, notice=self.notice), status=303)

    @property
    def asks_for_address(self) -> bool:
        """The script of the page asks, which goes where it is told."""
        if "json" not in self.request.META.get("HTTP_ACCEPT", ""):
            return False  # as of nearly all, found out in a tenth of the time
        types = ["text/html", "application/json"]
        return self.request.get_preferred_type(types) == "application/json"

    def follow(self, address: str) -> HttpResponse:
        """Redirect; the script of the page of texts is told the address and goes there itself."""
        if self.asks_for_address:
            return JsonResponse({"next": address})
        return HttpResponseRedirect(address, status=303)


@lru_cache(maxsize=500)
def _with_addresses(
    languages: tuple[tuple[str, str], ...], same: str
) -> tuple[tuple[str, str, str], ...]:
    return tuple((code, name, f"{same}{PARAMETER}={code}") for code, name in languages)


def path_of(name: str, code: str) -> str:
    """Return the path of a judge's page; `reverse` takes ten times as long."""
    return _path_of(name).replace("-", code, 1)


@cache
def _path_of(name: str) -> str:
    """Return the path with a dash where the code stands: `/t/-/leave/`."""
    return reverse(f"judge:{name}", args=["-"])


@dataclass(frozen=True, slots=True)
class WordingPart:
    """A text of the study, and the language it is in."""

    text: str
    language: str


@dataclass(frozen=True, slots=True)
class WordingParts:
    """The texts of a study on a page."""

    question: WordingPart
    instructions: WordingPart
    consent: WordingPart
    terms: WordingPart
    thanks: WordingPart


def wording_parts(study: Study) -> WordingParts:
    """Return the study's texts in the page's language where there are such, else in its own."""
    active = get_language() or study.language
    if study.plan_sha256:
        return _frozen_parts(study, study.plan_sha256, active)
    return _parts(study, active)


@lru_cache(maxsize=500)
def _frozen_parts(study: Study, _plan_sha256: str, active: str) -> WordingParts:
    return _parts(study, active)


def _parts(study: Study, active: str) -> WordingParts:
    texts = wording_of(study, active).as_dict()
    return WordingParts(
        **{
            name: WordingPart(text, language_of(study, name, active))
            for name, text in texts.items()
        }
    )


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with a field, by the id of its input; `label` names it in its own language."""

    field: str
    text: str
    label: str = ""
    language: str = ""


def by_sentence(errors: Iterable[FieldError]) -> tuple[tuple[str, tuple[FieldError, ...]], ...]:
    """Return each sentence that is said of fields, once, with its fields."""
    fields: dict[str, list[FieldError]] = {}
    for error in errors:
        fields.setdefault(error.text, []).append(error)
    return tuple((sentence, tuple(of_it)) for sentence, of_it in fields.items())


def progress_of(study: Study) -> int:
    """Return of how many pages the progress is told; 1, where the study hides it."""
    return reading_time.pages_of(study) if study.progress_shown else 1
