"""What a judge is asked besides the texts: a questionnaire, and after a choice why and how sure."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from studies.judge.languages import activate_language, is_switch
from studies.judge.pages import FieldError, JudgePages, by_sentence
from studies.judge.triad_texts import triad_texts
from studies.judge.trial_views import to_next_texts
from studies.judge.views import judge_page
from studies.models import Answer, Sample, Study
from studies.models.sample import Kind
from studies.questionnaire import (
    LONGEST_ANSWER,
    AnswerProblem,
    Question,
    Value,
    When,
    questions_of,
    read,
)
from studies.services.judging import visits
from studies.services.judging.answering import questionnaire
from studies.values.text_codes import labels_of
from studies.wording import questions_in

PROBLEM_TEXTS = {
    AnswerProblem.MISSING: lambda question: _("Please answer this question."),
    AnswerProblem.NO_OPTION: lambda question: _("Please choose one of the answers."),
    AnswerProblem.NO_NUMBER: lambda question: _("Please write a number, for example 3 or 3.5."),
    AnswerProblem.TOO_SMALL: lambda question: (
        _("Please write a number of at least %(least)s.") % {"least": _plain(question.least)}
    ),
    AnswerProblem.TOO_LARGE: lambda question: (
        _("Please write a number up to %(most)s.") % {"most": _plain(question.most)}
    ),
    AnswerProblem.TOO_LONG: lambda question: (
        _("Please write at most %(number)d characters.") % {"number": LONGEST_ANSWER}
    ),
}


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question as it stands on the page, with what was typed and what is wrong with it."""

    question: Question
    language: str
    typed: str = ""
    error: str = ""

    @property
    def options(self) -> list[tuple[str, str]]:
        """What is posted for each option, and what is read."""
        return [(str(number), words) for number, words in enumerate(self.question.options, 1)]

    @property
    def field_error(self) -> FieldError:
        """The error, with a link's way to the field."""
        field = f"q-{self.question.key}"
        return FieldError(field, self.error, self.question.label, self.language)

    @property
    def limits(self) -> str:
        """Which numbers are accepted, in words."""
        least, most = self.question.least, self.question.most
        if least is not None and most is not None:
            return _("From %(least)s to %(most)s") % {"least": _plain(least), "most": _plain(most)}
        if least is not None:
            return _("At least %(least)s") % {"least": _plain(least)}
        return _("Up to %(most)s") % {"most": _plain(most)} if most is not None else ""

    @property
    def example(self) -> str:
        """A number that is accepted: what a virtual judge types."""
        limits = (self.question.least, self.question.most)
        return _plain(next((limit for limit in limits if limit is not None), 1))


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number:.15g}"


@judge_page("GET", "HEAD", "POST")
def questions(request: HttpRequest, code: str) -> HttpResponse:
    """Ask the part of the questionnaire that is due; where none is, go on to the texts."""
    visit = visits.trial_visit(code)
    pages, trial = JudgePages(request), visit.trial
    activate_language(request, judge=trial.judge)
    part = questionnaire.part_due(trial.judge, used=visit.used, finished=visit.used > 0)
    if part is None or (request.method == "POST" and request.POST.get("part") != part):
        return pages.redirect("trial", code)
    if request.method != "POST" or is_switch(request):
        return questions_page(pages, visit, part)
    answers, wrong = read_answers(request, trial.study, part)
    if wrong:
        return questions_page(pages, visit, part, wrong=wrong)
    questionnaire.save_answers(trial=trial, part=part, answers=answers)
    return pages.redirect("trial", code)


def read_answers(
    request: HttpRequest, study: Study, part: When
) -> tuple[dict[str, Value], dict[str, AnswerProblem]]:
    """Return what was posted, in the study's own words, and what is wrong with it."""
    return read(questions_of(study.questionnaire, part), _typed(request))


def _typed(request: HttpRequest) -> dict[str, str]:
    """Return what was posted under `q-` and a key."""
    typed = request.POST.dict()
    return {name[2:]: str(value) for name, value in typed.items() if name.startswith("q-")}


