"""The sentences of the methods paragraph, in English and in Spanish.

They hold no sign that is special in LaTeX: those come with the values (`methods`). They are not
in the catalogues of the pages: every report holds both languages.
"""

from typing import NamedTuple

from analysis.report_zip.conduct_text import ENGLISH_CONDUCT, SPANISH_CONDUCT, ConductText
from analysis.report_zip.numbers_text import ENGLISH_NUMBERS, SPANISH_NUMBERS, NumbersText


class MethodsText(NamedTuple):
    """The sentences in one language, by what they say."""

    design: str
    design_directed: str
    different: str
    same: str
    question: str
    planned_difference: str
    planned_similarity: str
    planned_sequential: str
    frozen: str
    draft: str
    blind: str
    practice: str
    attention: str
    masked: str
    excluded: str
    too_fast: str
    inattentive: str
    either: str
    decides_all: str
    decides_kept: str
    amended: str
    reopened: str
    test: str
    progress: str
    closed: str
    raised: str
    counts: str
    difference: str
    similarity: str
    shown: str
    not_shown: str
    lower: str
    upper: str
    below_chance: str
    unreachable: str
    d_prime: str
    d_prime_directed: str
    repeats: str
    repeats_fit: str
    sequential: str
    sequential_none: str
    sequential_order: str
    sequential_completed: str
    sequential_estimate: str
    after_verdict: str
    to_difference: str
    to_similarity: str
    named: str
    other_set: str
    sureness: str
    set_all: str
    set_kept: str
    other_set_tested: str
    taken_back: str
    withdrawn: str
    over_texts: str
    without_one_item: str
    no_limits: str
    no_limits_sequential: str
    no_limits_few_items: str
    no_limits_not_estimable: str
    no_limits_too_many: str
    no_limits_earlier: str
    confounded: str
    conduct: ConductText
    numbers: NumbersText
    caveat: str
    before_looking: str
    after_looking: str
    one_judge: str
    judges: str


