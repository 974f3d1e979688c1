"""The answer and the plan in words."""

from dataclasses import replace

import pytest

from analysis.planner import summary
from analysis.planner.answers import Trouble
from analysis.planner.chart import power_curve_of
from analysis.planner.question import PlannerPlan
from analysis.planner.rules import DecidingCounts, EnoughJudges, deciding_counts, judges_enough
from tests.analysis.planner.plans import PAPER, asked


@pytest.mark.parametrize(
    ("goal", "given_three", "sentence"),
    [
        (
            "difference",
            {"alpha": 0.001, "beta": 0.05, "n": 6},
            "With 6 answers no result can show a difference at alpha 0.001. At least 7 are needed.",
        ),
        (
            "similarity",
            {"beta": 0.05, "pd": 0.3, "n": 2},
            "With 2 answers no result can show similarity at beta 0.05, pd 30\u00a0%. "
            "At least 4 are needed.",
        ),
        (
            "difference",
            {"beta": 0.05, "pd": 0.3, "n": 2},
            "With 2 answers no difference test can keep beta at 0.05 for pd 30\u00a0%. "
            "At least 4 are needed.",
        ),
        (
            "similarity",
            {"alpha": 0.001, "pd": 0.3, "n": 6},
            "With 6 answers no similarity test can keep alpha 0.001. At least 7 are needed.",
        ),
    ],
)
def test_an_unreachable_verdict_is_said_in_words(goal, given_three, sentence):
    found = asked(goal, **given_three)
    assert (found.plan, found.trouble) == (None, Trouble.UNREACHABLE)
    assert summary.headline(found) == sentence


def test_a_risk_of_one_half_or_more_is_no_plan():
    found = asked(alpha=0.05, pd=0.1, n=20)
    assert (found.plan, found.trouble) == (None, Trouble.HOPELESS)
    assert summary.headline(found) == "With 20 judges beta would be 0.87."
    assert "missed at least every other time" in summary.note(found)
    found = asked(alpha=0.4, beta=0.0001, n=1)
    assert summary.headline(found) == "With 1 judge pd would have to be above 99 %."


def test_a_risk_below_the_smallest_is_planned_with_the_smallest():
    found = asked(beta=0.05, pd=0.3, n=1_000_000)
    assert (found.below_floor, found.plan.alpha) == (True, 0.0001)
    assert summary.headline(found) == "With 1,000,000 judges alpha is below 0.0001."


def test_what_the_papers_plan_means_in_words():
    assert summary.meaning(PAPER, deciding_counts(PAPER)) == [
        "With 98 judges: 40 right answers or fewer show similarity, that is, that at most "
        "30\u00a0% of people perceive a difference.",
        "If no one can tell the texts apart, guessing gives about 33 right answers, and the study "
        "shows similarity in at least 95.1\u00a0% of cases (its power).",
        "If 30\u00a0% of people perceive a difference, about 52 answers are right; 40 or fewer "
        "come up with probability 0.0086 (beta allows 0.01).",
        "More than 40 show nothing by this plan, also not that the texts differ: the difference "
        "test, which is not its verdict, needs 41 or more.",
        "pd 30\u00a0% is medium (25 to 35\u00a0%), the sensitivity too: a difference counts "
        "that one person in three or four perceives.",
    ]


@pytest.mark.parametrize(
    ("goal", "n", "warned"),
    [
        ("difference", 17, True),
        ("difference", 18, False),
        ("similarity", 29, True),
        ("similarity", 30, False),
    ],
)
def test_fewer_judges_than_the_standard_recommends_are_warned_of(goal, n, warned):
    assert bool(summary.warnings(PlannerPlan(goal, 0.2, 0.2, 0.5, n))) == warned


def test_power_is_rounded_down_and_never_to_100():
    assert summary.power_text(0.95156) == "95.1\u00a0%"
    assert summary.power_text(0.98999) == "98.9\u00a0%"
    assert summary.power_text(0.99) == "99.0\u00a0%"
    assert summary.power_text(0.99995) == "99.9950\u00a0%"
    assert "100" not in summary.power_text(0.9999999)
    assert summary.power_text(0.0) == "0.0\u00a0%"


def test_the_two_meanings_of_enough_and_what_lies_between():
    enough = judges_enough(0.05, 0.01, 0.3)
    curve = power_curve_of(PAPER, enough)
    sentences = summary.smallest_and_stable(enough, curve)
    assert sentences[:2] == [
        "98 is the smallest number that is enough; from 102 on every larger number is enough as "
        "well.",
        "In between these fall short: 99, 101. If you cannot say exactly how many answers will "
        "come in, plan for 102.",
    ]
    alike, unknown = EnoughJudges(98, 98), EnoughJudges(98, None)
    assert summary.smallest_and_stable(alike, curve) == [
        "98 is the smallest number that is enough; so is every larger one."
    ]
    assert summary.smallest_and_stable(unknown, curve) == [
        "98 is the smallest number that is enough."
    ]
    assert summary.smallest_and_stable(EnoughJudges(None, None), curve) == []


def test_many_numbers_that_fall_short_are_counted():
    plan = PlannerPlan("similarity", 0.05, 0.001, 0.1, 1178)
    enough = judges_enough(0.05, 0.001, 0.1)
    curve = power_curve_of(plan, enough)
    between = summary.smallest_and_stable(enough, curve)[1]
    assert between.startswith(f"In between {len(curve.short)} numbers fall short, the last of them")
    assert f" {curve.short[-1]:,}. " in between


def test_fewer_than_needed_are_called_similar_only_where_the_other_test_says_so():
    counts = DecidingCounts(29, 28, 0.04, 0.05, 0.95, 22.0, 36.0)
    assert summary._below(counts, "Fewer than 29 show no difference") == (
        "Fewer than 29 show no difference. Each of these would also pass the similarity test, "
        "which is not this plan's verdict: it needs 28 or fewer."
    )
    assert "and not yet that the texts are similar: the similarity test" in summary._below(
        replace(counts, max_correct=27), "Fewer than 29 show no difference"
    )