def questions_page(
    pages: JudgePages,
    visit: visits.TrialVisit,
    part: When,
    *,
    wrong: Mapping[str, AnswerProblem] | None = None,
) -> HttpResponse:
    """Return one part of the questionnaire; beside errors, what was typed stays."""
    code = visit.trial.code
    shown = _shown_questions(pages.request, visit.trial.study, part, wrong or {})
    context = {
        "action": pages.address("questions", code),
        "leave": pages.address("leave", code),
        "alive": pages.address("alive", code) if visit.is_held else "",
        "part": part,
        "is_before": part == When.BEFORE,
        "questions": shown,
        "wrong": wrong,
        "errors": by_sentence(each.field_error for each in shown if each.error),
    }
    return pages.render("questions", context, status=422 if wrong else 200)


def _shown_questions(
    request: HttpRequest, study: Study, part: When, wrong: Mapping[str, AnswerProblem]
) -> list[ShownQuestion]:
    typed, language = _typed(request), get_language() or study.language
    own = questions_of(study.questionnaire, part)
    return [
        ShownQuestion(
            question,
            study.language if question == untranslated else language,
            typed.get(question.key, ""),
            PROBLEM_TEXTS[wrong[question.key]](question) if question.key in wrong else "",
        )
        for question, untranslated in zip(questions_in(study, part, language), own, strict=True)
    ]


@judge_page("GET", "HEAD", "POST")
def why(request: HttpRequest, code: str) -> HttpResponse:
    """Ask why and how sure, once the choice is stored; both can be left out."""
    visit = visits.trial_visit(code)
    pages, trial = JudgePages(request), visit.trial
    activate_language(request, judge=trial.judge)
    if not visit.is_stored:
        return pages.redirect("trial", code)
    if request.method != "POST" or is_switch(request):
        if not questionnaire.asks_why(trial):
            return pages.redirect("trial", code)
        return why_page(pages, visit)
    if reason_is_too_long(request):
        return why_page(pages, visit, too_long=True)
    sureness = request.POST.get("sureness", "")
    known = sureness if sureness in Answer.Sureness.values else ""
    if trial.kind != Kind.PRACTICE:
        reason = request.POST.get("reason", "")
        questionnaire.save_reason(trial=trial, reason=reason, sureness=known)
    return to_next_texts(pages, trial)


def reason_is_too_long(request: HttpRequest) -> bool:
    """Whether more was posted than is stored."""
    return len(request.POST.get("reason", "")) > questionnaire.LONGEST_REASON


def why_page(
    pages: JudgePages, visit: visits.TrialVisit, *, too_long: bool = False
) -> HttpResponse:
    """Return the question why, the four answers to how sure, and the texts to look at again.

    Where the study covers texts they are not shown again: reading them whole would be no part of
    the record.
    """
    trial, study, code = visit.trial, visit.trial.study, visit.trial.code
    chosen = trial.answer.chosen_position
    triad = None
    if study.presentation != Study.Presentation.MASKED:
        samples = Sample.objects.by_position(trial.triad.sample_ids)
        triad = triad_texts(samples, study=study, code=code)
    context = {
        "asks_reason": study.asks_reason,
        "asks_sureness": study.asks_sureness,
        "sureness": _sureness_in_words(),
        "label": labels_of(code)[chosen - 1],
        "chosen": chosen,
        "triad": triad,
        "action": pages.address("why", code),
        "leave": pages.address("leave", code),
        "too_long": too_long,
        "errors": by_sentence([FieldError("reason", _too_long())] if too_long else []),
    }
    return pages.render("why", context, status=422 if too_long else 200)


def _too_long() -> str:
    return _("This is too long: please write at most 5,000 characters.")


def _sureness_in_words() -> list[tuple[str, str]]:
    """Return the four degrees, from a guess to certain."""
    return [
        (Answer.Sureness.GUESS, _("A guess")),
        (Answer.Sureness.NOT_SURE, _("Not sure")),
        (Answer.Sureness.FAIRLY_SURE, _("Fairly sure")),
        (Answer.Sureness.CERTAIN, _("Certain")),
    ]
