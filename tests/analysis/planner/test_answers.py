"""What the planning page computes: the gap, the plan it makes, its costs, its picture."""

import math
from itertools import pairwise

import pytest
from django.core.cache import cache
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

from analysis.planner import cache as keeping
from analysis.planner import summary, wald
from analysis.planner.answers import Trouble, answer, rounded_up
from analysis.planner.chart import power_chart, power_curve_of
from analysis.planner.question import PlanForm, PlannerPlan, PlannerQuestion
from analysis.planner.rules import affordable, deciding_counts, judges_enough, paper_grid
from analysis.stats import power, sprt_characteristics
from studies.breaker import Breaker
from studies.models import Study
from studies.workbench.forms.study import proposed_evaluations
from tests.analysis.stats.reference import rows as reference_rows

PAPER = PlannerPlan("similarity", 0.05, 0.01, 0.3, 98)
# Of that plan by another hand: P(X >= 41 | 1/3) and P(X <= 40 | 1/3 + 2/3 pd).
FALSE_ALARM = binom.sf(40, 98, 1 / 3)
MISSED = binom.cdf(40, 98, 1 / 3 + 0.2)
GOALS = ("difference", "similarity")


@pytest.fixture(autouse=True)
def _empty_cache(monkeypatch):
    cache.clear()
    monkeypatch.setattr(keeping, "breaker", Breaker("plans are computed anew"))


def asked(goal="difference", *, alpha=None, beta=None, pd=None, n=None):
    return answer(PlannerQuestion(goal, alpha, beta, pd, n))


def form(**typed):
    found = PlanForm({"goal": "difference", "alpha": "0.05", "beta": "0.05", "pd": "0.3", **typed})
    found.is_valid()
    return found


def keeps_both_risks(plan):
    """By the two tests themselves, at this very number."""
    shown = power(plan.n, goal="difference", alpha=plan.alpha, pd=plan.pd)
    similar = power(plan.n, goal="similarity", beta=plan.beta, pd=plan.pd)
    return 1 - shown <= plan.beta * (1 + 1e-9) and 1 - similar <= plan.alpha * (1 + 1e-9)


# What is typed


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [
        ("0.3", 0.3),
        ("0,3", 0.3),
        ("30 %", 0.3),
        ("30%", 0.3),
        ("30\u202f%", 0.3),
        ("12,5 %", 0.125),
        (".3", 0.3),
        (" 3e-1 ", 0.3),
        ("0.01", 0.01),
        ("99 %", 0.99),
        ("7 %", 0.07),
    ],
)
def test_a_proportion_is_read_as_people_write_it(typed, read_as):
    assert form(pd=typed).cleaned_data["pd"] == read_as


HOSTILE = [
    *("nan", "inf", "-inf", "Infinity", "1e400", "1e-400", "-0.1", "0", "%", "abc", "0.3.1"),
    *("0,3,1", "1,000.5", "30 % %", "0x1", "1_0", "٠٫٣", "0.3\x00", "{{ 1 }}", "<b>", "9" * 5000),
]


@pytest.mark.parametrize("typed", [*HOSTILE, "0.00009", "0.5", "50 %", "1"])
@pytest.mark.parametrize("name", ["alpha", "beta"])
def test_a_risk_outside_its_range_is_refused_in_words_at_the_field(name, typed):
    assert dict(form(**{name: typed}).errors) == {
        name: ["Write a risk from 0.0001 to below 0.5, for example 0.05."]
    }


@pytest.mark.parametrize("typed", [*HOSTILE, "0.009", "0.991", "1", "30"])
def test_a_pd_outside_its_range_is_refused_in_words_at_the_field(typed):
    assert dict(form(pd=typed).errors) == {
        "pd": ["Write a proportion from 0.01 to 0.99, for example 0.3 or 30 %."]
    }


@pytest.mark.parametrize(
    ("typed", "read_as"),
    [("98", 98), ("1,000", 1000), ("1 000 000", 1_000_000), ("1.000", 1000), ("+7", 7)],
)
def test_a_number_is_read_with_or_without_separators(typed, read_as):
    assert form(n=typed, pd="").cleaned_data["n"] == read_as


@pytest.mark.parametrize("typed", ["-1", "1000001", "1.5", "1,5", "10 %", *HOSTILE])
def test_a_number_of_judges_out_of_range_is_refused(typed):
    assert dict(form(n=typed, pd="").errors) == {"n": ["Write a whole number from 1 to 1,000,000."]}


@given(st.text(max_size=60), st.text(max_size=60))
@settings(max_examples=200, deadline=None)
def test_nothing_that_can_be_typed_breaks_the_form(alpha, n):
    found = form(alpha=alpha, n=n)
    assert found.errors or found.question.asked in ("alpha", "n")


