"""Whether reading tells the odd text: against closed forms, statsmodels and simulated readers."""

import math
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from scipy.stats import binom

from analysis.stats import ReadText, ReadTrial, Stay, reading_tells_odd, replicate_reading_study
from analysis.stats.reading.columns import (
    judge_folds,
    permuted,
    readings_of,
    replicated,
    share,
    telling,
)
from analysis.stats.reading.conditional import _shrunken, _test
from analysis.stats.reading.logit import climb, maximum
from analysis.stats.reading.replica import nagelkerke
from tests.analysis.stats.reading.readers import study

FAST = {"permutations": 19, "folds": 4}
BOTH = (reading_tells_odd, replicate_reading_study)


def alike(judge="ann", *, paces=(10, 20, 30), odd=1):
    """Three texts of one sentence, each read once."""
    text = ReadText("rain", (20,), (100,))
    starts = (0, *np.cumsum([100 * pace for pace in paces])[:2])
    stays = [Stay(i + 1, 1, int(starts[i]), 100 * paces[i]) for i in range(3)]
    return ReadTrial(judge, (text, text, text), odd, tuple(stays))


def marked(right, trials):
    """One column that is 1 for the first text; the odd text is the first in so many trials."""
    x = np.zeros((trials, 3, 1))
    x[:, 0] = 1
    return x, np.where(np.arange(trials) < right, 0, 1)


def choices(seed, *, trials=60, columns=3):
    rng = np.random.default_rng(seed)
    x = rng.normal(size=(trials, 3, columns))
    utility = x @ np.linspace(-1, 1, columns) + rng.gumbel(size=(trials, 3))
    return x, utility.argmax(axis=1)


def test_conditional_logit_is_its_closed_form():
    # P(first is odd) = e^b / (e^b + 2) = 20/30, so b = ln 4; information 30 p (1 - p).
    fit = maximum(*marked(20, 30))

    assert fit.beta == pytest.approx([math.log(4)])
    assert fit.se == pytest.approx([1 / math.sqrt(30 * 2 / 9)])
    assert fit.log_likelihood == pytest.approx(20 * math.log(2 / 3) + 10 * math.log(1 / 6))


def test_conditional_logit_is_that_of_statsmodels():
    from statsmodels.discrete.conditional_models import ConditionalLogit

    x, odd = choices(3)
    is_odd = (odd[:, None] == np.arange(3)).ravel().astype(float)

    fit = maximum(x, odd)
    theirs = ConditionalLogit(is_odd, x.reshape(-1, 3), groups=np.repeat(np.arange(60), 3)).fit(
        method="newton", disp=0
    )

    assert fit.beta == pytest.approx(theirs.params, rel=1e-6)
    assert fit.se == pytest.approx(theirs.bse, rel=1e-4)
    assert fit.log_likelihood == pytest.approx(theirs.llf)


def test_binary_regression_is_that_of_statsmodels():
    from statsmodels.discrete.discrete_model import Logit

    x, odd = choices(4)
    design = np.column_stack([np.ones(180), x.reshape(-1, 3)])
    is_odd = (odd[:, None] == np.arange(3)).ravel()

    fit = climb(np.stack([design, np.zeros_like(design)], axis=1), np.where(is_odd, 0, 1))
    theirs = Logit(is_odd.astype(float), design).fit(disp=0)

    assert fit.beta == pytest.approx(theirs.params, rel=1e-6)
    assert fit.se == pytest.approx(theirs.bse, rel=1e-6)


def test_fits_of_many_label_sets_are_the_single_fits():
    x, odd = choices(5)
    x = x - x.mean(axis=1, keepdims=True)
    labels = permuted(odd, 3, np.random.default_rng(1))

    for labelled, beta in zip(labels, _shrunken(x, labels, 1.0), strict=True):
        assert beta == pytest.approx(climb(x, labelled, shrink=1.0).beta, abs=1e-4)


