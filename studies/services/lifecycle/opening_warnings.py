"""What a researcher should know before a study is opened: warnings to mend or to accept."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from studies.design import text_use
from studies.kinds import RATING, TRIANGLE
from studies.kinds.pair import Pair
from studies.models import Study
from studies.services.lifecycle.checks import (
    attention,
    one_rule,
    ratings,
    surface_cues,
    wording,
)
from studies.services.lifecycle.checks.pilot import pilot_exclusion
from studies.stimuli.cues.surface_cues import BY, Look, looks_at
from studies.wording import browser_sentence, consents_without_browser, missing_words

FEWER_THAN_RECOMMENDED = "fewer_than_recommended"
FEW_TEXTS = "few_texts"
TOPIC_AND_AUTHOR = "topic_and_author"
NO_ATTENTION = "no_attention"
REPEATED_TEXTS = "repeated_texts"
TEXTS_STAND_OUT = "texts_stand_out"
ONE_RULE = "one_rule"
WORDS_MISSING = "words_missing"
CONSENT_SILENT = "consent_silent"
NO_CONTACT = "no_contact"
ATTENTION_ANSWER = "attention_answer"
EXCLUDES_MOST = "excludes_most"

# What the box says that accepts a warning, by its code.
ACCEPTING = {
    FEWER_THAN_RECOMMENDED: "Open the study all the same",
    FEW_TEXTS: "Open the study with so few texts",
    TOPIC_AND_AUTHOR: "Open the study although the topic may tell",
    REPEATED_TEXTS: "Open the study with identical texts",
    TEXTS_STAND_OUT: "Open the study although texts differ at a glance",
    ONE_RULE: "Open the study although one rule tells the texts apart",
    WORDS_MISSING: "Open the study with words in the language of the texts",
    CONSENT_SILENT: "Open the study with this consent text",
    NO_CONTACT: "Open the study without a contact",
    NO_ATTENTION: "Open the study without attention triads",
    ATTENTION_ANSWER: "Open the study with these attention triads",
    EXCLUDES_MOST: "Open the study with this rule",
    ratings.FEW_JUDGES: "Open the study with so few judges",
    ratings.MUCH_OF_ONE_JUDGE: "Open the study with so large a share for one judge",
    ratings.ITEMS_ALIKE: "Open the study without these items",
    ratings.CONTEXT_IN_SIGHT: "Open the study with what the texts are made from in sight",
    wording.DEMAND: "Open the study with these words",
    wording.FRAMING: "Open the study with this question",
    wording.ANCHORING: "Open the study with these examples",
    wording.FATIGUE: "Open the study with so long a task for one judge",
}
# What the frozen plan says of a warning that was accepted.
ACCEPTED = {
    FEWER_THAN_RECOMMENDED: "fewer evaluations than ISO 4120 recommends",
    FEW_TEXTS: f"fewer than {text_use.LEAST_TEXTS} texts of a subject",
    TOPIC_AND_AUTHOR: "no item has texts of both subjects",
    REPEATED_TEXTS: "some texts are identical",
    TEXTS_STAND_OUT: "single texts differ much in what is seen without reading",
    ONE_RULE: "a judge who looks at one thing only would be right more often than the plan asks",
    WORDS_MISSING: "some words are missing in some languages",
    CONSENT_SILENT: "the consent text does not say what is stored in the browser",
    NO_CONTACT: "no contact for questions about privacy",
    NO_ATTENTION: "a similarity plan without attention triads",
    ATTENTION_ANSWER: "attention texts that say which to choose",
    EXCLUDES_MOST: "the exclusion rule would have excluded most judges of a pilot",
    ratings.FEW_JUDGES: f"fewer than {ratings.RECOMMENDED_JUDGES} judges for a criterion",
    ratings.MUCH_OF_ONE_JUDGE: "one judge may rate more than 10 % of the sheets",
    ratings.ITEMS_ALIKE: "items about which all systems have the same text are left out",
    ratings.CONTEXT_IN_SIGHT: "a criterion such as naturalness is rated with what the texts are "
    "made from in sight",
    wording.DEMAND: "words that may tell judges what the study is about (demand)",
    wording.FRAMING: "a question that names one side of a quality (framing)",
    wording.ANCHORING: "examples that resemble the texts of one subject only, or are main texts "
    "(anchoring)",
    wording.FATIGUE: f"more than {wording.MOST_EVALUATIONS} evaluations or {wording.MOST_MINUTES} "
    "minutes a judge (fatigue)",
}


@dataclass(frozen=True, slots=True)
class OpeningWarning:
    """A warning: a code for programs, a sentence for people."""

    code: str
    message: str
    # Where it is mended, if not in the one field of its code.
    field: str = ""

    def __str__(self) -> str:
        return (
            f"{self.message} Tick the box to open the study all the same; the warning is kept with "
            "it."
        )


def warnings_of(study: Study) -> list[OpeningWarning]:
    """Return the warnings that must be accepted before opening."""
    found = (*_OF_KIND[study.kind](study), *_of_words(study), *_of_judges(study))
    warnings = [OpeningWarning(code, message) for code, message in found]
    return [*warnings, *_of_biases(study)]


def _of_triads(study: Study) -> Iterator[tuple[str, str]]:
    yield from _of_plan(study)
    yield from _of_texts(study)


def _of_biases(study: Study) -> Iterator[OpeningWarning]:
    """Return one warning for each bias of the words, with all that was found."""
    found: dict[str, list[wording.WordingNotice]] = {}
    for notice in wording.notices_of(study):
        found.setdefault(notice.code, []).append(notice)
    for code, notices in found.items():
        message = " ".join(notice.message for notice in notices)
        yield OpeningWarning(code, message, notices[0].field)


def _of_plan(study: Study) -> Iterator[tuple[str, str]]:
    if study.below_recommended:
        yield (
            FEWER_THAN_RECOMMENDED,
            "Fewer evaluations than ISO 4120 recommends (18 for difference, 30 for similarity).",
        )


def _of_texts(study: Study) -> Iterator[tuple[str, str]]:
    texts = study.samples.main().different_by_subject()
    if not all(texts.values()):
        return
    if min(texts.values()) < text_use.LEAST_TEXTS:
        read = text_use.reading_sentence(texts, study.evaluations, study.protocol)
        numbers = (
            f"There are {texts['A']:,} different texts of {study.subject_a} and {texts['B']:,} of "
            f"{study.subject_b}."
        )
        yield FEW_TEXTS, f"{numbers} {read} {text_use.HARDLY_BEYOND}"
    if study.pairing == Study.Pairing.DIFFERENT and not study.samples.main().share_an_item():
        yield TOPIC_AND_AUTHOR, text_use.TOPIC_AND_AUTHOR
    if repeated := study.samples.main().repeated():
        which = "1 text repeats" if repeated == 1 else f"{repeated:,} texts repeat"
        yield (
            REPEATED_TEXTS,
            f"{which} another one. No triad holds a text twice, but judges may read it more often "
            "than the others.",
        )
    report, rules = surface_cues.known_report(Pair(study)), one_rule.rules_tried(study)
    if report and (looks := looks_at(report, one_rule.shares_right(rules))):
        yield TEXTS_STAND_OUT, " ".join(_without_reading(looks))
    if passing := [rule for rule in rules if rule.pd > study.pd]:
        best = passing[0]
        yield (
            ONE_RULE,
            f"A judge who looks only at {best.looks_at} would be right in {100 * best.right:.0f} % "
            f"of the triads, as if {100 * best.pd:.0f} % perceived a difference: more than the "
            f"{100 * study.pd:.0f} % of your plan. A verdict “different” may then mean that alone.",
        )


def _without_reading(looks: list[Look]) -> Iterator[str]:
    """Say how often looks at texts that are not read would be right; what is estimated is about."""
    if any(look.code == "names" for look in looks):
        yield "There are texts with the name of a subject: a judge may recognise the author by it."
    known = [(look, look.right) for look in looks if look.code in BY and look.right is not None]
    shares = [
        f"{BY[look.code]}{' would be right' if not number else ''} in "
        f"{'' if look.counted else 'about '}{100 * right:.0f} %"
        f"{' of triads' if not number else ''}"
        for number, (look, right) in enumerate(known)
    ]
    if shares:
        yield f"A judge who looks only at {', at '.join(shares)}; guessing gives 33 %."


def _of_words(study: Study) -> Iterator[tuple[str, str]]:
    partly = [
        f"{_language(language)} ({', '.join(_label(name) for name in missing)})"
        for language, given in (study.translations or {}).items()
        if given and (missing := missing_words(study, language))
    ]
    if partly:
        yield (
            WORDS_MISSING,
            f"Some of your own words are missing in {'; '.join(partly)}. Judges read them in the "
            "language of the texts, and the menu of languages says “in part”.",
        )
    if silent := consents_without_browser(study):
        said = ", ".join(map(_language, silent))
        yield (
            CONSENT_SILENT,
            f"Your consent text ({said}) does not say what stays in the browser of a judge. Add, "
            f"for example: “{browser_sentence(silent[0])}”",
        )
    if not study.privacy_contact:
        yield (
            NO_CONTACT,
            "Judges are not told whom they can ask about their data: there is no contact "
            "for privacy.",
        )


def _of_judges(study: Study) -> Iterator[tuple[str, str]]:
    if study.goal == Study.Goal.SIMILARITY and not study.attention_at:
        yield (
            NO_ATTENTION,
            "This similarity plan has no attention triads: bots and judges who do not read guess, "
            "and guessing looks like similarity.",
        )
    if misleading := attention.misleading_texts(study):
        texts = (
            "1 attention text seems" if misleading == 1 else f"{misleading} attention texts seem"
        )
        yield (
            ATTENTION_ANSWER,
            f"{texts} to say which text to choose. The right answer is the odd text, in half of "
            "the triads another one: a judge who follows the words would fail."
            if not study.is_directed
            else f"{texts} of A to say which text to choose. The right answer is the text of B.",
        )
    pilot = pilot_exclusion(study)
    if pilot and pilot.is_most:
        yield (
            EXCLUDES_MOST,
            f"The exclusion rule would have excluded {pilot.excluded} of the {pilot.judges} judges "
            "of your pilot with these texts.",
        )


def _listed(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _language(code: str) -> str:
    return str(dict(settings.LANGUAGES).get(code, code))


def _label(column: str) -> str:
    if column == "criteria":
        return "criteria"  # they are columns of the plan of ratings
    field: Any = Study._meta.get_field(column)
    return str(field.verbose_name)


_OF_KIND = {TRIANGLE.key: _of_triads, RATING.key: ratings.warnings_of}
