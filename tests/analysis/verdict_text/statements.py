"""Plans, and what is said of them at given counts."""

from dataclasses import replace

from analysis.recomputation.counts import StudyCounts
from analysis.recomputation.exact_tests import ExactTests, Plan
from analysis.verdict_text import GivenVerdict, ResultSnapshot, statement

CAVEAT = (
    "Limits are for people like this panel and for the 24 texts used; other texts of the same "
    "authors may differ. Percentages assume that people who perceive the difference are always "
    "right and that the others guess."
)
PLAN = Plan(
    goal="difference",
    method="fixed",
    alpha=0.05,
    beta=0.01,
    pd=0.3,
    evaluations=98,
    subject_a="Rosa",
    subject_b="TGen",
)
SIMILARITY = replace(PLAN, goal="similarity")
SEQUENTIAL = replace(PLAN, method="sequential", beta=0.05, evaluations=200)
REPEATS = replace(PLAN, evaluations=24, evaluations_per_judge=6)


def given(plan, correct, counted):
    """The verdict of a fixed-number plan on these counts."""
    tests = ExactTests.of(plan, correct, counted)
    shown = tests.similarity.similar if plan.is_similarity else tests.difference.significant
    return GivenVerdict(
        outcome=plan.goal if shown else "not_shown",
        counted=counted,
        correct=correct,
        judges=counted,
        texts=24,
        tests=tests,
    )


def decided(plan, correct, counted, **fields):
    plan = replace(plan, evaluations=counted)
    counts = fields.pop("counts", StudyCounts(counted=counted, correct=correct))
    return statement(
        ResultSnapshot(plan=plan, counts=counts, verdict=given(plan, correct, counted), **fields)
    )


def waiting(plan=PLAN, counted=0, correct=0, **fields):
    counts = fields.pop("counts", StudyCounts(counted=counted, correct=correct))
    return statement(ResultSnapshot(plan=plan, counts=counts, **fields)).as_text()
