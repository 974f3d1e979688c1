"""The checks of a new study in words: what each is about, and where what it finds is mended."""

from collections.abc import Callable
from dataclasses import dataclass

from django.conf import settings

from studies.kinds import kind_of
from studies.models import Study
from studies.services.lifecycle import opening_warnings as warnings
from studies.services.lifecycle.checks import ratings, wording
from studies.wording import missing_words


@dataclass(frozen=True, slots=True)
class Fix:
    """Where something is mended: a page, the words of the link, and the field on the page."""

    view: str
    label: str
    field: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """A check: what stands there where nothing is wrong, and the codes of what it finds.

    Codes that end with an underscore stand for all that begin so. A check that does not concern a
    study is left out of its list, and one of texts where a subject has none.
    """

    title: str
    fine: str
    codes: tuple[str, ...]
    concerns: Callable[[Study], bool] = lambda study: True
    of_texts: bool = False

    def holds(self, code: str) -> bool:
        """Return whether what was found under this code belongs to the check."""
        if code in self.codes:
            return True
        own = any(code in check.codes for check in CHECKS)
        return not own and any(code.startswith(part) for part in self.codes if part.endswith("_"))


def _tells_apart(study: Study) -> bool:
    return kind_of(study).tells_apart


def _lacks_words(study: Study) -> bool:
    return any(missing_words(study, code) for code, _name in settings.LANGUAGES)


def _rates(study: Study) -> bool:
    return not kind_of(study).tells_apart


