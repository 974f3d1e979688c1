"""Plans with repeats."""

import pytest

from analysis.planner import repeats
from analysis.planner.question import PlannerPlan
from analysis.planner.summary import power_text
from analysis.stats import power_with_repeats
from tests.analysis.planner.plans import PAPER

PLAN = PlannerPlan("difference", 0.05, 0.05, 0.3, 66)


def test_the_numbers_are_those_of_judges_who_repeat():
    rows = repeats.repeats_of(PLAN, each=6, gamma=0.3)
    assert [row.gamma for row in rows] == [0.0, 0.3, 1.0]
    for row in rows:
        risk = {"alpha": 0.05, "pd": 0.3, "gamma": row.gamma}
        assert row.power == power_with_repeats(row.judges, 6, **risk) >= 0.95
        assert power_with_repeats(row.judges - 1, 6, **risk) < 0.95
        assert row.answers == 6 * row.judges
    assert rows[0].judges < rows[1].judges < rows[2].judges


def test_the_plans_own_answers_from_fewer_judges_are_said_with_their_power():
    sentences = repeats.sentences(PLAN, each=4, gamma=0.6)
    power = power_with_repeats(16, 4, alpha=0.05, pd=0.3, gamma=0.6, rest=2)
    assert "With 4 answers each, and if judges differ much," in sentences[0]
    assert sentences[1].startswith("The 66 answers of this plan from 16 judges with 4 each and one")
    plain = power_text(power_with_repeats(66, 1, alpha=0.05, pd=0.3, gamma=0))
    assert f"in {power_text(power)} of cases, instead of {plain} from 66 judges" in sentences[1]


def test_a_plan_for_similarity_takes_one_answer_a_judge():
    assert repeats.repeats_of(PAPER, each=6, gamma=0.3) == []
    assert repeats.sentences(PAPER, each=6, gamma=0.3) == [repeats.ONE_ANSWER]


def test_with_one_answer_each_nothing_is_computed():
    assert repeats.repeats_of(PLAN, each=1, gamma=0.3) == []
    [sentence] = repeats.sentences(PLAN, each=1, gamma=0.3)
    assert "no difference how much judges differ" in sentence


def test_the_longest_plans_are_not_worked_out_on_the_page():
    long = PlannerPlan("difference", 0.0001, 0.0001, 0.01, 278_008)
    assert repeats.repeats_of(long, each=6, gamma=0.3) == []
    assert repeats.sentences(long, each=6, gamma=0.3) == [repeats.TOO_LONG]


def test_more_answers_than_can_be_planned_are_said_so():
    plan = repeats.repeated(0.0001, 0.0001, 0.01, each=2, gamma=1.0)
    assert (plan.judges, plan.power, plan.answers) == (None, None, None)
    assert repeats.rows([plan]) == [("differ\u00a0entirely\u00a0(1)", "–", "–", "–")]
    long = PlannerPlan("difference", 0.0001, 0.0001, 0.01, 9000)
    said = repeats.sentences(long, each=100, gamma=0.6)
    assert "more than 100,000 answers would be needed" in said[0]


@pytest.mark.parametrize(
    ("gamma", "words"),
    [(0, "do not differ"), (0.3, "clearly differ"), (0.25, "differ by gamma 0.25")],
)
def test_how_much_judges_differ_in_words(gamma, words):
    assert repeats.differ(gamma) == words
