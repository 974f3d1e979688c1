"""The judge's pages: welcome, start, texts, thanks. No account, no session, no stored GET.

The link's token with the form key, or the trial's code, is the permission; so the pages are exempt
from CSRF checks, and a page left open for a day, a restarted server or a lost cookie never costs an
answer.
"""

import logging
import re
from collections.abc import Callable
from functools import wraps

from django.conf import settings
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.urls import reverse
from django.utils.translation import get_language, override
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from studies.judge import frames, practice, refusal_pages, responses
from studies.judge.endings import End, ending_of
from studies.judge.languages import PARAMETER, activate_language, asked_language
from studies.judge.responses import address_of, to_trial, was_kept
from studies.judge.visitors import (
    KEY_FIELD,
    another_query,
    carried,
    is_another,
    is_preview,
    keep_browser,
    keep_key,
    key_in_cookie,
    key_in_form,
    new_key,
    panel_id,
    visitor_of,
)
from studies.models import Sample, Trial
from studies.models.sample import Kind
from studies.models.triad import Mode
from studies.reading_record import parse
from studies.services.judging import (
    admission,
    answers,
    claims,
    questionnaire,
    reading_records,
    refusals,
    trials,
    visits,
)
from studies.services.judging.refusals import Refusal, Refused
from studies.wording import wording_of

logger = logging.getLogger(__name__)

View = Callable[[HttpRequest, str], HttpResponse]
CODE = re.compile(r"[A-Za-z0-9_-]{1,64}")
CHOICES = {"1": 1, "2": 2, "3": 3}
HEADERS = {
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "X-Robots-Tag": "noindex, nofollow",
}


def judge_page(*methods: str) -> Callable[[View], Callable[..., HttpResponse]]:
    """A page of a judge: its methods, language, headers, and a page for whatever stops it."""

    def decorate(view: View) -> Callable[..., HttpResponse]:
        @csrf_exempt
        @wraps(view)
        def answer(request: HttpRequest, **codes: str) -> HttpResponse:
            with override(settings.LANGUAGE_CODE):
                activate_language(request)
                response = require_http_methods(methods)(_guarded(view))(request, **codes)
                response.headers["Content-Language"] = get_language() or ""
            for name, value in HEADERS.items():
                response.headers[name] = value
            frames.allow_framing(request, response)
            return response

        return answer

    return decorate


def _guarded(view: View) -> Callable[..., HttpResponse]:
    """Every way out of a view is a page for a person."""

    def guarded(request: HttpRequest, token: str = "", code: str = "") -> HttpResponse:
        try:
            try:
                if not CODE.fullmatch(token or code):
                    raise Refused(Refusal.UNKNOWN)
                return view(request, token or code)
            except Refused as refused:
                return refusal_pages.refusal_page(request, refused, token=token)
        except (OperationalError, InterfaceError) as error:
            logger.warning("a judge's page without the database: %s", type(error).__name__)
            return refusal_pages.away_page(request)

    return guarded


@judge_page("GET", "HEAD")
def welcome(request: HttpRequest, token: str) -> HttpResponse:
    """What the study is about; for a judge who came before, the way on. Stores nothing."""
    cookie = "" if is_another(request) else key_in_cookie(request)
    link = admission.link_of(token)
    visitor = visitor_of(request, key=cookie, parameters=request.GET, link=link)
    arrival = visits.link_visit(link=link, visitor=visitor)
    activate_language(request, link=link, judge=arrival.judge)
    if is_preview(request.GET, link, arrival.judge):
        return responses.sample(request, link)
    if arrival.finished and (link.personal or visitor.external_id):
        raise Refused(Refusal.FINISHED, judge=arrival.judge)
    return _welcome(request, token, arrival, cookie or new_key())


