"""The methods paragraph in Spanish."""

from analysis.report_zip.methods.conduct_text import SPANISH_CONDUCT
from analysis.report_zip.methods.numbers_text import SPANISH_NUMBERS
from analysis.report_zip.methods.text import MethodsText

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
        "La estimación beta-binomial de {pd} es {estimate} ({range}; {confidence}, bilateral, "
        "verosimilitud perfilada)."
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
    taken_back="Respuestas retiradas por los jueces, que no cuentan: {number}.",
    withdrawn=(
        "Después se retiraron {number} de estas respuestas; el veredicto es el que se dio entonces."
    ),
    over_texts=(
        "Para otros textos como estos (Clark, 1973), la prueba t unilateral del objetivo del plan, "
        "con componentes de varianza de las respuestas que comparten asunto o, si los jueces "
        "repiten, juez ({items} asuntos, {df} grados de libertad), dio {p}, {holds}; los límites "
        "unilaterales de la probabilidad de acertar son {lower} ({confidence_lower}) y {upper} "
        "({confidence_upper}), y el efecto del diseño es {effect}."
    ),
    over_texts_shown="de modo que el resultado vale también para otros textos",
    over_texts_lost="de modo que el resultado no vale para otros textos",
    over_texts_none="y tampoco para otros textos se muestra nada",
    without_one_item=(
        "Omitiendo cada vez las ternas de un asunto, la prueba exacta dio de {least} a {largest}."
    ),
    without_one_item_same=(
        "Omitiendo cada vez las ternas de un asunto, la prueba exacta dio siempre {least}."
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
