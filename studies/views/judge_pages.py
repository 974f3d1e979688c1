"""The judge's pages as responses; what is on them is the same in a study and in its preview."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language

from studies.models import Sample, Study
from studies.services import visits
from studies.views.comers import carried
from studies.views.endings import Ending
from studies.views.languages import PARAMETER, asked_language, offered_languages
from studies.views.shown import shown
from studies.wording import wording_of


@dataclass(frozen=True, slots=True)
class Said:
    """A text of the study, and the language it is in."""

    text: str
    language: str


def page(
    request: HttpRequest, name: str, context: dict[str, Any], *, status: int = 200
) -> HttpResponse:
    """A judge's page, in the language that is active."""
    frame = {
        "languages": _languages(request),
        "language_name": dict(offered_languages()).get(get_language() or "", ""),
        "asked_language": asked_language(request),
    }
    return render(request, f"judge/{name}.html", frame | context, status=status)


def _languages(request: HttpRequest) -> list[tuple[str, str, str]]:
    """Code, name and address of each language: the same page, with all that it was asked with.

    Whoever came from a panel must not lose the id that they came with.
    """
    parameters = {**request.GET.dict(), **carried(request.POST)}
    return [
        (code, name, f"?{urlencode(parameters | {PARAMETER: code})}")
        for code, name in offered_languages()
    ]


def said(study: Study) -> dict[str, Said]:
    """The study's own texts, in its language; the default wording in the page's language."""
    active = get_language() or study.language
    words = wording_of(study, active).as_dict()
    own = {
        "question": study.question,
        "instructions": study.instructions,
        "consent": study.consent_text,
        "thanks": study.thanks_text,
    }
    return {
        name: Said(text, study.language if own[name] else active) for name, text in words.items()
    }


def welcome_context(study: Study) -> dict[str, Any]:
    """What a judge reads before anything is stored."""
    return {
        "said": said(study),
        "pages": study.evaluations_per_judge,
        "minutes": visits.minutes_needed(study),
    }


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page of texts stands in a judge's visit.

    `key` names this showing of it, for what a browser keeps over a reload; `whole` is where a
    judge asks for whole texts instead of covered ones.
    """

    code: str
    action: str
    leave: str
    done: int
    seconds_left: float = 0
    renew: str = ""
    key: str = ""
    masked: bool = False
    whole: str = ""


def trial_context(study: Study, samples: tuple[Sample, ...], place: Place) -> dict[str, Any]:
    """The question, three texts and three buttons; nothing that tells."""
    return {
        "said": said(study),
        "default_wording": not (study.question or study.instructions),
        "shown": shown(samples, study=study, code=place.code, masked=place.masked),
        "place": place,
        "number": place.done + 1,
        "of": study.evaluations_per_judge,
    }


def thanks(
    request: HttpRequest, study: Study, ending: Ending, *, judge_code: str = "", **more: Any
) -> HttpResponse:
    """The end of a visit, after the answers are stored."""
    context = {"said": said(study), "ending": ending, "judge_code": judge_code}
    return page(request, "thanks", context | more)


def wants_data(request: HttpRequest) -> bool:
    """The page's own script asks, which follows the answer itself."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
