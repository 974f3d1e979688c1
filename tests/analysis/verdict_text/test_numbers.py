"""Every number of a fixed-number sentence, at counts and risks of any kind, worked out anew."""

import re
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binom

from tests.analysis.verdict_text.statements import PLAN, decided

RISKS = st.sampled_from([0.001, 0.01, 0.025, 0.05, 0.1, 0.2])
PDS = st.sampled_from([0.1, 0.2, 0.3, 0.375, 0.5])
SLACK = 1e-7  # of a limit that was found by iteration


def guessing(correct: int, n: int) -> float:
    """The probability of so many right answers or more by guessing."""
    return float(binom.sf(correct - 1, n, 1 / 3))


def perceiving(correct: int, n: int, pd: float) -> float:
    """The probability of so many right answers or fewer where this share perceives."""
    return float(binom.cdf(correct, n, 1 / 3 + 2 / 3 * pd))


def found(pattern: str, sentence: str) -> str:
    match = re.search(pattern, sentence)
    assert match, (pattern, sentence)
    return match[1]


def check_p(p_value: float, level: float, printed: str) -> None:
    """Printed to two digits, and on its own side of the plan's risk."""
    sign, value = printed.split()
    number = float(value)
    if sign == "=":
        assert abs(number - p_value) <= max(0.05 * p_value, 0.00005)
        assert (number <= level) == (p_value <= level)
    else:
        assert p_value < number if sign == "<" else p_value > number


@st.composite
def counts(draw: st.DrawFn) -> tuple[int, int]:
    """Right answers of all, about as many as guessing or half of the people give."""
    n = draw(st.integers(12, 300))
    pc = draw(st.sampled_from([0.2, 1 / 3, 0.4, 0.45, 0.5, 0.7]))
    return max(0, min(n, round(pc * n) + draw(st.integers(-4, 4)))), n


def near(risk: float, p_value: float, is_near: bool) -> float:
    """The risk, or one so near to p that two digits of p would carry it to the other side."""
    return p_value * 1.0001 if is_near and 0.001 < p_value < 0.4 else risk


@given(counts(), RISKS, RISKS, PDS, st.booleans())
def test_the_sentence_of_a_difference_plan(counts, alpha, beta, pd, is_near):
    correct, n = counts
    p_value = guessing(correct, n)
    alpha = near(alpha, p_value, is_near)
    assume(guessing(n, n) <= alpha)
    said = decided(replace(PLAN, alpha=alpha, beta=beta, pd=pd), correct, n).sentence
    assert found(r"(\d+ of \d+) right", said) == f"{correct} of {n}"
    assert found(r"at alpha ([\d.]+)", said).rstrip(".") == f"{alpha:g}"
    needed = int(found(r"(\d+) needed", said))
    assert guessing(needed, n) <= alpha < guessing(needed - 1, n)
    check_p(p_value, alpha, found(r"\(p ([=<>] [\d.]+\d)", said))
    assert said.startswith("Judges like these can tell") == (p_value <= alpha)
    assert said.startswith("No difference was shown") == (p_value > alpha)
    if p_value <= alpha:
        lower = float(found(r"At least ([\d.]+) %", said)) / 100
        assert guessing_at(correct, n, lower) <= alpha + SLACK
        assert guessing_at(correct, n, lower + 0.001) >= alpha - SLACK
    similar = perceiving(correct, n, pd) <= beta
    assert ("not this plan's verdict, holds" in said) == similar
    assert ("does not show that the texts are similar" in said) == (p_value > alpha and not similar)
    if similar or p_value > alpha:
        check_upper(correct, n, beta, said)


@given(counts(), RISKS, RISKS, PDS, st.booleans())
def test_the_sentence_of_a_similarity_plan(counts, alpha, beta, pd, is_near):
    correct, n = counts
    p_value, p_difference = perceiving(correct, n, pd), guessing(correct, n)
    beta, alpha = near(beta, p_value, is_near), near(alpha, p_difference, is_near)
    assume(perceiving(0, n, pd) <= beta and guessing(n, n) <= alpha)
    plan = replace(PLAN, goal="similarity", alpha=alpha, beta=beta, pd=pd)
    said = decided(plan, correct, n).sentence
    assert found(r"(\d+ of \d+) right", said) == f"{correct} of {n}"
    allowed = int(found(r"at most (\d+) allowed", said))
    assert perceiving(allowed, n, pd) <= beta < perceiving(allowed + 1, n, pd)
    assert ("are similar in the sense of the plan" in said) == (p_value <= beta)
    assert said.startswith("Similarity was not shown at beta") == (p_value > beta)
    check_upper(correct, n, beta, said)
    assert f"{pd:.12%}".rstrip("0%").rstrip(".") in said
    if p_value <= beta:
        check_p(p_value, beta, found(r"allowed; p ([=<>] [\d.]+\d)", said))
        assert ("A difference within that limit was found" in said) == (p_difference <= alpha)
    else:
        check_p(p_difference, alpha, found(r"\(p ([=<>] [\d.]+\d)", said))
        assert ("finds one" in said) == (p_difference <= alpha)
        assert ("settle neither" in said) == (p_difference > alpha)


def guessing_at(correct: int, n: int, pd: float) -> float:
    return float(binom.sf(correct - 1, n, 1 / 3 + 2 / 3 * pd))


def check_upper(correct: int, n: int, beta: float, said: str) -> None:
    """The upper limit of pd is rounded up, and is the least that the answers allow."""
    assert f"{round(100 * (1 - beta), 9):.12g} %" in said
    if "lies below chance" in said:
        assert perceiving(correct, n, 0) <= beta
        return
    upper = float(found(r"(?:up to|at most) ([\d.]+) % of people", said)) / 100
    assert perceiving(correct, n, upper) <= beta + SLACK
    assert perceiving(correct, n, upper - 0.001) >= beta - SLACK
