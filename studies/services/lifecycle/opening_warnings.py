"""What a researcher should know before a study is opened: warnings to accept, and notes."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.conf import settings

from studies.design import text_use
from studies.models import Study
from studies.wording import browser_sentence, consents_without_browser, missing_words

FEWER_THAN_RECOMMENDED = "fewer_than_recommended"
FEW_TEXTS = "few_texts"
TOPIC_AND_AUTHOR = "topic_and_author"
NO_ATTENTION = "no_attention"

# What the box says that accepts a warning, by its code.
ACCEPTING = {
    FEWER_THAN_RECOMMENDED: "Open the study all the same",
    FEW_TEXTS: "Open the study with so few texts",
    TOPIC_AND_AUTHOR: "Open the study although the topic may tell",
    NO_ATTENTION: "Open the study without attention triads",
}
# What the frozen plan says of a warning that was accepted.
ACCEPTED = {
    FEWER_THAN_RECOMMENDED: "fewer evaluations than ISO 4120 recommends",
    FEW_TEXTS: f"fewer than {text_use.LEAST_TEXTS} texts of a subject",
    TOPIC_AND_AUTHOR: "no item has texts of both subjects",
    NO_ATTENTION: "a similarity plan without attention triads",
}


@dataclass(frozen=True, slots=True)
class OpeningWarning:
    """A warning: a code for programs, a sentence for people."""

    code: str
    message: str

    def __str__(self) -> str:
        return (
            f"{self.message} Tick the box to open the study all the same; the warning is kept with "
            "it."
        )


def warnings_of(study: Study) -> list[OpeningWarning]:
    """Return the warnings that must be accepted before opening."""
    return list(_warnings(study))


def _warnings(study: Study) -> Iterator[OpeningWarning]:
    if study.below_recommended:
        yield OpeningWarning(
            FEWER_THAN_RECOMMENDED,
            "Fewer evaluations than ISO 4120 recommends (18 for difference, 30 for similarity).",
        )
    if study.goal == Study.Goal.SIMILARITY and not study.attention_at:
        yield OpeningWarning(
            NO_ATTENTION,
            "This similarity plan has no attention triads: bots and judges who do not read guess, "
            "and guessing looks similar too.",
        )
    texts = study.samples.main().different_by_subject()
    if not all(texts.values()):
        return
    if min(texts.values()) < text_use.LEAST_TEXTS:
        read = text_use.reading_sentence(texts, study.evaluations, study.protocol)
        numbers = f"There are {texts['A']:,} different texts of A and {texts['B']:,} of B."
        yield OpeningWarning(FEW_TEXTS, f"{numbers} {read} {text_use.HARDLY_BEYOND}")
    if study.pairing == Study.Pairing.DIFFERENT and not study.samples.main().share_an_item():
        yield OpeningWarning(TOPIC_AND_AUTHOR, text_use.TOPIC_AND_AUTHOR)


def notes_of(study: Study) -> list[str]:
    """Return what is pointed out before opening about the study's own words."""
    names = dict(settings.LANGUAGES)
    notes = []
    if silent := consents_without_browser(study):
        said = ", ".join(names.get(language, language) for language in silent)
        notes.append(
            f"Your consent text ({said}) does not say what stays in the browser of a judge. Add, "
            f"for example: “{browser_sentence(silent[0])}”"
        )
    partly = [
        f"{names.get(language, language)} ({', '.join(_label(name) for name in missing)})"
        for language, given in (study.translations or {}).items()
        if given and (missing := missing_words(study, language))
    ]
    if partly:
        notes.append(
            f"Some of your own words are missing in {'; '.join(partly)}. Judges read them in the "
            "language of the texts, and the menu of languages says “in part”."
        )
    return notes


def _label(column: str) -> str:
    field: Any = Study._meta.get_field(column)
    return str(field.verbose_name)
