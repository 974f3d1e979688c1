"""The sentences of the methods paragraph about numbers that judges gave after a choice."""

from typing import NamedTuple


class NumbersText(NamedTuple):
    """The sentences in one language, by what they say."""

    each: str
    last: str
    degree: str
    magnitude: str
    rate: str
    rate_reference: str
    joined: str


ENGLISH_NUMBERS = NumbersText(
    each="After each choice",
    last="After their last choice",
    degree=(
        "{when} judges also said how different the chosen text was from the other two, from 0 "
        "(alike) to 100; this decides nothing."
    ),
    magnitude=(
        "{when} judges also gave a number for how different the chosen text was from the other "
        "two, against a pair of texts with a difference of 100; this decides nothing."
    ),
    rate=(
        "{when} judges also rated the three texts by {criteria}, as magnitudes; this decides "
        "nothing."
    ),
    rate_reference=(
        "{when} judges also rated the three texts by {criteria}, as magnitudes against a text with "
        "the number 100; this decides nothing."
    ),
    joined=" and ",
)

SPANISH_NUMBERS = NumbersText(
    each="Tras cada elección",
    last="Tras su última elección",
    degree=(
        "{when} los jueces dijeron además en qué medida el texto elegido difería de los otros dos, "
        "de 0 (iguales) a 100; esto no decide nada."
    ),
    magnitude=(
        "{when} los jueces dieron además un número para la diferencia entre el texto elegido y los "
        "otros dos, frente a un par de textos cuya diferencia se llamó 100; esto no decide nada."
    ),
    rate=(
        "{when} los jueces valoraron además los tres textos en {criteria}, como magnitudes; esto "
        "no decide nada."
    ),
    rate_reference=(
        "{when} los jueces valoraron además los tres textos en {criteria}, como magnitudes frente "
        "a un texto que se llamó 100; esto no decide nada."
    ),
    joined=" y ",
)