OF_RATINGS = (
    Check(
        "Texts of each system",
        "Each item has one text of each system.",
        (
            *("no_rated_texts", "incomplete_items", "all_alike"),
            *(ratings.ITEMS_ALIKE, ratings.TEXTS_SHARED),
        ),
        _rates,
    ),
    Check(
        "How texts are rated",
        "The primary criterion is one of those that judges are asked for; by none such as "
        "naturalness do judges rate with what the texts are made from in sight.",
        ("primary_criterion", ratings.CONTEXT_IN_SIGHT),
        _rates,
    ),
    Check(
        "Reference",
        "There is a reference text, and it is not one of the rated texts.",
        ("no_reference", "reference_is_rated"),
        lambda study: _rates(study) and study.rating_plan.has_reference,
    ),
    Check(
        "Judges",
        "There are as many as are recommended, they can rate all sheets, and no judge may rate "
        "more than 10 % of the sheets.",
        (
            *("too_few_judges", "fewer_judges_than_copies", "too_few_sheets_each"),
            *("more_sheets_than_questions", "too_many_sheets"),
            *(ratings.FEW_JUDGES, ratings.MUCH_OF_ONE_JUDGE),
        ),
        _rates,
    ),
)
TEXTS_FOR_TRIADS = Check(
    "Texts for the triads",
    "There are enough texts for every triad.",
    (
        *("no_texts", "too_few_texts", "too_few_items", "identical_texts"),
        *("no_different_items", "no_item_with_triad", "pictures_and_texts"),
        "covered_pictures",
    ),
    _tells_apart,
)
CHECKS = (
    *OF_RATINGS,
    TEXTS_FOR_TRIADS,
    Check(
        "Number of evaluations",
        "It can give the verdict, and is at least what ISO 4120 recommends.",
        ("unreachable", warnings.FEWER_THAN_RECOMMENDED),
        _tells_apart,
    ),
    Check(
        "Number of texts",
        "There are ten or more different texts of each subject.",
        (warnings.FEW_TEXTS,),
        _tells_apart,
        of_texts=True,
    ),
    Check(
        "Topics",
        "There are items with texts of both subjects.",
        (warnings.TOPIC_AND_AUTHOR,),
        _tells_apart,
        of_texts=True,
    ),
    Check(
        "Identical texts",
        "No text is there twice.",
        (warnings.REPEATED_TEXTS,),
        _tells_apart,
        of_texts=True,
    ),
    Check(
        "What gives texts away",
        "By none of length, punctuation, markup and names alone would a judge be right much more "
        "often than by guessing.",
        (warnings.TEXTS_STAND_OUT,),
        _tells_apart,
        of_texts=True,
    ),
    Check(
        "One rule for all triads",
        "Judges who go by one thing alone would be right in fewer of these triads than the plan's "
        "pd asks for, even where single texts stand out.",
        (warnings.ONE_RULE,),
        _tells_apart,
    ),
    Check(
        "Practice",
        "There are texts for all pages of practice.",
        ("practice_",),
        lambda study: study.practice_triads > 0,
    ),
    Check(
        "Attention",
        "Each judge reaches them, and no text says which to choose.",
        (
            *("attention_", "attention_place"),
            *(warnings.NO_ATTENTION, warnings.ATTENTION_ANSWER),
        ),
        lambda study: bool(study.attention_at),
    ),
    Check(
        "Numbers after a choice",
        "No reference is a text of the study, and no covered text is shown whole to be rated.",
        ("reference_is_text", "covered_texts_rated"),
        lambda study: bool(study.follow_up),
    ),
    Check(
        "Which judges are left out",
        "The rule can leave judges out, and would not have left out most judges of a pilot.",
        ("attention_rule", warnings.EXCLUDES_MOST),
        lambda study: study.least_seconds is not None or study.most_failed_attention is not None,
    ),
    Check(
        "What words betray",
        "Your own words mention no subject and no machine, and the question does not lean to "
        "one side.",
        (wording.DEMAND, wording.FRAMING),
    ),
    Check(
        "Examples",
        "What judges read beforehand resembles the texts of both subjects, or of neither.",
        (wording.ANCHORING,),
        lambda study: bool(study.practice_triads or study.attention_at or study.instructions),
    ),
    Check(
        "How much a judge reads",
        f"No judge reads for more than {wording.MOST_MINUTES} minutes, or makes more than "
        f"{wording.MOST_EVALUATIONS} evaluations.",
        (wording.FATIGUE,),
    ),
    Check(
        "Words in other languages",
        "All that judges read beside your texts is in each language.",
        (),
        lambda study: not _lacks_words(study),
    ),
    Check(
        "Words in other languages",
        "In each language either all or none of your own words are given. Where none are, judges "
        "read yours in the language of the texts, and the menu of languages says “in part”. What "
        "you changed of our words is your own. Translate them under Pages.",
        (warnings.WORDS_MISSING,),
        _lacks_words,
    ),
    Check(
        "Consent text",
        "It says what is stored in the browser of a judge.",
        (warnings.CONSENT_SILENT,),
    ),
    Check("Contact for privacy", "Judges are told whom they can ask.", (warnings.NO_CONTACT,)),
    Check(
        "Family of studies",
        "Its studies declare the same.",
        ("family",),
        lambda study: bool(study.family),
    ),
)
ADD = Fix("studies:upload", "Add texts")
LOOK = Fix("studies:texts", "Look at the texts")
ATTENTION = Fix("studies:pages", "Change where they come", "attention_at")
JUDGES = Fix("studies:question", "Plan more judges", "judges")
ITEMS = Fix("studies:items", "See which, or leave them out")
FIXES = {
    "pictures_and_texts": LOOK,
    "covered_pictures": Fix("studies:pages", "Change how texts are shown", "presentation"),
    "unreachable": Fix("studies:question", "Change the number", "evaluations"),
    warnings.FEWER_THAN_RECOMMENDED: Fix("studies:question", "Raise the number", "evaluations"),
    warnings.FEW_TEXTS: ADD,
    warnings.TOPIC_AND_AUTHOR: ADD,
    warnings.REPEATED_TEXTS: LOOK,
    warnings.TEXTS_STAND_OUT: Fix("studies:surface_cues", "See which texts"),
    warnings.ONE_RULE: Fix("analysis:companions", "See what could give them away"),
    "covered_texts_rated": Fix("studies:pages", "Change how texts are shown", "presentation"),
    "reference_is_text": Fix("studies:pages", "Change the reference", "follow_up"),
    "attention_place": ATTENTION,
    "attention_rule": Fix("studies:pages", "Change the rule", "most_failed_attention"),
    warnings.NO_ATTENTION: Fix("studies:pages", "Ask for attention triads", "attention_at"),
    warnings.ATTENTION_ANSWER: Fix("studies:texts", "Look at these texts"),
    warnings.EXCLUDES_MOST: Fix("studies:pages", "Change the rule", "least_seconds"),
    warnings.WORDS_MISSING: Fix("studies:pages", "Write them", "translations"),
    warnings.CONSENT_SILENT: Fix("studies:pages", "Add the sentence", "consent_text"),
    warnings.NO_CONTACT: Fix("studies:pages", "Write a contact", "privacy_contact"),
    wording.DEMAND: Fix("studies:pages", "Change the words", "instructions"),
    wording.FRAMING: Fix("studies:question", "Change the question", "question"),
    wording.ANCHORING: Fix("studies:pages", "Change the examples", "instructions"),
    wording.FATIGUE: Fix("studies:question", "Ask for fewer", "evaluations_per_judge"),
    "family": Fix("studies:question", "Change the family", "family"),
    "primary_criterion": Fix("studies:question", "Choose it", "criteria"),
    "no_reference": Fix("studies:question", "Write it", "reference_text"),
    "reference_is_rated": Fix("studies:question", "Take another text", "reference_text"),
    "too_few_judges": JUDGES,
    "fewer_judges_than_copies": JUDGES,
    "too_many_sheets": Fix("studies:question", "Change it", "judges_per_item"),
    "too_few_sheets_each": Fix("studies:question", "Change it", "evaluations_per_judge"),
    "more_sheets_than_questions": Fix("studies:question", "Ask for fewer", "evaluations_per_judge"),
    ratings.FEW_JUDGES: JUDGES,
    ratings.MUCH_OF_ONE_JUDGE: Fix("studies:question", "Ask for fewer", "evaluations_per_judge"),
    ratings.CONTEXT_IN_SIGHT: Fix("studies:question", "Ask criteria apart", "setup"),
    ratings.TEXTS_SHARED: LOOK,
    **dict.fromkeys(("incomplete_items", "all_alike", ratings.ITEMS_ALIKE), ITEMS),
}
# The fields of the first step; words of judges' pages are changed in the third.
ON_FIRST_STEP = ("question", "evaluations_per_judge")
NOT_TRIED = (
    "How often a judge who looks at one thing only (length, how texts begin) would be right "
    "has not been worked out for these texts and this plan. That takes seconds."
)
NO_TRIADS = "With these texts the plan makes no triads on which it could be tried."
NOT_LOOKED_AT = "With so many texts a job works this out, and it has not run yet."
