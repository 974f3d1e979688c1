"""How fast are the statistics?

    .venv/bin/python -m benchmarks.bench_stats

Prints the best processor time of several rounds beside its limit, and as a ratio to one call of
`scipy.stats.binom.sf` in the same run: the ratio can be compared between machines. sensR 1.5-3
takes 620 ms for the 125 cells of Table 1 and 2.9 ms for one exact estimate.
"""

from collections.abc import Callable
from itertools import product
from time import process_time

import triadsurvey  # noqa: F401 - one thread for matrices, as the product has

# isort: split

import numpy as np
from scipy.stats import binom

from analysis.stats import (
    confidence_sequence,
    difference_test,
    e_value_difference,
    e_value_similarity,
    estimate,
    fit_beta_binomial,
    judges_needed,
    judges_needed_with_repeats,
    limits_over_texts,
    options,
    order_counts,
    power_with_repeats,
    similarity_test,
    sprt_characteristics,
)
from analysis.stats.checks import _multinomial_p, _partitions

RISKS = (0.2, 0.1, 0.05, 0.01, 0.001)
PDS = (0.5, 0.4, 0.3, 0.2, 0.1)


def table_1() -> None:
    for pd, alpha, beta in product(PDS, RISKS, RISKS):
        judges_needed(goal="difference", alpha=alpha, beta=beta, pd=pd)


def results_of_a_study() -> None:
    difference_test(36, 98, alpha=0.05)
    similarity_test(36, 98, beta=0.01, pd=0.3)
    estimate(36, 98, method="exact")


def stable_number() -> None:
    judges_needed(goal="difference", alpha=0.001, beta=0.001, pd=0.1, rule="stable")


def live_evidence() -> None:
    e_value_difference(36, 98)
    e_value_similarity(36, 98, pd=0.3)
    confidence_sequence(36, 98, confidence=0.95)


def affordable() -> None:
    options(98, goal="difference")


def wald() -> None:
    sprt_characteristics(alpha=0.05, beta=0.05, pd=0.3, true_pd=0.3)


def wald_at_small_pd() -> None:
    sprt_characteristics(alpha=0.05, beta=0.05, pd=0.02, true_pd=0.01, maximum=27_240)


def wald_at_the_least_pd() -> None:
    sprt_characteristics(alpha=0.05, beta=0.05, pd=0.01, true_pd=0.005, maximum=108_700)


def smallest_risks() -> None:
    for rule in ("smallest", "stable"):
        judges_needed(goal="difference", alpha=1e-9, beta=1e-9, pd=0.01, rule=rule)


def risks_that_allow_much() -> None:
    for rule in ("smallest", "stable"):
        judges_needed(goal="difference", alpha=0.5, beta=0.5, pd=0.01, rule=rule)


def power_of_repeats() -> None:
    power_with_repeats(16, 6, alpha=0.05, pd=0.3, gamma=0.3)


def number_with_repeats() -> None:
    judges_needed_with_repeats(6, alpha=0.05, beta=0.05, pd=0.3, gamma=0.3)


def orders() -> None:
    _partitions.cache_clear()
    _multinomial_p.cache_clear()
    order_counts({"ABB": 30, "BBA": 30})


def repeats(judges: int, each: int) -> Callable[[], None]:
    """Fit judges of whom each second one perceives the difference in most triads."""
    right = [each // 3 if judge % 2 else each - each // 6 for judge in range(judges)]

    def fit() -> None:
        fit_beta_binomial(right, [each] * judges, chance_corrected=True)

    return fit


def repeats_unlike() -> None:
    """Fit 50 judges with 20 to 60 answers each."""
    totals = [20 + judge * 40 // 49 for judge in range(50)]
    right = [n * (judge % 5 + 3) // 9 for judge, n in enumerate(totals)]
    fit_beta_binomial(right, totals, chance_corrected=True)


random = np.random.default_rng(1)
RIGHT = random.random(100_000) < 0.4
ITEMS = random.integers(0, 1000, (100_000, 3))
JUDGES = random.integers(0, 5000, 100_000)


def over_texts() -> None:
    limits_over_texts(RIGHT, ITEMS, judges=JUDGES, alpha=0.05, beta=0.05)


# What, calls in a round, and the limit in milliseconds (None: no limit, for information).
CASES: list[tuple[str, Callable[[], None], int, float | None]] = [
    ("Table 1, 125 cells, smallest n", table_1, 3, 30.0),
    ("difference + similarity + exact estimate", results_of_a_study, 300, 0.15),
    ("stable n, pd 0.1, alpha and beta 0.001", stable_number, 10, 50.0),
    ("two e-values + confidence sequence", live_evidence, 300, None),
    ("options of 98 judges", affordable, 10, None),
    ("SPRT characteristics", wald, 5, 50.0),
    ("SPRT characteristics, pd 0.02", wald_at_small_pd, 1, 50.0),
    ("SPRT characteristics, pd 0.01", wald_at_the_least_pd, 1, 50.0),
    ("smallest and stable n, risks 1e-9", smallest_risks, 1, 50.0),
    ("smallest and stable n, risks 0.5", risks_that_allow_much, 1, 50.0),
    ("power with repeats, 16 judges", power_of_repeats, 20, 50.0),
    ("judges needed with repeats", number_with_repeats, 2, 50.0),
    ("counts of orders, 60 answers, the first time", orders, 5, 50.0),
    ("beta-binomial fit, 4 judges, 6 answers each", repeats(4, 6), 2, 50.0),
    ("beta-binomial fit, 4 judges, 24 answers each", repeats(4, 24), 2, 50.0),
    ("beta-binomial fit, 9 judges, 12 answers each", repeats(9, 12), 2, 50.0),
    ("beta-binomial fit, 50 judges, 20 to 60 answers each", repeats_unlike, 2, 50.0),
    ("beta-binomial fit, 2000 judges, 12 answers each", repeats(2000, 12), 2, 50.0),
    ("limits over texts, 100,000 answers", over_texts, 1, 1000.0),
]


def milliseconds(call: Callable[[], object], calls: int, rounds: int = 7) -> float:
    """Return the processor time of one call in the best round: other work only adds."""
    best = float("inf")
    for _ in range(rounds):
        start = process_time()
        for _ in range(calls):
            call()
        best = min(best, process_time() - start)
    return best / calls * 1000


def main() -> None:
    unit = milliseconds(lambda: binom.sf(35, 98, 1 / 3), 300)
    print(f"{'one scipy.stats.binom.sf':48} {unit:9.4f} ms   ratio 1")
    for name, call, calls, limit in CASES:
        time = milliseconds(call, calls)
        verdict = "" if limit is None else f"   limit {limit:g} ms, used {time / limit:.0%}"
        print(f"{name:48} {time:9.4f} ms   ratio {time / unit:<8.3g}{verdict}")


if __name__ == "__main__":
    main()
