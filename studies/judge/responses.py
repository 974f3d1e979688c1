"""The judge's pages as responses; what is on them is the same in a study and in its preview."""

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language

from studies.judge.endings import Ending
from studies.judge.languages import PARAMETER, asked_language, offered_languages
from studies.judge.triad_texts import shown
from studies.judge.visitors import carried
from studies.models import Judge, RecruitmentLink, Sample, Study
from studies.services.judging import questionnaire, visits
from studies.services.lifecycle import sample_triads
from studies.wording import language_of, own_text, wording_of


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
        "languages": _languages(request, context.get("link")),
        "language_name": dict(offered_languages()).get(get_language() or "", ""),
        "asked_language": asked_language(request),
    }
    return render(request, f"judge/{name}.html", frame | context, status=status)


def _languages(request: HttpRequest, link: RecruitmentLink | None) -> list[tuple[str, str, str]]:
    """Code, name and address of each language: the same page, with all that it was asked with.

    Whoever came from a panel must not lose the id that they came with.
    """
    parameters = {**request.GET.dict(), **carried(request.POST, link)}
    return [
        (code, name, f"?{urlencode(parameters | {PARAMETER: code})}")
        for code, name in offered_languages()
    ]


def said(study: Study) -> dict[str, Said]:
    """The study's texts, where possible in the page's language; else in the study's own."""
    active = get_language() or study.language
    words = wording_of(study, active).as_dict()
    return {name: Said(text, language_of(study, name, active)) for name, text in words.items()}


def welcome_context(study: Study) -> dict[str, Any]:
    """What a judge reads before anything is stored."""
    return {
        "said": said(study),
        "pages": visits.pages_of(study),
        "practice": study.practice_triads,
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
    practice: bool = False


def trial_context(study: Study, samples: tuple[Sample, ...], place: Place) -> dict[str, Any]:
    """The question, three texts and three buttons; nothing that tells."""
    return {
        "said": said(study),
        "default_wording": not any(
            own_text(study, name, get_language() or "") for name in ("question", "instructions")
        ),
        "shown": shown(samples, study=study, code=place.code, masked=place.masked),
        "place": place,
        "number": place.done + 1,
        "of": progress_of(study),
    }


def progress_of(study: Study) -> int:
    """Of how many pages this is one; 1, of which nothing is said, where the study hides it."""
    return visits.pages_of(study) if study.progress_shown else 1


def sample(request: HttpRequest, link: RecruitmentLink) -> HttpResponse:
    """How the study looks, for whoever came without the id that the link asks for."""
    study = link.study
    texts = sample_triads.example(study)
    masked = study.presentation == Study.Presentation.MASKED
    code = f"example {link.token}"
    context = welcome_context(study) | {
        "link": link,
        "masked": masked,
        "shown": shown(texts, study=study, code=code, masked=masked) if texts else None,
    }
    return page(request, "sample", context)


def thanks(
    request: HttpRequest, study: Study, ending: Ending, *, judge_code: str = "", **more: Any
) -> HttpResponse:
    """The end of a visit, after the answers are stored."""
    context = {"said": said(study), "ending": ending, "judge_code": judge_code}
    return page(request, "thanks", context | more)


def to_trial(
    request: HttpRequest, code: str, *, page: str = "trial", kept: bool = False
) -> HttpResponse:
    """To a page of a trial, by GET."""
    response = HttpResponseRedirect(address_of(page, code, request, kept=kept))
    response.status_code = 303
    return response


def address_of(name: str, code: str, request: HttpRequest, *, kept: bool = False) -> str:
    """The address of a page, in the language that was asked for."""
    language = asked_language(request)
    query = {PARAMETER: language} if language else {}
    if kept:
        query["kept"] = "1"
    address = reverse(f"judge:{name}", args=[code])
    return f"{address}?{urlencode(query)}" if query else address


def was_kept(request: HttpRequest) -> bool:
    """Another choice had been stored before: the page says that it stands."""
    return request.GET.get("kept") == "1"


def to_questions(request: HttpRequest, judge: Judge) -> HttpResponse:
    """To what is left to ask, before a visit ends."""
    return to_trial(request, questionnaire.last_trial_code(judge), page="questions")


def leave_address(request: HttpRequest, judge: Judge) -> str:
    """Where a judge can leave and withdraw, from whichever page."""
    return address_of("leave", questionnaire.last_trial_code(judge), request)


def wants_data(request: HttpRequest) -> bool:
    """The page's own script asks, which follows the answer itself."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
