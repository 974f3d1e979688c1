"""Find out why texts cannot fill triads."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field

from studies.design.draws import Draws
from studies.design.text_pool import TextPool
from studies.design.texts import (
    SEED_BYTES,
    SUBJECTS,
    Pairing,
    Protocol,
    Subject,
    Text,
    in_plan_order,
    majority,
    orders_of,
    pairing_of,
    protocol_of,
)

MESSAGES = {
    "no_item_with_all": "No item has a text of each system yet.",
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
    """A reason why triads cannot be filled: a code of `MESSAGES` and its parameters.

    `pair` is the subject with two texts in a triad, `odd` the other one.
    """

    code: str
    params: Mapping[str, str | int] = field(default_factory=dict)

    def __str__(self) -> str:
        return MESSAGES[self.code].format(**self.params)


def plan_problems(
    texts: Iterable[Text], pairing: str, protocol: str = Protocol.TRIANGLE
) -> list[Problem]:
    """Return why these texts cannot fill triads: nothing exactly when a plan of any length exists.

    A plan exists when some two texts of A fit with one of B, and, but in a directed plan, some two
    of B with one of A: texts can be used again.
    """
    rule, asked = pairing_of(pairing), protocol_of(protocol)
    ordered = in_plan_order(texts)
    pairs = {majority(order) for order in orders_of(asked)}
    if problems := _too_few(ordered, rule, pairs):
        return problems
    pool = _pool_of(ordered, rule, asked)
    found = (_no_triad(pool, ordered, pair, asked) for pair in SUBJECTS if pair in pairs)
    return [problem for problem in found if problem]


def _pool_of(ordered: Sequence[Text], pairing: Pairing, protocol: Protocol) -> TextPool:
    # Whether a triad exists does not depend on the draws: any seed will do.
    return TextPool(ordered, pairing, Draws(bytes(SEED_BYTES), "", 0), protocol)


def _too_few(ordered: Sequence[Text], pairing: Pairing, pairs: Set[Subject]) -> list[Problem]:
    """Say which subject has too few texts: one that gives two texts of a triad needs two."""
    counts = Counter(text.subject for text in ordered)
    problems = []
    for subject in SUBJECTS:
        if counts[subject] == 0:
            problems.append(Problem("no_texts", {"subject": subject}))
        elif counts[subject] == 1 and subject in pairs:
            params: dict[str, str | int] = {"subject": subject, "count": 1, "needed": 2}
            problems.append(Problem("too_few_texts", params))
    items = len({text.item for text in ordered})
    if not problems and pairing == Pairing.DIFFERENT and items < 3:
        problems.append(Problem("too_few_items", {"count": items, "needed": 3}))
    return problems


def _no_triad(
    pool: TextPool, ordered: Sequence[Text], pair: Subject, protocol: Protocol
) -> Problem | None:
    if _has_triad(pool, pair):
        return None
    params: dict[str, str | int] = {"pair": pair, "odd": "B" if pair == "A" else "A"}
    # Would there be a triad if no two texts were identical?
    distinct = [Text(t.key, t.subject, t.item, str(n)) for n, t in enumerate(ordered)]
    if _has_triad(_pool_of(distinct, pool.pairing, protocol), pair):
        return Problem("identical_texts", params)
    different = pool.pairing == Pairing.DIFFERENT
    return Problem("no_different_items" if different else "no_item_with_triad", params)


def _has_triad(pool: TextPool, pair: Subject) -> bool:
    if pool.pairing == Pairing.DIFFERENT:
        return pool.find_triple(pair) is not None
    return any(pool.find_triple(pair, item) for item in pool.by_item[pair])
