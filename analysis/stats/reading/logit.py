"""Maximum likelihood of one choice among alternatives; two of them make a binary regression."""

from dataclasses import dataclass

import numpy as np
from scipy.optimize import linprog

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
    """The fit to x (choice, alternative, column) with independent columns.

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


def climb(x: Array, chosen: Whole, *, shrink: float = 0.0, start: Array | None = None) -> Fit:
    """Newton's steps, halved until they gain; with a ridge penalty it ends on any data."""
    beta = np.zeros(x.shape[2]) if start is None else start
    value, gradient, information = _at(x, chosen, beta, shrink)
    for _ in range(_STEPS):
        step = np.linalg.solve(information, gradient)
        # The next step after one this small would be its square.
        last = float(gradient @ step) < _CLOSE
        new = _at(x, chosen, beta + step, shrink)
        while not last and new[0] < value:
            step /= 2
            last = float(np.abs(step).max()) < _CLOSE
            new = _at(x, chosen, beta + step, shrink)
        beta = beta + step
        value, gradient, information = new
        if last:
            break
    return Fit(beta, np.sqrt(np.diag(np.linalg.inv(information))), value)


def _at(x: Array, chosen: Whole, beta: Array, shrink: float) -> tuple[float, Array, Array]:
    """Penalised log-likelihood, its gradient and information."""
    # By hand: these small arrays are quicker than the checks of scipy's log_softmax.
    utility = x @ beta
    utility -= utility.max(axis=1, keepdims=True)
    weight = np.exp(utility)
    total = weight.sum(axis=1, keepdims=True)
    share = x * (weight / total)[:, :, None]
    mean = share.sum(axis=1)
    rows = np.arange(len(chosen))
    k = len(beta)
    gradient = (x[rows, chosen] - mean).sum(axis=0) - shrink * beta
    information = share.reshape(-1, k).T @ x.reshape(-1, k) - mean.T @ mean + shrink * np.eye(k)
    value = utility[rows, chosen].sum() - np.log(total).sum() - shrink / 2 * (beta @ beta)
    return float(value), gradient, information
