"""Every sentence of the verdict where judges answer more than once."""

from dataclasses import replace

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import ExactTests, Repeats
from analysis.verdict_text import GivenVerdict, ResultSnapshot, statement
from tests.analysis.verdict_text.statements import REPEATS


def repeated(correct, estimate):
    verdict = GivenVerdict(
        outcome="difference",
        counted=24,
        correct=correct,
        judges=4,
        texts=24,
        tests=ExactTests.of(REPEATS, correct, 24),
        repeats=estimate,
    )
    counts = StudyCounts(counted=24, correct=correct)
    return statement(ResultSnapshot(plan=REPEATS, counts=counts, verdict=verdict))


ESTIMATE = Repeats(
    judges=4,
    pd=0.4375,
    pd_lower=0.13521,
    pd_upper=0.6998,
    gamma=0.0,
    p_overdispersion=1.0,
    d_prime=2.1,
)


def test_repeats_difference_shown():
    text = repeated(15, ESTIMATE)
    assert text.sentence == (
        "The judges of this panel told these texts of Rosa and TGen apart: 15 of 24 answers of "
        "4 judges right, 13 needed at alpha 0.05 (p = 0.0032). An estimated 43.8 % of people "
        "perceive a difference (13.5–70.0 %; 95 %, two-sided)."
    )
    assert "beta-binomial" in text.footnotes[0]
    assert text.more == (
        "That judges differ was not shown (p > 0.99), which 4 judges could hardly show.",
        "Fewer than the 18 judges that ISO 4120 recommends.",
    )


def test_repeats_not_shown():
    found = repeated(12, ESTIMATE)
    assert found.more[0] == (
        "What may be reported: an estimated 43.8 % of people perceive a difference (13.5–70.0 %; "
        "95 %, two-sided). What may not: that the texts are similar."
    )
    below = repeated(12, replace(ESTIMATE, pd=0.07, pd_lower=0.0, pd_upper=0.275)).more[0]
    assert below.endswith(
        "that the texts are similar. The limits lie below the plan's 30 %, but they are those of a "
        "model and approximate, and this plan has no test of similarity."
    )
    assert "beta-binomial" in found.footnotes[0]
    assert found.sentence == (
        "No difference was shown (12 of 24 answers of 4 judges right, 13 needed at alpha 0.05; "
        "p = 0.068). Repeats cannot show similarity."
    )


def test_repeats_judges_differ():
    assert repeated(15, replace(ESTIMATE, p_overdispersion=0.02)).more[0] == (
        "Judges differ from one another (p = 0.02)."
    )
    assert repeated(15, replace(ESTIMATE, judges=60)).more[0] == (
        "That judges differ was not shown (p > 0.99)."
    )


def test_repeats_of_a_single_judge_give_no_estimate():
    alone = repeated(15, None)
    assert alone.sentence.endswith("(p = 0.0032).")
    assert alone.footnotes[0].endswith("one judge gives no estimate either.")
    assert "one judge" not in " ".join(repeated(12, None).footnotes)
