"""The lists of words, by language.

An entry is a whole word, or with a star the beginning of one (see `tokens.WordPatterns`). Words
that every page of this kind may hold ("people", "author", "automatically", German "Menschen") are
left out on purpose: a test holds the lists against all default words.
"""

from dataclasses import dataclass
from functools import lru_cache

from studies.wording_bias.tokens import WordPatterns

# Names of programs, the same in each language; found inside scripts without spaces too.
PROGRAMS = r"chat-?gpt|gpt(?:-?\d[\w.]*)?|llms?|openai|copilot|chatbots?"


@dataclass(frozen=True, slots=True)
class DemandList:
    """Words that betray what a study is about.

    `acronyms` count in capitals only. `everyday` words stand in honest consent texts as well
    ("stored on a computer", "human participants"), so they are not looked for there.
    """

    acronyms: frozenset[str]
    telling: WordPatterns
    everyday: WordPatterns


@dataclass(frozen=True, slots=True)
class FramingList:
    """Words for the good side of a quality and for the bad one, and what turns or raises them.

    After `more` and `less` the words in `no_quality` show that no quality is meant.
    """

    good: WordPatterns
    bad: WordPatterns
    more: frozenset[str]
    less: frozenset[str]
    no_quality: WordPatterns


DEMAND = {
    "en": (
        "AI",
        "artificial* robot robots robotic bot bots chatbot* deepfake*",
        "machine machines computer* algorithm* automated generated generator* synthetic neural "
        "software model models human humans humanlike simulated computational",
    ),
    "es": (
        "IA AI",
        "artificial* robot robots robótic* bot bots chatbot*",
        "máquina* ordenador* computador* computacional* algoritmo* automatizad* generad* "
        "sintétic* neuronal* software modelo modelos humano humana humanos humanas simulad*",
    ),
    "gl": (
        "IA AI",
        "artificial* artificiai* robot robots robótic* bot bots chatbot*",
        "máquina* ordenador* computador* computacional* algoritmo* automatizad* xerad* "
        "sintétic* neuronal* software modelo modelos humano humana humanos humanas simulad*",
    ),
    "fr": (
        "IA AI",
        "artificiel* robot robots robotique* bot bots chatbot*",
        "machine machines ordinateur* algorithm* automatisé* généré* générateur* synthétique* "
        "neuronal* logiciel* modèle modèles humain humaine humains humaines simulé*",
    ),
    "de": (
        "KI KIs AI",
        "künstlich* *roboter* bots *chatbot* *sprachmodell* deepfake*",
        "maschine maschinen maschinell* maschinen* computer* rechner* algorithm* automatisiert* "
        "*generiert* *generator* synthetisch* neuronal* software* modell modelle modellen "
        "modells menschlich* menschenhand menschengemacht* simuliert*",
    ),
}
FRAMING = {
    "en": (
        "better best good fluent natural clear clearer clearest correct readable coherent "
        "grammatical convincing believable interesting pleasant elegant smooth smoother easier",
        "worse worst bad poor unnatural unclear incorrect wrong awkward clumsy stiff strange "
        "strangest boring confusing ungrammatical unreadable incoherent robotic mechanical",
        "more most",
        "less least",
        "likely probabl* than of once often one",
    ),
    "es": (
        "mejor* bueno buena buenos buenas buen fluid* natural naturales claro clara claros claras "
        "correct* legible* coherente* gramatical* convincente* creíble* interesante* agradable*",
        "peor peores mal malo mala malos malas forzad* artificial* confus* extrañ* raro rara "
        "torpe* incorrect* incoherente* aburrid* rígid* antinatural* mecánic*",
        "más",
        "menos",
        "probable* posible* que de",
    ),
    "gl": (
        "mellor* bo boa bos boas fluíd* natural naturais claro clara claros claras correct* "
        "lexible* coherente* gramatical* convincente* crible* interesante* agradable* elegante*",
        "peor peores mal malo mala malos malas forzad* artificial* confus* estrañ* raro rara "
        "torpe* incorrect* incoherente* aburrid* ríxid* antinatural* mecánic*",
        "máis",
        "menos",
        "probable* posible* que ca de",
    ),
    "fr": (
        "meilleur* mieux bon bonne bons bonnes fluide* naturel naturelle naturels naturelles "
        "clair claire clairs claires correct correcte lisible* cohérent* convaincant* crédible*",
        "pire pires mauvais mauvaise maladroit* artificiel* confus* étrange* bizarre* incorrect* "
        "incohérent* ennuyeux ennuyeuse rigide* mécanique* forcé*",
        "plus",
        "moins",
        "probable* probablement vraisemblabl* possible* que de d",
    ),
    "de": (
        "besser* beste bester bestes besten gut gute guter gutes guten flüssig* natürlich* klar "
        "klarer korrekt* lesbar* verständlich* kohärent* überzeugend* glaubwürdig* interessant*",
        "schlecht* holprig* künstlich* unnatürlich* unklar* falsch falsche falscher falsches "
        "fehlerhaft* seltsam* merkwürdig* steif* langweilig* unverständlich* verwirrend* hölzern*",
        "mehr meisten",
        "weniger wenigsten",
        "wahrscheinlich* als von",
    ),
}


def base_of(language: str) -> str:
    """Return the language of a tag without its region: *pt* of *pt-BR*."""
    return language.split("-")[0].lower()


@lru_cache(maxsize=32)
def demand_list(language: str) -> DemandList | None:
    """Return the words that betray a study's aim; None for a language without a list."""
    found = DEMAND.get(language)
    if found is None:
        return None
    acronyms, telling, everyday = (one.split() for one in found)
    return DemandList(frozenset(acronyms), WordPatterns.of(telling), WordPatterns.of(everyday))


@lru_cache(maxsize=32)
def framing_list(language: str) -> FramingList | None:
    """Return the words of qualities; None for a language without a list."""
    found = FRAMING.get(language)
    if found is None:
        return None
    good, bad, more, less, no_quality = (one.split() for one in found)
    return FramingList(
        WordPatterns.of(good),
        WordPatterns.of(bad),
        frozenset(more),
        frozenset(less),
        WordPatterns.of(no_quality),
    )
