"""Dealing the texts chosen for a block to its triads."""

from collections import Counter
from collections.abc import Iterator

from studies.design.text_pool import Stock, Triple
from studies.design.texts import Subject

# Triples looked at before dealing a block is given up. Where it can be done, a dozen do as a rule.
STEPS = 2000


def deal(stock: Stock, chosen: list[int], pairs: list[Subject]) -> list[Triple] | None:
    """A triple for each triad, using each chosen text once; `pairs` says who has two texts in it.

    None where it cannot be done so that texts of one triad may stand together, or where that was
    not found in `STEPS` steps.
    """
    as_drawn = _in_turn(stock, chosen, pairs)
    if all(_fits(stock, triple) for triple in as_drawn):
        return as_drawn
    search = _Search(stock, pairs)
    return search.dealt if search.deal(chosen) else None


def _in_turn(stock: Stock, chosen: list[int], pairs: list[Subject]) -> list[Triple]:
    pools = {s: iter([t for t in chosen if stock.subject[t] == s]) for s in ("A", "B")}
    turns = [(pools[pair], pools["B" if pair == "A" else "A"]) for pair in pairs]
    return [(next(pair), next(pair), next(odd)) for pair, odd in turns]


def _fits(stock: Stock, triple: Triple) -> bool:
    one, two, three = triple
    fit = stock.may_stand_together
    return fit(one, two) and fit(one, three) and fit(two, three)


class _Search:
    """Triad by triad, with a way back; what is most frequent among the rest is dealt first."""

    def __init__(self, stock: Stock, pairs: list[Subject]) -> None:
        self._stock, self._pairs, self._steps = stock, pairs, STEPS
        self.dealt: list[Triple] = []

    def deal(self, left: list[int]) -> bool:
        """Deal the texts left to the triads left; False if that fails, with nothing changed."""
        place = len(self.dealt)
        if place == len(self._pairs):
            return True
        for triple in self._triples(left, self._pairs[place]):
            self._steps -= 1
            if self._steps < 0:
                return False
            rest = _without(left, triple)
            if self._crowded(rest, len(self._pairs) - place - 1):
                continue
            self.dealt.append(triple)
            if self.deal(rest):
                return True
            self.dealt.pop()
        return False

    def _triples(self, left: list[int], pair: Subject) -> Iterator[Triple]:
        subject = self._stock.subject
        items, contents = self._counts(left)
        frequent = sorted(
            dict.fromkeys(left),
            key=lambda t: -max(items[self._stock.item[t]], contents[self._stock.content[t]]),
        )
        pairs = [text for text in frequent if subject[text] == pair]
        odds = [text for text in frequent if subject[text] != pair]
        for place, first in enumerate(pairs):
            for second in pairs[place + 1 :]:
                for odd in odds:
                    if _fits(self._stock, (first, second, odd)):
                        yield first, second, odd

    def _crowded(self, left: list[int], triads: int) -> bool:
        """Whether some item or content is left more often than there are triads for it."""
        return any(max(counts.values(), default=0) > triads for counts in self._counts(left))

    def _counts(self, left: list[int]) -> tuple[Counter[int], Counter[int]]:
        item, content = self._stock.item, self._stock.content
        return Counter(item[text] for text in left), Counter(content[text] for text in left)


def _without(texts: list[int], triple: Triple) -> list[int]:
    rest = texts.copy()
    for text in triple:
        rest.remove(text)
    return rest
