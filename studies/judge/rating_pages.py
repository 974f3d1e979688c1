"""The page of numbers after a choice: how different the chosen text is, or ratings of all three.

The choice is not stored before this page is sent; until then the page carries it in hidden fields.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from studies.judge.pages import FieldError, JudgePages, by_sentence
from studies.judge.triad_texts import direction_of, triad_texts
from studies.models import Judge, Sample, Study, Trial
from studies.ratings.criteria import Criterion
from studies.ratings.follow_up import (
    LARGEST_DEGREE,
    LARGEST_NUMBER,
    Ask,
    FollowUp,
    NumberProblem,
    read_number,
)
from studies.services.judging.answering import ratings, reading_records
from studies.services.judging.visits import TrialVisit
from studies.values.text_codes import labels_of
from studies.wording import criteria_in

# A position (0: of no text) and a criterion, as `FollowUp.fields` has them.
Place = tuple[int, str]


@dataclass(frozen=True, slots=True)
class NumberField:
    """A number as it stands on the page, with what was typed and what is wrong with it."""

    name: str
    label: str
    language: str
    code: int | None
    typed: str
    error: str
    example: int

    @property
    def field_error(self) -> FieldError:
        """The error, with a link's way to the field."""
        label = f"{self.label} {self.code}" if self.code else self.label
        return FieldError(self.name, self.error, label, self.language)


@dataclass(frozen=True, slots=True)
class ShownCriterion:
    """A criterion in words, in the study's own language or in the judge's."""

    key: str
    label: str
    definition: str
    language: str


def read_numbers(
    request: HttpRequest, asked: FollowUp, trial: Trial
) -> tuple[dict[Place, int], dict[Place, NumberProblem]]:
    """Return the numbers that were posted, and what is wrong with the others."""
    names = _names(asked, trial.code)
    read = {
        place: read_number(request.POST.get(name, ""), asked.limits)
        for place, name in names.items()
    }
    numbers = {place: one for place, one in read.items() if isinstance(one, int)}
    wrong = {place: one for place, one in read.items() if isinstance(one, NumberProblem)}
    return numbers, wrong


def rated_of(request: HttpRequest, numbers: Mapping[Place, int], trial: Trial) -> ratings.Rated:
    """Return the numbers by the texts of the trial, with the seal that came along."""
    texts = (None, *trial.triad.sample_ids)
    by_text = {(texts[position], name): value for (position, name), value in numbers.items()}
    return ratings.Rated(by_text, request.POST.get("seal", ""))


def _names(asked: FollowUp, code: str) -> dict[Place, str]:
    """Return the fields' names. Each page has its own, so that no browser fills in another's."""
    codes = (None, *labels_of(code))
    return {
        (position, criterion): f"r-{codes[position]}-{criterion}" if position else "r-difference"
        for position, criterion in asked.fields
    }


def ratings_page(
    pages: JudgePages,
    visit: TrialVisit,
    asked: FollowUp,
    position: int,
    *,
    wrong: Mapping[Place, NumberProblem] | None = None,
) -> HttpResponse:
    """Return the page; beside errors, what was typed stays."""
    trial, study = visit.trial, visit.trial.study
    post, labels = pages.request.POST, labels_of(trial.code)
    rates = asked.ask == Ask.RATE
    criteria = shown_criteria(asked, study, trial.judge)
    fields = _fields(pages.request, asked, trial, criteria, wrong or {})
    texts = shared = None
    # Covered texts stay covered: a plan that has them rated is previewed, and never opened.
    if rates or study.presentation != Study.Presentation.MASKED:
        samples = visit.samples or Sample.objects.by_position(trial.triad.sample_ids)
        shared = triad_texts(samples, study=study, code=trial.code)
        texts = [(text, [f for f in fields if f.code == text.label]) for text in shared.texts]
    context = {
        "ask": asked.ask,
        "rates": rates,
        "title": _title(asked),
        "hint": _hint(asked),
        "criteria": criteria,
        "reference": [(text, direction_of(text)) for text in asked.reference],
        "reference_language": study.language,
        "fields": fields,
        "triad": shared,
        "texts": texts,
        "label": labels[position - 1],
        "chosen": position,
        "reading": post.get("reading", ""),
        "seal": post.get("seal") or ratings.seal_of(visit, position),
        "action": pages.address("ratings", trial.code),
        "leave": pages.address("leave", trial.code),
        "alive": pages.address("alive", trial.code) if visit.is_held else "",
        "renew": pages.address("renew", trial.code) if visit.is_held else "",
        "seconds_left": round(visit.seconds_left or 0),
        # Numbers that were typed after another choice are not those of this one.
        "storage_key": f"{reading_records.storage_key(trial)} {position}",
        "wrong": wrong,
        "errors": by_sentence(field.field_error for field in fields if field.error),
    }
    return pages.render("ratings", context, status=422 if wrong else 200)