def _welcome(
    request: HttpRequest, token: str, arrival: visits.LinkVisit, key: str, *, error: bool = False
) -> HttpResponse:
    parameters = request.POST if request.method == "POST" else request.GET
    link = arrival.link
    language = asked_language(request)
    context = responses.welcome_context(link.study) | {
        "link": link,
        "action": reverse("judge:start", args=[token]),
        "fields": {KEY_FIELD: key, **carried(parameters, link)}
        | ({PARAMETER: language} if language else {}),
        "judge": arrival.judge,
        # Known by the cookie alone: this may be another person at the same computer.
        "another": "" if link.personal or panel_id(parameters, link)[1] else another_query(request),
        "finished": arrival.finished,
        "leave": responses.leave_address(request, arrival.judge) if arrival.judge else "",
        "error": error,
    }
    response = responses.page(request, "welcome", context, status=422 if error else 200)
    if not is_another(request):
        path = reverse("judge:welcome", args=[token])
        keep_key(request, response, key, path=path, framed=link.mturk)
    return response


@judge_page("GET", "HEAD", "POST")
def start(request: HttpRequest, token: str) -> HttpResponse:
    """Find or make the judge, hold a triad, and show it; without consent nothing is stored."""
    if request.method != "POST":
        # Somebody opens the address of a page that answered a form: back to the form.
        query = f"?{request.GET.urlencode()}" if request.GET else ""
        return HttpResponseRedirect(reverse("judge:welcome", args=[token]) + query)
    link = admission.link_of(token)
    activate_language(request, link=link)
    key = key_in_form(request) or new_key()
    visitor = visitor_of(request, key=key, parameters=request.POST, link=link)
    consent = request.POST.get("consent")
    if consent != "yes":
        arrival = visits.link_visit(link=link, visitor=visitor)
        if consent == "no":
            return _no_consent(request, arrival, visitor)
        return _welcome(request, token, arrival, key, error=True)
    words = wording_of(link.study, get_language())
    trial = admission.start(token=token, visitor=visitor, consent_sha256=words.consent_sha256)
    response = to_trial(request, trial.code)
    path = reverse("judge:welcome", args=[token])
    keep_key(request, response, key, path=path, framed=link.mturk)
    keep_browser(request, response, trial.judge.browser_key, framed=link.mturk)
    return response


def _no_consent(
    request: HttpRequest, arrival: visits.LinkVisit, visitor: admission.Visitor
) -> HttpResponse:
    ending = ending_of(
        arrival.link, End.NO_CONSENT, judge=arrival.judge, external_id=visitor.external_id
    )
    return responses.page(request, "no_consent", {"ending": ending, "back": request.path})


@judge_page("GET", "HEAD", "POST")
def trial(request: HttpRequest, code: str) -> HttpResponse:
    """Three texts to choose from, and the choice."""
    if request.method != "POST":
        return _texts(request, visits.trial_visit(code))
    position = CHOICES.get(request.POST.get("choice", ""))
    if position is None:
        return _not_chosen(request, visits.trial_visit(code))
    record = parse(request.POST.get("reading"))
    stored = answers.answer(code=code, position=position, record=record)
    activate_language(request, judge=stored.trial.judge)
    return to_next(request, stored.trial, kept=stored.differs)


def _not_chosen(request: HttpRequest, look: visits.TrialVisit) -> HttpResponse:
    """Nothing, or something that is no position, was posted: say so at the choice."""
    if not look.is_held:
        return _texts(request, look)
    return _show(request, look, error=True)


def _texts(request: HttpRequest, look: visits.TrialVisit) -> HttpResponse:
    """The page of a trial in whichever state it is; nothing is assigned here."""
    activate_language(request, judge=look.trial.judge)
    if questionnaire.part_due(look.trial.judge, used=look.used, finished=look.is_finished):
        return to_trial(request, look.trial.code, page="questions", kept=was_kept(request))
    if look.is_feedback:
        action = address_of("next", look.trial.code, request)
        leave = address_of("leave", look.trial.code, request)
        return practice.feedback(request, look, action=action, leave=leave, kept=was_kept(request))
    if look.is_held:
        return _show(request, look)
    if look.held_code not in (None, look.trial.code):
        return to_trial(request, look.held_code or "", kept=was_kept(request))
    if look.is_finished:
        return _thanks(request, look)
    return _go_on(request, look)


