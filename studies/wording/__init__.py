"""The wording of the judge's pages: the study's own in each language, else the default one.

An opened study has that of its frozen plan, so that a later version of this program, or of a
catalogue, changes nothing that a judge reads or has agreed to.
"""

import hashlib
import unicodedata
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from typing import Any

from django.db.models import JSONField
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import Cast
from django.utils.formats import date_format
from django.utils.translation import get_language, ngettext, override
from django.utils.translation import gettext as _

from studies import reading_time
from studies.kinds import kind_of
from studies.models import Study
from studies.questionnaire import Question, in_language, questions_of
from studies.ratings import criteria as rated
from studies.ratings.criteria import Criterion, words_of
from studies.wording.defaults import OF_KIND

# The parts of a wording, and the columns of a study (and names in its translations) they come from.
OWN = {
    "question": "question",
    "instructions": "instructions",
    "consent": "consent_text",
    "thanks": "thanks_text",
}


@dataclass(frozen=True, slots=True)
class Wording:
    """The texts before, during and after the trials; `terms` stand under the consent."""

    question: str
    instructions: str
    consent: str
    terms: str
    thanks: str

    @property
    def consent_sha256(self) -> str:
        """Return the hash by which a judge's row names the text that was agreed to."""
        return hashlib.sha256(f"{self.consent}\n\n{self.terms}".encode()).hexdigest()

    def as_dict(self) -> dict[str, str]:
        return asdict(self)


def invitation(study: Study, address: str, language: str) -> str:
    """Return a message with a recruitment link; it names no subject."""
    with override(language):
        return OF_KIND[study.kind].invitation(study) % {"address": address, "work": _work(study)}


def reminder(study: Study, address: str, language: str) -> str:
    """Return a message for people who were invited and have not begun."""
    with override(language):
        return OF_KIND[study.kind].reminder(study) % {"address": address, "work": _work(study)}


def invitation_subject(study: Study, language: str) -> str:
    """Return the subject of an e-mail; it names no study and no author."""
    with override(language):
        return f"{OF_KIND[study.kind].invitation_subject()} {_minutes(study)}"


def reminder_subject(study: Study, language: str) -> str:
    """Return the subject of a second e-mail, to people who have not begun."""
    with override(language):
        return OF_KIND[study.kind].reminder_subject()


def _work(study: Study) -> str:
    """Return how many pages a judge reads and about how long, as the welcome page says it."""
    pages = reading_time.pages_of(study)
    return f"{OF_KIND[study.kind].pages(pages) % {'pages': pages}} {_minutes(study)}"


def _minutes(study: Study) -> str:
    minutes = reading_time.minutes_needed(study)
    told = ngettext("It takes about a minute.", "It takes about %(minutes)s minutes.", minutes)
    return told % {"minutes": minutes}


def welcome_title(study: Study) -> str:
    """Return what the welcome page asks, where the study has no question of its own."""
    return OF_KIND[study.kind].title()


def wording_of(study: Study, language: str | None = None) -> Wording:
    """Return the wording in `language`, by default the study's."""
    language = language or study.language
    if study.plan_sha256:
        frozen = _frozen(study.pk, study.plan_sha256).get(language)
        if isinstance(frozen, dict):
            return Wording(**{name: frozen[name] for name in Wording.__slots__})
    return wording_now(study, language)


@lru_cache(maxsize=256)
def _frozen(study_id: int, plan_sha256: str) -> dict[str, Any]:
    """Return the wording of a frozen plan by language, without the plan's megabytes of texts."""
    plans = Study.objects.filter(pk=study_id, plan_sha256=plan_sha256)
    wording = KeyTransform("wording", Cast("plan_json", JSONField()))
    return plans.values_list(wording, flat=True).first() or {}


def wording_now(study: Study, language: str) -> Wording:
    """Return the wording of a draft, as opening would freeze it."""
    with override(language):
        return Wording(
            question=own_text(study, "question", language) or OF_KIND[study.kind].question(),
            instructions=own_text(study, "instructions", language)
            or OF_KIND[study.kind].instructions(study),
            consent=own_text(study, "consent", language) or "\n\n".join(_default_consent(study)),
            terms="\n".join(_terms(study)),
            thanks=own_text(study, "thanks", language)
            or _("Thank you. Your answers have been stored."),
        )


def own_text(study: Study, name: str, language: str) -> str:
    """Return the study's own text in this language, else in its own; empty where it has none."""
    own: str = getattr(study, OWN[name])
    if language == study.language and own:
        return own
    return _translated(study, language).get(OWN[name]) or own


def language_of(study: Study, name: str, language: str) -> str:
    """Return the language of a part of the wording on a page in `language`."""
    own = own_text(study, name, language) if name in OWN else ""
    is_given = own and own == _translated(study, language).get(OWN[name])
    return study.language if own and not is_given else language


def _translated(study: Study, language: str) -> dict[str, Any]:
    found = (study.translations or {}).get(language)
    return found if isinstance(found, dict) else {}


def questions_in(study: Study, when: str, language: str) -> list[Question]:
    """Return the questions of one part of the questionnaire, where possible in this language."""
    translated = _translated(study, language).get("questionnaire")
    return in_language(questions_of(study.questionnaire, when), translated)