def shown_criteria(asked: FollowUp, study: Study, judge: Judge) -> list[ShownCriterion]:
    """Return the criteria in words, in one order on all pages of a judge."""
    found = [_shown_criterion(one, study) for one in asked.criteria]
    turned = hashlib.sha256(f"criteria {judge.code}".encode()).digest()[0] % 2
    return found[::-1] if turned else found


def _shown_criterion(criterion: Criterion, study: Study) -> ShownCriterion:
    page_language = get_language() or study.language
    [own], language = criteria_in(study, [criterion], page_language)
    if own.label:
        return ShownCriterion(own.key, own.label, own.definition, language)
    label, definition = {
        "quality": (
            _("Quality"),
            _("All in all: is it written well, and does it say what it should?"),
        ),
        "informativeness": (
            _("Informativeness"),
            _("Does it say all that it should, and nothing else?"),
        ),
        "naturalness": (_("Naturalness"), _("Could a native speaker have written it?")),
    }[criterion.key]
    return ShownCriterion(criterion.key, label, own.definition or definition, page_language)


def _fields(
    request: HttpRequest,
    asked: FollowUp,
    trial: Trial,
    criteria: Sequence[ShownCriterion],
    wrong: Mapping[Place, NumberProblem],
) -> list[NumberField]:
    names, codes = _names(asked, trial.code), (None, *labels_of(trial.code))
    words = [(one.key, one.label, one.language) for one in criteria]
    if asked.ask != Ask.RATE:
        words = [(asked.criterion, _("Your number"), get_language() or "")]
    return [
        NumberField(
            name=names[position, key],
            label=label,
            language=language,
            code=codes[position],
            typed=request.POST.get(names[position, key], ""),
            error=_said(wrong[position, key], asked) if (position, key) in wrong else "",
            example=50 if asked.ask == Ask.DEGREE else 100,
        )
        for position in ((1, 2, 3) if asked.ask == Ask.RATE else (0,))
        for key, label, language in words
    ]


def _said(problem: NumberProblem, asked: FollowUp) -> str:
    if asked.ask == Ask.DEGREE:
        return _("Please write a whole number from 0 to %(most)s.") % {"most": LARGEST_DEGREE}
    return said_of_magnitude(problem)


def said_of_magnitude(problem: NumberProblem) -> str:
    """Say what is wrong with a number that tells how many times as good a text is."""
    if problem in (NumberProblem.MISSING, NumberProblem.NOT_WHOLE):
        return _("Please write a whole number.")
    if problem == NumberProblem.TOO_LARGE:
        return _("Please write a number up to %(most)s.") % {"most": LARGEST_NUMBER}
    return _(
        "Please write a number above 0. For half as much write half the number, for twice as "
        "much twice the number."
    )


def _title(asked: FollowUp) -> str:
    if asked.ask == Ask.RATE:
        return _("How do you rate the three texts?")
    return _("How different is the text you chose from the other two?")


def _hint(asked: FollowUp) -> str:
    """Say what the numbers mean."""
    if asked.ask == Ask.DEGREE:
        return _("Write a whole number from 0 (alike) to 100 (as different as can be).")
    if asked.ask == Ask.MAGNITUDE:
        return _(
            "The difference between the two texts below has the number 100. Give a difference "
            "half as large 50, and one twice as large 200."
        )
    if asked.reference:
        return _(
            "The text for comparison has the number 100. Give a text half as good 50, and one "
            "twice as good 200."
        )
    return _(
        "Give the first text any whole number above 0. A text half as good gets half of it, one "
        "twice as good twice as much."
    )
