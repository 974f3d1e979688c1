"""What the ratings show over all criteria, in one line.

Not told apart is never called equal.
"""

from collections.abc import Iterator, Sequence

from analysis.stats import Pair
from analysis.verdict_text.ratings.result import CriterionResult, listed

# Of more pairs the line goes by criterion: pair by pair it would be a page.
MOST_PAIRS = 3


def over_criteria(results: Sequence[CriterionResult]) -> str:
    """Return which system is rated above which on which criteria; nothing of a single criterion."""
    known = [result for result in results if any(pair.p_value is not None for pair in result.pairs)]
    if len(known) < 2:
        return ""
    # Where a system has no ratings by a criterion, that has fewer pairs.
    couples = dict.fromkeys((pair.first, pair.second) for one in known for pair in one.pairs)
    if len(couples) > MOST_PAIRS:
        return f"Over all criteria: {'; '.join(map(_on, known))}."
    return " ".join(_of_pair(known, couple) for couple in couples)


def _of_pair(results: Sequence[CriterionResult], couple: tuple[object, object]) -> str:
    """Return a sentence about two systems, by what each criterion says of them."""
    names = [results[0].name(system) for system in couple]
    by_higher: dict[str, list[str]] = {name: [] for name in names}
    apart, unknown = [], []
    for result in results:
        turned = result.between(couple)
        if turned is None or turned.p_value is None:
            unknown.append(result.criterion)
        elif turned.separated:
            by_higher[result.name(turned.first)].append(
                f"{result.criterion}{_doubt(result, turned)}"
            )
        else:
            apart.append(result.criterion)
    said = "; ".join(_parts(by_higher, apart, unknown))
    return f"{said[0].upper()}{said[1:]}."


def _parts(by_higher: dict[str, list[str]], apart: list[str], unknown: list[str]) -> Iterator[str]:
    both = listed(list(by_higher))
    for higher, criteria in by_higher.items():
        [lower] = [name for name in by_higher if name != higher] or [higher]
        if criteria:
            yield f"{higher} is rated above {lower} on {listed(criteria)}"
    if apart:
        who = "they" if any(by_higher.values()) else both
        yield f"on {listed(apart)} {who} are not told apart"
    if unknown:
        yield f"on {listed(unknown)} nothing can be said of {both}"


def _on(result: CriterionResult) -> str:
    """Return which systems are rated above which by one criterion."""
    above: dict[object, list[Pair]] = {}
    for pair in result.upward:
        if pair.separated:
            above.setdefault(pair.first, []).append(pair)
    if not above:
        return f"on {result.criterion} no system is shown to be rated above another"
    ranked = sorted(above, key=lambda higher: -len(above[higher]))
    told = [
        f"{result.name(higher)} above {listed([_lower(result, pair) for pair in above[higher]])}"
        for higher in ranked
    ]
    return f"on {result.criterion} {', '.join(told)}"


def _lower(result: CriterionResult, pair: Pair) -> str:
    return f"{result.name(pair.second)}{_doubt(result, pair)}"


def _doubt(result: CriterionResult, pair: Pair) -> str:
    return " (uncertain)" if result.doubtful_limits(pair) else ""
