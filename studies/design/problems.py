"""Why texts cannot fill the triads, in a form that a page can put into words."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from studies.design.draws import Draws
from studies.design.text_pool import Stock
from studies.design.texts import (
    SEED_BYTES,
    SUBJECTS,
    Pairing,
    Subject,
    Text,
    in_plan_order,
    pairing_of,
)

MESSAGES = {
    "no_texts": "There are no texts of {subject}.",
    "too_few_texts": "There is only {count} text of {subject}; at least {needed} are needed.",
    "too_few_items": (
        "The texts are about {count} different items; the texts of one triad must be about "
        "{needed} different items."
    ),
    "no_different_items": (
        "No two texts of {pair} and one text of {odd} are about three different items."
    ),
    "no_item_with_triad": "No item has two texts of {pair} and one text of {odd}.",
    "identical_texts": (
        "Wherever two texts of {pair} and one text of {odd} fit together by item, two of them "
        "are identical."
    ),
}


@dataclass(frozen=True, slots=True)
class Problem:
    """One reason: a code, its parameters, and an English sentence by `str`.

    Codes and parameters: no_texts (subject), too_few_texts (subject, count, needed),
    too_few_items (count, needed), no_different_items, no_item_with_triad and identical_texts
    (each: pair, the subject with two texts in a triad, and odd, the other one).
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return MESSAGES[self.code].format(**self.params)


def why_not(texts: Iterable[Text], pairing: str) -> list[Problem]:
    """Why these texts cannot fill triads; empty exactly when a plan of any length exists.

    A plan exists when some two texts of A go with one of B, and some two of B with one of A:
    triads do not use texts up.
    """
    rule = pairing_of(pairing)
    ordered = in_plan_order(texts)
    if problems := _too_few(ordered, rule):
        return problems
    stock = _unused(ordered, rule)
    found = (_no_triad(stock, ordered, pair) for pair in SUBJECTS)
    return [problem for problem in found if problem]


def unusable(texts: Iterable[Text], pairing: str) -> list[Text]:
    """Texts about items that can never fill a triad under the pairing rule, in plan order.

    Under "same" these are the texts of items that have neither two texts of A and one of B nor
    two of B and one of A, all different. Under "different" an item alone rules nothing out: the
    list is empty.
    """
    ordered = in_plan_order(texts)
    if pairing_of(pairing) == Pairing.DIFFERENT:
        return []
    stock = _unused(ordered, Pairing.SAME)
    dead = {i for i in set(stock.item) if not any(stock.find_triple(s, i) for s in SUBJECTS)}
    return [text for text, item in zip(ordered, stock.item, strict=True) if item in dead]


def _unused(ordered: Sequence[Text], pairing: Pairing) -> Stock:
    # Whether a triad exists does not depend on draws: any seed will do.
    return Stock(ordered, pairing, Draws(bytes(SEED_BYTES), "", 0))


def _too_few(ordered: Sequence[Text], pairing: Pairing) -> list[Problem]:
    counts = Counter(text.subject for text in ordered)
    problems = []
    for subject in SUBJECTS:
        if counts[subject] == 0:
            problems.append(Problem("no_texts", {"subject": subject}))
        elif counts[subject] == 1:
            params: dict[str, str | int] = {"subject": subject, "count": 1, "needed": 2}
            problems.append(Problem("too_few_texts", params))
    items = len({text.item for text in ordered})
    if not problems and pairing == Pairing.DIFFERENT and items < 3:
        problems.append(Problem("too_few_items", {"count": items, "needed": 3}))
    return problems


def _no_triad(stock: Stock, ordered: Sequence[Text], pair: Subject) -> Problem | None:
    if _has_triad(stock, pair):
        return None
    params: dict[str, str | int] = {"pair": pair, "odd": "B" if pair == "A" else "A"}
    # Would the pairing rule alone allow a triad, if no two texts were alike?
    unlike = [Text(t.key, t.subject, t.item, str(n)) for n, t in enumerate(ordered)]
    if _has_triad(_unused(unlike, stock.pairing), pair):
        return Problem("identical_texts", params)
    different = stock.pairing == Pairing.DIFFERENT
    return Problem("no_different_items" if different else "no_item_with_triad", params)


def _has_triad(stock: Stock, pair: Subject) -> bool:
    if stock.pairing == Pairing.DIFFERENT:
        return stock.find_triple(pair) is not None
    return any(stock.find_triple(pair, item) for item in stock.shelves[pair])
