"""The judge's pages of a trial: three texts and a choice, and what follows the choice."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from studies.judge.languages import activate_language, is_switch
from studies.judge.leaving.endings import thanks_page
from studies.judge.pages import JudgePages, Notice, progress_of, wording_parts
from studies.judge.rating_pages import rated_of, ratings_page, read_numbers
from studies.judge.sheets.feedback import feedback_page
from studies.judge.sheets.fields import read_ratings
from studies.judge.sheets.page import sheet_page
from studies.judge.triad_texts import as_it_is, in_slots, triad_texts, trial_slots
from studies.judge.views import judge_page
from studies.kinds import RATING, TRIANGLE
from studies.models import Image, Sample, Study, Trial
from studies.models.judging.triad import Mode
from studies.models.sample import Kind
from studies.ratings.follow_up import follow_up_of
from studies.reading_record import parse
from studies.services.judging import claims, exclusion, refusals, trials, visits
from studies.services.judging.answering import answers, questionnaire, ratings, reading_records
from studies.services.judging.answering.answers import StoredChoice
from studies.services.judging.answering.sheet_answers import StoredRatings, rate
from studies.services.judging.refusals import Refusal, Refused
from studies.wording import own_text

CHOICES = {"1": 1, "2": 2, "3": 3}


@judge_page("GET", "HEAD", "POST")
def trial(request: HttpRequest, code: str) -> HttpResponse:
    """Show three texts to choose from, and store the choice."""
    position, is_sent = chosen_position(request), request.method == "POST"
    if position is None or is_switch(request):
        is_sent = is_sent and not is_switch(request)
        seen = visits.last_seen(code, RATING) if is_sent else None
        visit = seen or visits.trial_visit(code)
        activate_language(request, judge=visit.trial.judge)
        if is_sent:
            return _POSTED[visit.trial.study.kind](JudgePages(request), visit)
        return trial_page(JudgePages(request), _held_anew(request, visit))
    return _store(request, code, position)


def _held_anew(request: HttpRequest, visit: visits.TrialVisit) -> visits.TrialVisit:
    """Return the visit of a page that is shown again with what was typed, if it was sent.

    Texts that ran out of time are held again for this judge, where no one has taken them.
    """
    if request.method != "POST" or not visit.has_run_out:
        return visit
    trials.next_trial(visit.trial.judge)
    return visits.trial_visit(visit.trial.code)


def _ask_again(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Ask for the choice that was not made."""
    visit = _held_anew(pages.request, visit)
    return texts_page(pages, visit, error=True) if visit.is_held else trial_page(pages, visit)


