"""Numbers as they are printed: limits rounded to the safe side, p with as many digits as matter."""

import math
from collections.abc import Callable, Sequence

# A limit that is a whole tenth of a percent may be computed a rounding error beside it.
ROUNDING = 1e-9
MOST_DECIMALS = 4
SMALLEST_PRINTED = 10**-MOST_DECIMALS
# Where the words for evidence change (analysis.stats.evidence).
GRADES = (0.001, 0.01, 0.05, 0.2)
BELOW_CHANCE = "below chance"


def p_text(p_value: float, *, level: float | None = None, name: str = "p") -> str:
    """Return `p = 0.0065`: as `probability`, but never 0 or 1, and never across a grade."""
    least = SMALLEST_PRINTED if level is None else min(level, SMALLEST_PRINTED)
    if p_value < min(SMALLEST_PRINTED / 2, least):
        return f"{name} < {least:g}"
    if p_value > 0.995:
        return f"{name} > 0.99"
    limits = GRADES if level is None else (*GRADES, level)
    return f"{name} = {_printed(p_value, limits)}"


def p_cell(p_value: float, *, level: float | None = None) -> str:
    """Return the same below a head that says p: `0.0065`, `< 0.0001`."""
    return p_text(p_value, level=level).removeprefix("p = ").removeprefix("p ")


def probability(value: float, *, level: float | None = None) -> str:
    """Return a probability to two digits, at most four decimals; `< 0.0001` for less.

    It gets more decimals where rounding would carry it across `level`.
    """
    if 0 < value < min(SMALLEST_PRINTED / 2, level or 1):
        return f"< {min(SMALLEST_PRINTED, level or 1):g}"
    return _printed(value, () if level is None else (level,))


def _printed(value: float, limits: Sequence[float]) -> str:
    if value <= 0:
        return "0"
    decimals = min(MOST_DECIMALS, max(2, 1 - math.floor(math.log10(value))))
    text = f"{value:.{decimals}f}"
    while decimals < 12 and any(_crosses(float(text), value, limit) for limit in limits):
        decimals += 1
        text = f"{value:.{decimals}f}"
    # 0.02, not 0.020; but 0.50.
    return text[:4] + text[4:].rstrip("0")


def _crosses(printed: float, value: float, limit: float) -> bool:
    return (printed < limit) != (value < limit) or (printed <= limit) != (value <= limit)


def level(value: float) -> str:
    """Return alpha or beta as it was typed."""
    return f"{value:g}"


def percent(value: float) -> str:
    """Return a proportion that was typed as a percentage: `30 %`."""
    return f"{round(100 * value, 9):.12g} %"


def confidence(risk: float) -> str:
    """Return the confidence of a one-sided limit at this risk: `95 %`."""
    return percent(1 - risk)


def one_sided(risk: float) -> str:
    """Return the confidence of a one-sided limit in words: `95 %, one-sided`."""
    return f"{confidence(risk)}, one-sided"


def lower_limit(value: float) -> str:
    """Return a lower limit, rounded down to tenths of a percent; finer where that would be 0."""
    for digits in (1, 2, 3, 4):
        scale = 10 ** (2 + digits)
        rounded = math.floor((value + ROUNDING) * scale) / scale
        if rounded > 0 or value <= 0:
            break
    return f"{100 * max(rounded, 0):.{digits}f} %"


def upper_limit(value: float, *, most: float | None = None) -> str:
    """Return an upper limit, rounded up to tenths of a percent; finer where that passes `most`."""
    for digits in (1, 2, 3, 4):
        scale = 10 ** (2 + digits)
        rounded = math.ceil((value - ROUNDING) * scale) / scale
        if most is None or value > most or rounded <= most + ROUNDING:
            break
    return f"{100 * min(rounded, 1):.{digits}f} %"


def limit_or_chance(
    limit: float | None, printed: Callable[[float], str], *, chance: float = 0.0
) -> str:
    """Return the limit as `printed` writes it, or that it lies below chance (0 on the scale of pd).

    A limit that was cut to the scale stands at chance itself, or is None.
    """
    return BELOW_CHANCE if limit is None or limit <= chance else printed(limit)


def between(lower: float | None, upper: float | None) -> str:
    """Return a range of percentages: `13.5–70.0 %`; `0–70.0 %` where the lower end is no limit."""
    if lower is None or upper is None:
        return "–"
    low = lower_limit(lower).removesuffix(" %") if lower > 0 else "0"
    return f"{low}–{upper_limit(upper)}"


def estimate(value: float) -> str:
    """Return an estimate, rounded to tenths of a percent."""
    return f"{100 * value:.1f} %"


def e_value(value: float) -> str:
    """Return an e-value, rounded down: 19.998 does not reach the 20 that may be claimed at 0.05."""
    if value > 1e6:
        return "over 1,000,000"
    if value >= 1000:
        return f"{math.floor(value + ROUNDING):,}"
    return decimal(math.floor(value * 100 + ROUNDING) / 100)


def decimal(value: float | None, digits: int = 2) -> str:
    """Return a number of any size: `−0.4`, `4567`, `4.50e+12`, `∞`; a dash for undefined."""
    if value is None:
        return "–"
    if math.isinf(value):
        return "∞"
    if abs(value) < 1000:
        return minus(f"{value:.{digits}f}")
    return minus(f"{value:.0f}" if abs(value) < 1e6 else f"{value:.{digits}e}")


def minus(number: str) -> str:
    """Return a number with the minus sign, which is as wide as a digit, for the hyphen."""
    return number.replace("-", "\N{MINUS SIGN}")