def test_exactly_one_of_the_four_is_left_empty():
    assert form().question.asked == "n"
    assert form(n="98", alpha="").question.asked == "alpha"
    assert form(n="98").non_field_errors() == [
        "All four are filled in. Empty the one to be computed."
    ]
    assert form(pd="").non_field_errors() == [
        "Fill in three of the four. The one you leave empty is computed."
    ]
    assert form(n="98").is_overfull
    assert not form(n="x").is_overfull


def test_an_unknown_goal_is_refused():
    assert form(goal="truth").errors["goal"] == ["Choose difference or similarity."]
    assert form(goal="").errors["goal"] == ["Choose what the study should show."]


# The gap


@pytest.mark.parametrize("goal", GOALS)
def test_the_papers_plan_needs_98_judges_for_either_goal(goal):
    found = asked(goal, alpha=0.05, beta=0.01, pd=0.3)
    assert (found.value, found.plan) == (98, PlannerPlan(goal, 0.05, 0.01, 0.3, 98))


def test_the_best_third_is_the_exact_one_at_this_number():
    # Of 98 judges 41 right show a difference at alpha 0.05.
    assert asked(beta=0.01, pd=0.3, n=98).value == pytest.approx(FALSE_ALARM)
    assert asked(alpha=0.05, pd=0.3, n=98).value == pytest.approx(MISSED)
    best = asked(alpha=0.05, beta=0.01, n=98).value
    assert binom.cdf(40, 98, 1 / 3 + 2 / 3 * best) == pytest.approx(0.01)


@given(
    goal=st.sampled_from(GOALS),
    name=st.sampled_from(["alpha", "beta", "pd"]),
    alpha=st.floats(0.0001, 0.4999),
    beta=st.floats(0.0001, 0.4999),
    pd=st.floats(0.01, 0.99),
    n=st.integers(1, 1_000_000) | st.integers(1, 300),
)
@settings(max_examples=150, deadline=None)
def test_every_plan_keeps_both_risks_though_its_third_was_rounded(goal, name, alpha, beta, pd, n):
    given_three = {"alpha": alpha, "beta": beta, "pd": pd, name: None}
    found = answer(PlannerQuestion(goal, n=n, **given_three))
    assert (found.plan is None) != (found.trouble is None)
    if found.plan:
        assert keeps_both_risks(found.plan)
        assert getattr(found.plan, name) >= found.value
        enough = judges_enough(found.plan.alpha, found.plan.beta, found.plan.pd)
        assert enough.smallest <= n


def test_rounded_up_never_rounds_down():
    assert rounded_up(0.0484362) == 0.04844
    assert rounded_up(0.05) == 0.05001  # the float lies above the decimal
    assert rounded_up(0.25) == 0.25
    assert rounded_up(0.0) == 0.0


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


# What follows


def test_the_counts_that_decide_the_papers_plan():
    found = deciding_counts(PAPER)
    assert (found.max_correct, found.min_correct) == (40, 41)
    assert found.false_alarm == pytest.approx(FALSE_ALARM)
    assert found.missed == pytest.approx(MISSED)
    assert found.power == pytest.approx(1 - FALSE_ALARM)
    assert (found.right_by_guessing, found.right_at_pd) == (
        pytest.approx(98 / 3),
        pytest.approx(98 * (1 / 3 + 0.2)),
    )


