"""How often texts were shown, and told apart where they were the odd one."""

from collections.abc import Iterable
from dataclasses import dataclass

from studies.kinds import kind_of
from studies.models import Study, Trial

PLACES = ("first", "second", "third")
# In larger studies counting takes longer than a page of a list should.
COUNTED_EVALUATIONS = 50_000


@dataclass(frozen=True, slots=True)
class TextUse:
    """In how many counted trials a text was shown; in how many it was odd, and then chosen."""

    shown: int = 0
    odd: int = 0
    right: int = 0


def uses_of(study: Study, texts: Iterable[int]) -> dict[int, TextUse]:
    """Return the use of each of these texts, in three queries.

    Nothing of a study of ratings, in which no text is odd, and nothing of a very large study.
    """
    if not study.opened_at or study.evaluations > COUNTED_EVALUATIONS:
        return {}
    if not kind_of(study).tells_apart:
        return {}
    keys = list(texts)
    found = dict.fromkeys(keys, TextUse())
    counted = Trial.objects.counted().filter(study=study)
    for place in PLACES:
        for row in counted.of_texts_at(place, keys):
            use = found[row["text"]]
            found[row["text"]] = TextUse(
                use.shown + row["shown"], use.odd + row["odd"], use.right + row["right"]
            )
    return found
