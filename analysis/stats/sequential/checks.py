"""Is something wrong with the answers, however often one looks?

The tests of `analysis.stats.checks` are for one look at the end: with a look after each answer
their risks add up, and 10 to 20 % of clean studies would show a caution at some look. These
e-values are for watching. Each is a function of the counts alone, and in a clean study the chance
that it ever passes 1/alpha is at most alpha at all looks together (Ville 1939; Ramdas et al. 2023,
"Game-theoretic statistics and safe anytime-valid inference").
"""

import math
from collections.abc import Mapping, Sequence

from scipy.special import betaln, gammaln, xlogy

from ..checks import check_cells, check_right_by_order
from .watching import EValue, e_value_of_log


def e_value_positions(counts: Sequence[int]) -> EValue:
    """How strong is the evidence of a favourite place so far, however often one has looked?

    A bet against even places: the likelihood averaged over all shares of the three places
    (Dirichlet with parameters 1, 1, 1) over the likelihood at one third each,

        2 c1! c2! c3! / (n + 2)! * 3^n.

    Judges who perceive the odd text make the places more even than chance does, as the orders are
    balanced in blocks: the bet is then won still less often.

    Args:
        counts: how often the first, second and third place was chosen; 0 or more each.

    Raises:
        ValueError: not three counts, a negative one, or all of them 0.
    """
    places = check_cells("counts", counts, 3)
    n = sum(places)
    log_e = math.log(2) + float(sum(gammaln(place + 1) for place in places) - gammaln(n + 3))
    return e_value_of_log(log_e + n * math.log(3))


def e_value_orders(correct: Mapping[str, int], n: Mapping[str, int]) -> EValue:
    """How strong is the evidence so far that the odd text is found more easily in some orders?

    A bet against one pc, unknown, in all orders: each order's own likelihood averaged over
    pc even on [0, 1], over the largest likelihood of a common pc,

        prod_k B(1 + x_k, 1 + n_k - x_k) / (p^x (1-p)^(n-x)),  p = x/n.

    The largest likelihood is at least that of the true pc, so the bet is fair at most (universal
    inference: Wasserman, Ramdas and Balakrishnan 2020, *PNAS* 117). It is won late: the exact
    test at the end finds more.

    Args:
        correct: right answers by order, 0 to n of that order; a missing order counts 0.
        n: answers by order, 0 or more, together 1 or more.

    Raises:
        ValueError: an unknown order or a count outside its range.
    """
    right, totals = check_right_by_order(correct, n)
    own = sum(betaln(1 + x, 1 + t - x) for x, t in zip(right, totals, strict=True))
    x, whole = sum(right), sum(totals)
    common = xlogy(x, x / whole) + xlogy(whole - x, 1 - x / whole)
    return e_value_of_log(float(own - common))
