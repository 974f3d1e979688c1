"""Recompute the numbers of a test by triads from the CSV files beside this script.

Needs Python 3.11 or newer and SciPy, and over_texts.py and repeats.py beside it:
    python recompute.py [folder]
Prints one quantity a line, and at the end whether they agree with those of results.csv: the exit
status is 1 where one does not. The exact tests belong to the verdict of a plan with a fixed number:
before it there is nothing to test, and after a sequential plan Wald's lines decide.
"""

import csv
import math
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from runpy import run_path
from typing import Any

import numpy as np  # comes with SciPy
from scipy.integrate import quad
from scipy.optimize import brentq
from scipy.special import betaln, ndtr, owens_t, xlogy
from scipy.stats import beta as beta_distribution
from scipy.stats import binom

CHANCE = 1 / 3
AGREES = "agrees with the stored result"
Quantities = Iterator[tuple[str, object]]
Rows = list[dict[str, str]]


def rows(path: Path) -> Rows:
    csv.field_size_limit(10**9)
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def right_of(answers: Iterable[dict[str, str]]) -> int:
    return sum(row["correct"] == "1" for row in answers)


def is_main(row: dict[str, str]) -> bool:
    return (row["mode"], row["kind"]) == ("live", "main")


def difference(x: int, n: int, alpha: float) -> Quantities:
    """P(X >= x | n, 1/3)."""
    p_value = float(binom.sf(x - 1, n, CHANCE))
    yield "difference_p_value", p_value
    tails = np.atleast_1d(binom.sf(np.arange(-1, n), n, CHANCE))
    enough = [k for k, tail in enumerate(tails) if tail <= alpha * (1 + 1e-12)]
    yield "difference_min_correct", min(enough, default="")
    yield "difference_significant", int(p_value <= alpha * (1 + 1e-12))


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


def estimates(x: int, n: int, plan: dict[str, str]) -> Quantities:
    """The estimate on three scales, with Clopper and Pearson's two-sided limits."""
    tail = (1 - float(plan["estimate_two_sided_confidence"])) / 2
    lower = float(beta_distribution.ppf(tail, x, n - x + 1)) if x else 0.0
    upper = float(beta_distribution.isf(tail, x + 1, n - x)) if x < n else 1.0
    for end, pc in (("", x / n), ("_lower", lower), ("_upper", upper)):
        yield f"estimate_pc{end}", max(pc, CHANCE)
        yield f"estimate_pd{end}", pd_of(pc)
        if pc < 1:  # else it is infinite
            yield f"estimate_d_prime{end}", d_prime(pc, plan["protocol"])


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
    x, n, shown = 0, 0, "none"
    for right in outcomes:
        x, n = x + right, n + 1
        ratio = x * up + (n - x) * down
        if ratio >= upper - 1e-9 or ratio <= lower + 1e-9:
            shown = "difference" if ratio > 0 else "similarity"
            break
    yield from (("verdict", shown), ("verdict_counted", n), ("verdict_correct", x))


def in_order(answers: Rows, plan: dict[str, str]) -> list[bool]:
    """Outcomes of a sequential plan in its order, with what was withdrawn after the verdict."""
    stood: dict[str, dict[str, str]] = {}
    for row in answers:
        if is_main(row) and row["not_counted_because"] in ("", "withdrawn"):
            before = stood.get(row["triad"])
            if before is None or before["counted"] == "no":
                stood[row["triad"]] = row
    if plan["sequential_order"] == "completion":  # the order of the file
        taken = [row for row in answers if stood.get(row["triad"]) is row]
    else:
        taken = by_assignment(stood.values())
    return [row["correct"] == "1" for row in taken][: int(plan["evaluations"])]


def by_assignment(answers: Iterable[dict[str, str]]) -> Rows:
    """By the time at which the triad was first given to a judge."""
    return sorted(answers, key=lambda row: (row["first_held_at_utc"], int(row["triad"])))


def evidence(counted: Rows, plan: dict[str, str]) -> Quantities:
    """E-values and confidence sequence, of the answers in order of assignment; for every look."""
    repeats = plan["evaluations_per_judge"] != "1"
    watched = counted
    if not repeats:
        watched = by_assignment(counted)[: int(plan["in_assignment_order_counted"])]
        yield "in_assignment_order_correct", right_of(watched)
    x, n = right_of(watched), len(watched)
    if not n:
        return
    yield "log_e_value_difference", log_bet(x, n, 1, CHANCE)
    if not repeats:
        pc = CHANCE + 2 / 3 * float(plan["pd"])
        yield "log_e_value_similarity", log_bet(x, n, pc, pc)
        yield from confidence_sequence(x, n, float(plan["confidence_sequence_confidence"]))