def _rate_sheet(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Store the ratings of a sheet and go on; where one is wrong, show what was typed."""
    ratings, wrong = read_ratings(pages.request, visit)
    if wrong:
        visit = _held_anew(pages.request, visits.trial_visit(visit.trial.code))
        return sheet_page(pages, visit, wrong=wrong) if visit.is_held else trial_page(pages, visit)
    record = parse(pages.request.POST.get("reading"), texts=len(visit.keys))
    try:
        stored = rate(code=visit.trial.code, ratings=ratings, record=record, seen=visit)
    except Refused as refused:
        return _not_stored(pages, visit.trial.code, refused)
    return _after_choice(pages, stored)


def _store(
    request: HttpRequest, code: str, position: int, rated: ratings.Rated | None = None
) -> HttpResponse:
    """Store the choice and go on; where numbers are due, ask for them first."""
    record, pages = parse(request.POST.get("reading")), JudgePages(request)
    try:
        stored = answers.answer(code=code, position=position, record=record, rated=rated)
    except Refused as refused:
        return _not_stored(pages, code, refused)
    except answers.RatingsDueError as due:
        activate_language(request, judge=due.visit.trial.judge)
        if pages.asks_for_address:
            return JsonResponse({"next": ""})
        return _numbers_page(pages, due.visit, position)
    activate_language(request, judge=stored.trial.judge)
    return _after_choice(pages, stored)


def _not_stored(pages: JudgePages, code: str, refused: Refused) -> HttpResponse:
    """Go on to the last page where the judge's evaluations were used up meanwhile."""
    if refused.reason != Refusal.FINISHED:
        raise refused
    return pages.follow(pages.address("trial", code, notice=Notice.NOT_STORED))


def _numbers_page(pages: JudgePages, visit: visits.TrialVisit, position: int) -> HttpResponse:
    asked = ratings.due(visit)
    if asked is None:
        return pages.redirect("trial", visit.trial.code)
    return ratings_page(pages, visit, asked, position)


@judge_page("GET", "HEAD", "POST")
def numbers(request: HttpRequest, code: str) -> HttpResponse:
    """Store the choice with the numbers that come after it."""
    pages, position = JudgePages(request), chosen_position(request)
    visit = visits.trial_visit(code)
    activate_language(request, judge=visit.trial.judge)
    asked = follow_up_of(visit.trial.study.follow_up)
    if position is None or asked is None:
        return pages.redirect("trial", code)
    if is_switch(request):
        return _numbers_page(pages, visit, position)
    typed, wrong = read_numbers(request, asked, visit.trial)
    if wrong and ratings.due(visit):
        return ratings_page(pages, visit, asked, position, wrong=wrong)
    rated = None if wrong else rated_of(request, typed, visit.trial)
    return _store(request, code, position, rated)


def chosen_position(request: HttpRequest) -> int | None:
    """Return the position that was posted; None where there is none."""
    return CHOICES.get(request.POST.get("choice", ""))


def trial_page(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Return the page of a trial in its present state; nothing is assigned here."""
    code, judge = visit.trial.code, visit.trial.judge
    if questionnaire.part_due(judge, used=visit.used, finished=visit.is_finished):
        return pages.redirect("questions", code)
    if visit.is_feedback:
        return _FEEDBACK[visit.trial.study.kind](pages, visit)
    if visit.is_held:
        return _HELD[visit.trial.study.kind](pages, visit)
    if visit.held_code not in (None, code):
        return pages.redirect("trial", visit.held_code or "")
    if visit.is_finished:
        return thanks_page(pages, judge, link=judge.current_link, trial_code=code)
    return _next_texts_page(pages, visit)


def texts_page(pages: JudgePages, visit: visits.TrialVisit, *, error: bool = False) -> HttpResponse:
    """Return the question, three texts and three buttons; nothing that tells."""
    trial, study, code = visit.trial, visit.trial.study, visit.trial.code
    samples = visit.samples or Sample.objects.by_position(trial.triad.sample_ids)
    masked = reading_records.is_masked(trial)
    language = get_language() or ""
    # The question of a directed triad is always the study's own.
    own_words = ("instructions",) if study.is_directed else ("question", "instructions")
    chosen = chosen_position(pages.request)
    triad = triad_texts(samples, study=study, code=code, masked=masked)
    slot = as_it_is if masked or error or chosen else pages.slot
    context = {
        "wording": wording_parts(study),
        "default_wording": not any(own_text(study, name, language) for name in own_words),
        "directed": study.is_directed,
        "triad": in_slots(triad, slot),
        "masked": masked,
        "practice": trial.kind == Kind.PRACTICE,
        "number": visit.done + 1,
        "of": progress_of(study),
        **trial_slots(pages, visit, slot),
        # A choice that is not stored yet: the page is shown again, in another way or language.
        "chosen": chosen,
        "error": error,
    }
    return pages.render("trial", context, status=422 if error else 200)


def _feedback_page(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Return the three texts of a practice trial, with the choice and the odd one named."""
    trial = visit.trial
    samples = Sample.objects.by_position(trial.triad.sample_ids)
    triad = triad_texts(samples, study=trial.study, code=trial.code)
    chosen, odd = trial.answer.chosen_position, trial.triad.odd_position
    context = {
        "triad": triad,
        "directed": trial.study.is_directed,
        "chosen": chosen,
        "odd": odd,
        "odd_label": triad.texts[odd - 1].label,
        "chosen_label": triad.texts[chosen - 1].label,
        "action": pages.address("next", trial.code),
        "leave": pages.address("leave", trial.code),
    }
    return pages.render("feedback", context)


def _next_texts_page(pages: JudgePages, visit: visits.TrialVisit) -> HttpResponse:
    """Return a button to the next texts, where there are some: giving them out is for POST."""
    trial = visit.trial
    if not visit.has_run_out:
        try:
            refusals.check_study(trial.study, mode=Mode(trial.judge.mode))
        except Refused as refused:
            refused.judge = trial.judge
            raise
        trials.check_place(trial.judge)
    context = {
        "action": pages.address("next", trial.code),
        "leave": pages.address("leave", trial.code),
        "stored": visit.is_stored,
        "has_run_out": visit.has_run_out,
        "done": visit.done,
        "of": progress_of(trial.study),
    }
    return pages.render("next_texts", context)


def _after_choice(pages: JudgePages, stored: StoredChoice | StoredRatings) -> HttpResponse:
    """Go on from a stored choice: to the feedback of practice, to why and how sure, or to texts."""
    trial, notice = stored.trial, _notice_of(stored)
    if trial.kind != Kind.PRACTICE and questionnaire.asks_why(trial):
        return pages.follow(pages.address("why", trial.code, notice=notice))
    if trial.kind == Kind.PRACTICE or stored.is_last:
        return pages.follow(pages.address("trial", trial.code, notice=notice))
    return to_next_texts(pages, trial, notice=notice)


def _notice_of(stored: StoredChoice | StoredRatings) -> str:
    """Return what the judge is told; nothing where further answers are surplus by a rule."""
    trial = stored.trial
    if stored.differs:
        return Notice.KEPT
    is_surplus = trial.state == Trial.State.SURPLUS and trial.kind != Kind.PRACTICE
    if not is_surplus or exclusion.no_longer_counts(trial.judge):
        return ""
    has_ended = trial.study.status not in Study.COUNTING_STATUSES
    return Notice.ENDED if has_ended else Notice.LATE


def to_next_texts(pages: JudgePages, answered: Trial, *, notice: str = "") -> HttpResponse:
    """Go on to the next texts; where there are none, the page of the answered trial says why."""
    try:
        code = trials.next_trial(answered.judge).code
    except Refused:
        code = answered.code
    return pages.follow(pages.address("trial", code, notice=notice))


@judge_page("GET", "HEAD", "POST")
def next_texts(request: HttpRequest, code: str) -> HttpResponse:
    """Give the judge the next triad, or the same one again where it is free."""
    pages = JudgePages(request)
    if request.method != "POST":
        return pages.redirect("trial", code)
    judge = visits.trial_visit(code).trial.judge
    activate_language(request, judge=judge)
    return pages.redirect("trial", trials.next_trial(judge).code)


@judge_page("POST")
def renew(request: HttpRequest, code: str) -> HttpResponse:
    """Prolong the hold of a page that is being read: 204, or 409 where it cannot be prolonged."""
    return HttpResponse(status=204 if claims.renew(visits.trial_visit(code).trial) else 409)


@judge_page("POST")
def alive(request: HttpRequest, code: str) -> HttpResponse:
    """Note that the page is being looked at: 204, or 409 where its triad is no longer held."""
    return HttpResponse(status=204 if claims.show_life(visits.trial_visit(code).trial) else 409)


@judge_page("GET", "HEAD", "POST")
def whole(request: HttpRequest, code: str) -> HttpResponse:
    """Show whole texts from now on, to a judge who cannot read covered ones; a choice is kept."""
    pages = JudgePages(request)
    if request.method == "POST":
        reading_records.show_whole_texts(judge=visits.trial_visit(code).trial.judge)
    if chosen_position(request) is None:
        return pages.redirect("trial", code)
    visit = _held_anew(request, visits.trial_visit(code))
    activate_language(request, judge=visit.trial.judge)
    return trial_page(pages, visit)


@require_safe
def image(request: HttpRequest, name: str) -> HttpResponse:
    """Return the image of a text. Nothing tells which study, text or file it belongs to.

    The bytes under a name never change, so a browser may keep them; an erased study's are gone.
    """
    found = get_object_or_404(Image.objects.only("content", "content_type"), name=name)
    response = HttpResponse(bytes(found.content), content_type=found.content_type)
    response["Cache-Control"] = "private, max-age=31536000, immutable"
    response["Content-Security-Policy"] = "default-src 'none'; sandbox"
    response["Cross-Origin-Resource-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


# What a kind of study shows of a trial that is held, and of practice that was answered; and what it
# does with a page that is sent without a position.
Page = Callable[[JudgePages, visits.TrialVisit], HttpResponse]
_HELD: dict[str, Page] = {TRIANGLE.key: texts_page, RATING.key: sheet_page}
_FEEDBACK: dict[str, Page] = {TRIANGLE.key: _feedback_page, RATING.key: feedback_page}
_POSTED: dict[str, Page] = {TRIANGLE.key: _ask_again, RATING.key: _rate_sheet}