def test_score_statistic_and_its_p_are_those_of_a_count():
    x, odd = marked(16, 30)
    x = x - x.mean(axis=1, keepdims=True)

    statistic, p = _test(x, permuted(odd, 9999, np.random.default_rng(1)))

    assert statistic == pytest.approx((16 - 10) ** 2 / (30 * 2 / 9))
    exact = binom.sf(15, 30, 1 / 3) + binom.cdf(4, 30, 1 / 3)
    assert p == pytest.approx(exact, abs=4 * math.sqrt(exact / 9999))


def test_p_counts_the_data_among_the_permutations():
    assert share(np.array([3.0, 1.0, 2.0, 3.0])) == 0.5
    assert share(np.array([3.0, 1.0, 2.0, 2.9])) == 0.25


def test_nagelkerke_is_its_formula():
    # Ten rows, half of them 1: L0 = 2^-10. Cox and Snell 1 - e^-0.38629 of at most 1 - 1/4.
    r2 = nagelkerke(-5.0, 10 * math.log(0.5), 10)

    assert r2 == pytest.approx((1 - math.exp(-0.2 * (10 * math.log(2) - 5))) / 0.75)
    assert r2 == pytest.approx(0.42724, abs=1e-5)
    assert nagelkerke(0.0, -7.0, 10) == pytest.approx(1)


def test_columns_that_add_nothing_are_named():
    one = np.array([1.0, -1.0, 2.0, -2.0])
    table = np.column_stack([np.zeros(4), one, 3 * one, one**2])

    assert telling(table) == ([1, 3], {0: "constant", 2: "collinear"})


def test_separated_odd_texts_have_no_maximum():
    assert maximum(*marked(30, 30)) is None
    assert maximum(*marked(29, 30)) is not None


def test_odd_texts_that_are_read_slower_are_found():
    trials = study(1, drawn=0.8)

    found = reading_tells_odd(trials, permutations=99)
    replica = replicate_reading_study(trials, **FAST)

    assert found.p_value == 0.01
    assert found.trial_accuracy.value > 0.6
    assert found.trial_accuracy.p_value == 0.01
    assert replica.text_accuracy.value > 2 / 3 + 0.05
    assert replica.trial_accuracy.p_value == 0.05
    assert replica.r2_after_selection > 0.2


def test_subjects_that_read_differently_are_found_though_the_odd_one_is_neither():
    found = reading_tells_odd(study(3, judges=24, subjects=0.8), permutations=99)

    assert found.p_value == 0.01
    assert found.trial_accuracy.value > 0.45
    by_name = {coefficient.column: coefficient for coefficient in found.coefficients}
    assert by_name["distance_ms_per_character"].value > 2 * by_name["distance_ms_per_character"].se


def test_reported_replica_is_its_selection():
    replica = replicate_reading_study(study(4, drawn=0.5), permutations=1)

    chosen = [c.column for c in replica.coefficients if c.value is not None]
    assert chosen[0] == "intercept"
    assert 1 < len(chosen) < 13
    assert {c.reason for c in replica.coefficients} == {None, "not selected"}
    assert len(replica.coefficients) == 13


def test_p_is_uniform_and_accuracy_at_the_baseline_without_an_effect():
    found = [reading_tells_odd(study(seed, judges=8), **FAST) for seed in range(40)]

    _assert_uniform([one.p_value for one in found])
    _assert_uniform([one.trial_accuracy.p_value for one in found], ties=True)
    told = np.mean([one.trial_accuracy.value for one in found])
    assert told == pytest.approx(1 / 3, abs=4 * math.sqrt(2 / 9 / (40 * 32)))


@pytest.mark.slow
def test_replica_finds_nothing_where_there_is_nothing(report):
    found = [
        replicate_reading_study(study(seed, judges=8), permutations=9, folds=3)
        for seed in range(16)
    ]

    _assert_uniform([one.text_accuracy.p_value for one in found], ties=True)
    told = float(np.mean([one.text_accuracy.value for one in found]))
    report(f"texts told right without an effect: {told:.4f}, always 'not odd'", 2 / 3)
    assert 0.58 < told < 2 / 3 + 0.02  # selection among chance finds costs, and never gains
    assert np.mean([one.r2_after_selection for one in found]) > 0.02  # while R2 sees a gain


