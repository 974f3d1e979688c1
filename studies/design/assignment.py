"""Assign the texts chosen for a block to its triads."""

from collections import Counter
from collections.abc import Iterator

from studies.design.text_pool import TextPool, Triple
from studies.design.texts import Subject

# Triples tried before a block is given up. Where a solution exists, a dozen usually do.
STEPS = 2000


def assign(pool: TextPool, chosen: list[int], pairs: list[Subject]) -> list[Triple] | None:
    """Return a triple for each triad, using each chosen text once; `pairs` are the majorities.

    None where no assignment in which the texts of each triad fit was found in `STEPS` steps.
    """
    as_drawn = _in_drawn_order(pool, chosen, pairs)
    if all(pool.fits(triple) for triple in as_drawn):
        return as_drawn
    search = _Search(pool, pairs)
    return search.assigned if search.assign(chosen) else None


def _in_drawn_order(pool: TextPool, chosen: list[int], pairs: list[Subject]) -> list[Triple]:
    drawn = {s: iter([t for t in chosen if pool.subject[t] == s]) for s in ("A", "B")}
    turns = [(drawn[pair], drawn["B" if pair == "A" else "A"]) for pair in pairs]
    return [(next(pair), next(pair), next(odd)) for pair, odd in turns]


class _Search:
    """Backtracking, triad by triad: the most frequent of what is left comes first."""

    def __init__(self, pool: TextPool, pairs: list[Subject]) -> None:
        self._pool, self._pairs, self._steps = pool, pairs, STEPS
        self.assigned: list[Triple] = []

    def assign(self, left: list[int]) -> bool:
        """Assign the texts left to the triads left; False if that fails, with nothing changed."""
        place = len(self.assigned)
        if place == len(self._pairs):
            return True
        for triple in self._triples(left, self._pairs[place]):
            self._steps -= 1
            if self._steps < 0:
                return False
            rest = _without(left, triple)
            if self._is_crowded(rest, len(self._pairs) - place - 1):
                continue
            self.assigned.append(triple)
            if self.assign(rest):
                return True
            self.assigned.pop()
        return False

    def _triples(self, left: list[int], pair: Subject) -> Iterator[Triple]:
        subject = self._pool.subject
        items, contents = self._counts(left)
        frequent = sorted(
            dict.fromkeys(left),
            key=lambda t: -max(items[self._pool.item[t]], contents[self._pool.content[t]]),
        )
        pairs = [text for text in frequent if subject[text] == pair]
        odds = [text for text in frequent if subject[text] != pair]
        for place, first in enumerate(pairs):
            for second in pairs[place + 1 :]:
                for odd in odds:
                    if self._pool.fits((first, second, odd)):
                        yield first, second, odd

    def _is_crowded(self, left: list[int], triads: int) -> bool:
        """Whether an item or a content is left more often than there are triads for it."""
        return any(max(counts.values(), default=0) > triads for counts in self._counts(left))

    def _counts(self, left: list[int]) -> tuple[Counter[int], Counter[int]]:
        item, content = self._pool.item, self._pool.content
        return Counter(item[text] for text in left), Counter(content[text] for text in left)


def _without(texts: list[int], triple: Triple) -> list[int]:
    rest = texts.copy()
    for text in triple:
        rest.remove(text)
    return rest
