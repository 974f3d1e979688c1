"""Maximum likelihood of one choice among alternatives; two of them make a binary regression."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog
from scipy.special import log_softmax

from .columns import Whole
from .measures import Array

_STEPS = 100
_CLOSE = 1e-10


@dataclass(frozen=True, slots=True)
class Fit:
    """Coefficients with standard errors, and the log-likelihood at its maximum."""

    beta: Array
    se: Array
    log_likelihood: float


def maximum(x: Array, chosen: Whole) -> Fit | None:
    """The fit to x (choice, alternative, column), whose columns are independent.

    None where the chosen alternatives are separated from the others, so that the likelihood
    has no maximum.
    """
    ahead = np.take_along_axis(x, chosen[:, None, None], axis=1) - x
    return None if separated(ahead.reshape(-1, x.shape[2])) else climb(x, chosen)


def separated(ahead: Array) -> bool:
    """Whether some direction is never negative and somewhere positive (Konis 2007).

    A linear programme finds it: the largest sum of steps ahead with none of them backwards.
    """
    ahead = ahead[np.any(ahead != 0, axis=1)]
    best = linprog(
        -ahead.sum(axis=0), A_ub=-ahead, b_ub=np.zeros(len(ahead)), bounds=(-1, 1), method="highs"
    )
    return best.fun is None or float(best.fun) < -1e-7 * max(1.0, float(np.abs(ahead).sum()))


def climb(x: Array, chosen: Whole, shrink: float = 0.0) -> Fit:
    """Newton's steps, halved until they gain; with a ridge penalty it ends on any data."""
    beta = np.zeros(x.shape[2])
    value = _value(x, chosen, beta, shrink)
    for _ in range(_STEPS):
        gradient, information = _slopes(x, chosen, beta, shrink)
        step = np.linalg.solve(information, gradient)
        if float(gradient @ step) < _CLOSE:
            break
        while (new := _value(x, chosen, beta + step, shrink)) < value:
            step /= 2
            if float(np.abs(step).max()) < _CLOSE:
                break
        beta, value = beta + step, new
    _, information = _slopes(x, chosen, beta, shrink)
    return Fit(beta, np.sqrt(np.diag(np.linalg.inv(information))), value)


def _value(x: Array, chosen: Whole, beta: Array, shrink: float) -> float:
    logs = log_softmax(x @ beta, axis=1)
    penalty = shrink / 2 * float(beta @ beta)
    return float(np.take_along_axis(logs, chosen[:, None], axis=1).sum()) - penalty


def _slopes(x: Array, chosen: Whole, beta: Array, shrink: float) -> tuple[Array, Array]:
    """Gradient and information."""
    p = np.exp(log_softmax(x @ beta, axis=1))
    mean = np.einsum("ti,tik->tk", p, x)
    picked = np.take_along_axis(x, chosen[:, None, None], axis=1)[:, 0]
    weighted = (p[:, :, None] * x).reshape(-1, x.shape[2])
    information = weighted.T @ x.reshape(-1, x.shape[2]) - mean.T @ mean
    gradient = (picked - mean).sum(axis=0) - shrink * beta
    return gradient, information + shrink * np.eye(len(beta))
