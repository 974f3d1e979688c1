"""The judge's pages at a recruitment link: welcome, and start. No account, no session.

The link's token with the form key, or the trial's code, is the permission; so the judge's pages are
exempt from CSRF checks, and a page left open for a day, a restarted server or a lost cookie never
costs an answer. A GET stores nothing.
"""

import logging
import re
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from studies import reading_time
from studies.judge import mistyped, mturk, refusal_pages
from studies.judge.languages import (
    PARAMETER,
    activate_language,
    asked_language,
    foreign_language_of_texts,
    has_language,
)
from studies.judge.leaving.endings import ending_of
from studies.judge.pages import FieldError, JudgePages, by_sentence, path_of, wording_parts
from studies.judge.triad_texts import triad_texts
from studies.judge.visitors import (
    KEY_FIELD,
    TICKET,
    another_person_query,
    form_key,
    is_another_person,
    is_preview,
    key_in_cookie,
    panel_fields,
    panel_id,
    set_browser_key_cookie,
    set_form_key_cookie,
    ticket_in_address,
    visitor_of,
)
from studies.kinds import kind_of
from studies.models import RecruitmentLink, Study, Trial
from studies.models.recruitment import Ending
from studies.ratings.follow_up import follow_up_of
from studies.services.judging import admission, visits, waiting
from studies.services.judging.answering import questionnaire
from studies.services.judging.refusals import Refusal, Refused
from studies.services.lifecycle.places import sample_triads
from studies.services.recruiting import openings
from studies.wording import welcome_title, wording_of

logger = logging.getLogger(__name__)

View = Callable[[HttpRequest, str], HttpResponse]
CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
}


def judge_page(*methods: str) -> Callable[[View], Callable[..., HttpResponse]]:
    """Make a view a judge's page: its methods, language, headers, and a page for each refusal."""

    def decorate(view: View) -> Callable[..., HttpResponse]:
        guarded = require_http_methods(methods)(_guarded(view))

        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, **codes: str) -> HttpResponse:
            with override(settings.LANGUAGE_CODE):
                response = guarded(request, **codes)
                response.headers["Content-Language"] = get_language() or ""
            for name, value in HEADERS.items():
                response.headers[name] = value
            mturk.allow_framing(request, response)
            return response

        return answer

    return decorate


def _guarded(view: View) -> Callable[..., HttpResponse]:
    """Answer a refusal, and a database that is away, with a page for the judge."""

    def guarded(request: HttpRequest, token: str = "", code: str = "") -> HttpResponse:
        try:
            try:
                if not CODE.fullmatch(token or code):
                    raise Refused(Refusal.UNKNOWN)
                return view(request, token or code)
            except Refused as refused:
                meant = None
                if refused.reason == Refusal.UNKNOWN:
                    meant = mistyped.redirect_to_what_was_meant(request)
                return meant or refusal_pages.refusal_page(request, refused, token=token)
        except (OperationalError, InterfaceError) as error:
            logger.warning("a judge's page without the database: %s", type(error).__name__)
            connection.close_if_unusable_or_obsolete()  # the next request makes a new one
            if not has_language(request):
                activate_language(request)
            return refusal_pages.away_page(request)

    return guarded


def failed_page(request: HttpRequest, status: int) -> HttpResponse:
    """Return the page of a failure that nothing here foresaw; what was posted is kept."""
    with override(settings.LANGUAGE_CODE):
        activate_language(request)
        return refusal_pages.away_page(request, status=status)


@judge_page("GET", "HEAD")
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """Show what the study is about; a judge who came before is shown the way on."""
    cookie = "" if is_another_person(request) else key_in_cookie(request)
    arrival = admission.arrive(token)
    link = arrival.link
    # Who waits without cookies comes again by an address with a ticket.
    if request.method == "GET" and not (cookie or ticket_in_address(request)):
        openings.note(link)
    visitor = visitor_of(request, key=cookie, parameters=request.GET, link=link)
    try:
        visit = visits.link_visit(arrival=arrival, visitor=visitor)
    except Refused as refused:
        if refused.waits_for and is_preview(request.GET, link, refused.judge):
            activate_language(request, link=link)
            return sample_page(JudgePages(request), link)
        raise
    activate_language(request, link=link, judge=visit.judge)
    if is_preview(request.GET, link, visit.judge):
        return sample_page(JudgePages(request), link)
    if ticket := ticket_in_address(request):
        waiting.keep_place(study=link.study, ticket=ticket)
    if visit.finished and (link.personal or visitor.external_id):
        raise Refused(Refusal.FINISHED, judge=visit.judge)
    return _welcome(request, visit, key=form_key(request))


def _welcome(
    request: HttpRequest, visit: visits.LinkVisit, *, key: str, error: bool = False
) -> HttpResponse:
    action = path_of("start", visit.link.token)
    response = welcome_page(JudgePages(request), visit, action=action, key=key, error=error)
    if not is_another_person(request):
        path = path_of("welcome", visit.link.token)
        set_form_key_cookie(request, response, key, path=path, framed=visit.link.mturk)
    return response


