"""Every number of a verdict's sentences, at counts and risks of any kind, worked out anew."""

import re
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.stats import binom

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import ExactTests, Repeats
from analysis.verdict_text import GivenVerdict, ResultSnapshot, WaldTest, statement
from analysis.verdict_text.snapshot import SequentialEstimate
from tests.analysis.verdict_text.statements import PLAN, REPEATS, SEQUENTIAL, decided

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
    assert upper == 1 or perceiving(correct, n, upper) <= beta + SLACK
    assert perceiving(correct, n, upper - 0.001) >= beta - SLACK


LIMITS = st.lists(st.floats(0, 1), min_size=3, max_size=3).map(sorted)


@given(counts(), RISKS, LIMITS, st.floats(0.0001, 1), st.integers(2, 60), st.booleans())
def test_the_sentences_where_judges_repeat(counts, alpha, limits, p_differ, judges, is_near):
    correct, n = counts
    p_value = guessing(correct, n)
    plan = replace(REPEATS, alpha=near(alpha, p_value, is_near), evaluations=n)
    assume(guessing(n, n) <= plan.alpha)
    lower, pd, upper = limits
    verdict = GivenVerdict(
        outcome="difference" if p_value <= plan.alpha else "not_shown",
        counted=n, correct=correct, judges=judges, texts=24,
        tests=ExactTests.of(plan, correct, n),
        repeats=Repeats(judges, pd, lower, upper, 0.1, p_differ, None),
    )  # fmt: skip
    counted = StudyCounts(counted=n, correct=correct)
    said = statement(ResultSnapshot(plan=plan, counts=counted, verdict=verdict))
    assert f"{correct} of {n} answers of {judges} judges right" in said.sentence
    needed = int(found(r"(\d+) needed", said.sentence))
    assert guessing(needed, n) <= plan.alpha < guessing(needed - 1, n)
    check_p(p_value, plan.alpha, found(r"p ([=<>] [\d.]+\d)\W", said.sentence))
    assert ("told these texts of" in said.sentence) == (p_value <= plan.alpha)
    assert ("cannot show similarity" in said.sentence) == (p_value > plan.alpha)
    if p_value <= plan.alpha:
        check_range(lower, pd, upper, said.sentence)
    differ = p_differ <= 0.05
    assert any("differ from one another" in line for line in said.more) == differ
    assert any("could hardly show" in line for line in said.more) == (not differ and judges < 20)


@given(LIMITS, RISKS, st.floats(0.0001, 0.2), st.floats(0.0001, 1), st.booleans())
def test_the_sentences_of_a_sequential_end(limits, alpha, risk, p_value, is_near):
    lower, pd, upper = limits
    plan = replace(SEQUENTIAL, alpha=near(alpha, risk, is_near), beta=near(0.05, risk, is_near))
    estimate = SequentialEstimate(*((1 + 2 * one) / 3 for one in (pd, lower, upper)), p_value)
    for outcome, risks, level, line in (
        ("difference", (risk, 0.9), plan.alpha, 22),
        ("similarity", (0.9, risk), plan.beta, 14),
    ):
        verdict = GivenVerdict(
            outcome=outcome, counted=42, correct=22, judges=42, texts=24,
            wald=WaldTest(14, 22, *risks), estimate=estimate,
        )  # fmt: skip
        counted = StudyCounts(counted=42, correct=22)
        said = statement(ResultSnapshot(plan=plan, counts=counted, verdict=verdict))
        assert "decided after 42 answers, 22 right" in said.sentence
        assert found(r"Wald's line: (\d+)", said.sentence) == str(line)
        printed = found(r"exact risk .*?(0[\d.]*\d)\)", said.sentence)
        check_p(risk, level, f"= {printed}")
        check_p(p_value, plan.alpha, found(r"difference p ([=<>] [\d.]+\d)", said.more[0]))
        check_range(lower, pd, upper, said.more[0])


def check_range(lower: float, value: float, upper: float, said: str) -> None:
    """An estimate to tenths of a percent, and two limits that are rounded away from it."""
    assert abs(float(found(r"(?:estimated|end:) ([\d.]+) %", said)) / 100 - value) < 0.0005 + SLACK
    low, high = re.search(r"\((?:up to )?(?:([\d.]+)–)?([\d.]+ %|below chance)", said).groups()
    assert -SLACK <= lower - float(low or 0) / 100 < 0.001 + SLACK or not low
    if high != "below chance":
        assert -SLACK <= float(high.removesuffix(" %")) / 100 - upper < 0.001 + SLACK
