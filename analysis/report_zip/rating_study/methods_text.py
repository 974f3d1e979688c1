"""The sentences of the methods paragraph about ratings, in English and in Spanish.

They hold no sign that is special in LaTeX: those come with the values (`methods`).
"""

from typing import NamedTuple


class RatingText(NamedTuple):
    """The sentences in one language, by what they say."""

    rankme: str
    parts: str
    plain_me: str
    likert: str
    together: str
    apart: str
    mixed: str
    merge: str
    keep: str
    planned: str
    margin: str
    margin_of_points: str
    rule: str
    limits_by_tests: str
    limits_by_draws: str
    practice: str
    attention: str
    repeat: str
    inattentive: str
    decides_kept: str
    progress: str
    closed: str
    raised: str
    counts: str
    pairs: str
    ratio: str
    points: str
    adjusted: str
    to: str
    no_limits: str
    separated: str
    doubtful: str
    not_separated: str
    similar: str
    unknown: str
    agreement: str
    within: str
    no_agreement: str
    set: str
    later: str
    withdrawn: str
    caveat: str
    joined: str


ENGLISH_RATINGS = RatingText(
    rankme=(
        "Texts of {systems} about the same items were rated by relative magnitude estimation "
        "(RankME; Novikova, Dušek and Rieser, 2018): one page showed texts of several systems "
        "about an item, in rotating places, beside a reference text with the number 100."
    ),
    parts=(
        "Of the {number} systems {shown} stood on a page, the next ones on the item's next "
        "page, in a circular order drawn for each item: the systems stood on equally many of "
        "its pages, or on one more."
    ),
    plain_me=(
        "Texts of {systems} about the same items were rated by magnitude estimation, one text a "
        "page, beside a reference text with the number 100."
    ),
    likert=(
        "Texts of {systems} about the same items were rated on a scale from 1 ({low}) to {points} "
        "({high}), one text a page."
    ),
    together="Each page asked for all criteria: {criteria}.",
    apart="Each page asked for one criterion, and each judge for the same one: {criteria}.",
    mixed="Each page asked for one criterion: {criteria}.",
    merge="Identical texts were shown once, and their number stored for each of their systems.",
    keep="Identical texts were shown as often as they occur.",
    planned=(
        "The plan was that each text be rated by {copies} judges, {sheets} sheets in all and at "
        "most "
        "{per_judge} of one judge; {primary} decides."
    ),
    margin="Two systems count as similar within a ratio of {margin}.",
    margin_of_points="Two systems count as similar within {margin} points.",
    rule=(
        "Two systems are separated where the larger of two p, by reversing the signs of the "
        "differences of whole judges and of whole items, adjusted by Holm for the {number} "
        "pairs of a criterion, "
        "is "
        "at most {alpha} = {alpha_value}."
    ),
    limits_by_tests=(
        "Limits include what one of the two tests does not reject at {alpha}, before the "
        "adjustment."
    ),
    limits_by_draws="Limits come from {resamples} draws of judges and items together.",
    practice="Each judge first practised on {number} sheets that do not count.",
    attention=(
        "Attention sheets, with a text of shuffled words, came before sheet {places}; they "
        "do "
        "not count."
    ),
    repeat="Before the last sheet each judge rated the first one again, which does not count.",
    inattentive="failed more than {number} attention sheets",
    decides_kept="the ratings left by it decide, and the sheets of excluded judges were reused.",
    progress=(
        "So far {counted} of {sheets} sheets have been rated; nothing is tested before all are in."
    ),
    closed="The study was closed at {counted} of {sheets} sheets: there is no verdict.",
    raised=(
        "Since the number was raised after results could be seen, there is no verdict; {counted} "
        "of "
        "{sheets} sheets have been rated."
    ),
    counts="{sheets} sheets were rated by {judges}, with {texts} texts.",
    pairs="By {criterion} ({judges}; the three busiest gave {share} of the ratings): {pairs}.",
    ratio="{first} was rated {estimate} times as high as {second} ({limits}{p}): {said}",
    points="{first} was rated {estimate} points above {second} ({limits}{p}): {said}",
    adjusted="; adjusted {p}",
    to=" to ",
    no_limits="no limits",
    separated="separated",
    doubtful=(
        "separated, but uncertain, since limits by drawing judges and items anew together "
        "({limits}) hold {none}"
    ),
    not_separated="not separated, which does not show that they are equal",
    similar="similar in the sense of the plan",
    unknown="nothing can be said",
    agreement=(
        "Agreement of single ratings, ICC(1,1), is {single} ({single_limits}), that of the mean of "
        "{k} ratings, ICC(1,k), {average} ({average_limits})."
    ),
    within="Within the page it is {single} ({single_limits}) and {average} ({average_limits}).",
    no_agreement="Their agreement is undefined: {reason}.",
    set="As a sensitivity check, {set} hold {sheets} sheets; no verdict rests on them.",
    later="Sheets that came after the verdict and do not alter it: {number}.",
    withdrawn="Afterwards {number} of these sheets were withdrawn; the verdict is as first given.",
    caveat=(
        "What is shown holds for people like these judges and for texts like these {texts}; "
        "systems that were not separated are not called equal."
    ),
    joined=" and ",
)

