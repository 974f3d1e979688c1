"""Whether attention triads ask for an answer that is not the odd one.

What the right answer is follows from the design: the odd text, or the text of B in a directed
triad. A text that says *choose me* is another answer wherever it is not the odd one. Such texts
are known by their words alone: this looks for verbs of choosing in the languages of the pages.
"""

import re
from collections.abc import Iterable

from studies.models import Study
from studies.models.sample import Kind, Subject

_CHOOSE = re.compile(
    r"\b(?:choose|select|pick|click|tick"  # en
    r"|wähle\w*|auswähl\w*|anklick\w*|ankreuz\w*"  # de
    r"|elija|elige|escoja|escoge|seleccion[ae]|marque"  # es
    r"|choisi\w*|sélectionne\w*|coche[zr]?"  # fr
    r"|scelga|scegli|scegliete|selezion[ai]\w*"  # it
    r"|kies|selecteer|klik"  # nl
    r"|wybierz|zaznacz\w*"  # pl
    r"|escolha|escolla|selecione|seleccione|marca)\b"  # pt, gl
    r"|اختر|اختاروا|选择|请选",  # ar, zh
    re.IGNORECASE,
)


def misleading_texts(study: Study) -> int:
    """Return how many attention texts say which to choose, where that may be the wrong one.

    In an undirected plan each subject is the odd one in half of the triads; in a directed one the
    text of B always is.
    """
    if not study.attention_at:
        return 0
    texts = study.samples.of_kind(Kind.ATTENTION)
    if study.is_directed:
        texts = texts.filter(subject=Subject.A)
    return number_of_instructions(texts.values_list("text", flat=True))


def number_of_instructions(texts: Iterable[str]) -> int:
    """Return how many of the texts tell the reader to choose."""
    return sum(bool(_CHOOSE.search(text)) for text in texts)
