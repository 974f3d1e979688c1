"""Whether the words of a study betray its aim, lean to one side, anchor or tire its judges.

The biases are those of Schoch, Yang and Ji (EvalNLGEval 2020). Only words of the study's own are
looked at: the default ones hold no such word in any language. The title and the names of panels
are not looked at, because no judge reads them; the thanks come after all choices.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, cast

from django.conf import settings
from django.db.models import F, TextField, Value
from django.db.models.functions import Length, StrIndex

from studies.design import Subject
from studies.kinds import kind_of
from studies.models import RatingPlan, Study
from studies.models.sample import Kind
from studies.ratings.follow_up import Moment
from studies.reading_time import minutes_needed
from studies.stimuli.checking import names_pattern
from studies.wording_bias import demand_words, one_sided_words, shared_with_one

DEMAND = "wording_demand"
FRAMING = "wording_framing"
ANCHORING = "wording_anchoring"
FATIGUE = "wording_fatigue"
MOST_EVALUATIONS = 12
MOST_MINUTES = 30
# So many main texts are compared with the examples.
TEXTS_COMPARED = 5000
# A shorter text may stand in the instructions by chance.
SHORTEST_QUOTED = 15
WORDS_SHOWN = 5


@dataclass(frozen=True, slots=True)
class WordingNotice:
    """What is pointed out: a code, the field where it is changed, and a sentence."""

    code: str
    field: str
    message: str


@dataclass(frozen=True, slots=True)
class OwnText:
    """A text of the study's own that judges read before they choose."""

    part: str
    field: str
    language: str
    text: str

    @property
    def place(self) -> str:
        """Return how the text is called in a sentence."""
        names = {
            "question": "the question",
            "instructions": "the instructions",
            "consent_text": "the consent text",
            "questionnaire": "a question before the texts",
            "follow_up": "what texts are rated by after a choice",
            "criteria": "what texts are rated by",
        }
        spoken = dict(settings.LANGUAGES).get(self.language, self.language)
        in_other = f" ({spoken})" if self.field == "translations" else ""
        return f"{names[self.part]}{in_other}"


def notices_of(study: Study) -> list[WordingNotice]:
    """Return all that is pointed out in a draft."""
    return [
        *notices_of_words(study),
        *_of_criteria(study),
        *_of_example_texts(study),
        *_of_length(study),
    ]


def notices_of_words(study: Study) -> Iterator[WordingNotice]:
    """Look at the words alone; the database is asked nothing."""
    return _notices_of_texts(study, [text for text in _own_texts(study) if text.text])


def _notices_of_texts(study: Study, texts: list[OwnText]) -> Iterator[WordingNotice]:
    names = names_pattern([*study.subjects.values()])
    asked_for = _words_of_directed_question(study, texts)
    for text in texts:
        if text.part == "question" and study.is_directed:
            continue  # it says what judges look for, as its protocol asks
        found = demand_words(
            text.text, text.language, names=names, is_consent=text.part == "consent_text"
        )
        if words := [word for word in found if word.casefold() not in asked_for]:
            yield WordingNotice(DEMAND, text.field, _demand(text.place, words))
        if text.part == "question" and (words := one_sided_words(text.text, text.language)):
            yield WordingNotice(FRAMING, text.field, _framing(text.place, words))


def notices_of_mail(study: Study, subject: str, body: str, language: str) -> Iterator[str]:
    """Point out words of an invitation that betray what the study is about."""
    names = names_pattern([*study.subjects.values()])
    own = study.question if study.is_directed else ""
    asked_for = {word.casefold() for word in demand_words(own, study.language, names=names)}
    for place, text in (("the subject", subject), ("the message", body)):
        found = demand_words(text, language, names=names)
        if words := [word for word in found if word.casefold() not in asked_for]:
            yield _demand(place, words)


def _own_texts(study: Study) -> Iterator[OwnText]:
    yield from _texts_in(study.language, vars(study), "")
    for language, given in (study.translations or {}).items():
        if isinstance(given, dict):
            yield from _texts_in(language, given, "translations")
    for question in study.questionnaire:
        if question.get("when") == "before":
            words = "\n".join([question["label"], *question.get("options", [])])
            yield OwnText("questionnaire", "questionnaire", study.language, words)
    # Read only after the last choice, they can bias none.
    if study.follow_up.get("when") == Moment.EACH:
        for criterion in study.follow_up["criteria"]:
            words = f"{criterion['label']}\n{criterion['definition']}"
            yield OwnText("follow_up", "follow_up", study.language, words)


def _of_criteria(study: Study) -> Iterator[WordingNotice]:
    """Look at the criteria and scale of a rating study."""
    if kind_of(study).tells_apart:
        return
    if plan := RatingPlan.objects.filter(study=study.pk).first():
        words = [plan.scale_low, plan.scale_high]
        for one in plan.rated_by:
            words += [one.label, one.definition, one.question]
        text = OwnText("criteria", "criteria", study.language, "\n".join(filter(None, words)))
        yield from _notices_of_texts(study, [text])


def _texts_in(language: str, given: dict[str, Any], field: str) -> Iterator[OwnText]:
    for part in ("question", "instructions", "consent_text"):
        yield OwnText(part, field or part, language, str(given.get(part) or ""))
    if field:
        asked = (given.get("questionnaire") or {}).values()
        words = [word for one in asked for word in (one.get("label"), *one.get("options", ()))]
        yield OwnText("questionnaire", field, language, "\n".join(filter(None, words)))
        rated = (given.get("criteria") or {}).values()
        words = [word for one in rated for word in one.values()]
        yield OwnText("criteria", field, language, "\n".join(words))