def _show(request: HttpRequest, look: visits.TrialVisit, *, error: bool = False) -> HttpResponse:
    activate_language(request, judge=look.trial.judge)
    code = look.trial.code
    place = responses.Place(
        code=code,
        action=address_of("trial", code, request),
        leave=address_of("leave", code, request),
        done=look.done,
        practice=look.trial.kind == Kind.PRACTICE,
        seconds_left=look.seconds_left or 0,
        renew=reverse("judge:renew", args=[code]),
        key=reading_records.storage_key(look.trial),
        masked=reading_records.is_masked(look.trial),
        whole=address_of("whole", code, request),
    )
    samples = Sample.objects.by_position(look.trial.triad.sample_ids)
    context = responses.trial_context(look.trial.study, samples, place)
    context |= {"error": error, "kept": was_kept(request)}
    return responses.page(request, "trial", context, status=422 if error else 200)


def _thanks(request: HttpRequest, look: visits.TrialVisit) -> HttpResponse:
    judge = look.trial.judge
    return responses.thanks(
        request,
        judge.study,
        ending_of(judge.current_link, End.DONE, judge=judge),
        judge_code=judge.code,
        leave=address_of("leave", look.trial.code, request),
        kept=was_kept(request),
    )


def _go_on(request: HttpRequest, look: visits.TrialVisit) -> HttpResponse:
    """A button to the next texts: giving them out is for POST."""
    judge = look.trial.judge
    if look.is_stored:
        try:
            refusals.check_study(look.trial.study, mode=Mode(judge.mode))
        except Refused as refused:
            refused.judge = judge
            raise
    context = {
        "action": address_of("next", look.trial.code, request),
        "leave": address_of("leave", look.trial.code, request),
        "stored": look.is_stored,
        "has_run_out": look.has_run_out,
        "done": look.done,
        "of": responses.progress_of(look.trial.study),
        "kept": was_kept(request),
    }
    return responses.page(request, "go_on", context)


def to_next(request: HttpRequest, answered: Trial, *, kept: bool) -> HttpResponse:
    """What comes after a stored choice: whether it was right, where it was practice; why and how
    sure, where that is asked; else new texts.
    """
    if answered.kind == Kind.PRACTICE:
        return _follow(request, answered.code, kept=kept)
    if questionnaire.asks_why(answered):
        return _follow(request, answered.code, page="why", kept=kept)
    return to_texts(request, answered, kept=kept)


def to_texts(request: HttpRequest, answered: Trial, *, kept: bool = False) -> HttpResponse:
    """On to the next texts; where there are none, the page of the answered trial says why."""
    try:
        following = trials.next_trial(answered.judge).code
    except Refused:
        following = answered.code
    return _follow(request, following, kept=kept)


def _follow(request: HttpRequest, code: str, *, page: str = "trial", kept: bool) -> HttpResponse:
    """To a page of a trial; the page's own script goes there itself."""
    if responses.wants_data(request):
        return JsonResponse({"next": address_of(page, code, request, kept=kept)})
    return to_trial(request, code, page=page, kept=kept)


@judge_page("GET", "HEAD", "POST")
def next_texts(request: HttpRequest, code: str) -> HttpResponse:
    """Hold the judge's next triad, or the same one again where it is free."""
    if request.method != "POST":
        return to_trial(request, code)
    look = visits.trial_visit(code)
    activate_language(request, judge=look.trial.judge)
    return to_trial(request, trials.next_trial(look.trial.judge).code)


@judge_page("POST")
def renew(request: HttpRequest, code: str) -> HttpResponse:
    """Prolong the hold of a page that is being read: 204, or 409 where it cannot be prolonged."""
    return HttpResponse(status=204 if claims.renew(visits.trial_visit(code).trial) else 409)


@judge_page("GET", "HEAD", "POST")
def whole(request: HttpRequest, code: str) -> HttpResponse:
    """Whole texts from now on, for a judge who cannot read covered ones."""
    if request.method == "POST":
        reading_records.show_whole_texts(judge=visits.trial_visit(code).trial.judge)
    return to_trial(request, code)