ENGLISH = MethodsText(
    design=(
        "Texts of {a} and of {b} were compared in a triangle test (ISO 4120; for texts: "
        "González-Corbelle, Alonso-Moral and Bugarín-Diz, 2020). In each trial a judge read three "
        "texts at once, two by one subject and one by the other, about {items}, and had to choose "
        "the one by the other author; the six possible orders were balanced in blocks of six."
    ),
    design_directed=(
        "Texts of {a} and of {b} were compared in directed triads (3-alternative forced choice, "
        "3-AFC). In each trial a judge read three texts at once, two by {a} and one by {b}, about "
        "{items}, and had to choose the one that the question asks for; the one by {b} counts as "
        "right. The three possible orders were balanced in blocks of three."
    ),
    different="three different items",
    same="the same item",
    question="The question read: “{question}”",
    planned_difference=(
        "The plan was a difference test with {alpha} = {alpha_value} and {evaluations} "
        "evaluations, at most {per_judge} per judge."
    ),
    planned_similarity=(
        "The plan was a similarity test with {beta} = {beta_value}, {pd} = {pd_value} and "
        "{evaluations} evaluations, one per judge."
    ),
    planned_sequential=(
        "The plan was Wald's sequential test (ISO 16820) with {alpha} = {alpha_value}, {beta} = "
        "{beta_value}, {pd} = {pd_value} and at most {evaluations} evaluations, one per judge."
    ),
    frozen="It was frozen on {opened}, before the first answer (SHA-256 {sha256}).",
    draft="It has not been frozen yet.",
    blind="Results were hidden until the study was complete or unsealed.",
    practice="Each judge first practised on triads that do not count ({number} at most).",
    attention=(
        "Attention triads, in which the odd text is plain to see, came before evaluation {places}; "
        "they do not count."
    ),
    masked="Texts were covered except for one sentence at a time, chosen by pointer, finger or "
    "key.",
    excluded="A rule fixed beforehand excludes judges who {rule}; {decides}",
    too_fast="answered in less than {seconds} seconds",
    inattentive="failed more than {number} attention triads",
    either=" or ",
    decides_all="all counted answers decide.",
    decides_kept="the answers left by it decide, and the triads of excluded judges were reused.",
    amended="The number was raised from {old} to {new} on {at} ({looked}).",
    reopened="The study was reopened on {at} ({looked}).",
    test="This was a rehearsal: its answers do not stand for people.",
    progress="So far {counted} of at most {evaluations} evaluations have been counted.",
    closed="The study was closed at {counted} of {evaluations} evaluations: there is no verdict.",
    raised=(
        "Since the number was raised after results could be seen, there is no fixed-number "
        "verdict; {counted} of {evaluations} evaluations have been counted."
    ),
    counts=(
        "Of {n} counted answers by {judges}, {x} were right ({share}; guessing gives 33.3 {pc})."
    ),
    difference=(
        "The exact one-sided binomial difference test gave {p} ({needed} right answers needed "
        "at {alpha} = {alpha_value}): a difference was {shown}"
    ),
    similarity=(
        "The exact one-sided binomial similarity test gave {p} (at most {allowed} right answers "
        "allowed at {beta} = {beta_value}, {pd} = {pd_value}): similarity was {shown}"
    ),
    shown="shown.",
    not_shown="not shown.",
    lower="The one-sided {confidence} lower limit of {pd} is {limit}.",
    upper="The one-sided {confidence} upper limit of {pd} is {limit}.",
    below_chance="below chance",
    unreachable="no number of",
    d_prime="The estimate of {dprime} is {d}.",
    d_prime_directed="By the model of the directed triad (3-AFC), {dprime} is estimated at {d}.",
    repeats=(
        "Answers of one judge are not independent: the pooled test of no difference is exact, but "
        "the pooled count gives no limits and no similarity test."
    ),
    repeats_fit="The beta-binomial estimate of {pd} is {estimate} ({range}, profile likelihood).",
    sequential=(
        "The test ended after {n} answers with {x} right, {end} (exact risk of this plan: {risk})."
    ),
    sequential_none="The largest number was reached between the lines: there is no verdict.",
    sequential_order=(
        "Answers were taken in the order in which their triads were first assigned to a judge."
    ),
    sequential_completed=(
        "Answers were taken in the order in which they were completed; since judges who guess are "
        "quicker, a false verdict was more likely than its stated risk."
    ),
    sequential_estimate=(
        "By the stagewise ordering of sequential ends {pd} is estimated as {estimate} (two-sided "
        "{confidence} limits: {range}; for a difference {p})."
    ),
    after_verdict=(
        "Answers that came after the verdict and do not alter it: {number}, {x} of them right."
    ),
    to_difference="on the line that shows a difference",
    to_similarity="on the line that shows similarity",
    named="The exclusion rule named {judges}.",
    other_set="As a sensitivity check, {set} gave {x} right of {n}; no verdict rests on them.",
    other_set_tested=(
        "As a sensitivity check, {set} gave {x} right of {n} ({p} by the test of the plan); no "
        "verdict rests on them."
    ),
    sureness=(
        "As a sensitivity check, right answers were weighted by how sure their judges said they "
        "were ({weights} for a guess, not sure, fairly sure and certain; exact distribution of the "
        "weighted sum where all guess): {said} answers gave a sum of {statistic} where guessing "
        "gives {expected} ({p}, unweighted {plain}); no verdict rests on it."
    ),
    set_all="all counted answers",
    set_kept="the answers left by the exclusion rule",
    taken_back="Trials withdrawn by judges, which do not count: {number}.",
    withdrawn="Afterwards {number} of these answers were withdrawn; the verdict is as first given.",
    over_texts=(
        "Over other texts like these (Clark, 1973) the one-sided t test of the plan's goal, by "
        "variance components of answers that share an item or, where judges repeat, a judge "
        "({items} items, {df} degrees of freedom), gave {p}; the one-sided limits of the "
        "probability of a right answer are {lower} ({confidence_lower}) and {upper} "
        "({confidence_upper}), and the design effect is {effect}."
    ),
    without_one_item=(
        "Leaving out the triads of one item at a time, the exact test gave {least} to {largest}."
    ),
    no_limits="Nothing is said of other texts: {why}.",
    no_limits_sequential=(
        "a sequential plan ends where its answers cross a line, and a t test over items holds "
        "only for a number of answers fixed beforehand"
    ),
    no_limits_few_items="fewer than {least} items a subject were read ({a} and {b})",
    no_limits_not_estimable="how much texts differ cannot be estimated from these answers",
    no_limits_too_many="to compute it from so many answers would take too long",
    no_limits_earlier="the verdict was given before it was computed",
    confounded=(
        "No item has texts of both subjects, so that topics may have been told apart instead of "
        "authors."
    ),
    conduct=ENGLISH_CONDUCT,
    numbers=ENGLISH_NUMBERS,
    caveat=(
        "Limits are for people like this panel and for the {texts} texts used; other texts "
        "of the same authors may differ. Percentages assume that people who "
        "perceive the difference are always right and that the others guess."
    ),
    before_looking="before results could be seen",
    after_looking="after results could be seen",
    one_judge="{n} judge",
    judges="{n} judges",
)