def criteria_in(
    study: Study, criteria: Sequence[Criterion], language: str
) -> tuple[list[Criterion], str]:
    """Return criteria in this language, where all of their words exist in it; and in which."""
    ours = default_words(study, language).get("criteria")
    if language == study.language:
        own = {one.key: words_of(one) for one in criteria}
        return rated.in_language(criteria, ours, own) or [*criteria], language
    given = _translated(study, language).get("criteria")
    found = rated.in_language(criteria, given, ours)
    return criteria_in(study, criteria, study.language) if found is None else (found, language)


def scale_in(study: Study, ends: tuple[str, str], language: str) -> tuple[tuple[str, str], str]:
    """Return the words at the ends of a scale in this language, where both exist; and in which."""
    is_own = language == study.language
    given = {} if is_own else _translated(study, language).get("scale") or {}
    for words in (given, default_words(study, language).get("scale", {})):
        if words.get("low") and words.get("high"):
            return (words["low"], words["high"]), language
    return (ends, language) if is_own else scale_in(study, ends, study.language)


def default_words(study: Study, language: str) -> dict[str, dict[str, Any]]:
    """Return our words of criteria and scale in this language, where the study left them as ours.

    An opened study has those of its plan: none, where it was opened before plans had them.
    """
    if study.plan_sha256:
        frozen = _frozen(study.pk, study.plan_sha256).get(language) or {}
        return {part: frozen[part] for part in ("criteria", "scale") if part in frozen}
    return default_words_now(study, language)


def default_words_now(study: Study, language: str) -> dict[str, dict[str, Any]]:
    """Return the same of a draft, as opening would freeze it."""
    own = kind_of(study).own_criteria(study)
    with override(language):
        criteria = {
            one.key: {part: _(words) for part, words in words_of(one).items()}
            for one in own.criteria
            if rated.is_default(one)
        }
        low, high = map(_, rated.DEFAULT_ENDS)
    scale = {"low": low, "high": high} if own.scale == rated.DEFAULT_ENDS else {}
    return {part: words for part, words in (("criteria", criteria), ("scale", scale)) if words}


def missing_words(study: Study, language: str) -> list[str]:
    """Return which of the study's own words (its columns) do not exist in this language."""
    if language == study.language:
        return []
    given = _translated(study, language)
    missing = [name for name in OWN.values() if getattr(study, name) and not given.get(name)]
    asked = given.get("questionnaire") or {}
    if not all(_is_translated(one, asked.get(one["key"]) or {}) for one in study.questionnaire):
        missing.append("questionnaire")
    _criteria, found = criteria_in(study, kind_of(study).own_criteria(study).criteria, language)
    if found != language:
        missing.append("follow_up" if kind_of(study).tells_apart else "criteria")
    return missing


def _is_translated(question: dict[str, Any], given: dict[str, Any]) -> bool:
    needed = ("label", "options") if question.get("options") else ("label",)
    return all(given.get(part) for part in needed)


def browser_sentence(language: str) -> str:
    """Return what any consent has to say of the browser: cookies, and translated pages."""
    with override(language):
        return _(
            "For 180 days two cookies in your browser let you go on where you left off and show us "
            "which answers came from the same browser. We also store whether the browser had "
            "translated the page."
        )


def consents_without_browser(study: Study) -> list[str]:
    """Return the languages in which the study's own consent text is silent about the browser."""
    own = {study.language: study.consent_text} | {
        language: str(_translated(study, language).get("consent_text") or "")
        for language in study.translations or {}
    }
    return [language for language, text in own.items() if text and not _names_browser(text)]


def _names_browser(consent: str) -> bool:
    """Whether the text tells how long the cookies stay, in whichever words and digits."""
    digits = "".join(str(unicodedata.digit(sign, sign)) for sign in consent)
    return "180" in digits


def _default_consent(study: Study) -> list[str]:
    """Return the paragraphs of the consent; they mention only what the study asks for."""
    stored = [OF_KIND[study.kind].stored()]
    if study.presentation == Study.Presentation.MASKED:
        stored.append(
            _("We also store which sentences you looked at, in which order and for how long.")
        )
    if study.asks_reason or study.asks_sureness or study.questionnaire or study.follow_up:
        stored.append(_("What you answer to our other questions is stored as well."))
    stored.append(
        _("If a panel sent you here, we keep the number by which it knows you."),
    )
    stored.append(browser_sentence(get_language() or study.language))
    return [
        _("Taking part is voluntary and you can stop at any time."),
        " ".join(stored),
        _(
            "The answers are used for research and may be published without anything that points "
            "to you."
        ),
    ]


def _terms(study: Study) -> list[str]:
    """Return the sentences on names, withdrawal and contact, which stand under every consent."""
    if study.withdrawal_until:
        date = date_format(study.withdrawal_until, "DATE_FORMAT")
        until = _(
            "You can withdraw your answers until %(date)s: by the link at the top of each page "
            "that follows."
        )
        sentences = [until % {"date": date}]
    else:
        sentences = [
            _(
                "You can withdraw your answers as long as the study is kept: by the link at the "
                "top of each page that follows."
            )
        ]
    sentences.append(
        _(
            "We do not know your name, unless this link was sent to you alone. Then we keep the "
            "name or address that it is for, until you withdraw or the study is erased: the people "
            "who run the study see by it whether you have begun and finished. No page or file "
            "shows it beside your answers."
        )
    )
    if study.privacy_contact:
        contact = " ".join(study.privacy_contact.split())
        sentences.append(_("Questions about privacy: %(contact)s") % {"contact": contact})
    return sentences
