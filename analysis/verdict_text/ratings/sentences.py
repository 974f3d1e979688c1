"""Which system is rated above which, in sentences.

Not separated is never called equal; what few judges like is called theirs.
"""

from collections.abc import Iterator

from analysis import number_format
from analysis.stats import Pair, fewest_judges, holm
from analysis.verdict_text.ratings.layers import Layers, layers_of, steps_of
from analysis.verdict_text.ratings.result import CriterionResult, listed, p_of, range_text

# Of more systems above one other the sentence has the least and the largest value.
MOST_LISTED = 3


def rating_sentences(result: CriterionResult) -> tuple[str, ...]:
    """Return what the ratings of a criterion show, the most important first."""
    known = [pair for pair in result.upward if pair.p_value is not None]
    if not known:
        return (_unknown(result),)
    separated = [pair for pair in known if pair.separated]
    if not separated:
        found = [_nothing(result), _too_few_to_decide(result, known), _few_judges(result, known)]
    else:
        found = [*_ranked(result, separated), _not_told_apart(result, known)]
    return tuple(filter(None, (*found, _similar(result, known))))


def _unknown(result: CriterionResult) -> str:
    reason = next((pair.reason for pair in result.pairs if pair.reason), "there are no ratings")
    return f"For {result.criterion}, nothing can be said of other people: {reason}."


def _nothing(result: CriterionResult) -> str:
    return f"For {result.criterion}, no system was shown to be rated above another."


def _ranked(result: CriterionResult, separated: list[Pair]) -> Iterator[str]:
    """Yield the order of all systems in one line, where there is one, and each pair with numbers.

    A pair that skips a layer of that line stands after it, with the numbers of its own.
    """
    begin = f"For {result.criterion}, judges like these rate"
    layers = layers_of(separated)
    steps = steps_of(layers, separated)
    if steps:
        size = _how_much(result, steps, " from one to the next" if len(layers) > 2 else "")
        yield _with_doubts(result, f"{begin} {_line(result, layers)}: {size}.", steps)
        begin = "They rate"
    rest = [pair for pair in separated if pair not in steps]
    below = dict.fromkeys(pair.second for pair in rest)
    by_low = {low: [pair for pair in rest if pair.second == low] for low in below}
    for low in sorted(by_low, key=lambda low: -len(by_low[low])):
        above = sorted(by_low[low], key=lambda pair: -(pair.estimate or 0))
        names = listed([result.name(pair.first) for pair in above])
        more = "" if begin == "They rate" else _more(len(rest) - len(above))
        ranked = f"{begin} {names} above {result.name(low)}: {_how_much(result, above)}.{more}"
        yield _with_doubts(result, ranked, above)
        begin = "They rate"


def _line(result: CriterionResult, layers: Layers) -> str:
    """Return `A above B above C`; with commas where several in the middle could be misread."""
    above = ", above " if any(len(layer) > 1 for layer in layers[1:-1]) else " above "
    return above.join(listed([result.name(name) for name in layer]) for layer in layers)


def _more(pairs: int) -> str:
    """Return that more pairs are separated than a first sentence names; it may stand alone."""
    if not pairs:
        return ""
    return f" {pairs} more {'pair was' if pairs == 1 else 'pairs were'} told apart."


def _with_doubts(result: CriterionResult, ranked: str, pairs: list[Pair]) -> str:
    return " ".join(filter(None, (ranked, *(_doubt(result, pair) for pair in pairs))))


def _doubt(result: CriterionResult, pair: Pair) -> str:
    """Return why a pair that the rule separates is uncertain; it stands with the pair's numbers."""
    limits = result.doubtful_limits(pair)
    if limits is None:
        return ""
    size = "ratio" if result.log else "difference"
    return (
        f"That {result.name(pair.first)} is above {result.name(pair.second)} is uncertain: with "
        f"judges and items drawn anew together, the limits of their {size} ({range_text(limits)}) "
        f"hold {result.none}; the tests take each alone."
    )