SPANISH_RATINGS = RatingText(
    rankme=(
        "Los textos de {systems} sobre los mismos temas se valoraron por estimación relativa de "
        "magnitudes (RankME; Novikova, Dušek y Rieser, 2018): una página mostraba textos de "
        "varios sistemas sobre un tema, en lugares que rotan, junto a un texto de referencia "
        "cuyo "
        "número era 100."
    ),
    parts=(
        "De los {number} sistemas {shown} aparecían en una página, los siguientes en la próxima "
        "página del tema, según un círculo sorteado por tema: cada sistema aparecía en el "
        "mismo número de sus páginas, o en una más."
    ),
    plain_me=(
        "Los textos de {systems} sobre los mismos temas se valoraron por estimación de "
        "magnitudes, un "
        "texto por página, junto a un texto de referencia cuyo número era 100."
    ),
    likert=(
        "Los textos de {systems} sobre los mismos temas se valoraron en una escala de 1 ({low}) a "
        "{points} ({high}), un texto por página."
    ),
    together="Cada página pedía todos los criterios: {criteria}.",
    apart="Cada página pedía un criterio, y a cada juez siempre el mismo: {criteria}.",
    mixed="Cada página pedía un criterio: {criteria}.",
    merge=(
        "Los textos idénticos se mostraron una vez, y su número vale para cada uno de sus sistemas."
    ),
    keep="Los textos idénticos se mostraron tantas veces como aparecen.",
    planned=(
        "Según el plan, {copies} jueces valoran cada texto, con {sheets} hojas en total y a lo "
        "sumo {per_judge} por juez; decide {primary}."
    ),
    margin="Dos sistemas se consideran similares dentro de una razón de {margin}.",
    margin_of_points="Dos sistemas se consideran similares dentro de {margin} puntos.",
    rule=(
        "Dos sistemas se separan cuando el mayor de dos valores p, obtenidos al cambiar el signo "
        "de "
        "las diferencias de jueces enteros y de temas enteros, con la corrección de Holm para los "
        "{number} pares de un criterio, es a lo sumo {alpha} = {alpha_value}."
    ),
    limits_by_tests=(
        "Los límites contienen lo que una de las dos pruebas no rechaza con {alpha}, antes de la "
        "corrección."
    ),
    limits_by_draws="Los límites proceden de {resamples} sorteos conjuntos de jueces y temas.",
    practice="Cada juez practicó antes con {number} hojas que no cuentan.",
    attention=(
        "Hojas de atención, con un texto de palabras desordenadas, aparecían antes de la hoja "
        "{places}; no cuentan."
    ),
    repeat="Antes de la última hoja cada juez valoró de nuevo la primera, lo que no cuenta.",
    inattentive="fallaron más de {number} hojas de atención",
    decides_kept=(
        "deciden las valoraciones que quedan, y las hojas de los jueces excluidos se usaron de "
        "nuevo."
    ),
    progress=(
        "Hasta ahora se han valorado {counted} de {sheets} hojas; nada se contrasta antes de "
        "tenerlas todas."
    ),
    closed="El estudio se cerró con {counted} de {sheets} hojas: no hay veredicto.",
    raised=(
        "Como el número se elevó cuando los resultados ya podían verse, no hay veredicto; se han "
        "valorado {counted} de {sheets} hojas."
    ),
    counts="{judges} valoraron {sheets} hojas, con {texts} textos distintos.",
    pairs="En {criterion} ({judges}; los tres con más valoraciones dieron el {share}): {pairs}.",
    ratio="{first} se valoró {estimate} veces tan alto como {second} ({limits}{p}): {said}",
    points="{first} se valoró {estimate} puntos por encima de {second} ({limits}{p}): {said}",
    adjusted="; {p} ajustada",
    to=" a ",
    no_limits="sin límites",
    separated="separados",
    doubtful=(
        "separados, pero con incertidumbre, pues los límites por sorteos conjuntos de jueces y "
        "temas ({limits}) incluyen {none}"
    ),
    not_separated="no separados, lo que no demuestra que sean iguales",
    similar="similares en el sentido del plan",
    unknown="nada puede decirse",
    agreement=(
        "El acuerdo de valoraciones sueltas, ICC(1,1), es {single} ({single_limits}); el de la "
        "media "
        "de {k}, ICC(1,k), {average} ({average_limits})."
    ),
    within="Dentro de la página es {single} ({single_limits}) y {average} ({average_limits}).",
    no_agreement="Su acuerdo no está definido: {reason}.",
    set="Como análisis de sensibilidad, {set} suman {sheets} hojas; no deciden nada.",
    later="Hojas posteriores al veredicto, que no lo alteran: {number}.",
    withdrawn="Después se retiraron {number} de estas hojas; el veredicto queda como se dio.",
    caveat=(
        "Lo mostrado vale para personas como estos jueces y para textos como estos {texts}; no "
        "separados nunca significa iguales."
    ),
    joined=" y ",
)

RATING_TEXT = {"en": ENGLISH_RATINGS, "es": SPANISH_RATINGS}
