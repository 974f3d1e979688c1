"""What a judge is asked besides the texts: a questionnaire, and after a choice why and how sure."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from studies import questionnaire
from studies.judge import responses
from studies.judge.languages import activate_language
from studies.judge.responses import address_of, to_trial, was_kept
from studies.judge.triad_texts import labels_of, shown
from studies.judge.views import judge_page, to_texts
from studies.models import Answer, Sample, Study, Trial
from studies.models.sample import Kind
from studies.questionnaire import LONGEST_ANSWER, Question, When, Wrong
from studies.services.judging import questionnaire as asked
from studies.services.judging import visits
from studies.wording import asked_of

WRONG = {
    Wrong.MISSING: lambda question: _("Please answer this question."),
    Wrong.NO_OPTION: lambda question: _("Please choose one of the answers."),
    Wrong.NO_NUMBER: lambda question: _("Please write a number, for example 3 or 3.5."),
    Wrong.TOO_SMALL: lambda question: (
        _("Please write a number from %(least)s on.") % {"least": _plain(question.least)}
    ),
    Wrong.TOO_LARGE: lambda question: (
        _("Please write a number up to %(most)s.") % {"most": _plain(question.most)}
    ),
    Wrong.TOO_LONG: lambda question: (
        _("Please write at most %(number)d characters.") % {"number": LONGEST_ANSWER}
    ),
}


@dataclass(frozen=True, slots=True)
class ShownQuestion:
    """A question as it stands on the page, with what was typed and what is wrong with it."""

    asked: Question
    language: str
    typed: str = ""
    error: str = ""

    @property
    def options(self) -> list[tuple[str, str]]:
        """What is posted, and what is read."""
        return [(str(number), words) for number, words in enumerate(self.asked.options, 1)]

    @property
    def limits(self) -> str:
        """Which numbers are taken, in words."""
        least, most = self.asked.least, self.asked.most
        if least is not None and most is not None:
            return _("From %(least)s to %(most)s") % {"least": _plain(least), "most": _plain(most)}
        if least is not None:
            return _("From %(least)s on") % {"least": _plain(least)}
        return _("Up to %(most)s") % {"most": _plain(most)} if most is not None else ""

    @property
    def example(self) -> str:
        """A number that is taken: what a virtual judge types."""
        limits = (self.asked.least, self.asked.most)
        return _plain(next((limit for limit in limits if limit is not None), 1))


def _plain(number: float | None) -> str:
    return "" if number is None else f"{number:.15g}"


@judge_page("GET", "HEAD", "POST")
def questions(request: HttpRequest, code: str) -> HttpResponse:
    """The part of the questionnaire that is due; where none is, on to the texts."""
    look = visits.trial_visit(code)
    trial = look.trial
    activate_language(request, judge=trial.judge)
    part = asked.part_due(trial.judge, used=look.used, finished=look.used > 0)
    if part is None or (request.method == "POST" and request.POST.get("part") != part):
        return to_trial(request, code)
    address = address_of("questions", code, request)
    more: dict[str, Any] = {
        "leave": address_of("leave", code, request),
        "kept": was_kept(request),
    }
    if request.method != "POST":
        return questions_page(request, trial.study, part, address, **more)
    answers, wrong = read_answers(request, trial.study, part)
    if wrong:
        return questions_page(request, trial.study, part, address, wrong=wrong, **more)
    asked.save_answers(trial=trial, part=part, answers=answers)
    return to_trial(request, code)


def read_answers(
    request: HttpRequest, study: Study, part: str
) -> tuple[dict[str, questionnaire.Value], dict[str, Wrong]]:
    """What was posted, in the study's own words."""
    return questionnaire.read(
        questionnaire.questions_of(study.questionnaire, part), _typed(request)
    )


def _typed(request: HttpRequest) -> dict[str, str]:
    """What was posted under `q-` and a key."""
    typed = request.POST.dict()
    return {name[2:]: str(value) for name, value in typed.items() if name.startswith("q-")}


def questions_page(
    request: HttpRequest,
    study: Study,
    part: str,
    address: str,
    *,
    wrong: Mapping[str, Wrong] | None = None,
    **more: Any,
) -> HttpResponse:
    """One part of the questionnaire; with errors at the questions, what was typed stays."""
    wrong, typed = wrong or {}, _typed(request)
    language = get_language() or study.language
    own = questionnaire.questions_of(study.questionnaire, part)
    shown_questions = [
        ShownQuestion(
            question,
            study.language if question == untranslated else language,
            typed.get(question.key, ""),
            WRONG[wrong[question.key]](question) if question.key in wrong else "",
        )
        for question, untranslated in zip(asked_of(study, part, language), own, strict=True)
    ]
    context = {
        "action": address,
        "part": part,
        "is_before": part == When.BEFORE,
        "questions": shown_questions,
        "wrong": wrong,
    }
    status = 422 if wrong else 200
    return responses.page(request, "questions", context | more, status=status)


@judge_page("GET", "HEAD", "POST")
def why(request: HttpRequest, code: str) -> HttpResponse:
    """Why and how sure, once the choice is stored; both can be left out, and neither changes it."""
    look = visits.trial_visit(code)
    trial = look.trial
    activate_language(request, judge=trial.judge)
    answer = Answer.objects.filter(trial=trial).first()
    if answer is None:
        return to_trial(request, code)
    if request.method != "POST":
        if not asked.asks_why(trial):
            return to_trial(request, code, kept=was_kept(request))
        return _why_page(request, trial, answer)
    reason = request.POST.get("reason", "")
    if len(reason) > asked.LONGEST_REASON:
        return _why_page(request, trial, answer, too_long=True)
    sureness = request.POST.get("sureness", "")
    known = sureness if sureness in Answer.Sureness.values else ""
    if trial.kind != Kind.PRACTICE:
        asked.save_reason(trial=trial, reason=reason, sureness=known)
    return to_texts(request, trial)


def _why_page(
    request: HttpRequest, trial: Trial, answer: Answer, *, too_long: bool = False
) -> HttpResponse:
    samples = Sample.objects.by_position(trial.triad.sample_ids)
    context = why_context(trial.study, samples, trial.code, answer.chosen_position)
    context |= {
        "action": address_of("why", trial.code, request),
        "leave": address_of("leave", trial.code, request),
        "kept": was_kept(request),
        "too_long": too_long,
    }
    return responses.page(request, "why", context, status=422 if too_long else 200)


def why_context(study: Study, samples: Any, code: str, chosen: int) -> dict[str, Any]:
    """The question why, the four answers to how sure, and the texts to look at again.

    Where the study covers texts they are not shown again: reading them whole would be no part of
    the record.
    """
    masked = study.presentation == Study.Presentation.MASKED
    return {
        "asks_reason": study.asks_reason,
        "asks_sureness": study.asks_sureness,
        "sureness": sureness_in_words(),
        "label": labels_of(code)[chosen - 1],
        "chosen": chosen,
        "shown": None if masked else shown(samples, study=study, code=code),
    }


def sureness_in_words() -> list[tuple[str, str]]:
    """The four degrees, from a guess to certain."""
    return [
        (Answer.Sureness.GUESS, _("A guess")),
        (Answer.Sureness.NOT_SURE, _("Not sure")),
        (Answer.Sureness.FAIRLY_SURE, _("Fairly sure")),
        (Answer.Sureness.CERTAIN, _("Certain")),
    ]