def _words_of_directed_question(study: Study, texts: list[OwnText]) -> set[str]:
    """Return the words that a directed triad's question says already, in small letters."""
    if not study.is_directed:
        return set()
    names = names_pattern([*study.subjects.values()])
    return {
        word.casefold()
        for text in texts
        if text.part == "question"
        for word in demand_words(text.text, text.language, names=names)
    }


def _demand(place: str, words: list[str]) -> str:
    return (
        f"{_quoted(words)} in {place}: judges may guess what the study is about, and answer by "
        "what they think of that."
    )


def _framing(place: str, words: list[str]) -> str:
    return (
        f"{_quoted(words)} in {place} names one side of a quality only: judges will look for that "
        "side. Name both sides or none."
    )


def _quoted(words: list[str]) -> str:
    shown = [f"“{word}”" for word in words[:WORDS_SHOWN]]
    more = " …" if len(words) > WORDS_SHOWN else ""
    return ", ".join(shown) + more


def _of_example_texts(study: Study) -> Iterator[WordingNotice]:
    """Look at practice and attention texts, and at main texts quoted in the instructions."""
    kinds = {Kind.PRACTICE: study.practice_triads, Kind.ATTENTION: len(study.attention_at)}
    fields = {Kind.PRACTICE: "practice_triads", Kind.ATTENTION: "attention_at"}
    used = [kind for kind, number in kinds.items() if number]
    if used:
        rows = study.samples.filter(kind__in=used, left_out=False)
        examples = [
            (Kind(kind), text, context)
            for kind, text, context in rows.values_list("kind", "text", "context")
        ]
        yield from _names_in(study, examples)
        pairs = [(text, context) for _kind, text, context in examples]
        apart = kind_of(study).tells_apart
        if apart and (anchored := shared_with_one(pairs, _main_texts(study))):
            yield WordingNotice(ANCHORING, fields[used[0]], _anchored(study, used, *anchored))
    instructions = "\n".join(t.text for t in _own_texts(study) if t.part == "instructions")
    if instructions.strip() and (quoted := _quoted_texts(study, instructions)):
        texts = "1 main text stands" if quoted == 1 else f"{quoted:,} main texts stand"
        yield WordingNotice(
            ANCHORING,
            "instructions",
            f"{texts} in the instructions word for word: judges know it before they choose.",
        )


def _names_in(study: Study, examples: list[tuple[Kind, str, str]]) -> Iterator[WordingNotice]:
    names: re.Pattern[str] | None = names_pattern([*study.subjects.values()])
    for kind, field in ((Kind.PRACTICE, "practice_triads"), (Kind.ATTENTION, "attention_at")):
        texts = "\n".join(text for of_kind, text, _context in examples if of_kind == kind)
        if names and (found := dict.fromkeys(one.group() for one in names.finditer(texts))):
            yield WordingNotice(
                DEMAND,
                field,
                _demand(f"the {kind} texts", [*found]),
            )


def _main_texts(study: Study) -> Iterator[tuple[Subject, str, str]]:
    """Yield main texts in an order that has to do neither with subject nor item."""
    rows = study.samples.main().order_by("content_hash").values_list("subject", "text", "context")
    for subject, text, context in rows[:TEXTS_COMPARED].iterator(chunk_size=1000):
        yield cast(Subject, subject), text, context


def _anchored(study: Study, kinds: list[Kind], subject: Subject, number: int) -> str:
    other = study.subjects["B" if subject == "A" else "A"]
    sentences = "1 sentence" if number == 1 else f"{number:,} sentences"
    return (
        f"The {' and '.join(kinds)} texts share {sentences}, or their patterns, with main texts of "
        f"{study.subjects[subject]} and none with those of {other}: judges may go by what they "
        "have met."
    )


def _quoted_texts(study: Study, instructions: str) -> int:
    at = StrIndex(Value(instructions, output_field=TextField()), F("text"))
    texts = study.samples.main().annotate(length=Length("text"), at=at)
    number: int = texts.filter(length__gte=SHORTEST_QUOTED, at__gt=0).count()
    return number


def _of_length(study: Study) -> Iterator[WordingNotice]:
    each, minutes = study.evaluations_per_judge, minutes_needed(study)
    if not kind_of(study).tells_apart:
        yield from _of_minutes_rating(each, minutes)
        return
    if each <= MOST_EVALUATIONS and minutes <= MOST_MINUTES:
        return
    told = "1 evaluation" if each == 1 else f"{each} evaluations"
    yield WordingNotice(
        FATIGUE,
        "evaluations_per_judge",
        f"A judge makes {told}, in about {minutes} minutes; more than {MOST_EVALUATIONS}, or more "
        f"than {MOST_MINUTES} minutes, tire people, and tired answers look like guesses.",
    )


def _of_minutes_rating(sheets: int, minutes: int) -> Iterator[WordingNotice]:
    if minutes > MOST_MINUTES:
        told = "1 sheet" if sheets == 1 else f"{sheets} sheets"
        yield WordingNotice(
            FATIGUE,
            "evaluations_per_judge",
            f"A judge rates {told}, in about {minutes} minutes; more than {MOST_MINUTES} minutes "
            "tire people, and tired judges write the same number again and again.",
        )