@pytest.mark.parametrize("test", BOTH)
def test_the_order_of_trials_changes_nothing(test):
    trials = study(5, judges=4, per_judge=3, drawn=0.3)

    assert test(trials[::-1], **FAST) == test(trials, **FAST)


def test_a_slower_clock_changes_nothing():
    trials = study(6, judges=6)
    slower = [
        replace(trial, stays=tuple(_times(stay, 3) for stay in trial.stays)) for trial in trials
    ]

    one, other = reading_tells_odd(trials, **FAST), reading_tells_odd(slower, **FAST)

    assert other.statistic == pytest.approx(one.statistic)
    assert other.log_likelihood == pytest.approx(one.log_likelihood)


def test_all_trials_of_a_judge_are_tested_together_and_once():
    readings = readings_of(study(7), 0)
    folds = judge_folds(readings, 5, np.random.default_rng(1))

    assert np.array_equal(np.sum(folds, axis=0), np.ones(readings.trials))
    for tested in folds:
        assert not set(readings.judges[tested]) & set(readings.judges[~tested])


def test_items_are_scored_by_training_judges_alone():
    readings = readings_of(study(8), 0)
    (tested, *_) = judge_folds(readings, 5, np.random.default_rng(1))
    others = readings.z.copy()
    others[tested] *= 7

    before, after = replicated(readings, ~tested), replicated(replace(readings, z=others), ~tested)

    assert np.array_equal(after[~tested], before[~tested])
    assert not np.array_equal(after[tested], before[tested])


def test_separation_is_told_and_the_test_still_made():
    trials = [alike(f"judge {i}", paces=(30 + i, 10, 20), odd=1) for i in range(8)]

    found, replica = reading_tells_odd(trials, **FAST), replicate_reading_study(trials, **FAST)

    assert found.p_value == 0.05
    assert found.trial_accuracy.value == 1
    assert found.log_likelihood is None
    assert {c.reason for c in found.coefficients} <= {"separated", "constant", "collinear"}
    assert replica.r2_after_selection is None
    assert replica.coefficients[0].reason == "separated"


@pytest.mark.parametrize("test", BOTH)
def test_texts_that_are_all_read_alike_cannot_be_told(test):
    found = test([alike(f"judge {i}", paces=(10, 10, 10)) for i in range(3)], **FAST)

    assert found.reason == "no column varies"
    assert found.trial_accuracy is None


@pytest.mark.parametrize("test", BOTH)
@pytest.mark.parametrize("trials", [[], [replace(alike(), stays=())]])
def test_nothing_read_is_nothing_told(test, trials):
    found = test(trials, **FAST)

    assert (found.trials, found.left_out, found.reason) == (0, len(trials), "nothing read")


@pytest.mark.parametrize("test", BOTH)
def test_a_single_judge_cannot_be_held_out(test):
    found = test([alike(odd=odd) for odd in (1, 2, 3, 1)], **FAST)

    assert found.trial_accuracy is None
    assert found.reason is None
    assert found.judges == 1


@pytest.mark.parametrize("test", BOTH)
@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"permutations": 0}, "permutations must be a whole number 1 or more"),
        ({"folds": 1}, "folds must be a whole number 2 or more"),
        ({"seed": -1}, "seed must be a whole number 0 or more"),
        ({"shortest_ms": 0.5}, "shortest_ms must be a whole number 0 or more"),
    ],
)
def test_options_outside_their_range_are_refused(test, changes, message):
    with pytest.raises(ValueError, match=message):
        test([alike()], **changes)


def test_statsmodels_is_not_imported_before_it_is_needed():
    program = "import sys, analysis.stats; assert 'statsmodels' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True)


def _assert_uniform(p_values, *, ties=False):
    """Seldom small; not seldom enough to be conservative, unless equal accuracies are."""
    for level in (0.1, 0.25, 0.5):
        spread = 3 * math.sqrt(level * (1 - level) / len(p_values))
        assert np.mean(np.array(p_values) <= level + 1e-9) <= level + spread
        if not ties:
            assert np.mean(np.array(p_values) <= level + 1e-9) >= level - spread


def _times(stay, factor):
    return Stay(stay.text, stay.sentence, factor * stay.start_ms, factor * stay.length_ms)