def log_likelihood(x: int, n: int, pc: float) -> float:
    return float(xlogy(x, pc) + xlogy(n - x, 1 - pc))


def log_bet(x: int, n: int, most: float, against: float) -> float:
    """log of the mean likelihood over pc from 1/3 to `most` over the likelihood at `against`."""
    best = min(max(x / n, CHANCE), most)
    top = log_likelihood(x, n, best)
    mean = 0.0
    for low, high in ((CHANCE, best), (best, most)):
        # Where the likelihood matters; beyond it nothing is left.
        wide = 40 / math.sqrt(n)
        low, high = max(low, best - wide), min(high, best + wide)
        mean += quad(
            lambda pc: math.exp(log_likelihood(x, n, pc) - top), low, high, epsabs=0, limit=200
        )[0]
    return math.log(mean / (most - CHANCE)) + top - log_likelihood(x, n, against)


def confidence_sequence(x: int, n: int, confidence: float) -> Quantities:
    """All pc with B(1 + x, 1 + n - x) / (pc^x (1 - pc)^(n - x)) below 1 / (1 - confidence)."""

    def excess(pc: float) -> float:
        return float(betaln(1 + x, 1 + n - x) + math.log1p(-confidence)) - log_likelihood(x, n, pc)

    lower = float(brentq(excess, 1e-300, x / n)) if x else 0.0
    upper = float(brentq(excess, x / n, 1 - 1e-16)) if x < n else 1.0
    below = upper < CHANCE
    yield "confidence_sequence_pd_lower", "" if below else pd_of(lower)
    yield "confidence_sequence_pd_upper", "" if below else pd_of(upper)
    yield "confidence_sequence_below_chance", int(below)


def excluded_judges(answers: Rows, folder: Path) -> set[str]:
    """Whom the plan's rule excludes: too fast once, or too many attention triads failed.

    A triad that was given to its judge again is no sign of speed. Times are written in
    milliseconds: where that decides, the word of judges.csv is taken.
    """
    plan = {row["name"]: row["value"] for row in rows(folder / "plan.csv")}
    least, most = (
        plan.get(f"exclusion.{name}") for name in ("least_seconds", "most_failed_attention")
    )
    marked = {row["judge"] for row in rows(folder / "judges.csv") if row["excluded_at_utc"]}
    again = {
        (row["judge"], row["triad"])
        for row in rows(folder / "trials.csv")
        if (row["kind"], row["given_again"]) == ("main", "yes")
    }
    found: set[str] = set()
    failed: Counter[str] = Counter()
    for row in answers:
        judge = row["judge"]
        if is_main(row) and least and (judge, row["triad"]) not in again:
            beyond = seconds(row) - float(least)
            if beyond < -0.002 or (beyond < 0.002 and judge in marked):
                found.add(judge)
        if (row["mode"], row["kind"]) == ("live", "attention"):
            failed[judge] += row["correct"] == "0"
    return found | {judge for judge, number in failed.items() if most and number > int(most)}


def seconds(row: dict[str, str]) -> float:
    shown, answered = (datetime.fromisoformat(row[f"{at}_at_utc"]) for at in ("shown", "answered"))
    return (answered - shown).total_seconds()


def other_set(answers: Rows, counted: Rows, folder: Path, plan: dict[str, str]) -> Quantities:
    """The analysis set that does not decide: with, or without, those whom the rule excludes."""
    out = excluded_judges(answers, folder)
    yield "judges_excluded", len(out)
    if plan["primary_set"] == "kept":
        left = [row for row in answers if is_main(row) and row["state"] == "excluded"]
        found = counted + [row for row in left if row["judge"] in out]
    else:
        found = [row for row in counted if row["judge"] not in out]
    yield "sensitivity_counted", len(found)
    yield "sensitivity_correct", right_of(found)


def sureness(counted: Rows, plan: dict[str, str]) -> Quantities:
    """P(T >= t) where all guess: T weights right answers by how sure their judges were."""
    total, statistic = np.ones(1), 0
    for level in ("guess", "not_sure", "fairly_sure", "certain"):
        weight = int(plan[f"sureness_{level}_weight"])
        said = [row for row in counted if row["sureness"] == level]
        yield f"sureness_{level}_counted", len(said)
        yield f"sureness_{level}_correct", right_of(said)
        statistic += weight * right_of(said)
        if weight and said:
            terms = np.zeros(weight * len(said) + 1)
            terms[::weight] = binom.pmf(np.arange(len(said) + 1), len(said), CHANCE)
            total = np.convolve(total, terms)
    yield "sureness_statistic", statistic
    yield "sureness_p_value", float(total[statistic:].sum())


