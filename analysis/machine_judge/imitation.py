"""How well B imitates A, and A's own texts against the same checks."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
import numpy.typing as npt
from django.db.models.functions import Left

from analysis import number_format
from analysis.companions.compliancy import Compliancy, compliancy
from analysis.companions.content import match
from analysis.stats.surface import told_as
from analysis.stats.surface.grams import MOST_CHARACTERS
from studies.models import Study

Checked = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Imitation:
    """The three checks for the texts of B, and for A's own."""

    of_b: Compliancy
    of_a: Compliancy

    @classmethod
    def from_json(cls, stored: dict[str, Any]) -> Self:
        return cls(Compliancy(**stored["of_b"]), Compliancy(**stored["of_a"]))


@dataclass(frozen=True, slots=True)
class _Text:
    subject: str
    item: str
    text: str
    context: str
    score: float


def imitation_of(study: Study, keys: Sequence[int], scores: Sequence[float]) -> Imitation:
    """Check the texts that have a score by the machine judge."""
    rows = study.samples.filter(pk__in=keys).annotate(begins=Left("text", 4 * MOST_CHARACTERS))
    columns = rows.values_list("pk", "subject", "item", "begins", "context")
    found = {pk: (subject, item, text, context) for pk, subject, item, text, context in columns}
    texts = [_Text(*found[key], score) for key, score in zip(keys, scores, strict=True)]
    a, b = ([one for one in texts if one.subject == side] for side in "AB")
    contexts = {one.item: one.context for one in reversed(texts) if one.context.strip()}
    return Imitation(of_b=_checked(b, a, contexts), of_a=_checked(a, b, contexts))


def _checked(own: Sequence[_Text], other: Sequence[_Text], contexts: dict[str, str]) -> Compliancy:
    return compliancy(
        [one.item for one in own],
        context=_matched(own, list(contexts.values()), list(contexts)),
        pair=_matched(own, [one.text for one in other], [one.item for one in other]),
        style=np.array([float(told_as(one.score) == "A") for one in own]),
    )


def _matched(own: Sequence[_Text], pool: Sequence[str], about: Sequence[str]) -> Checked:
    """Return which texts fit their own item best in the pool; a tie is no match."""
    found = match([one.text for one in own], [one.item for one in own], pool, about)
    return np.where(found.known, (found.matched == 1).astype(float), np.nan)


Row = tuple[str, str, str]


def table(found: Imitation) -> list[Row]:
    """Return what is checked, with the share of items that B carries off and that A does itself."""
    checks = (
        ("fits its own context best", found.of_b.context, found.of_a.context),
        ("fits what the other wrote about its item best", found.of_b.pair, found.of_a.pair),
        (
            "is taken for the imitated subject's by the machine judge",
            found.of_b.style,
            found.of_a.style,
        ),
        ("all three", found.of_b.all_three, found.of_a.all_three),
    )
    return [(name, _percent(of_b), _percent(of_a)) for name, of_b, of_a in checks]


def _percent(share: float | None) -> str:
    return "–" if share is None else number_format.estimate(share)