def test_what_the_papers_plan_means_in_words():
    assert summary.meaning(PAPER, deciding_counts(PAPER)) == [
        "With 98 judges: 40 right answers or fewer show similarity, that is, that at most "
        "30\u00a0% of people perceive a difference.",
        "If nobody can tell the texts apart, guessing gives about 33 right answers, and the study "
        "shows similarity in at least 95.1\u00a0% of cases (its power).",
        "If 30\u00a0% of people perceive a difference, about 52 answers are right; 40 or fewer "
        "come up with probability 0.0086 (beta allows 0.01).",
        "More than 40 do not show that the texts differ. The difference test, which is not this "
        "plan's verdict, needs 41 or more.",
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


def test_the_grid_is_the_papers_table_but_for_its_misprint():
    paper = {
        (float(row["pd"]), float(row["alpha"]), float(row["beta"])): int(row["judges"])
        for row in reference_rows("paper_table1_judges")
    }
    ours = {(cell.pd, cell.alpha, cell.beta): cell.judges for cell in paper_grid()}
    assert len(ours) == 125
    differ = {key: (ours[key], paper[key]) for key in paper if ours[key] != paper[key]}
    assert differ == {(0.1, 0.05, 0.001): (1178, 1181)}


def test_a_cell_that_needs_exactly_n_can_be_afforded_and_the_next_cannot():
    can = affordable(98, "similarity")
    assert (0.3, 0.05, 0.01) in can
    assert (0.3, 0.01, 0.01) not in can


def test_power_is_rounded_down_and_never_to_100():
    assert summary.power_text(0.95156) == "95.1\u00a0%"
    assert summary.power_text(0.98999) == "98.9\u00a0%"
    assert summary.power_text(0.99) == "99.0\u00a0%"
    assert summary.power_text(0.99995) == "99.9950\u00a0%"
    assert "100" not in summary.power_text(0.9999999)
    assert summary.power_text(0.0) == "0.0\u00a0%"


# The picture


def test_the_curve_has_teeth_and_ends_where_all_numbers_are_enough():
    curve = power_curve_of(PAPER, judges_enough(0.05, 0.01, 0.3))
    assert (curve.smallest, curve.stable, curve.short) == (98, 102, (99, 101))
    powers = [row.power for row in curve.rows]
    assert any(late < early for early, late in pairwise(powers))
    assert [row.n for row in curve.rows] == list(range(1, 123))
    assert all(row.enough == (1 - row.power <= 0.05) for row in curve.rows)


@pytest.mark.parametrize(
    ("plan", "most"),
    [
        (PlannerPlan("difference", 0.0001, 0.0001, 0.01, 278_008), 425),
        (PlannerPlan("difference", 0.0001, 0.05, 0.3, 1_000_000), 425),
        (PlannerPlan("similarity", 0.49, 0.49, 0.99, 1), 30),
    ],
)
@pytest.mark.parametrize("kind", ["wide", "narrow"])
def test_the_picture_is_bounded_and_lies_within_its_frame(plan, most, kind):
    curve = power_curve_of(plan, judges_enough(plan.alpha, plan.beta, plan.pd))
    picture = power_chart(curve, kind)
    points = [tuple(map(float, point.split(","))) for point in picture.line.split()]
    assert 2 <= len(points) <= most
    assert all(picture.left <= x <= picture.right for x, _y in points)
    assert all(picture.top <= y <= picture.bottom for _x, y in points)
    assert 2 <= len(picture.y_ticks) <= 8
    assert 1 <= len(picture.x_ticks) <= 9
    assert curve.shows_chosen == (picture.chosen_x is not None) == (plan.n < 1_000_000)


# A sequential plan


def test_the_cost_of_a_sequential_plan_is_exact():
    cost = wald.sequential_cost(PAPER, 98)
    assert (cost.exact, cost.maximum) == (True, 196)
    for case in cost.cases:
        end = sprt_characteristics(alpha=0.05, beta=0.01, pd=0.3, true_pd=case.true_pd, maximum=196)
        assert case.expected == end.expected_answers
        assert math.isclose(case.difference + case.similarity + case.no_verdict, 1)
    assert [case.true_pd for case in cost.cases] == [0, 0.15, 0.3]
    assert summary.sequential_warnings(cost) == []


def test_real_risks_above_the_nominal_are_said_with_the_exact_ones():
    plan = PlannerPlan("difference", 0.1, 0.2, 0.5, 12)
    cost = wald.sequential_cost(plan, 12)
    assert cost.false_alarm == pytest.approx(0.1099, abs=1e-4)
    assert summary.sequential_warnings(cost) == [
        "The real risk of claiming a difference that is not there is 0.11, more than alpha 0.1: "
        "counts jump over Wald's lines. Plan with a smaller alpha."
    ]


def test_a_plan_too_long_for_exact_risks_gets_an_approximation_and_says_so():
    plan = PlannerPlan("difference", 0.05, 0.05, 0.05, 2225)
    cost = wald.sequential_cost(plan, 2225)
    assert (cost.exact, cost.false_alarm, len(cost.cases)) == (False, None, 2)
    exact = sprt_characteristics(alpha=0.05, beta=0.05, pd=0.05, true_pd=0, maximum=4450)
    assert cost.cases[0].expected == pytest.approx(exact.expected_answers, rel=0.05)
    assert "Wald's approximation" in summary.sequential(cost, 2225)[1]


@pytest.mark.parametrize("goal", GOALS)
@pytest.mark.parametrize("risks", [(0.2, 0.2, 0.5), (0.05, 0.01, 0.3), (0.05, 0.05, 0.01)])
def test_the_largest_number_is_the_one_that_a_new_study_would_propose(goal, risks):
    alpha, beta, pd = risks
    study = Study(goal=goal, method="sequential", alpha=alpha, beta=beta, pd=pd)
    smallest = judges_enough(alpha, beta, pd).smallest
    assert wald.largest_number(goal, smallest) == proposed_evaluations(study)


# What is kept


def test_numbers_are_computed_once():
    calls = []

    def compute():
        calls.append(1)
        return (98.0, None)

    for _ in range(3):
        assert keeping.cached("test", 0.05, compute=compute) == (98.0, None)
    assert len(calls) == 1


def test_without_redis_numbers_are_computed_and_redis_is_left_alone_for_a_while(settings, caplog):
    settings.CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.redis.RedisCache",
            "LOCATION": "unix:///nowhere/valkey.sock",
        }
    }
    for _ in range(3):
        assert judges_enough(0.05, 0.01, 0.3).smallest == 98
    assert [record.message for record in caplog.records] == [
        "Redis does not answer: plans are computed anew"
    ]