def numbers(given: Rows) -> Quantities:
    """What was written after choices: means beside right and wrong answers, or ratios B to A."""
    counted = [row for row in given if row["counted"] == "yes"]
    for words, right in (("right", "1"), ("wrong", "0")):
        beside = [row for row in counted if row["correct"] == right and not row["system"]]
        if beside and beside[0]["method"] == "magnitude":
            yield f"degree_{words}_mean", math.exp(np.mean([float(r["log_value"]) for r in beside]))
        elif beside:
            yield f"degree_{words}_mean", float(np.mean([float(r["value"]) for r in beside]))
    of_texts = [row for row in counted if row["system"]]
    for place, criterion in enumerate(dict.fromkeys(row["criterion"] for row in of_texts), 1):
        # In a triad B less A is one and a half times what B's texts are above the mean of three.
        of_one = [row for row in of_texts if row["criterion"] == criterion]
        above = sum(float(row["log_less_page_mean"]) for row in of_one if row["system"] == "B")
        yield f"rating_{place}_ratio", math.exp(1.5 * above / (len(of_one) / 3))


def recompute(folder: Path) -> Quantities:
    """Everything that the files allow to be said."""
    plan = {row["quantity"]: row["value"] for row in rows(folder / "results.csv")}
    answers = rows(folder / "answers.csv")
    counted = [row for row in answers if row["counted"] == "yes"]
    yield "counted", len(counted)
    if "sensitivity_counted" in plan:
        yield from other_set(answers, counted, folder, plan)
    if counted:
        yield from evidence(counted, plan)
    if "verdict" in plan and (folder / "ratings.csv").exists():
        yield from numbers(rows(folder / "ratings.csv"))
    if "verdict" not in plan:
        yield "note", f"no verdict: this plan has {plan['evaluations']} evaluations"
    elif plan["method"] == "sequential":
        yield from wald(in_order(answers, plan), plan)
    else:
        yield from of_fixed_number(counted, plan)
        if "sureness_p_value" in plan:
            yield from sureness(counted, plan)


def of_fixed_number(counted: Rows, plan: dict[str, str]) -> Quantities:
    """The verdict on record, and what rests on its answers where all are still there."""
    x, n = int(plan["verdict_correct"]), int(plan["verdict_counted"])
    of_verdict = [row for row in counted if int(row["triad"]) <= n]
    right = right_of(of_verdict)
    if (right, len(of_verdict)) == (x, n):
        yield from (("verdict_counted", n), ("verdict_correct", x))
        if plan.get("over_texts_p_value"):
            yield from part("over_texts")["over_texts"](of_verdict, plan)
        if plan["evaluations_per_judge"] != "1":
            yield from repeats(of_verdict, plan["protocol"])
    else:
        yield from (("left_counted", len(of_verdict)), ("left_correct", right))
        yield "note", f"withdrawn since: the verdict was given on {x} of {n}, tested below"
    yield from fixed(x, n, plan)


def part(name: str) -> dict[str, Any]:
    """What a script that lies beside this one defines."""
    return run_path(str(Path(__file__).with_name(f"{name}.py")))


def repeats(answers: Rows, protocol: str) -> Quantities:
    """The estimate for people where judges gave several answers each; none of a single judge."""
    judges: dict[str, list[dict[str, str]]] = {}
    for row in answers:
        judges.setdefault(row["judge"], []).append(row)
    if len(judges) < 2:
        return
    counts = [(right_of(own), len(own)) for own in judges.values()]
    found = dict(part("repeats")["beta_binomial"](counts))
    yield from found.items()
    pc = CHANCE + 2 / 3 * found["beta_binomial_pd"]
    if pc < 1:  # else it is infinite
        yield "beta_binomial_d_prime", d_prime(pc, protocol)


def fixed(x: int, n: int, plan: dict[str, str]) -> Quantities:
    """Both tests with one-sided limits; where judges repeat, the difference test alone."""
    alpha = float(plan["alpha"])
    yield from difference(x, n, alpha)
    if plan["evaluations_per_judge"] != "1":
        yield "note", "judges repeat: the pooled count gives no limit and no similarity test"
        return
    limit = float(beta_distribution.ppf(alpha, x, n - x + 1)) if x else 0.0
    yield "difference_pd_lower", pd_of(limit)
    yield from similarity(x, n, float(plan["beta"]), float(plan["pd"]))
    yield from estimates(x, n, plan)


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