SPANISH = MethodsText(
    design=(
        "Se compararon textos de {a} y de {b} mediante una prueba triangular (ISO 4120; para "
        "textos: González-Corbelle, Alonso-Moral y Bugarín-Diz, 2020). En cada ensayo un juez "
        "leyó tres textos a la vez, dos de un autor y uno del otro, sobre {items}, y tuvo que "
        "elegir el del otro autor; los seis órdenes posibles se equilibraron en bloques de seis."
    ),
    design_directed=(
        "Los textos de {a} y de {b} se compararon en ternas dirigidas (elección forzada entre tres "
        "alternativas, 3-AFC). En cada ensayo un juez leyó a la vez tres textos, dos de {a} y uno "
        "de {b}, sobre {items}, y tuvo que elegir aquel al que se refiere la pregunta; cuenta como "
        "correcto el de {b}. Los tres órdenes posibles se equilibraron en bloques de tres."
    ),
    different="tres asuntos distintos",
    same="el mismo asunto",
    question="La pregunta decía: «{question}»",
    planned_difference=(
        "El plan fue una prueba de diferencia con {alpha} = {alpha_value} y {evaluations} "
        "evaluaciones, como máximo {per_judge} por juez."
    ),
    planned_similarity=(
        "El plan fue una prueba de similitud con {beta} = {beta_value}, {pd} = {pd_value} y "
        "{evaluations} evaluaciones, una por juez."
    ),
    planned_sequential=(
        "El plan fue la prueba secuencial de Wald (ISO 16820) con {alpha} = {alpha_value}, {beta} "
        "= {beta_value}, {pd} = {pd_value} y como máximo {evaluations} evaluaciones, una por juez."
    ),
    frozen="Quedó fijado el {opened}, antes de la primera respuesta (SHA-256 {sha256}).",
    draft="Todavía no ha quedado fijado.",
    blind="Los resultados permanecieron ocultos hasta completar o desvelar el estudio.",
    practice="Cada juez practicó antes con ternas que no cuentan (como máximo {number}).",
    attention=(
        "Hubo ternas de atención, en las que el texto distinto es evidente, antes de la evaluación "
        "{places}; no cuentan."
    ),
    masked=(
        "Los textos estaban cubiertos salvo una oración cada vez, elegida con el puntero, el dedo "
        "o el teclado."
    ),
    excluded="Una regla fijada de antemano excluye a los jueces que {rule}; {decides}",
    too_fast="respondieron en menos de {seconds} segundos",
    inattentive="fallaron más de {number} ternas de atención",
    either=" o ",
    decides_all="deciden todas las respuestas contadas.",
    decides_kept=(
        "deciden las respuestas que deja, y las ternas de los jueces excluidos se volvieron a usar."
    ),
    amended="El número se aumentó de {old} a {new} el {at} ({looked}).",
    reopened="El estudio se reabrió el {at} ({looked}).",
    test="Fue un ensayo general: sus respuestas no representan a personas.",
    progress="Hasta ahora se han contado {counted} de como máximo {evaluations} evaluaciones.",
    closed="El estudio se cerró con {counted} de {evaluations} evaluaciones: no hay veredicto.",
    raised=(
        "Como el número se aumentó cuando los resultados ya podían verse, no hay veredicto de "
        "número fijo; se han contado {counted} de {evaluations} evaluaciones."
    ),
    counts=(
        "De {n} respuestas contadas, dadas por {judges}, {x} fueron correctas ({share}; al azar "
        "se espera el 33.3 {pc})."
    ),
    difference=(
        "La prueba binomial exacta unilateral de diferencia dio {p} ({needed} respuestas "
        "correctas necesarias con {alpha} = {alpha_value}): {shown} una diferencia."
    ),
    similarity=(
        "La prueba binomial exacta unilateral de similitud dio {p} (como máximo {allowed} "
        "respuestas correctas con {beta} = {beta_value}, {pd} = {pd_value}): {shown} la similitud."
    ),
    shown="se demostró",
    not_shown="no se demostró",
    lower="El límite inferior unilateral de {pd} (confianza del {confidence}) es {limit}.",
    upper="El límite superior unilateral de {pd} (confianza del {confidence}) es {limit}.",
    below_chance="inferior al azar",
    unreachable="ningún número de",
    d_prime="La estimación de {dprime} es {d}.",
    d_prime_directed="Según el modelo de la terna dirigida (3-AFC), {dprime} se estima en {d}.",
    repeats=(
        "Las respuestas de un mismo juez no son independientes: la prueba conjunta de diferencia "
        "es exacta, pero el recuento conjunto no da límites ni prueba de similitud."
    ),
    repeats_fit=(
        "La estimación beta-binomial de {pd} es {estimate} ({range}, verosimilitud perfilada)."
    ),
    sequential=(
        "La prueba terminó tras {n} respuestas, {x} de ellas correctas, {end} (riesgo exacto de "
        "este plan: {risk})."
    ),
    sequential_none="Se alcanzó el número máximo entre las dos líneas: no hay veredicto.",
    sequential_order=(
        "Las respuestas se tomaron en el orden en que sus ternas se asignaron por primera vez."
    ),
    sequential_completed=(
        "Las respuestas se tomaron en el orden en que se completaron; como quien adivina responde "
        "antes, un veredicto falso era más probable que el riesgo indicado."
    ),
    sequential_estimate=(
        "Según la ordenación por etapas de los finales secuenciales, {pd} se estima en {estimate} "
        "(límites bilaterales del {confidence}: {range}; para una diferencia {p})."
    ),
    after_verdict=(
        "Respuestas posteriores al veredicto, que no lo alteran: {number}, {x} de ellas correctas."
    ),
    to_difference="en la línea que demuestra una diferencia",
    to_similarity="en la línea que demuestra la similitud",
    named="La regla de exclusión señaló a {judges}.",
    other_set=(
        "Como análisis de sensibilidad, {set} dieron {x} correctas de {n}; ningún veredicto se "
        "basa en ellas."
    ),
    other_set_tested=(
        "Como análisis de sensibilidad, {set} dieron {x} correctas de {n} ({p} en la prueba del "
        "plan); ningún veredicto se basa en ellas."
    ),
    sureness=(
        "Como análisis de sensibilidad, las respuestas correctas se ponderaron por lo seguro que "
        "dijo estar cada juez ({weights} por adivinar, no estar seguro, estarlo bastante y del "
        "todo; distribución exacta de la suma ponderada si todos adivinan): {said} respuestas "
        "dieron una suma de {statistic} donde adivinar da {expected} ({p}, sin ponderar {plain}); "
        "ningún veredicto se basa en ella."
    ),
    set_all="todas las respuestas contadas",
    set_kept="las respuestas que deja la regla de exclusión",
    taken_back="Ensayos retirados por los jueces, que no cuentan: {number}.",
    withdrawn=(
        "Después se retiraron {number} de estas respuestas; el veredicto es el que se dio entonces."
    ),
    over_texts=(
        "Para otros textos como estos (Clark, 1973), la prueba t unilateral del objetivo del plan, "
        "con componentes de varianza de las respuestas que comparten asunto o, si los jueces "
        "repiten, juez ({items} asuntos, {df} grados de libertad), dio {p}; los límites "
        "unilaterales de la probabilidad de acertar son {lower} ({confidence_lower}) y {upper} "
        "({confidence_upper}), y el efecto del diseño es {effect}."
    ),
    without_one_item=(
        "Omitiendo cada vez las ternas de un asunto, la prueba exacta dio de {least} a {largest}."
    ),
    no_limits="Nada se dice de otros textos: {why}.",
    no_limits_sequential=(
        "un plan secuencial termina donde sus respuestas cruzan una línea, y una prueba t sobre "
        "asuntos solo vale para un número de respuestas fijado de antemano"
    ),
    no_limits_few_items="se leyeron menos de {least} asuntos por autor ({a} y {b})",
    no_limits_not_estimable=(
        "con estas respuestas no puede estimarse cuánto difieren los textos entre sí"
    ),
    no_limits_too_many="calcularlo con tantas respuestas llevaría demasiado tiempo",
    no_limits_earlier="el veredicto se dio antes de que se calculara",
    confounded=(
        "Ningún asunto tiene textos de ambos autores, de modo que pueden haberse distinguido los "
        "asuntos y no los autores."
    ),
    conduct=SPANISH_CONDUCT,
    numbers=SPANISH_NUMBERS,
    caveat=(
        "Los límites valen para personas como las de este panel y para los {texts} textos "
        "usados; otros textos de los mismos autores pueden diferir. Los porcentajes suponen "
        "que quien percibe la diferencia acierta siempre y que los demás responden al azar."
    ),
    before_looking="antes de que los resultados pudieran verse",
    after_looking="cuando los resultados ya podían verse",
    one_judge="{n} juez",
    judges="{n} jueces",
)
METHODS_TEXT = {"en": ENGLISH, "es": SPANISH}