def _how_much(result: CriterionResult, pairs: list[Pair], steps: str = "") -> str:
    if len(pairs) > MOST_LISTED:
        return _range_of(result, pairs, steps)
    values = listed([f"{pair.estimate:.2f}" for pair in pairs])
    limits = listed([result.limits_text(pair) for pair in pairs if pair.limits])
    p = listed([p_of(pair.adjusted, result.alpha) for pair in pairs if pair.adjusted is not None])
    sign = "p" if p.startswith("<") else "p ="
    many = len(result.pairs)
    adjusted = f", adjusted for {many} pairs" if many > 1 else ""
    words = f"{'times as high' if result.log else 'points higher'}{steps}"
    level = number_format.confidence(result.alpha)
    return f"{values} {words} ({level} limits {limits}; {sign} {p}{adjusted})"


def _range_of(result: CriterionResult, pairs: list[Pair], steps: str) -> str:
    """Return the least and the largest of many estimates; the table has each with its limits."""
    estimates = [pair.estimate or 0 for pair in pairs]
    values = f"{min(estimates):.2f} to {max(estimates):.2f}"
    words = f"{'times as high' if result.log else 'points higher'}{steps}"
    largest = max(pair.adjusted or 0 for pair in pairs)
    p = number_format.p_text(largest, level=result.alpha, name="largest p")
    return f"{values} {words} ({p}, adjusted for {len(result.pairs)} pairs)"


def _not_told_apart(result: CriterionResult, known: list[Pair]) -> str:
    parts = [
        f"{_both(result, pair)} ({_size(result, pair)})" for pair in known if not pair.separated
    ]
    if not parts:
        return ""
    said = "which does not show that they are equally good"
    if len(parts) == 1:
        pair = next(pair for pair in known if not pair.separated)
        return f"{_both(result, pair)} were not told apart ({_size(result, pair)}), {said}."
    return f"These were not told apart, {said}: {'; '.join(parts)}."


def _too_few_to_decide(result: CriterionResult, known: list[Pair]) -> str:
    """Return that so few judges could not have shown anything, whatever they rated."""
    if any(pair.reachable for pair in known):
        return ""
    least = fewest_judges(len(result.names), alpha=result.alpha)
    judges = max(pair.judges for pair in known)
    return (
        f"{judges} judges could not have shown it, however they rated: with {len(result.names)} "
        f"systems it takes {least} or more."
    )


def _few_judges(result: CriterionResult, known: list[Pair]) -> str:
    """Return what these judges prefer where texts alone would show it, and judges do not."""
    by_items = holm([1.0 if pair.p_items is None else pair.p_items for pair in known])
    shown = [pair for pair, p in zip(known, by_items, strict=True) if p <= result.alpha]
    beaten = {pair.second for pair in known}
    top = [pair for pair in shown if pair.first not in beaten]
    if not top:
        return ""
    pair = min(top, key=lambda one: one.p_value or 0)
    p = f"p by judges {p_of(pair.p_judges or 0, result.alpha)}, by items "
    return (
        f"These {pair.judges} judges rated {result.name(pair.first)} highest for "
        f"{result.criterion}, {_why_few(result, pair)}: that is not shown for people like them "
        f"({p}{p_of(pair.p_items or 0, result.alpha)})."
    )


def _why_few(result: CriterionResult, pair: Pair) -> str:
    if pair.leans_both_ways:
        return "but by judges and by items the means lean opposite ways"
    busy = result.busiest
    if busy.share is None or busy.judges <= result.most or busy.share <= 0.5:
        return "but their number is small or they do not agree"
    return f"but {result.most} of them gave {int(100 * busy.share + 1e-9)} % of the ratings"


def _similar(result: CriterionResult, known: list[Pair]) -> str:
    pairs = [_both(result, pair) for pair in known if pair.similar]
    if result.margin is None or not pairs:
        return ""
    most = number_format.percent(result.margin - 1) if result.log else f"{result.margin:g} points"
    begin = pairs[0] if len(pairs) == 1 else f"Each of these pairs, {'; '.join(pairs)},"
    verb = "differ" if len(pairs) == 1 else "differs"
    return f"{begin} {verb} by less than {most} in the sense of the plan."


def _both(result: CriterionResult, pair: Pair) -> str:
    return f"{result.name(pair.first)} and {result.name(pair.second)}"


def _size(result: CriterionResult, pair: Pair) -> str:
    words = "times" if result.log else "points"
    level = number_format.confidence(result.alpha)
    limits = f", {level} limits {result.limits_text(pair)}" if pair.limits else ""
    if pair.limits and not pair.limits[0] <= result.none <= pair.limits[1]:
        limits += f" before the adjustment for {len(result.pairs)} pairs"
    return f"{pair.estimate:.2f} {words}{limits}"
