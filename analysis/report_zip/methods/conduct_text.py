"""The sentences of the methods paragraph about the family and what happened beside the plan."""

from typing import NamedTuple


class ConductText(NamedTuple):
    """The sentences in one language, by what they say."""

    family: str
    family_waits: str
    family_shown: str
    family_not_shown: str
    began: str
    completed: str
    reading: str
    study_full: str
    no_place: str
    left: str
    withdrew: str
    attention_passed: str
    surplus: str
    recruitment_changed: str
    withdrawn_in_sight: str
    back_from_pilot: str
    same_texts: str
    same_texts_named: str
    same_texts_erased: str
    confirmatory: str
    nothing_confirmatory: str


ENGLISH_CONDUCT = ConductText(
    family=(
        "The study is one of {size} of the family “{name}”; with Holm's correction over their "
        "verdicts (adjusted {p}, level {level}) what it was to show is {shown}"
    ),
    family_waits=(
        "The study is one of {size} of the family “{name}”; Holm's correction waits for the "
        "verdicts of all of them."
    ),
    family_shown="shown.",
    family_not_shown="not shown.",
    began="Judges who began: {number}",
    completed="completed all their evaluations: {number}",
    reading="reading when this was written: {number}",
    study_full="found the study full before their last: {number}",
    no_place="found no place for their next: {number}",
    left="left before their last: {number}",
    withdrew="withdrew: {number}",
    attention_passed="Of {n} attention triads {x} were passed.",
    surplus=(
        "Surplus answers, kept and not counted since they came after their texts had been given to "
        "another judge or after the study had ended: {number}."
    ),
    recruitment_changed=(
        "After the first answer recruitment was changed: links added {added}, links revoked "
        "{revoked}, links given another end or number of places {given}, changes of the list of "
        "excluded ids {ids}."
    ),
    withdrawn_in_sight=(
        "Answers withdrawn before the verdict, while results could be seen: {number}."
    ),
    back_from_pilot=(
        "Judges with counted answers who had been pilot judges of this study before: {number}."
    ),
    same_texts="Other studies with the same texts: {number}.",
    same_texts_named="Other studies with the same texts: {number}, among them {codes}.",
    same_texts_erased="Erased studies with the same texts: {number}.",
    confirmatory="The verdict by the test of the plan is confirmatory; all else is exploratory.",
    nothing_confirmatory="No verdict was given: all numbers are exploratory.",
)

SPANISH_CONDUCT = ConductText(
    family=(
        "El estudio es uno de los {size} de la familia «{name}»; con la corrección de Holm sobre "
        "sus veredictos ({p} ajustada, nivel {level}) {shown} lo que había de demostrar."
    ),
    family_waits=(
        "El estudio es uno de los {size} de la familia «{name}»; la corrección de Holm espera a "
        "los veredictos de todos ellos."
    ),
    family_shown="se demostró",
    family_not_shown="no se demostró",
    began="Jueces que empezaron: {number}",
    completed="completaron todas sus evaluaciones: {number}",
    reading="leían al escribirse esto: {number}",
    study_full="encontraron el estudio completo antes de su última: {number}",
    no_place="no encontraron sitio para la siguiente: {number}",
    left="lo dejaron antes de la última: {number}",
    withdrew="se retiraron: {number}",
    attention_passed="De {n} ternas de atención se superaron {x}.",
    surplus=(
        "Respuestas sobrantes, guardadas y no contadas porque llegaron cuando sus textos ya se "
        "habían dado a otro juez o el estudio había terminado: {number}."
    ),
    recruitment_changed=(
        "Tras la primera respuesta se cambió el reclutamiento: enlaces añadidos {added}, enlaces "
        "revocados {revoked}, enlaces con otro final u otro número de plazas {given}, cambios de "
        "la lista de identificadores excluidos {ids}."
    ),
    withdrawn_in_sight=(
        "Respuestas retiradas antes del veredicto, cuando los resultados ya podían verse: {number}."
    ),
    back_from_pilot=(
        "Jueces cuyas respuestas cuentan y que antes habían sido jueces piloto de este estudio: "
        "{number}."
    ),
    same_texts="Otros estudios con los mismos textos: {number}.",
    same_texts_named="Otros estudios con los mismos textos: {number}, entre ellos {codes}.",
    same_texts_erased="Estudios borrados con los mismos textos: {number}.",
    confirmatory=(
        "El veredicto por la prueba del plan es confirmatorio; todo lo demás es exploratorio."
    ),
    nothing_confirmatory="No hubo veredicto: todos los números son exploratorios.",
)
