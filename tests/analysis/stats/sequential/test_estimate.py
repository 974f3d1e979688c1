"""After Wald's test: estimate, limits and p by stagewise ordering."""

import random

import pytest

from analysis.stats import pc_from_pd, sprt, sprt_characteristics, sprt_estimate
from tests.analysis.stats.reference import rows

PLAN = {"alpha": 0.05, "beta": 0.05, "pd": 0.3, "maximum": 132}


@pytest.mark.parametrize(
    "row", rows("sprt_limits"), ids=lambda row: f"{row['correct']}of{row['n']}"
)
def test_values_are_those_of_the_reference(row):
    plan = {name: float(row[name]) for name in ("alpha", "beta", "pd")}
    end = {"none": "no verdict"}.get(row["end"], row["end"])
    found = sprt_estimate(
        int(row["correct"]), int(row["n"]), end=end, maximum=int(row["maximum"]), **plan
    )
    assert found.pc == pytest.approx(float(row["median_unbiased_pc"]), abs=1e-6)
    assert found.pc_lower == pytest.approx(float(row["pc_lower_95"]), abs=1e-6)
    assert found.pc_upper == pytest.approx(float(row["pc_upper_95"]), abs=1e-6)
    assert found.p_value == pytest.approx(float(row["p_difference"]), abs=1e-6)


def test_the_last_difference_has_the_risk_of_the_plan_as_its_p():
    """All differences together are as probable as the exact recursion says."""
    outcomes = [True, False, False] * 60
    lines = {"alpha": 0.05, "beta": 0.05, "pd": 0.3}
    last = max(
        (n for n in range(1, 133)), key=lambda n: n if _crosses_at(n, lines) is not None else 0
    )
    found = sprt_estimate(_crosses_at(last, lines), last, end="difference", **PLAN)
    risk = sprt_characteristics(true_pd=0.0, **PLAN).difference
    assert found.p_value == pytest.approx(risk, abs=1e-12)
    assert sprt(outcomes, **PLAN).state in ("similarity", "no verdict")


def _crosses_at(n, lines):
    """The count that is a difference at n for the first time; None where none is."""
    for correct in range(n + 1):
        try:
            sprt_estimate(correct, n, end="difference", maximum=132, **lines)
        except ValueError:
            continue
        return correct
    return None


def test_a_larger_end_has_a_larger_estimate():
    early = sprt_estimate(11, 17, end="difference", **PLAN)
    late = sprt_estimate(20, 37, end="difference", **PLAN)
    undecided = sprt_estimate(57, 132, end="no verdict", **PLAN)
    similar = sprt_estimate(13, 39, end="similarity", **PLAN)
    estimates = [early.pc, late.pc, undecided.pc, similar.pc]
    assert estimates == sorted(estimates, reverse=True)
    p_values = [early.p_value, late.p_value, undecided.p_value, similar.p_value]
    assert p_values == sorted(p_values)


@pytest.mark.slow
@pytest.mark.parametrize("pd", [0.0, 0.15, 0.3, 0.6])
def test_limits_cover_at_least_as_often_as_they_say(pd):
    plan = {"alpha": 0.05, "beta": 0.2, "pd": 0.5, "maximum": 60}
    rng, pc, covered, studies = random.Random(5), pc_from_pd(pd), 0, 4000
    seen = {}
    for _ in range(studies):
        end = sprt((rng.random() < pc for _ in range(60)), **plan)
        key = (end.correct, end.n, str(end.state))
        if key not in seen:
            found = sprt_estimate(end.correct, end.n, end=end.state, confidence=0.9, **plan)
            seen[key] = found.pc_lower <= pc <= found.pc_upper
        covered += seen[key]
    assert covered / studies >= 0.9 - 3 * (0.9 * 0.1 / studies) ** 0.5


@pytest.mark.parametrize(
    ("correct", "n", "end"),
    [(3, 5, "difference"), (25, 38, "difference"), (50, 100, "no verdict"), (0, 200, "similarity")],
)
def test_an_end_that_the_plan_cannot_have_is_refused(correct, n, end):
    with pytest.raises(ValueError, match="must be an end of this plan"):
        sprt_estimate(correct, n, end=end, **PLAN)
