"""Demand, framing and anchoring: what is pointed out, in five languages, and what is not."""

import time
from itertools import product

import pytest
from django.conf import settings
from django.utils.translation import override

from studies import wording
from studies.models import Study
from studies.stimuli.checking import names_pattern
from studies.wording_bias import demand_words, one_sided_words, shared_with_one
from studies.wording_bias.word_lists import DEMAND, FRAMING

LANGUAGES = [code for code, _name in settings.LANGUAGES]


@pytest.mark.parametrize(
    ("language", "text", "found"),
    [
        ("en", "One was written by a machine.", ["machine"]),
        ("en", "Spot the AI-generated text, not the human one.", ["AI", "generated", "human"]),
        ("en", "Which is by ChatGPT? And by GPT-4o?", ["ChatGPT", "GPT-4o"]),
        ("en", "Two LANGUAGE MODELS wrote them: robots.", ["MODELS", "robots"]),
        ("en-GB", "A computer wrote one.", ["computer"]),
        ("es", "Uno lo escribió una máquina o una IA.", ["máquina", "IA"]),
        ("es", "Los textos fueron generados por ordenador.", ["generados", "ordenador"]),
        ("es", "lo escribio\u0301 una ma\u0301quina", ["máquina"]),
        ("gl", "Un deles foi xerado por un computador.", ["xerado", "computador"]),
        ("fr", "L’un a été généré par un modèle.", ["généré", "modèle"]),
        ("fr", "un texte humain, des logiciels", ["humain", "logiciels"]),
        ("de", "Welcher Text ist computergeneriert?", ["computergeneriert"]),
        ("de", "Ein KI-Text, von einem Sprachmodell", ["KI", "Sprachmodell"]),
        ("de", "Maschinentexte und Menschenhand, Schreibroboter",
         ["Maschinentexte", "Menschenhand", "Schreibroboter"]),
        ("de", "ma\u00adschinell", ["maschinell"]),
        ("nl", "geschreven door ChatGPT of AI", ["ChatGPT", "AI"]),
        ("zh-hans", "由ChatGPT写的", ["ChatGPT"]),
    ],
)  # fmt: skip
def test_words_that_betray_the_aim(language, text, found):
    assert demand_words(text, language) == found


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "Machinery, botany, remodelling, airy, Gemini, humanity."),
        ("en", "The ai of the three-toed sloth; said again."),
        ("es", "En general, la bota; ia e ía. Rabona."),
        ("gl", "El ía ao mercado; xeral."),
        ("fr", "En général, la génération généreuse; j’ai lu."),
        ("it", "ai giudici"),
        ("de", "Die Waschmaschine und die Schreibmaschine. Menschen, die er bot."),
        ("de", "unmenschlich, zwischenmenschlich, Modellierung, Kinder"),
        ("pl", "generał"),
    ],
)
def test_other_words_are_not_taken_for_them(language, text):
    assert demand_words(text, language) == []


def test_a_name_of_a_subject_betrays_it_in_any_language():
    names = names_pattern(["TGen", "Slug 2"])
    assert demand_words("Found by TGEN and Slug\n2?", "pl", names=names) == ["TGEN", "Slug 2"]
    assert demand_words("Found by TGenerous", "pl", names=names) == []


def test_in_a_consent_text_only_the_telling_words_count():
    text = "Stored on a computer, by the human ethics board. Some are by a robot."
    assert demand_words(text, "en", is_consent=True) == ["robot"]
    assert demand_words(text, "en") == ["computer", "human", "robot"]


@pytest.mark.parametrize(
    ("language", "question", "found"),
    [
        ("en", "Which one is more fluent?", ["more fluent"]),
        ("en", "Which text is better?", ["better"]),
        ("en", "Which is the most idiomatic text?", ["most idiomatic"]),
        ("en", "Which one is less natural?", ["less natural"]),
        ("en", "Which one sounds wrong or awkward?", ["wrong", "awkward"]),
        ("es", "¿Cuál es más fluido?", ["más fluido"]),
        ("es", "¿Cuál es peor?", ["peor"]),
        ("gl", "Cal é mellor?", ["mellor"]),
        ("fr", "Lequel est le moins naturel ?", ["moins naturel"]),
        ("de", "Welcher Text ist flüssiger?", ["flüssiger"]),
        ("de", "Welcher ist am wenigsten verständlich?", ["wenigsten verständlich"]),
    ],
)
def test_a_question_that_names_one_side(language, question, found):
    assert one_sided_words(question, language) == found


