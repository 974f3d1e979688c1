"""Recompute the numbers of a test by triads from the CSV files beside this script.

Needs Python 3.11 or newer and SciPy:  python recompute.py [folder]
Prints one quantity a line, and at the end whether they agree with those of results.csv: the exit
status is 1 where one does not. The exact tests belong to the verdict of a plan with a fixed number:
before it there is nothing to test, and after a sequential plan Wald's lines decide.
"""

import csv
import math
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import numpy as np  # comes with SciPy
from scipy.optimize import brentq
from scipy.special import ndtr, owens_t
from scipy.stats import beta as beta_distribution
from scipy.stats import binom

CHANCE = 1 / 3
AGREES = "agrees with the stored result"
Quantities = Iterator[tuple[str, object]]


def rows(path: Path) -> list[dict[str, str]]:
    csv.field_size_limit(10**9)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def difference(x: int, n: int, alpha: float) -> Quantities:
    """P(X >= x | n, 1/3), and Clopper and Pearson's one-sided lower limit."""
    p_value = float(binom.sf(x - 1, n, CHANCE))
    yield "difference_p_value", p_value
    tails = np.atleast_1d(binom.sf(np.arange(-1, n), n, CHANCE))
    enough = [k for k, tail in enumerate(tails) if tail <= alpha * (1 + 1e-12)]
    yield "difference_min_correct", min(enough, default="")
    yield "difference_significant", int(p_value <= alpha * (1 + 1e-12))


def lower_limit(x: int, n: int, alpha: float) -> Quantities:
    limit = float(beta_distribution.ppf(alpha, x, n - x + 1)) if x else 0.0
    yield "difference_pd_lower", pd_of(limit)


def similarity(x: int, n: int, beta: float, pd: float) -> Quantities:
    """P(X <= x | n, 1/3 + 2/3 pd), and Clopper and Pearson's one-sided upper limit."""
    pc = CHANCE + 2 / 3 * pd
    p_value = float(binom.cdf(x, n, pc))
    yield "similarity_p_value", p_value
    tails = np.atleast_1d(binom.cdf(np.arange(n + 1), n, pc))
    allowed = [k for k, tail in enumerate(tails) if tail <= beta * (1 + 1e-12)]
    yield "similarity_max_correct", max(allowed, default="")
    yield "similarity_similar", int(p_value <= beta * (1 + 1e-12))
    limit = float(beta_distribution.isf(beta, x + 1, n - x)) if x < n else 1.0
    yield "similarity_pd_upper", pd_of(limit)


def pd_of(pc: float) -> float:
    """Proportion of people who perceive a difference, from a proportion of right answers."""
    return min(max((pc - CHANCE) * 1.5, 0.0), 1.0)


def estimates(x: int, n: int, protocol: str) -> Quantities:
    yield "estimate_pd", pd_of(x / n)
    if x < n:  # else it is infinite
        yield "estimate_d_prime", d_prime(x / n, protocol)


def d_prime(pc: float, protocol: str) -> float:
    """Thurstone's distance, from the share of right answers."""
    if pc <= CHANCE:
        return 0.0
    right = directed if protocol == "directed" else triangle
    return float(brentq(lambda d: right(d) - pc, 0, 50, xtol=1e-13))


def triangle(d: float) -> float:
    """pc = 1 - 4 T(d / sqrt 6, sqrt 3), T Owen's function."""
    return 1 - 4 * float(owens_t(d / 6**0.5, 3**0.5))


def directed(d: float) -> float:
    """3-AFC: pc = Phi(d / sqrt 2) - 2 T(d / sqrt 2, 1 / sqrt 3)."""
    return float(ndtr(d / 2**0.5) - 2 * owens_t(d / 2**0.5, 1 / 3**0.5))


def wald(outcomes: Iterable[bool], plan: dict[str, str]) -> Quantities:
    """The first crossing of Wald's lines, in the order in which triads were first given."""
    alpha, beta, pd = (float(plan[name]) for name in ("alpha", "beta", "pd"))
    pc = CHANCE + 2 / 3 * pd
    up, down = math.log(pc / CHANCE), math.log((1 - pc) / (1 - CHANCE))
    upper, lower = math.log((1 - beta) / alpha), math.log(beta / (1 - alpha))
    x = n = 0
    shown = "none"
    for right in outcomes:
        x, n = x + right, n + 1
        ratio = x * up + (n - x) * down
        if ratio >= upper - 1e-9 or ratio <= lower + 1e-9:
            shown = "difference" if ratio > 0 else "similarity"
            break
    yield from (("verdict", shown), ("verdict_counted", n), ("verdict_correct", x))


def recompute(folder: Path) -> Quantities:
    """Everything that the files allow to be said."""
    plan = {row["quantity"]: row["value"] for row in rows(folder / "results.csv")}
    counted = [row for row in rows(folder / "answers.csv") if row["counted"] == "yes"]
    yield "counted", len(counted)
    if "verdict" not in plan:
        yield "note", f"no verdict: this plan has {plan['evaluations']} evaluations"
        return
    x, n = int(plan["verdict_correct"]), int(plan["verdict_counted"])
    if plan["method"] == "sequential":
        counted.sort(key=lambda row: (row["first_held_at_utc"], int(row["triad"])))
        outcomes = [row["correct"] == "1" for row in counted][: int(plan["evaluations"])]
        yield from wald(outcomes, plan)
        return
    of_verdict = [row for row in counted if int(row["triad"]) <= n]
    right = sum(row["correct"] == "1" for row in of_verdict)
    if (right, len(of_verdict)) == (x, n):
        yield from (("verdict_counted", n), ("verdict_correct", x))
    else:
        yield from (("left_counted", len(of_verdict)), ("left_correct", right))
        yield "note", f"withdrawn since: the verdict was given on {x} of {n}, tested below"
    yield from fixed(x, n, plan)


def fixed(x: int, n: int, plan: dict[str, str]) -> Quantities:
    """Both tests; where judges repeat, the pooled difference test alone."""
    alpha = float(plan["alpha"])
    yield from difference(x, n, alpha)
    if plan["evaluations_per_judge"] != "1":
        yield "note", "judges repeat: the pooled count gives no limit and no similarity test"
        return
    yield from lower_limit(x, n, alpha)
    yield from similarity(x, n, float(plan["beta"]), float(plan["pd"]))
    yield from estimates(x, n, plan["protocol"])


def disagreements(computed: dict[str, object], folder: Path) -> list[str]:
    """What results.csv says otherwise, a line each."""
    stored = {row["quantity"]: row["value"] for row in rows(folder / "results.csv")}
    return [
        f"{name}: {value} here, {stored[name]} in results.csv"
        for name, value in computed.items()
        if name in stored and not same(str(value), stored[name])
    ]


def same(here: str, there: str) -> bool:
    """Whether two values are equal, numbers but for rounding."""
    try:
        return math.isclose(float(here), float(there), rel_tol=1e-6, abs_tol=1e-9)
    except ValueError:
        return here == there


def main(folder: Path) -> int:
    computed = dict(recompute(folder))
    for name, value in computed.items():
        sys.stdout.write(f"{name} = {value}\n")
    found = disagreements(computed, folder)
    sys.stdout.write("\n".join(["differs from the stored result:", *found]) if found else AGREES)
    sys.stdout.write("\n")
    return 1 if found else 0


if __name__ == "__main__":
    beside = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).resolve().parent
    sys.exit(main(beside))
