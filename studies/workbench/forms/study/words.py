"""The words of the form of a study: labels, errors, help, sections."""

from typing import Any

from studies.services.lifecycle.plan_fields import FormSection

RISK = "Write a risk from 0.0001 to below 0.5, for example 0.05."
PROPORTION = "Write a proportion between 0.01 and 0.99, for example 0.3."
WHOLE = "Write a whole number from 1 to 1,000,000, or leave the field empty."
SECONDS = "Write seconds from 0.1 to 600, or leave the field empty."
FAILED = "Write a whole number from 0 on, or leave the field empty."
PRACTICE = "Write a whole number from 0 to 5."
PER_JUDGE = "Write a whole number from 1 to 100."
FAMILY_SIZE = "Write a whole number from 2 to 100: this study and the others."
EMPTY_TEXT = "Empty: the text shown in grey, in the judge's language."
EXAMPLE_QUESTION = "Which one was written by a machine?"
QUESTION_OF_DIRECTED = (
    f"A directed triad needs its own, which names what to look for: “{EXAMPLE_QUESTION}”"
)
NO_QUESTION = (
    f"Write what judges look for in a directed triad, for example “{EXAMPLE_QUESTION}” The text of "
    "subject B is the right answer."
)
# A verdict quotes it.
MOST_OF_QUESTION = 200
LONG_QUESTION = (
    f"Write the question of a directed triad on one line, in at most {MOST_OF_QUESTION} "
    "characters: the verdict quotes it."
)


def always(message: str) -> dict[str, Any]:
    """Return the same sentence for every way in which a number can be wrong."""
    return dict.fromkeys(("invalid", "min_value", "max_value", "required"), message)


ERRORS = {
    "alpha": always(RISK),
    "beta": always(RISK),
    "pd": always(PROPORTION),
    "evaluations": always(WHOLE),
    "evaluations_per_judge": always(PER_JUDGE),
    "least_seconds": always(SECONDS),
    "most_failed_attention": always(FAILED),
    "practice_triads": always(PRACTICE),
    "family_size": always(FAMILY_SIZE),
}
LABELS = {
    "alpha": "Risk alpha",
    "beta": "Risk beta",
    "pd": "Proportion pd",
    "least_seconds": "Fewest seconds for an answer",
    "most_failed_attention": "Attention triads that may fail",
    "privacy_contact": "Contact for privacy",
    "b_imitates_a": "B is meant to imitate A",
    "family": "Family of studies",
    "family_size": "Studies in the family",
}
HELP = {
    "subject_a": (
        "Who or what wrote the first kind of texts, for example “Human”. Never shown to judges."
    ),
    "subject_b": "Who or what wrote the others. Never shown to judges.",
    "goal": (
        "Difference: you expect that people notice. Similarity: you expect that hardly anyone does."
    ),
    "protocol": (
        "Undirected: two texts by one author, one by the other, in all six orders; which differs? "
        "Directed: two texts of A and one of B, and the question names what B has; fewer judges "
        "are needed, and only that is tested: write that question below."
    ),
    "alpha": "The risk you take of claiming a difference that is not there.",
    "beta": "The risk you take of missing a difference that is there.",
    "pd": (
        "The share of people who may perceive a difference before it matters to you: 0.3 is 30 %."
    ),
    "evaluations": (
        "How many answers you want. If you leave it empty, the number that these risks need is "
        "filled in. In a sequential plan: the largest number."
    ),
    "evaluations_per_judge": "More than one only for a difference test with a fixed number.",
    "pairing": "Whether the three texts shown together are about three items or all about one.",
    "hold_minutes": "A judge who leaves without answering makes room for another after this time.",
    "blind": "No results are shown before the last answer is in.",
    "ends_at": "The study closes automatically then. Empty: you close it.",
    "language": (
        "A language tag: en, es, pt-BR, zh-Hant, ar … If the judges' pages do not exist in "
        "this language, they are in English around your own texts."
    ),
    "presentation": (
        "One sentence at a time shows how people read: which sentence, when and for how long. "
        "Judges who cannot use it get whole texts."
    ),
    "progress_shown": "“2 of 6” at the top of each page.",
    "practice_triads": "Shown first, with feedback, from texts of kind “practice”. Never counted.",
    "asks_reason": "A text field on a page after the choice is stored; optional.",
    "asks_sureness": "A guess, not sure, fairly sure, certain: on the same page; optional.",
    "sureness_weights": (
        "Of a guess, not sure, fairly sure, certain: 0 to 3 each. After the verdict right answers "
        "are weighted by them, as a check beside it that decides nothing."
    ),
    "follow_up": (
        "One more page, stored together with the choice. A result of its own beside the verdict, "
        "which stays that of the triads."
    ),
    "least_seconds": (
        "A judge who answers faster than this, even once, is excluded. Empty: none is."
    ),
    "attention_at": (
        "Before which of a judge's evaluations an attention triad comes, for example “1, 3”. "
        "From texts of kind “attention”, on the same page as the real ones. Never counted."
    ),
    "most_failed_attention": (
        "A judge who fails more of them than this is excluded; with 0, a judge who fails one "
        "is. Empty: none is."
    ),
    "primary_set": (
        "All counted answers: the rule above only gives numbers to compare with. Answers left by "
        "the rule: what an excluded judge read is given to others until the number is reached. "
        "This is fixed when the study opens, so that it is not chosen after seeing results."
    ),
    "family": (
        "Where several studies answer one question together: a name for all of them, or that of a "
        "family you have. Beside each verdict then stands whether it holds with Holm's correction, "
        "as soon as all verdicts are in. Fixed when the study opens."
    ),
    "family_size": "How many studies the family has, with this one. Empty: as many as before.",
    "b_imitates_a": (
        "The machine judge then also says for how many items the imitation succeeds: B's text "
        "says what the item is about, fits A's text about it best, and is taken for A's."
    ),
    "privacy_contact": (
        "A name with an e-mail address or telephone number; judges read it under the consent text."
    ),
    "withdrawal_until": (
        "Judges read this date under the consent text. Empty: as long as the study is kept."
    ),
    "retention_until": (
        "On that day you get an e-mail, and the study's page says so. Nothing is deleted "
        "automatically, unless you choose that under “Set how long data are kept”, which each "
        "opened study has."
    ),
}
# Heading and description of each section; the first has no heading.
SECTIONS: dict[FormSection, tuple[str | None, str]] = {
    FormSection.NAMES: (None, ""),
    FormSection.RISKS: ("What should be shown, and how surely", ""),
    FormSection.TEXTS: ("Texts", ""),
    FormSection.ASKED: (
        "What judges are asked",
        "By default each judge is asked once which of three texts was written by the other author.",
    ),
    FormSection.WORDING: ("What judges read", ""),
    FormSection.PRESENTATION: ("How the texts are shown", ""),
    FormSection.QUESTIONS: (
        "What is asked besides",
        "None of it changes an answer that counts.",
    ),
    FormSection.EXCLUSION: (
        "Which judges are left out",
        "A rule for judges who do not read, fixed before the first answer. Results always show the "
        "numbers with and without it.",
    ),
    FormSection.TRANSLATIONS: (
        "Other languages",
        "The pages themselves are in eleven languages already. Here you give your own texts in "
        "others; what is left empty is shown in the language of the texts.",
    ),
    FormSection.DATA_PROTECTION: ("Data protection", ""),
    FormSection.MORE: ("More", ""),
}
UNFOLDED = (FormSection.NAMES, FormSection.RISKS, FormSection.TEXTS)