@pytest.mark.parametrize(
    ("language", "question"),
    [
        ("en", "Which one is more or less fluent than the others?"),
        ("en", "Which one is better or worse?"),
        ("en", "Which one was most likely written by the other author?"),
        ("en", "Which one, if you read more than once, was clearly written by another author?"),
        ("en", "Which is the odd one?"),
        ("es", "¿Cuál fue escrito, más probablemente, por otro autor?"),
        ("fr", "Lequel est plus ou moins fluide ?"),
        ("de", "Welcher ist bestimmt vom anderen Autor?"),
        ("pl", "Który jest lepszy?"),
    ],
)
def test_a_question_that_names_both_sides_or_none(language, question):
    assert one_sided_words(question, language) == []


@pytest.mark.django_db  # mails tell how long reading takes, from the length of stored texts
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("protocol", Study.Protocol.values)
def test_no_default_words_of_any_language_are_pointed_out(language, protocol):
    for presentation, asks in product(Study.Presentation.values, (True, False)):
        study = Study(
            pk=1, protocol=protocol, presentation=presentation, asks_reason=asks, language=language
        )
        words = wording.wording_now(study, language)
        with override(language):
            mails = (
                wording.invitation(study, "https://example.org/j/x/", language),
                wording.invitation_subject(study, language),
                wording.reminder(study, "https://example.org/j/x/", language),
                wording.reminder_subject(study, language),
            )
        for text in (words.question, words.instructions, words.thanks, *mails):
            assert demand_words(text, language) == []
        assert demand_words(words.consent, language, is_consent=True) == []
        assert one_sided_words(words.question, language) == []


def test_lists_of_five_languages_of_about_twenty_words():
    assert set(DEMAND) == set(FRAMING) == {"en", "es", "gl", "fr", "de"}
    for parts in DEMAND.values():
        assert 20 <= len(" ".join(parts).split()) <= 40
    for good, bad, *_others in FRAMING.values():
        assert 15 <= len(good.split()) <= 25
        assert 15 <= len(bad.split()) <= 25


def beside(examples, main):
    """Compare texts that have no context."""
    return shared_with_one(
        [(text, "") for text in examples], [(subject, text, "") for subject, text in main]
    )


def test_examples_that_only_one_subject_resembles():
    main = [("A", "It rains on day 3. Take care."), ("B", "Rain is expected. Take good care.")]
    assert beside(["IT RAINS on day 12!"], main) == ("A", 1)
    assert beside(["Rain is expected"], main) == ("B", 1)
    assert beside(["It rains on day 1. Rain is expected."], main) is None
    assert beside(["Take care."], main) is None, "two words are alike by chance"
    assert beside(["Something else altogether."], main) is None
    assert beside([], main) is None


def test_examples_with_the_pattern_of_one_subject():
    """The words of a text's own context are slots."""
    main = [
        ("A", "Blue Spice is a coffee shop in the city centre.",
         "name[Blue Spice], eatType[coffee shop], area[city centre]"),
        ("B", "You can have coffee at Blue Spice.", "name[Blue Spice], eatType[coffee shop]"),
    ]  # fmt: skip
    example = "Zizzi is a pub in the riverside area. You know it?"
    context = "name[Zizzi], eatType[pub], area[riverside]"
    assert shared_with_one([(example, context)], main) == ("A", 1)
    assert shared_with_one([(example, "")], main) is None
    assert shared_with_one([("Blue Spice is.", context)], main) is None


@pytest.mark.parametrize(
    "text", ["a" * 20_000, "maschin" * 3000, "more " * 4000, "é\u0301" * 9000, "\u200b" * 20_000]
)
def test_hostile_texts_cost_little_and_give_short_words(text):
    began = time.process_time()
    found = demand_words(text, "de") + one_sided_words(text, "en")
    assert time.process_time() - began < 0.5
    assert all(len(word) <= 40 for word in found)
    assert len(found) <= 2