def welcome_page(
    pages: JudgePages, visit: visits.LinkVisit, *, action: str, key: str, error: bool = False
) -> HttpResponse:
    """Return the page with the instructions and the two buttons of the consent."""
    request, link, judge = pages.request, visit.link, visit.judge
    parameters = request.POST if request.method == "POST" else request.GET
    language = asked_language(request)
    fields = {KEY_FIELD: key, **panel_fields(parameters, link)}
    if ticket := ticket_in_address(request):
        fields[TICKET] = ticket
    if judge is None and not error:
        fields = {name: pages.slot(name, value) for name, value in fields.items()}
        action = pages.slot("action", action)
    context = study_context(link.study) | {
        "link": link,
        "action": action,
        "fields": tuple((fields | ({PARAMETER: language} if language else {})).items()),
        "judge": judge,
        # Known by the cookie alone: this may be another person at the same computer.
        "another": ""
        if judge is None or link.personal or panel_id(parameters, link)
        else another_person_query(request),
        "finished": visit.finished,
        "leave": pages.address("leave", questionnaire.last_trial_code(judge)) if judge else "",
        "error": error,
        "errors": by_sentence([FieldError("agree", _consent_missing())] if error else []),
    }
    return pages.render("welcome", context, status=422 if error else 200)


def _consent_missing() -> str:
    return _("Please say whether you agree to take part: press one of the two buttons.")


def study_context(study: Study) -> dict[str, object]:
    """Return what a judge reads of the study before anything is stored."""
    follow_up = follow_up_of(study.follow_up)
    return {
        "wording": wording_parts(study),
        "directed": study.is_directed,
        "welcome_title": welcome_title(study),
        "rates": not kind_of(study).tells_apart,
        "pages": reading_time.pages_of(study),
        "practice": study.practice_triads,
        # Numbers after choices: "each" or "last", the moment when they are asked for.
        "numbers_after": follow_up.when if follow_up else "",
        "minutes": reading_time.minutes_needed(study),
        "foreign": foreign_language_of_texts(study),
    }


def sample_page(pages: JudgePages, link: RecruitmentLink) -> HttpResponse:
    """Return a look at the study, for a visitor without the id that the link asks for."""
    study = link.study
    samples = sample_triads.example_texts(study)
    masked = study.presentation == Study.Presentation.MASKED
    code = f"example {link.token}"
    context = study_context(study) | {
        "link": link,
        "masked": masked,
        "triad": triad_texts(samples, study=study, code=code, masked=masked) if samples else None,
    }
    return pages.render("sample", context)


@judge_page("GET", "HEAD", "POST")
def start(request: HttpRequest, token: str) -> HttpResponse:
    """Admit the judge and go to the first texts; without consent nothing is stored."""
    if request.method != "POST":
        # The address of a page that answered a form: back to the form.
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return HttpResponseRedirect(path_of("welcome", token) + query)
    consent = request.POST.get("consent")
    if consent == "yes" and (begun := _begin_as_seen(request, token)):
        return begun
    arrival = admission.arrive(token)
    link = arrival.link
    activate_language(request, link=link)
    key = form_key(request)
    visitor = visitor_of(request, key=key, parameters=request.POST, link=link)
    if consent == "no":
        visit = visits.leaving_visit(arrival=arrival, visitor=visitor)
        return no_consent_page(JudgePages(request), visit, external_id=visitor.external_id)
    if consent != "yes":
        visit = visits.link_visit(arrival=arrival, visitor=visitor)
        return _welcome(request, visit, key=key, error=True)
    consent_sha256 = wording_of(link.study, get_language()).consent_sha256
    trial = admission.start(
        token=token, visitor=visitor, consent_sha256=consent_sha256, arrival=arrival
    )
    return _begun(request, trial, key=key, link=link)


def _begin_as_seen(request: HttpRequest, token: str) -> HttpResponse | None:
    """Begin by the link as this process saw it last; None where that is not how it is now.

    Also where it may stand in a frame, since that is noted with the request.
    """
    arrival = admission.last_seen(token)
    if arrival is None or arrival.link.mturk:
        return None
    link, key = arrival.link, form_key(request)
    activate_language(request, link=link)
    try:
        visitor = visitor_of(request, key=key, parameters=request.POST, link=link)
    except Refused:
        return None
    consent_sha256 = wording_of(link.study, get_language()).consent_sha256
    trial = admission.begin_as_seen(arrival, visitor, consent_sha256)
    return _begun(request, trial, key=key, link=link) if trial else None


def _begun(request: HttpRequest, trial: Trial, *, key: str, link: RecruitmentLink) -> HttpResponse:
    response = JudgePages(request).redirect("trial", trial.code)
    path = path_of("welcome", link.token)
    set_form_key_cookie(request, response, key, path=path, framed=link.mturk)
    set_browser_key_cookie(request, response, trial.judge.browser_key, framed=link.mturk)
    return response


def no_consent_page(
    pages: JudgePages, visit: visits.LinkVisit, *, external_id: str = ""
) -> HttpResponse:
    """Return the page after “I do not want to take part”."""
    given = panel_fields(pages.request.POST, visit.link)
    ending = ending_of(
        visit.link,
        Ending.NO_CONSENT,
        judge=visit.judge,
        external_id=external_id,
        parameters=given,
    )
    return pages.render("no_consent", {"ending": ending})


@judge_page("GET", "HEAD", "POST")
def unknown(request: HttpRequest, _nothing: str) -> HttpResponse:
    """Lead a mistyped address to what was meant, else say that it leads nowhere."""
    raise Refused(Refusal.UNKNOWN)
