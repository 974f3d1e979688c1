"""p and limits over other texts of recompute.py, by variance components (Rao 1970)."""

import math
from collections.abc import Iterator

import numpy as np
from scipy.sparse import csr_array
from scipy.special import stdtr, stdtrit

CHANCE = 1 / 3


def over_texts(answers: list[dict[str, str]], plan: dict[str, str]) -> Iterator[tuple[str, float]]:
    """p and limits of pc over other texts: variance components of shared items and judges."""
    y = np.array([row["correct"] == "1" for row in answers], dtype=float)
    n, mean, e = len(y), float(y.mean()), y - y.mean()
    shared = [incidence([{row[f"item_{place}"] for place in (1, 2, 3)} for row in answers])]
    degrees = shared[0].shape[1] - 1
    if len({row["judge"] for row in answers}) < n:
        shared.append(incidence([{row["judge"]} for row in answers]))
        degrees = min(degrees, shared[1].shape[1] - 1)
    sums, components = variance_components(e, shared)
    variance = (n * components[0] + sum(components[1:] * sums[1:])) / n**2
    similar = plan["goal"] == "similarity"
    t = (mean - CHANCE - (2 / 3 * float(plan["pd"]) if similar else 0)) / math.sqrt(variance)
    yield "over_texts_p_value", float(stdtr(degrees, t if similar else -t))
    for name, risk, sign in (("lower", plan["alpha"], 1), ("upper", plan["beta"], -1)):
        limit = mean + sign * float(stdtrit(degrees, float(risk))) * math.sqrt(variance)
        yield f"over_texts_pc_{name}", min(max(limit, 0.0), 1.0)
    yield "over_texts_design_effect", variance / (mean * (1 - mean) / n)


def variance_components(e: np.ndarray, shared: list[csr_array]) -> tuple[np.ndarray, np.ndarray]:
    """1' K 1 for K_0 = I and K = B B' less its diagonal, and the components (Rao 1970)."""
    n = len(e)
    own = [b @ np.ones(b.shape[1]) for b in shared]
    lines = [np.ones(n)] + [b @ (b.T @ np.ones(n)) - d for b, d in zip(shared, own, strict=True)]
    traces = np.diag([float(n)] + [0.0] * len(shared))
    for i, (b, d) in enumerate(zip(shared, own, strict=True), start=1):
        for j, (c, f) in enumerate(zip(shared, own, strict=True), start=1):
            traces[i, j] = ((b.T @ c).data ** 2).sum() - d @ f
    sums = np.array([line.sum() for line in lines])
    products = np.array([[one @ other for other in lines] for one in lines])
    left = traces - 2 / n * products + np.outer(sums, sums) / n**2
    right = [e @ e] + [((b.T @ e) ** 2).sum() - d @ e**2 for b, d in zip(shared, own, strict=True)]
    kept = [0, *(i for i in range(1, len(lines)) if sums[i])]
    while True:
        components = np.zeros(len(lines))
        components[kept] = np.linalg.solve(left[np.ix_(kept, kept)], np.array(right)[kept])
        if components[1:].min() >= 0:
            return sums, components
        kept.remove(1 + int(components[1:].argmin()))


def incidence(members: list[set[str]]) -> csr_array:
    """A row an answer, a column a member."""
    numbers = {name: i for i, name in enumerate(sorted(set().union(*members)))}
    places = [(i, numbers[name]) for i, names in enumerate(members) for name in names]
    return csr_array((np.ones(len(places)), np.array(places).T), (len(members), len(numbers)))
